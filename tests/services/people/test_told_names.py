"""A name that somebody tells: without the verb before it, and what it changes in matches that run."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from adjudicator.mail.commands.lines.command_lines import read_line
from adjudicator.services.requests.page_answers import Newcomer, answer_request
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.player_tables import NAMELESS
from adjudicator.store.tables import Match, Request
from adjudicator.texts.language.language import LANGUAGES, language_for
from testkit.automatic_mail import player_of
from testkit.club import ANNA, BOB, Club, address_of, prose_of

SENTENCES = {
    "en": ("my name is", "my name is again", "my name:", "name"),
    "de": ("mein Name ist", "mein Name ist wieder", "mein Name ist jetzt", "Name:"),
    "fr": ("mon nom est", "mon nom est maintenant", "mon nom\u00a0:", "nom"),
    "it": ("mio nome è", "mio nome è ora", "nome:", "nome"),
    "nl": ("mijn naam is", "mijn naam is weer", "mijn naam:", "naam"),
}


@pytest.mark.parametrize("place", ["service", "match"])
@pytest.mark.parametrize("before", [one for ways in SENTENCES.values() for one in ways])
@pytest.mark.parametrize("name", ["Greta", "Greta M.", "Sanne de Vries"])
def test_the_verb_before_a_name_is_no_part_of_it(place: str, before: str, name: str) -> None:
    said = read_line(f"{before} {name}", place)
    assert said is not None
    assert said.command.name == "name"
    assert said.argument == name.rstrip(".")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_receipt_tells_that_running_matches_keep_the_name(club: Club, language: str) -> None:
    club.begin()
    club.answer(club.last(BOB), f"language {language}")
    club.answer(club.last(BOB), "name Robert")
    kept = language_for(language).gettext("Matches that run keep the name they began with.")
    assert kept in prose_of(club.last(BOB))
    assert name_at(club, 1) == "Bob"


def name_at(club: Club, seat: int) -> str:
    with club.context.store.reading() as session:
        return session.get_one(Match, club.match().id).seats[seat].name


def begin_without_a_name(club: Club, language: str) -> None:
    """Let Bob say yes on the page and leave the name empty."""
    club.write(ANNA, club.context.addresses.service, f"new egyptos with {address_of(BOB)}")
    club.answer(club.last(ANNA), "yes")
    with unit_of_work(club.context, club.now) as work:
        request = work.session.scalars(select(Request).order_by(Request.id.desc()).limit(1)).one()
        answer_request(work, request, yes=True, newcomer=Newcomer(language=language))
    club.work()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_guest_without_a_name_is_called_so_in_the_language_of_each_reader(club: Club, language: str) -> None:
    club.write(ANNA, club.context.addresses.service, "new cheops with house")
    club.answer(club.last(ANNA), "yes")
    club.answer(club.last(ANNA), f"language {language}")
    begin_without_a_name(club, language)
    club.answer(club.last(ANNA, club.match().code), "status")
    assert language_for(language).gettext("Unnamed player") in prose_of(club.last(ANNA))


def test_the_name_of_a_guest_who_had_none_holds_in_the_running_match_too(club: Club) -> None:
    begin_without_a_name(club, "en")
    assert club.match().seats[1].called == NAMELESS
    club.answer(club.last(BOB), "my name is Robert")
    assert player_of(club, BOB).name == "Robert"
    assert "keep the name" not in prose_of(club.last(BOB))
    assert name_at(club, 1) == "Robert"
    club.answer(club.last(ANNA, club.match().code), "status")
    assert "Robert" in prose_of(club.last(ANNA))
