"""The invitation has a line of the inviter's own, with their name and address, and it is of no use for spam."""

from __future__ import annotations

import pytest

from adjudicator.services.players.greetings import LONGEST_GREETING, clean_greeting
from adjudicator.services.refused_error import RefusedError
from testkit.club import ANNA, BOB, Club, prose_of, text_of, to_move

EVE = "Eve <eve@eve.example>"
CARLA = "Carla <carla@carla.example>"
NEW = "new egyptos with bob@bob.example"
SLOW = "Fancy a slow game over the winter?"


def ask(club: Club, text: str, who: str = ANNA) -> str:
    """Write to the service; return what its answer says."""
    club.write(who, club.context.addresses.service, text)
    return prose_of(club.last(who))


def know(club: Club) -> None:
    """Make Anna a player whose words are quoted to her."""
    club.begin()


@pytest.mark.parametrize(
    ("language", "line", "below", "asked"),
    [
        ("en", NEW, f"message: {SLOW}", "Your line in the invitation:"),
        ("de", "neu egyptos mit bob@bob.example", f"Grußwort: {SLOW}", "Deine Zeile in der Einladung:"),
        ("de", "neu egyptos mit bob@bob.example", f"Nachricht: {SLOW}", "Deine Zeile in der Einladung:"),
        (
            "fr",
            "nouveau egyptos avec bob@bob.example",
            f"message\u00a0: {SLOW}",
            "Votre ligne dans l\u2019invitation :",
        ),
        ("it", "nuovo egyptos con bob@bob.example", f"messaggio: {SLOW}", "La tua riga nell\u2019invito:"),
        ("nl", "nieuw egyptos met bob@bob.example", f"\nbericht: {SLOW}", "Je regel in de uitnodiging:"),
    ],
)
def test_it_is_shown_to_its_writer_and_to_the_guest(
    club: Club, language: str, line: str, below: str, asked: str
) -> None:
    know(club)
    club.answer(club.last(ANNA), f"language {language}")
    assert f"{asked} {SLOW}" in ask(club, f"{line}\n{below}").replace("\u00a0", " ")
    club.answer(club.last(ANNA), "yes")
    invitation = club.last(BOB)
    said = prose_of(invitation)
    assert said.index("Anna (anna@anna.example)") < said.index(SLOW)
    assert f"  {SLOW}" in text_of(invitation).splitlines()


def test_it_stays_in_the_invitation_in_another_language(club: Club) -> None:
    ask(club, f"{NEW.replace('bob@bob', 'eve@eve')}\nmessage: {SLOW}")
    club.answer(club.last(ANNA), "yes")
    club.answer(club.last(EVE), "langue fr", sender=EVE)
    again = prose_of(club.last(EVE))
    assert "vous \u00e9crit" in again
    assert SLOW in again


def test_lines_that_a_mail_program_broke_are_one(club: Club) -> None:
    know(club)
    first, second = "message: Would you like a slow game over the winter? I have", "not played this for years."
    ask(club, f"{NEW}\n{first}\n{second}\n\nAnna")
    club.answer(club.last(ANNA), "yes")
    assert "over the winter? I have not played this for years." in prose_of(club.last(BOB)).replace("  ", " ")


def test_a_command_below_it_is_a_command(club: Club) -> None:
    know(club)
    long = "message: " + "slow " * 12
    said = ask(club, f"{NEW}\n{long}\nlist")
    assert "slow list" not in said
    assert "Your matches" in said


@pytest.mark.parametrize(
    "text",
    [
        "See https://evil.example", "www.evil.example", "evil.example/x", "mail me at a@b.example", "evil\u3002example",
        "ev\u200bil.example", "e\uff0eexample", "\uff57\uff57\uff57.evil.example", "mailto:bob", "bit.ly",
        "bob\uff20evil", "\u4f8b\u3048.\u30c6\u30b9\u30c8", "12.com",
    ],
)  # fmt: skip
def test_a_link_or_an_address_is_refused_and_nobody_is_invited(club: Club, text: str) -> None:
    know(club)
    count = len(club.letters(BOB))
    assert "which mail programs may take for a link or an address" in ask(club, f"{NEW}\nmessage: Hi! {text}")
    assert len(club.letters(BOB)) == count


@pytest.mark.parametrize(
    "text", ["z.B. um 10.30 Uhr", "So... and/or: yes? 3.5!", "d.h. nie", "P.S. no", "\U0001f600 :-)"]
)
def test_everyday_words_with_dots_are_none(text: str) -> None:
    assert clean_greeting(text) == text


def test_it_is_one_line_of_visible_characters() -> None:
    assert clean_greeting("\u202eHi\x07\r\nthere\tyou\u200b\n\n-- \nX") == "Hi there you -- X"
    assert clean_greeting(" \n ") == ""
    assert len(clean_greeting("x" * LONGEST_GREETING)) == LONGEST_GREETING
    with pytest.raises(RefusedError):
        clean_greeting("x" * (LONGEST_GREETING + 1))


