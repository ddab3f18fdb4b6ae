"""Letters that play leave nothing to the garbage collector, which takes longer for it than to free it at once."""

import gc
from collections.abc import Iterator

import pytest
from sqlalchemy import update

from adjudicator.services.jobs import judging, letter_sender
from adjudicator.services.matches.rows.match_rows import load_match
from adjudicator.store.tables import Player
from adjudicator.texts.games.boards import TEXT_SHAPES
from adjudicator.texts.language.language import LANGUAGES
from testkit.agreed_match import PEOPLE, agree
from testkit.cases import check_cases
from testkit.club import Club, address_of, want_all_letters

SEATS = {"egyptos": 2, "cheops": 3, "pharao": 2}
FEW = 50
"""Objects that may be left, such as those of a library that does something for the first time; there were 590."""


@pytest.fixture
def _no_other_garbage() -> Iterator[None]:
    gc.collect()
    gc.freeze()
    gc.disable()
    yield
    gc.enable()
    gc.unfreeze()


@pytest.mark.usefixtures("_no_other_garbage")
@pytest.mark.parametrize("game", SEATS)
def test_a_letter_leaves_nothing_to_the_garbage_collector(club: Club, game: str) -> None:
    agree(club, game, PEOPLE[: SEATS[game]])
    want_all_letters(club)
    with check_cases() as case:
        for layout, language in zip(TEXT_SHAPES, LANGUAGES, strict=False):
            with club.context.store.writing() as session:
                session.execute(update(Player).values(layout=layout, language=language))
            with case(layout, language):
                assert _objects_left(club) <= FEW


def _objects_left(club: Club) -> int:
    """Count the objects in cycles that are left when an order of the player to move has been played and answered."""
    match = club.match()
    assert match.to_move is not None
    player = match.seats[match.to_move].player
    assert player is not None
    text = f"Hello, well played, and what a nice evening that was!\n\n{load_match(match).orders[0]}"
    number = club.drop(player.address, address_of(club.last(player.address)["Reply-To"]), text)
    club.queue.enqueued.clear()
    gc.collect()
    judging.judge_letter(club.context, number, club.now)
    while letter_sender.send_due(club.context, club.transport, lambda: club.now):
        pass
    return gc.collect()
