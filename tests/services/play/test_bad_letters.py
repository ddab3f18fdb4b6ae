"""Letters that must change nothing, and the answers to them."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from adjudicator.texts.language.language import LANGUAGES, language_for
from testkit.club import ANNA, BOB, Club, address_of, offered, other, prose_of, text_of, to_move

REFUSED = {
    "empty": ("", "nothing_written"),
    "gibberish": ("qwertz uiop", "unreadable"),
    "a typing error": ("M1S4", "ambiguous"),
    "an illegal step": ("A1", "illegal"),
    "a taken cell": ("M13", "illegal"),
    "a move and resigning": ("M14\nresign", "contradictory"),
    "claiming too early": ("claim", "nothing_to_claim"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_bad_order_is_refused_by_name_and_changes_nothing(club: Club, case: str) -> None:
    club.begin()
    text, refusal = REFUSED[case]
    mover, before = to_move(club), club.match()
    number = club.answer(club.last(mover), text)
    assert club.inbox(number).verdict == f"refused: {refusal}"
    assert (club.match().entry_count, club.match().state) == (before.entry_count, before.state)
    assert len(club.letters(mover)) == 2 + 1 if mover == BOB else 4


@pytest.mark.parametrize("case", ["gibberish", "a typing error", "an illegal step", "a taken cell"])
def test_a_refused_order_is_answered_with_legal_ones(club: Club, case: str) -> None:
    club.begin()
    mover = to_move(club)
    club.answer(club.last(mover), REFUSED[case][0])
    letter = club.last(mover)
    assert REFUSED[case][0] in text_of(letter)
    offers = offered(letter)
    number = club.answer(letter, offers[0])
    assert club.inbox(number).verdict == "played"


def test_a_letter_out_of_turn_says_whose_turn_it_is(club: Club) -> None:
    club.begin()
    waiting = other(to_move(club))
    number = club.answer(club.last(waiting), "M14")
    assert club.inbox(number).verdict == "refused: not_your_turn"
    assert to_move(club).split()[0] in text_of(club.last(waiting))


@pytest.mark.parametrize(("words", "offer"), [("I need a little longer", True), ("M14", False), ("M14?", False)])
def test_words_out_of_turn_may_be_meant_for_the_others(club: Club, words: str, *, offer: bool) -> None:
    club.begin()
    waiting = other(to_move(club))
    club.answer(club.last(waiting), words)
    receipt = club.last(waiting)
    assert (f"press {words}" in text_of(receipt)) is offer
    if offer:
        club.answer(receipt, f"press {words}")
        assert words in text_of(club.last(to_move(club)))


def test_the_letter_of_an_old_turn_is_stale_and_the_new_board_comes_with_the_answer(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    old = club.last(mover)
    club.answer(old, "M14")
    club.answer(club.last(other(mover)), "M15")
    number = club.answer(old, "M16")
    assert club.inbox(number).verdict == "refused: stale"
    assert "M15" in text_of(club.last(mover))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_refusal_of_an_old_letter_is_itself_a_letter_to_answer(club: Club, language: str) -> None:
    club.begin()
    mover = to_move(club)
    old = club.last(mover)
    club.answer(old, f"language {language}\nM14")
    club.answer(club.last(other(mover)), "M15")
    newest = club.last(mover)
    club.answer(old, "M16")
    refusal = club.last(mover)
    assert refusal["Reply-To"] == newest["Reply-To"]
    assert language_for(language).gettext("Please answer the newest letter of this match.") not in prose_of(refusal)
    assert club.inbox(club.answer(refusal, "L13")).verdict == "played"


def test_a_finished_match_refuses_moves_but_answers_questions(club: Club) -> None:
    club.begin()
    club.answer(club.last(BOB), "resign")
    number = club.answer(club.last(ANNA), "M14")
    assert club.inbox(number).verdict == "refused: match_over"
    number = club.answer(club.last(ANNA), "board")
    assert club.inbox(number).verdict == "answered"


def test_the_same_letter_brought_twice_is_judged_once_and_answered_once(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    letter = EmailMessage()
    letter["From"], letter["Message-ID"] = mover, "<twice@mail.example>"
    letter.set_content("M14")
    to = address_of(club.last(mover)["Reply-To"])
    numbers = []
    for hop in ("one", "another"):
        raw = f"Received: from {hop} by mx.club.example; Fri, 27 Nov 2026 20:00:00 +0000\n".encode() + letter.as_bytes()
        numbers.append(club.bring(raw, to, mover))
        club.work()
    assert numbers[0] == numbers[1]
    assert club.match().entry_count == 2
    assert len(club.letters(mover, "You laid")) == 1


def test_of_two_letters_at_once_the_second_is_too_late(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    to = address_of(club.last(mover)["Reply-To"])
    first = club.drop(mover, to, "M14")
    second = club.drop(mover, to, "N14")
    club.work()
    assert club.inbox(first).verdict == "played"
    assert club.inbox(second).verdict == "refused: not_your_turn"
