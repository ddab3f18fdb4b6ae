"""Pages after a ruling of the host: what the undone moves had shown stands beside the board."""

from __future__ import annotations

from flask import Flask

from adjudicator.services.host import deeds
from testkit.club import Club
from testkit.host_at_table import THREE, do, play_to_a_law
from tests.web.conftest import sign_in

SENTENCE = "These moves no longer stand, but what they showed stays known:"


def test_what_stays_known_stands_beside_the_boards_behind_the_ruling(club: Club, app: Flask) -> None:
    match = play_to_a_law(club)
    last = match.entry_count
    do(club, lambda work, match: deeds.rewind_match(work, match, last - 3, "A wrong law."))
    browser = sign_in(app, club, THREE[0])
    for page, told in (("", True), (f"/{club.match().entry_count}", True), (f"/{last}", False)):
        assert (SENTENCE in browser.open(f"/m/{match.code}{page}").page.text) is told
