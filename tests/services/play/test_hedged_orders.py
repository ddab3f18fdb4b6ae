"""Hedged orders and commands: the writer is asked, and nothing is carried out."""

from __future__ import annotations

import pytest

from adjudicator.mail.commands.lines.command_lines import read_line
from adjudicator.services.orders.order_wording import hedge_of_command, takes_back_command
from adjudicator.store.states import MatchState
from testkit.club import ANNA, BOB, Club, prose_of, to_move


@pytest.mark.parametrize(
    "line",
    [
        "oops", "no", "don't resign", "I don't resign", "resign or not?", "nein, ich gebe nicht auf",
        "ich gebe nicht auf", "je n'abandonne pas", "non mi arrendo", "ik geef niet op", "scratch that", "hoppla",
        "do not stop",
        "kein Urlaub",
    ],
)  # fmt: skip
def test_a_line_that_says_no_to_a_command_takes_it_back(line: str) -> None:
    assert takes_back_command(line) is not None


@pytest.mark.parametrize("line", ["I did not see that coming", "no problem", "resign", "not bad at all", "sorry, Bob"])
def test_a_no_to_something_else_does_not(line: str) -> None:
    assert takes_back_command(line) is None


@pytest.mark.parametrize(
    ("line", "open_"),
    [
        ("absence not until 5 May", True), ("absence 5 May or 6 May", True), ("absence until 5 May", False),
        ("absence none", False), ("Urlaub vorbei", False), ("press not now", False), ("language fr", False),
    ],
)  # fmt: skip
def test_a_day_may_be_left_open(line: str, open_: bool) -> None:
    said = read_line(line, "match")
    assert said is not None
    assert bool(hedge_of_command(said)) is open_


@pytest.mark.parametrize("text", ["resign\nno, I don't resign", "ich gebe nicht auf", "absence not until 5 May"])
def test_a_command_that_is_hedged_or_taken_back_does_nothing(club: Club, text: str) -> None:
    steps = club.begin().entry_count
    mover = to_move(club)
    number = club.answer(club.last(mover), text)
    assert club.inbox(number).verdict in ("refused: hedged", "refused: unreadable")
    assert (club.match().state, club.match().entry_count) == (MatchState.RUNNING, steps)
    assert "Nothing was changed." in prose_of(club.last(mover))
    assert "Did you mean" not in prose_of(club.last(mover))


def test_words_to_the_others_are_never_judged(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    number = club.answer(club.last(mover), "M14\npress oops, I mean no harm, or do I?")
    assert club.inbox(number).verdict == "played"


def test_the_receipt_quotes_the_hedged_line_and_asks_for_the_order_alone(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    club.answer(club.last(mover), "M14\noops, I mean N15")
    receipt = prose_of(club.last(mover))
    assert 'Not played. "oops, I mean N15" seems to correct an order' in receipt
    assert "Please send only what you want done." in receipt
    assert "So this was not carried out either: M14." in receipt


def test_a_mistyped_command_is_named_beside_the_orders(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    number = club.answer(club.last(mover), "resgin")
    assert club.inbox(number).verdict == "refused: misspelt_command"
    receipt = prose_of(club.last(mover))
    assert "Did you mean the command resign?" in receipt
    assert "You could write:" in receipt


def test_mistyped_games_and_commands_are_recognised_by_the_service(club: Club) -> None:
    club.begin(first=ANNA, second=BOB)
    service = club.context.addresses.service
    for text, told in (
        ("rules pharaoh", "You could write: rules pharao"),
        ("new cheop with bob@bob.example", "You could write: new cheops with bob@bob.example"),
        ("gmaes", "You could write: games"),
    ):
        club.write(ANNA, service, text)
        assert told in prose_of(club.last(ANNA)), text


def test_an_answer_that_is_neither_yes_nor_no_is_asked_again(club: Club) -> None:
    club.write(ANNA, club.context.addresses.service, "new egyptos with bob@bob.example")
    question = club.last(ANNA)
    club.answer(question, "I don't know yet")
    assert not club.letters(BOB)
    assert "does not" in prose_of(club.last(ANNA)) or "says" in prose_of(club.last(ANNA))
    club.answer(question, "yes")
    assert club.letters(BOB)
