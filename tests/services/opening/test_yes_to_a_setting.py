"""The yes and the no to a setting have a receipt, as every letter has: each setting, in each language."""

from __future__ import annotations

import pytest

from adjudicator.mail.commands.table.command_words import command_named
from adjudicator.services.requests.service_commands import FOR_PLAYERS, setting_command
from adjudicator.texts.language.language import LANGUAGES, language_for
from testkit.club import ANNA, Club, prose_of

SETTINGS = {
    "absence": "absence 20 Dec to 3 Jan",
    "absences": "absences by hand",
    "away_letters": "away letters count",
    "calendar": "calendar off",
    "digest": "digest 8:00",
    "language": "language en",
    "layout": "layout narrow",
    "letters": "letters all",
    "name": "name Anna B",
    "o_means": "O means east",
    "off": "off weekends",
    "public_name": "public name Nut",
    "quiet": "quiet 22-7",
    "remind": "remind 2d",
    "start": "start",
    "stop": "stop",
    "turns": "turns in the digest",
    "zone": "zone Dublin",
}
OTHERS = {"cancel", "withdraw"}
"""The other requests of players that the service asks back: their letters are of another kind."""


def test_every_setting_is_looked_at() -> None:
    asked = {name for name, judge in FOR_PLAYERS.items() if judge.__name__ != "identity_command"}
    assert asked - OTHERS - {"addresses"} == SETTINGS.keys()
    assert FOR_PLAYERS["zone"] is setting_command


@pytest.mark.parametrize("name", SETTINGS)
def test_the_yes_to_a_setting_has_a_receipt(club: Club, name: str) -> None:
    club.begin()
    if name == "turns":
        club.write(ANNA, club.context.addresses.service, "digest 8:00")
        club.answer(club.last(ANNA), "yes")
    club.write(ANNA, club.context.addresses.service, SETTINGS[name])
    before = len(club.letters(ANNA))
    answer = club.answer(club.last(ANNA), "yes")
    receipt, *others = [one for one in club.letters(ANNA)[before:] if "Done: " in prose_of(one)]
    assert not others
    assert f"Done: {SETTINGS[name]}." in prose_of(receipt)
    assert receipt["In-Reply-To"] == f"<{club.written}@mail.example>"
    assert club.inbox(answer).verdict == "confirmed"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_no_to_a_setting_has_a_receipt_and_changes_nothing(club: Club, language: str) -> None:
    club.begin()
    language_of = language_for(language)
    club.write(ANNA, club.context.addresses.service, f"language {language}")
    club.answer(club.last(ANNA), "yes")
    for line in ("zone Dublin", "off weekends", "remind 2d"):
        club.write(ANNA, club.context.addresses.service, line)
        before = len(club.letters(ANNA))
        club.answer(club.last(ANNA), language_of.gettext("no"))
        (receipt,) = club.letters(ANNA)[before:]
        told = language_of.gettext("Not done: %(order)s.") % {"order": line} + f" {language_of.gettext('You said no.')}"
        assert told.replace("\u00a0", " ") in prose_of(receipt).replace("\u00a0", " ")
        assert language_of.gettext("Nothing was changed.") in prose_of(receipt)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_receipt_says_what_was_asked_in_the_words_of_its_writer(club: Club, language: str) -> None:
    club.begin()
    club.write(ANNA, club.context.addresses.service, f"language {language}")
    club.answer(club.last(ANNA), "yes")
    for line in (f"{command_named('zone').word(language)} Dublin", "off weekends"):
        club.write(ANNA, club.context.addresses.service, line)
        club.answer(club.last(ANNA), language_for(language).gettext("yes"))
        done = language_for(language).gettext("Done: %(order)s.") % {"order": line}
        assert done.replace("\u00a0", " ") in prose_of(club.last(ANNA)).replace("\u00a0", " ")


def test_other_lines_below_the_yes_stand_in_the_same_receipt(club: Club) -> None:
    club.begin()
    club.write(ANNA, club.context.addresses.service, "zone Dublin")
    before = len(club.letters(ANNA))
    club.answer(club.last(ANNA), "yes\nlayout narrow")
    (receipt,) = club.letters(ANNA)[before:]
    for line in ("zone Dublin", "layout narrow"):
        assert f"Done: {line}." in prose_of(receipt)
