"""What receipts say of lines: who has played since an old letter, an end that was needed no more, a last answer."""

from __future__ import annotations

import pytest

from adjudicator.services.inbound import reply_limits
from adjudicator.services.orders.order_wording import ends_turn
from adjudicator.texts.language.language import LANGUAGES, language_for
from testkit.club import Club, other, prose_of, text_of, to_move

SINCE_THEN = "Since then %(name)s has played."


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_answer_to_ones_own_receipt_is_told_who_has_played_since_then(club: Club, language: str) -> None:
    club.begin()
    person = to_move(club)
    rival = other(person)
    club.answer(club.last(person), f"language {language}\nM14")
    receipt = club.last(person)
    club.answer(club.last(rival), "M15")
    number = club.answer(receipt, "M16")
    assert club.inbox(number).verdict == "refused: stale"
    said = language_for(language).gettext(SINCE_THEN) % {"name": rival.split()[0]}
    assert said in prose_of(club.last(person))


@pytest.mark.parametrize(
    "line", ["fertig", "Ende.", "done!", "fin", "fine", "klaar, dank je wel", "Zug beenden bitte", "end my turn"]
)
def test_a_line_that_only_ends_a_turn_is_known(line: str) -> None:
    assert ends_turn(line)


@pytest.mark.parametrize("line", ["A C2, fertig", "draw 1", "M14", "Ende gut, alles gut"])
def test_a_line_that_does_more_is_not(line: str) -> None:
    assert not ends_turn(line)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_last_answer_says_so_first_and_in_its_subject(
    club: Club, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    club.begin()
    mover = to_move(club)
    club.answer(club.last(mover), f"language {language}")
    monkeypatch.setattr(reply_limits, "UNCHANGED_AN_HOUR", 3)
    for n in range(8):
        before = len(club.letters(mover))
        club.answer(club.last(mover), f"M99 nonsense {n}")
        if len(club.letters(mover)) == before:
            break
    last = club.last(mover)
    subject = language_for(language).gettext("Last answer for now: %(subject)s").partition("%(")[0].strip()
    assert subject.replace("\u00a0", " ") in str(last["Subject"])
    first = text_of(last).split("\n\n")[0]
    assert first.strip()[:20] in prose_of(last)
