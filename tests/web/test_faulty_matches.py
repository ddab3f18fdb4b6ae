"""A faulty match takes no other with it from a page or a feed: the others are shown, and it is named."""

from __future__ import annotations

import pytest
from sqlalchemy import select, update

from adjudicator.services.matches.finished.player_pages import page_of
from adjudicator.services.matches.view.calendars import NEW, find_feed_url, set_calendar
from adjudicator.store.operation_tables import SweepFault
from adjudicator.store.states import SweepTask
from adjudicator.store.tables import Match, Player
from testkit.browser import Browser
from testkit.cases import check_cases
from testkit.club import ANNA, START, Club, address_of
from testkit.faulty_matches import FAULTS, cannot_be_shown, spoil_match
from testkit.finished_matches import Played, finish_matches
from tests.web.match_state import writing_refused

OWN = ("/", "/mine", "/turns")
PUBLIC = ("/archive", "/archive?player=bob", "/players/{anna}", "/players/{anna}.atom", "/archive.atom")


def noted(club: Club) -> list[int]:
    with club.context.store.reading() as session:
        return list(session.scalars(select(SweepFault.number).where(SweepFault.task == SweepTask.LISTED)))


def number_of(club: Club, code: str) -> int:
    with club.context.store.reading() as session:
        return session.scalars(select(Match.id).where(Match.code == code)).one()


@pytest.mark.parametrize("fault", FAULTS)
def test_pages_of_running_matches(club: Club, anna: Browser, fault: str) -> None:
    faulty, healthy = finish_matches(club.context, club.now, [Played(goes_on=True)] * 2)
    with club.context.store.writing() as session:
        player = session.scalars(select(Player).where(Player.address == address_of(ANNA))).one()
        session.execute(update(Match).values(awaited_id=player.id, to_move=0, due_at=club.now))
        set_calendar(player, NEW)
        calendar = find_feed_url(club.context, player).removeprefix(club.context.site)
    spoil_match(club, faulty, fault)
    with check_cases() as case:
        for path in OWN:
            with case(path):
                anna.open(path)
                assert anna.status == 200
                assert healthy in anna.page.text
                shown = fault in ("position", "seat") and path != "/turns"
                assert (cannot_be_shown(faulty) in anna.page.text) is not shown
        with case("calendar"):
            answer = anna.open(calendar).answer
            assert answer is not None
            assert healthy in answer.text
            assert faulty in answer.text
    assert noted(club) == [number_of(club, faulty)]
    with writing_refused(club), check_cases() as case:
        for path in OWN:
            with case(path, "when its fault is stored"):
                assert anna.open(path).status == 200


@pytest.mark.parametrize("fault", FAULTS)
def test_pages_and_feeds_of_matches_that_are_over(club: Club, browser: Browser, fault: str) -> None:
    healthy, faulty = finish_matches(club.context, START, [Played()] * 2)
    with club.context.store.reading() as session:
        player = session.scalars(select(Player).where(Player.address == address_of(ANNA))).one()
    spoil_match(club, faulty, fault)
    with check_cases() as case:
        for path in PUBLIC:
            with case(path):
                told = browser.open(path.format(anna=page_of(player)))
                assert told.answer is not None
                text = told.answer.get_data(as_text=True)
                assert told.status == 200
                assert healthy in text
                assert faulty in text
                if fault == "game":
                    assert cannot_be_shown(faulty) in text
