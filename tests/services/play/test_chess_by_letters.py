"""A match of chess by letters: an engine from another package, which nothing here knows."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from adjudicator.engines import registry
from adjudicator.engines.contract import AnyEngine
from adjudicator.match.course.verify import verify_published
from adjudicator.services.matches.finished.archive import record_of
from adjudicator.services.matches.rows.match_rows import find_match
from adjudicator.store.states import MatchState
from adjudicator.texts.language import language as languages
from testkit.club import ANNA, BOB, Club, address_of, offered, other, prose_of, text_of, to_move

PACKAGE = Path(__file__).parents[3] / "examples" / "adjudicator-chess" / "src"


REFUSED = {
    "e5": "None of these pieces of yours can go to e5: pawn.",
    "0-0": "A piece stands between king and rook.",
    "1. e4 e5 2. Nf3": "These are several moves; only one can be played in a turn.",
    "e4\nd4": "Your letter asks for things that exclude each other: e4, d4.",
    "e4 or d4": "Not played: e4 or d4.",
}


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the game be found as if its package were installed, and forget it again."""
    monkeypatch.syspath_prepend(PACKAGE)
    engine: AnyEngine = import_module("adjudicator_chess").ENGINE
    monkeypatch.setitem(registry._installed(), engine.rules.key, engine)
    languages._make.cache_clear()
    yield
    languages._make.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == "adjudicator_chess"]:
        del sys.modules[name]


@pytest.fixture
def match(club: Club, installed: None) -> Club:
    """Let Anna and Bob agree on a match; Bob writes in German."""
    club.write(ANNA, club.context.addresses.service, f"new chess with {address_of(BOB)}")
    club.answer(club.last(ANNA), "yes")
    club.answer(club.last(BOB), "join", sender=BOB)
    club.answer(club.last(BOB), "language de", sender=BOB)
    return club


def play(club: Club, *orders: str) -> None:
    for order in orders:
        club.answer(club.last(to_move(club)), order)


def test_a_whole_match_is_played_in_several_notations(match: Club) -> None:
    white = to_move(match)
    play(match, "e4", "1... e7-e5", "Lc4", "Springer c6", "Dh5", "Cf6??", "Sf6")
    assert match.match().entry_count == 6
    play(match, "Qxf7#")
    ended = match.match()
    assert ended.state is MatchState.FINISHED
    assert ended.end is not None
    assert (ended.end.kind, ended.end.reason) == ("rules", "checkmate")
    assert ended.end.places[(ANNA, BOB).index(white)] == 1
    assert "Bob is checkmated" in prose_of(match.last(ANNA)) or "Du hast gewonnen" in prose_of(match.last(BOB))
    with match.context.store.reading() as session:
        found = find_match(session, ended.code)
        assert found is not None
        assert verify_published(record_of(found, match.now)) == []


def test_a_letter_shows_the_board_from_the_readers_side_and_offers_moves_that_work(match: Club) -> None:
    white = to_move(match)
    play(match, "Nf3")
    letter = match.last(other(white))
    text = text_of(letter)
    assert text.index("\n  1 ") < text.index("\n  8 ")
    assert ("played Nf3 (knight" in text) != ("hat Sf3 gespielt (Springer" in text)
    match.answer(letter, re.findall(r"^  ([a-h][1-8] [a-h][1-8]) ", text, re.MULTILINE)[0])
    assert match.match().entry_count == 2


def test_an_illegal_order_is_answered_with_a_reason(match: Club) -> None:
    match.answer(match.last(BOB), "language en", sender=BOB)
    mover = to_move(match)
    for orders, reason in REFUSED.items():
        match.answer(match.last(mover), orders)
        assert reason in prose_of(match.last(mover))
        assert offered(match.last(mover))
    assert match.match().entry_count == 0


@pytest.mark.parametrize("order", ["O-O", "0\u20130"])
def test_castling_is_not_taken_for_a_line_or_a_signature(match: Club, order: str) -> None:
    play(match, "e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", f"{order}\n\nBest, Anna")
    assert match.match().entry_count == 7
