"""Checks every letter, of every game and in every language, as encoded for SMTP."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from adjudicator.engines.contract import AnyEngine
from adjudicator.engines.registry import engines
from adjudicator.mail.outgoing.compose import OutgoingLetter, compose_letter
from adjudicator.mail.outgoing.lint import Flaw, lint_letter
from adjudicator.match.dealing.seeded_dealer import SeededDealer
from adjudicator.match.rulings.table import open_table, play_forced, play_step
from adjudicator.texts.games.boards import TEXT_SHAPES, draw_board
from adjudicator.texts.language.language import LANGUAGES, Language, language_for
from adjudicator.texts.letters.letter_kinds import LETTERS
from adjudicator.texts.letters.letters import write_letter

SEED = bytes(32)
STEPS = 12
NAMES = ("Anna", "Ben", "Zoé", "Cleo")
WIRE: dict[str, Any] = {
    "message_id": "<7.k7q2-1-9-dygsnhv6iujjgv2x@club.example>",
    "date": datetime(2026, 11, 30, 19, tzinfo=UTC),
    "to": "ben@ben.example",
    "to_name": "Bén",
    "sender": "play@club.example",
    "sender_name": "Adjudicator",
    "reply_to": "play+k7q2-1-9-dygsnhv6iujjgv2x@club.example",
    "references": ("<k7q2.match@club.example>", f"<{'x' * 120}@outlook.example>"),
    "list_id": "<k7q2.play.club.example>",
    "unsubscribe_url": "https://club.example/l/" + "x" * 150,
}


def boards(engine: AnyEngine, speech: Language) -> dict[str, str]:
    """Draw a board some steps into a match, in every shape, with what may be chosen on it."""
    seats = engine.rules.seats.start
    names = NAMES[:seats]
    options = engine.rules.complete({})
    salts = [""] * seats
    table, _ = open_table(engine, options, seats, engine.deal(options, seats, SeededDealer(SEED, salts)))
    for n in range(STEPS):
        legal = engine.legal_steps(table.position)
        table, _ = play_step(table, legal[n * 7 % len(legal)])
        table, _ = play_forced(table)
        if table.to_move is None:
            break
    steps = tuple(map(engine.format, engine.legal_steps(table.position)))
    view = engine.view(table.position, 0)
    return {shape: draw_board(view, shape, speech, legal=steps, names=names) for shape in TEXT_SHAPES}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", sorted(engines()))
def test_every_letter_passes_the_linter(key: str, language: str, sample_letters: dict[str, Any]) -> None:
    engine, speech = engines()[key], language_for(language)
    drawn, wrong = boards(engine, speech), {}
    for name, told in sample_letters.items():
        shapes = TEXT_SHAPES if name == "your_turn" else TEXT_SHAPES[:1]
        for shape in shapes:
            laid: Any = replace(told, reader=replace(told.reader, layout=shape))
            if getattr(told, "match", None):
                laid = replace(laid, match=replace(told.match, game=engine.rules.title))
            if getattr(told, "board", ""):
                laid = replace(laid, board=drawn[shape])
            written = write_letter(LETTERS[name.partition(",")[0]], speech, laid)
            letter = OutgoingLetter(subject=written.subject, text=written.text, html=written.html, **WIRE)
            if found := lint_letter(compose_letter(letter)):
                wrong[f"{name} {shape}"] = found
    assert not wrong


ANSWERS = frozenset({"asked_for_match", "receipt", "digest_receipt", "service_receipt", "refusal", "fault", "away"})
"""Letters that answer one: there are none where none are taken in."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_no_letters_are_taken_in_no_letter_asks_for_one(language: str, sample_letters: dict[str, Any]) -> None:
    speech = language_for(language)
    for name, told in sample_letters.items():
        kind = name.partition(",")[0]
        if kind in ANSWERS:
            continue
        written = write_letter(LETTERS[kind], speech, replace(told, reader=replace(told.reader, by_mail=False)))
        assert "mailto:" not in written.html, name
        assert told.reader.service not in written.text, name
        assert speech.gettext("Answer this letter with one line, for example") not in written.text, name
        assert not getattr(told, "offers", ()) or "https://" in written.text
        assert not lint_letter(
            compose_letter(OutgoingLetter(subject=written.subject, text=written.text, html=written.html, **WIRE))
        ), name


def letter(text: str = "M14\n\n  a board\n", html: str = "<pre>  a board</pre><p>M14</p>", **more: Any) -> bytes:
    return compose_letter(OutgoingLetter(**WIRE | {"subject": "Your turn", "text": text, "html": html} | more))


def rules(found: tuple[Flaw, ...]) -> set[str]:
    return {flaw.rule for flaw in found}


def test_a_good_letter_has_no_flaw() -> None:
    assert lint_letter(letter()) == ()
    assert lint_letter(letter(html="")) == ()


@pytest.mark.parametrize(
    ("raw", "rule"),
    [
        (letter().replace(b"\r\n", b"\n"), "wire"),
        (letter().replace(b"a board", b"x" * 999), "wire"),
        (letter(text="x " * 50_000), "weight"),
        (letter(text="x " * 50), "text"),
        (letter(text="M14 \n"), "text"),
        (letter(text="a\tboard"), "text"),
        (letter(text="From here"), "text"),
        (letter(text="> M14"), "text"),
        (letter(text="--"), "text"),
        (letter(text=" \n"), "text"),
        (letter().replace(b"Message-ID:", b"X-ID:"), "header"),
        (letter().replace(b"Auto-Submitted:", b"X-Auto:"), "header"),
        (letter().replace(b"<k7q2.match@club.example>", b"=?utf-8?q?=3Ck7q2=3E?="), "header"),
        (letter().replace(b"<k7q2.match@club.example>", b"<k7q2\r\n .match@club.example>"), "header"),
        (letter().replace(b"Subject: Your turn", b"Subject: "), "header"),
        (letter(html="<p>M14"), "page"),
        (letter(html="<p>M15</p>"), "twin"),
        (letter(html='<p><a href="https://club.example/m/K7Q2">M14</a></p>'), "twin"),
        (letter(html='<p><a href="mailto:play@club.example?subject=x&amp;body=M15">M14</a></p>'), "twin"),
        (letter(html='<p>M14<img src="https://club.example/x.png" alt=""></p>'), "remote"),
        (letter(html='<p style="background:url(https://club.example/x.png)">M14</p>'), "remote"),
        (letter(html='<p onclick="x()">M14</p>'), "remote"),
        (letter(html="<p>M14</p><script>x()</script>"), "remote"),
        (letter(html='<style>@import "https://club.example/x.css";</style><p>M14</p>'), "remote"),
        (letter(html="<style>p{background:url(https://club.example/x.png)}</style><p>M14</p>"), "remote"),
        (letter(html="<pre>  b board</pre>"), "board"),
        (letter(text="\u2500\u2500\n", html="<pre>\u2500\u2500</pre>"), "board"),
    ],
)
def test_each_flaw_is_found(raw: bytes, rule: str) -> None:
    assert rule in rules(lint_letter(raw))
