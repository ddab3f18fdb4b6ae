"""Settings beside a request or beside a yes are never lost: they are carried out, or a letter says why not."""

from __future__ import annotations

import pytest

from adjudicator.mail.commands.table.command_words import command_named
from adjudicator.texts.language.language import LANGUAGES, language_for
from testkit.automatic_mail import player_of
from testkit.club import ANNA, BOB, Club, prose_of

EVE = "Eve <eve@eve.example>"
ROME = "Europe/Rome"
NEW = {
    "de": "neue Partie egyptos mit Haus",
    "en": "new match egyptos with house",
    "fr": "nouvelle partie egyptos avec la maison",
    "it": "nuova partita egyptos con la casa",
    "nl": "nieuwe partij egyptos tegen huis",
}
GLAD = {
    "de": "Gerne, ich bin dabei!",
    "en": "Sure, I am in!",
    "fr": "Volontiers, j\u2019accepte !",
    "it": "Volentieri, accetto!",
    "nl": "Graag, ik doe mee!",
}


def word(command: str, language: str) -> str:
    return command_named(command).word(language)


def written(club: Club, person: str) -> list[str]:
    return [prose_of(letter) for letter in club.letters(person)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_letter_and_one_yes_are_enough_for_a_match_and_settings(club: Club, language: str) -> None:
    zone, name, layout = (word(one, language) for one in ("zone", "name", "layout"))
    lines = f"{NEW[language]}\n{name} Giovanni\n{zone} Rome\n{layout} narrow"
    club.write(EVE, club.context.addresses.service, lines)
    (asked,) = written(club, EVE)
    assert f"{zone} Rome" in asked
    assert name in asked
    assert "Giovanni" not in asked  # somebody else may have written it
    club.answer(club.last(EVE), language_for(language).gettext("yes"))
    eve = player_of(club, EVE)
    assert (eve.name, eve.zone, eve.layout, eve.language) == ("Giovanni", ROME, "narrow", language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_setting_below_the_yes_to_an_invitation_works_at_once_and_has_a_receipt(club: Club, language: str) -> None:
    club.write(ANNA, club.context.addresses.service, "new egyptos with bob@bob.example")
    club.answer(club.last(ANNA), "yes")
    club.answer(club.last(BOB), f"language {language}")
    line = f"{word('zone', language)} Rome"
    club.answer(club.last(BOB), f"{GLAD[language]}\n{line}")
    assert player_of(club, BOB).zone == ROME
    done = language_for(language).gettext("Done: %(order)s.") % {"order": line}
    assert any(done.replace("\u00a0", " ") in said.replace("\u00a0", " ") for said in written(club, BOB))
    assert club.match().state == "running"


@pytest.mark.parametrize("line", ["zone Atlantis", "layout sideways", "press Hello all", "help", "absence 20 Dec"])
def test_every_command_below_a_yes_is_carried_out_or_refused_with_a_reason(club: Club, line: str) -> None:
    club.write(ANNA, club.context.addresses.service, "new egyptos with bob@bob.example")
    club.answer(club.last(ANNA), "yes")
    club.answer(club.last(BOB), f"yes please\n{line}")
    assert club.match().state == "running"
    (told,) = [said for said in written(club, BOB) if f"one: {line}. " in said]
    assert len(told.partition(f"one: {line}. ")[2]) > 20


@pytest.mark.parametrize("answer", ["zone Rome", "help"])
def test_a_command_alone_is_no_yes(club: Club, answer: str) -> None:
    club.write(ANNA, club.context.addresses.service, "new egyptos with bob@bob.example")
    club.answer(club.last(ANNA), "yes")
    club.answer(club.last(BOB), answer)
    assert club.match().state == "inviting"


def test_a_player_sets_times_beside_a_match_with_one_yes(club: Club) -> None:
    club.begin()
    before = len(club.letters(ANNA))
    club.write(ANNA, club.context.addresses.service, "zone Dublin\noff weekends\nnew cheops with house")
    assert len(club.letters(ANNA)) == before + 1
    club.answer(club.last(ANNA), "yes")
    assert player_of(club, ANNA).zone == "Europe/Dublin"


def test_a_setting_that_is_none_is_refused_beside_the_question(club: Club) -> None:
    club.begin()
    club.write(ANNA, club.context.addresses.service, "zone Atlantis\nnew cheops with house")
    said = written(club, ANNA)[-2:]
    assert any("Not done: zone Atlantis." in one for one in said)
    assert any("You asked for a new match" in one for one in said)


def test_a_setting_is_asked_for_by_itself_if_the_match_is_refused(club: Club) -> None:
    club.begin()
    club.write(ANNA, club.context.addresses.service, "zone Dublin\nnew draughts with house")
    question = next(letter for letter in reversed(club.letters(ANNA)) if "confirm" in str(letter["Subject"]).lower())
    club.answer(question, "yes")
    assert player_of(club, ANNA).zone == "Europe/Dublin"