def test_a_long_one_is_refused_with_its_length(club: Club) -> None:
    know(club)
    assert "may have 300 characters, and has 301." in ask(club, f"{NEW}\nmessage: {'x' * 301}")


@pytest.mark.parametrize("who", ["house", "open"])
def test_without_a_guest_there_is_nobody_to_read_it(club: Club, who: str) -> None:
    know(club)
    assert "you invite nobody to this match" in ask(club, f"new egyptos with {who}\nmessage: {SLOW}")


def test_a_strangers_words_are_not_sent_to_the_address_that_they_name(club: Club) -> None:
    """A forged sender must not make us carry words to somebody who never wrote to us."""
    club.write(EVE, club.context.addresses.service, f"{NEW}\nmessage: {SLOW}")
    said = prose_of(club.last(EVE))
    assert SLOW not in said
    assert "The invitation has a line in your words (34 characters)." in said
    club.answer(club.last(EVE), "yes", sender=EVE)
    assert SLOW in prose_of(club.last(BOB))


def test_a_letter_of_a_match_may_invite_with_it_and_reaches_no_player(club: Club) -> None:
    know(club)
    club.answer(club.last(ANNA), f"new egyptos with carla@carla.example\nmessage: {SLOW}\n\nAnna")
    assert "It stands in the invitation, as your words." in "\n".join(map(prose_of, club.letters(ANNA)))
    assert SLOW in prose_of(club.last(CARLA))
    assert not any(SLOW in prose_of(letter) for letter in club.letters(BOB))


def test_one_who_is_invited_later_gets_a_line_too(club: Club) -> None:
    ask(club, f"{NEW}\nmessage: For Bob.")
    club.answer(club.last(ANNA), "yes")
    club.answer(club.last(BOB), "no", sender=BOB)
    assert club.inbox(club.answer(club.last(ANNA), "invite carla@carla.example\nnote: see x.org")).verdict == (
        "refused: bad_greeting"
    )
    club.answer(club.last(ANNA), "invite carla@carla.example\nnote: For Carla.")
    assert "It stands in the invitation, as your words." in prose_of(club.last(ANNA))
    assert "For Carla." in prose_of(club.last(CARLA))
    assert "For Bob." not in prose_of(club.last(CARLA))


@pytest.mark.parametrize("below", ["Nachricht: Komm, spiel mit!", "Nachricht:\nKomm, spiel mit!"])
def test_words_below_an_invitation_that_might_be_press_go_to_nobody(club: Club, below: str) -> None:
    know(club)
    club.answer(club.last(ANNA), "language de")
    club.answer(club.last(ANNA), f"neu egyptos mit carla@carla.example\n{below}")
    said = [prose_of(letter) for letter in club.letters(ANNA)]
    assert any("Worte für einen Gast beginnen mit „Grußwort:“" in one for one in said)
    assert not any("spiel mit!" in prose_of(letter) for letter in (*club.letters(BOB), *club.letters(CARLA)))
    club.answer(club.last(ANNA), "Nachricht: Viel Glück!")
    assert any("Viel Glück!" in prose_of(letter) for letter in club.letters(BOB))


def test_words_that_go_to_nobody_are_told_to_their_writer_who_can_add_them(club: Club) -> None:
    know(club)
    said = ask(club, f"{NEW}\n\n{SLOW}")
    assert "The other words in your letter go to nobody." in said
    assert "message: Fancy" in said
    club.answer(club.last(ANNA), f"yes\nmessage: {SLOW}\n\nAnna")
    assert SLOW in prose_of(club.last(BOB))
    assert "go to nobody" not in ask(club, f"{NEW}\n\nBest wishes\nAnna")
    assert "go to nobody" not in ask(club, f"new egyptos with house\n\n{SLOW}")


def test_words_below_an_invitation_in_a_match_are_told_too(club: Club) -> None:
    club.begin()
    club.answer(club.last(ANNA), f"new egyptos with carla@carla.example\n{SLOW}")
    assert "The other words in your letter went to nobody." in prose_of(club.last(ANNA, "Match"))
    club.answer(club.last(CARLA), "no", sender=CARLA)
    club.answer(club.last(ANNA), f"invite eve@eve.example\n{SLOW}")
    assert "The other words in your letter went to nobody." in prose_of(club.last(ANNA))


def test_words_beside_a_rematch_are_offered_as_press(club: Club) -> None:
    club.begin()
    club.answer(club.last(to_move(club)), "resign")
    club.answer(club.last(ANNA), "rematch\nThat was a good game!")
    assert "press That was a good game!" in prose_of(club.last(ANNA))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("new pharao with house\nmessage: hello", "You wrote a line for an invitation, but you invite nobody"),
        ("nouveau pharao avec la maison\nmessage : salut", "Vous avez écrit une ligne pour une invitation"),
    ],
)
def test_a_stranger_who_greets_nobody_is_told_so(club: Club, text: str, said: str) -> None:
    club.write(ANNA, club.context.addresses.service, text)
    assert said in prose_of(club.last(ANNA))
