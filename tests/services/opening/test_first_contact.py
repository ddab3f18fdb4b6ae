"""The first letter of somebody is answered in their language, and so is everything that follows."""

from __future__ import annotations

import pytest

from adjudicator.texts.language.language import LANGUAGES, language_for
from testkit.automatic_mail import player_of
from testkit.club import ANNA, BOB, Club, prose_of

EVE = "Eve <eve@eve.example>"
NEW = {
    "de": "neue Partie egyptos mit Haus",
    "en": "new match egyptos with house",
    "fr": "nouvelle partie egyptos avec la maison",
    "it": "nuova partita egyptos con la casa",
    "nl": "nieuwe partij egyptos tegen huis",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_new_match_is_asked_back_and_begun_in_the_language_it_was_asked_for(club: Club, language: str) -> None:
    club.write(EVE, club.context.addresses.service, NEW[language])
    club.answer(club.last(EVE), language_for(language).gettext("yes"))
    assert player_of(club, EVE).language == language
    city = language_for(language).gettext("London")  # the first letter says how to have times in one's own zone
    assert any(city in prose_of(letter) for letter in club.letters(EVE))
    club.answer(club.last(EVE), "?" if language == "en" else "status")
    assert f'lang="{language}"' in club.transport.raws[-1].decode("utf-8", "replace").replace("=3D", "=")


def test_a_language_beside_it_decides_and_is_not_refused(club: Club) -> None:
    club.write(EVE, club.context.addresses.service, "language de\nnew egyptos with house")
    assert "Bitte bestätige" in str(club.last(EVE)["Subject"])
    assert "language" not in prose_of(club.last(EVE)).partition("new egyptos")[0]
    club.answer(club.last(EVE), "ja")
    assert player_of(club, EVE).language == "de"


def test_a_language_alone_is_told_in_it_when_it_works(club: Club) -> None:
    club.write(EVE, club.context.addresses.service, "Sprache Deutsch")
    assert "Der Befehl Sprache ist für alle, die hier schon spielen" in prose_of(club.last(EVE))


@pytest.mark.parametrize("subject", ["Re: [Adjudicator] Non joué", "Re: hello", "Re: hallo", "Rif: non eseguito"])
@pytest.mark.parametrize(("word", "language"), [("aide", "fr"), ("Hilfe", "de"), ("aiuto", "it"), ("jeux", "fr")])
def test_what_is_written_decides_and_not_the_subject_of_another_letter(
    club: Club, word: str, language: str, subject: str
) -> None:
    club.write(EVE, club.context.addresses.service, word, subject=subject)
    assert f'lang="{language}"' in club.transport.raws[-1].decode("utf-8", "replace").replace("=3D", "=")


def test_a_question_without_any_words_goes_by_the_header(club: Club) -> None:
    club.write(EVE, club.context.addresses.service, "egyptos", Accept_Language="fr-FR, en-US")
    assert 'lang="fr"' in club.transport.raws[-1].decode("utf-8", "replace").replace("=3D", "=")


def test_an_invitation_is_in_its_writers_language_and_can_be_had_in_any_other(club: Club) -> None:
    service = club.context.addresses.service
    club.write(ANNA, service, "neue Partie egyptos mit bob@bob.example")
    club.answer(club.last(ANNA), "ja")
    invitation = club.last(BOB)
    said = prose_of(invitation)
    assert "Anna lädt dich zu Egyptos ein" in str(invitation["Subject"])
    for line in ("language en", "langue fr", "lingua it", "taal nl"):
        assert line in said
    assert "Sprache de" not in said
    club.answer(invitation, "langue fr")
    again = club.last(BOB)
    assert "Anna vous invite à jouer à Egyptos" in str(again["Subject"])
    assert club.match().state == "inviting"
    club.answer(again, "oui")
    assert player_of(club, BOB).language == "fr"
    assert club.match().state == "running"


def test_a_yes_with_a_language_begins_the_match_in_it(club: Club) -> None:
    club.write(ANNA, club.context.addresses.service, "new egyptos with bob@bob.example")
    club.answer(club.last(ANNA), "yes")
    club.answer(club.last(BOB), "yes\nlanguage nl")
    assert player_of(club, BOB).language == "nl"


def test_a_name_is_chosen_with_the_yes_and_public_ones_are_said_to_be(club: Club) -> None:
    club.write(ANNA, club.context.addresses.service, "new egyptos with bob@bob.example")
    assert "such as: name NAME" in prose_of(club.last(ANNA))
    club.answer(club.last(ANNA), "yes\nname Anna the Great")
    assert player_of(club, ANNA).name == "Anna the Great"
    invitation = club.last(BOB)
    assert "Anna the Great (anna@anna.example) invites you" in prose_of(invitation)
    number = club.answer(invitation, "name Bobby")
    assert club.inbox(number).verdict == "refused: unclear"
    club.answer(invitation, "yes")
    assert player_of(club, BOB).name == "Bobby"


def test_a_name_that_is_none_is_refused_with_one_that_is(club: Club) -> None:
    club.write(ANNA, club.context.addresses.service, "new egyptos with house")
    number = club.answer(club.last(ANNA), "yes\nname www.evil.example")
    assert club.inbox(number).verdict == "refused: bad_argument"
    assert "match" not in str(club.last(ANNA)["Subject"]).casefold() or "Not" in str(club.last(ANNA)["Subject"])


def test_whoever_is_known_is_told_nothing_about_names(club: Club) -> None:
    club.begin()
    club.write(ANNA, club.context.addresses.service, "new egyptos with bob@bob.example")
    assert "name NAME" not in prose_of(club.last(ANNA))
    club.answer(club.last(ANNA), "yes")
    assert "name NAME" not in prose_of(club.last(BOB))
