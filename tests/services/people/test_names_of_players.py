"""Names in subjects and invitations: no link, no address, no invisible character."""

from __future__ import annotations

import pytest

from adjudicator.services.players.players import clean_name, is_clean_name, validate_preference
from adjudicator.services.refused_error import RefusedError
from testkit.club import BOB, Club, prose_of

GOOD = ["Anna", "Anna-Lena O'Neill", "J.R.R. Tolkien", "Jean d\u2019Arc", "Ἀντιγόνη", "李小龙", "Dr. No", "Bob 2"]
BAD = {
    "http://evil.example/x": "http evil. example x",
    "www.evil.example": "www. evil. example",
    "evil.example": "evil. example",
    "Anna evil\uff0eexample": "Anna evil\uff0e example",
    "evil\u3002example": "evil\u3002 example",
    "anna@evil.example": "anna evil. example",
    "anna\uff20evil": "anna evil",
    "mailto:x@y.zz": "mailto x y. zz",
    "An\u202ena": "Anna",
    "An\u200bna": "Anna",
    "An\nna\x07": "An na",
    "<b>Anna</b>": "b Anna b",
    "e\u200bvil.exa\u2060mple": "evil. example",
}


@pytest.mark.parametrize("name", GOOD)
def test_a_name_of_a_person_stays_as_it_is(name: str) -> None:
    assert (clean_name(name), is_clean_name(name)) == (name, True)


@pytest.mark.parametrize("name", BAD)
def test_a_name_that_is_more_than_a_name_is_cleaned(name: str) -> None:
    assert clean_name(name) == BAD[name]
    assert is_clean_name(clean_name(name))
    assert not is_clean_name(name) or name == "An\nna\x07"


@pytest.mark.parametrize("name", ["www.evil.example", "a@b.example", "https://x.example", "An\u202ena"])
def test_a_refused_name_comes_with_a_valid_one(name: str) -> None:
    with pytest.raises(RefusedError) as refused:
        validate_preference("name", name)
    assert refused.value.refusal.nearest == (f"name {clean_name(name)}",)


def test_the_name_of_a_from_line_reaches_nobody_as_a_link(club: Club) -> None:
    club.begin(first='"Win at www.evil.example" <anna@anna.example>')
    invitation = club.letters(BOB, "invites you")[0]
    assert "www.evil" not in f"{invitation['Subject']} {prose_of(invitation)}"
    assert "Win at www. evil. example" in prose_of(invitation)


def test_a_player_without_a_name_is_called_by_no_domain(club: Club) -> None:
    club.begin(first="evil.example@anna.example")
    assert club.match().seats[0].own_name == "evil. example"
