"""Names and messages of players are escaped on every page, in every picture and in every file."""

from __future__ import annotations

import json
from itertools import cycle, islice

import pytest
from flask import Flask

from testkit.club import Club, address_of, to_move
from testkit.hostile_text import WORDS, check_markup, encoded
from tests.web.conftest import sign_in

ANNA, BOB = "anna@anna.example", "bob@bob.example"
KINDS = {"text/html", "image/svg+xml"}


def bring(club: Club, sender: str, name: str, to: str, text: str) -> None:
    club.written += 1
    head = f"From: {encoded(name)} <{sender}>\nTo: {to}\nMessage-ID: <{club.written}@mail.example>\n"
    kind = "Content-Type: text/plain; charset=utf-8"
    club.bring(f"{head}Subject: {encoded(name)}\n{kind}\n\n{text}".encode("utf-8", "replace"), to, sender)
    club.work()


def reply_to(club: Club, person: str) -> str:
    return address_of(club.last(person)["Reply-To"])


def begin(club: Club, name: str, others: str, press: str, order: str) -> str:
    """Begin a match of two players with hostile names, messages and orders; return its code."""
    bring(club, ANNA, name, club.context.addresses.service, "new egyptos with bob@bob.example")
    bring(club, ANNA, name, reply_to(club, ANNA), "yes")
    bring(club, BOB, others, reply_to(club, BOB), "join")
    bring(club, ANNA, name, reply_to(club, ANNA), f"press {press}")
    mover = address_of(to_move(club))
    bring(club, mover, name, reply_to(club, mover), order)
    return club.match().code


def paths(app: Flask, club: Club, code: str) -> list[str]:
    """List every page that needs only a match and its letters."""
    arguments: dict[str, object] = {"code": code, "n": 1, "number": 1, "game": "egyptos"}
    with app.test_request_context():
        adapter = app.url_map.bind("localhost")
        rules = [rule for rule in app.url_map.iter_rules() if rule.arguments <= arguments.keys()]
        return [adapter.build(rule.endpoint, arguments) for rule in rules if "GET" in (rule.methods or ())]


@pytest.mark.parametrize("first", range(0, len(WORDS), 8))
def test_no_word_of_a_player_is_more_than_text(app: Flask, club: Club, first: int) -> None:
    name, others, *words = islice(cycle(WORDS), first, first + 8)
    code = begin(club, name, others, press=" ".join(words[:3]), order=" ".join(words[3:]))
    browser = sign_in(app, club, f"Anna <{ANNA}>")
    looked_at = 0
    for path in paths(app, club, code):
        answer = browser.client.get(path)
        if answer.mimetype in KINDS and answer.status_code == 200:
            check_markup(answer.text)
            looked_at += 1
        elif answer.mimetype == "application/json":
            json.loads(answer.text)
        assert "\r" not in str(answer.headers.get("Content-Disposition", ""))
    assert looked_at >= 10
