"""What happened is told in the order in which it happened, in each kind of letter, layout and language."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any, cast

from adjudicator.texts.facts.letter_facts import Event
from adjudicator.texts.games.boards import TEXT_SHAPES
from adjudicator.texts.language.language import LANGUAGES, language_for
from adjudicator.texts.letters import digest_kinds
from adjudicator.texts.letters.letter_kinds import LETTERS
from adjudicator.texts.letters.letters import LONGEST_NEWS, write_letter, write_part
from testkit.cases import check_cases
from tests.texts.conftest import lay_out

MARKS = ("First", "Second", "Third", "Fourth")
LETTERS_WITH_NEWS = ("your_turn", "their_turn", "reminder", "receipt", "match_over")


def make_news(padding: int) -> tuple[Event, ...]:
    """Make events of three turns; the last turn has two steps."""
    words = "x" * padding
    turns = zip(MARKS, (3, 4, 5, 5), strict=True)
    return tuple(Event(turn=turn, seat=turn % 2, order="", said=f"{mark} {words}.") for mark, turn in turns)


def check_order(text: str, *, listed: bool) -> None:
    """Is each event told once, in order, and with the number of its turn only in a list?"""
    places = [text.find(mark) for mark in MARKS]
    assert [text.count(mark) for mark in MARKS] == [1] * len(MARKS)
    assert places == sorted(places)
    assert ("5. Third" in " ".join(text.split())) == listed


def test_events_stand_in_their_order_whether_they_are_short_or_long() -> None:
    with check_cases() as case:
        for sample, language, layout, padding in product(LETTERS_WITH_NEWS, LANGUAGES, TEXT_SHAPES, (4, LONGEST_NEWS)):
            with case(sample, language, layout, padding):
                facts = cast("Any", lay_out(sample, layout))
                written = write_letter(LETTERS[sample], language_for(language), replace(facts, news=make_news(padding)))
                listed = padding == LONGEST_NEWS or sample not in ("your_turn", "their_turn")
                check_order(written.text, listed=listed)
                check_order(written.html, listed=listed)


def test_the_last_turn_alone_does_not_stand_above_a_long_list() -> None:
    news = (*make_news(LONGEST_NEWS)[:2], *make_news(1)[2:])
    written = write_letter(
        LETTERS["your_turn"], language_for("en"), replace(cast("Any", lay_out("your_turn")), news=news)
    )
    check_order(written.text, listed=True)


def test_a_digest_tells_events_in_their_order() -> None:
    turn = cast("Any", lay_out("your_turn"))
    facts = digest_kinds.WaitingMatch(reader=turn.reader, match=turn.match, news=make_news(4), press=(), example="M14")
    check_order(write_part(digest_kinds.WAITING_MATCH, language_for("en"), facts), listed=True)
