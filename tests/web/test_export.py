"""The export is served beside the archive, and linked from it when there is one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from adjudicator.config.settings import Settings
from adjudicator.services.archive.export import write_export
from adjudicator.services.archive.export_files import ALL, EXPORTED
from adjudicator.services.identity.erasing import erase_player
from adjudicator.services.match_reader import MatchReader
from adjudicator.services.matches.rows.public_names import choose_public_name
from adjudicator.services.players.players import NO_NAME, OWN_NAME, find_player
from adjudicator.services.unit_of_work import UnitOfWork, unit_of_work
from adjudicator.store.operation_tables import EXPORTED as RUN
from adjudicator.store.operation_tables import record_job_run
from adjudicator.store.tables import Player
from adjudicator.web import create_app
from testkit.club import ANNA, BOB, Club, address_of


@pytest.mark.parametrize("wanted", [True, False])
def test_it_is_found_on_the_archive_page_and_only_its_own_files_are_sent(
    club: Club, settings: Settings, tmp_path: Path, wanted: bool
) -> None:
    folder = tmp_path / "export"
    settings = replace(settings, site=club.context.site, export_dir=folder if wanted else None)
    browser = create_app(settings, club.context, limits_url="memory://").test_client()
    assert ALL not in browser.get("/archive").text
    assert browser.get(f"/archive/{ALL}").status_code == 404
    write_export(club.context.store, folder, club.now, lambda _count: None, MatchReader())
    assert (ALL in browser.get("/archive").text) is wanted
    for name in EXPORTED:
        with browser.get(f"/archive/{name}") as answer:
            assert answer.status_code == (200 if wanted else 404)
            sent, etag = answer.data, answer.headers.get("ETag", "")
        if wanted:
            assert sent == (folder / name).read_bytes()
            with browser.get(f"/archive/{name}", headers={"If-None-Match": etag}) as answer:
                assert answer.status_code == 304
            with browser.get(f"/archive/{name}", headers={"Range": "bytes=0-3"}) as answer:
                assert answer.status_code == 206
    for path in ("/archive/.frames", "/archive/lock", "/archive/..%2Fclub.sqlite3", "/archive/.frames/lock"):
        assert browser.get(path).status_code == 404


TAKEN_BACK: dict[str, Callable[[UnitOfWork, Player], object]] = {
    "another name": lambda work, player: choose_public_name(work, player, "The Owl"),
    "no name": lambda work, player: choose_public_name(work, player, NO_NAME),
    "their own name again": lambda work, player: choose_public_name(work, player, OWN_NAME),
    "erased": erase_player,
}
"""How a name that stands in public records is taken back."""


def test_it_is_not_offered_while_it_holds_a_name_that_was_taken_back(
    club: Club, settings: Settings, tmp_path: Path
) -> None:
    folder = tmp_path / "export"
    settings = replace(settings, site=club.context.site, export_dir=folder)
    browser = create_app(settings, club.context, limits_url="memory://").test_client()

    def export() -> None:
        club.now += timedelta(hours=1)
        write_export(club.context.store, folder, club.now, lambda _count: None, MatchReader())
        with club.context.store.writing() as session:
            record_job_run(session, RUN, club.now)

    def change(person: str, deed: Callable[[UnitOfWork, Player], object]) -> None:
        club.now += timedelta(hours=1)
        with unit_of_work(club.context, club.now) as work:
            player = find_player(work.session, address_of(person))
            assert player is not None
            deed(work, player)

    def is_offered() -> bool:
        told = {ALL in browser.get("/archive").text}
        for name in EXPORTED:
            with browser.get(f"/archive/{name}") as answer:
                told.add(answer.status_code == 200)
        (offered,) = told
        return offered

    club.begin()
    export()
    change(BOB, TAKEN_BACK["another name"])
    assert is_offered(), "Bob's name stands in no record of a finished match"
    club.answer(club.last(ANNA), "resign")
    export()
    for deed in TAKEN_BACK.values():
        assert is_offered()
        change(ANNA, deed)
        assert not is_offered()
        export()
    assert is_offered()
    with club.context.store.writing() as session:
        record_job_run(session, RUN, club.now - timedelta(hours=1))
    assert not is_offered(), "an export that began in the minute of the deed may not have seen it"
