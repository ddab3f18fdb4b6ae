"""Words in a match against the house alone are read by nobody, and the receipt says so."""

from __future__ import annotations

import pytest

from adjudicator.texts.language.language import LANGUAGES, language_for
from testkit.agreed_match import PEOPLE, agree
from testkit.club import ANNA, Club, prose_of
from testkit.letter_table import seat_people

NOBODY = "Nobody gets this: you play with the house alone, and it reads nothing. It is kept with the match."
OTHERS = "The other players get what you wrote."


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_says_that_nobody_reads_them(club: Club, language: str) -> None:
    seat_people(club, language, "wide")
    club.write(ANNA, club.context.addresses.service, "new egyptos with house")
    club.answer(club.last(ANNA), language_for(language).gettext("yes"))
    club.answer(club.last(ANNA), "press Hello there")
    receipt = prose_of(club.last(ANNA))
    nobody, others = (" ".join(language_for(language).gettext(one).split()) for one in (NOBODY, OTHERS))
    assert nobody in receipt
    assert others not in receipt


def test_with_a_person_beside_the_house_that_person_reads_them(club: Club) -> None:
    agree(club, "cheops", PEOPLE[:2])
    club.answer(club.last(ANNA), "press Hello there")
    assert OTHERS in prose_of(club.last(ANNA))
