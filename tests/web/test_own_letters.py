"""The letters of a match as a file: for their reader alone, and nobody can act with it."""

from __future__ import annotations

import mailbox
import re
from contextlib import closing
from pathlib import Path

from adjudicator.services.matches.letters.own_letters import HIDDEN, hide_tokens
from adjudicator.store.tables import Match
from testkit.browser import Browser
from testkit.cases import check_cases
from testkit.club import ANNA, BOB, Club, address_of, to_move


def test_a_player_gets_their_own_letters_without_what_could_be_used(
    club: Club, match: Match, anna: Browser, browser: Browser, tmp_path: Path
) -> None:
    club.answer(club.last(to_move(club)), "L14")
    club.answer(club.last(BOB), f"press: From here write to {address_of(BOB)} or carla@carla.example")
    path = f"/m/{match.code}.mbox"
    assert browser.open(path).status == 404
    assert path not in browser.open(f"/m/{match.code}").page.links
    assert path in anna.open(f"/m/{match.code}").page.links
    answer = anna.open(path).answer
    assert answer is not None
    (tmp_path / "kept").write_bytes(answer.data)
    with closing(mailbox.mbox(tmp_path / "kept")) as box:
        letters = [*box]
    assert len(letters) == len(club.letters(ANNA, match.code)) > 1
    parts = [part for letter in letters for part in letter.walk() if not part.is_multipart()]
    texts = [*(str(letter.items()) for letter in letters), *(part.get_payload(decode=True).decode() for part in parts)]
    assert all(letter["To"].count(address_of(ANNA)) == 1 for letter in letters)
    found = {one for text in texts for one in re.findall(r"[\w.+-]+@[\w.-]+\w", text)}
    service = club.context.addresses.service
    assert {HIDDEN, service} <= {one for one in found if match.code not in one} <= {HIDDEN, service, address_of(ANNA)}
    links = {link for text in texts for link in re.findall(r"http://localhost[^\s<>]*", text)}
    assert {link for link in links if not link.startswith(f"http://localhost/m/{match.code}")} <= {"http://localhost"}


def test_links_and_addresses_that_stand_for_somebody_are_replaced(club: Club) -> None:
    context, own = club.context, "anna@anna.example"
    site, service = context.site, context.addresses.service

    cases = [
        (f"write to {own}.", f"write to {own}."),
        (f"write to {service}", f"write to {service}"),
        (f"answer <{context.addresses.seat('K7Q2', 0, 3)}>", f"answer <{service}>"),
        (f"{context.addresses.confirm(7, club.now)}: yes", f"{service}: yes"),
        ("Bob <bob@bob.example>, say hello", f"Bob <{HIDDEN}>, say hello"),
        (f"the page: {site}/m/K7Q2/1.", f"the page: {site}/m/K7Q2/1."),
        (f"stop: {site}/letters/abc.def-ghi", f"stop: {site}"),
        (f"{site}/archive {site}/calendar/abc.ics", f"{site}/archive {site}"),
    ]
    with check_cases() as case:
        for text, right in cases:
            with case(text):
                assert hide_tokens(text, context, own) == right
