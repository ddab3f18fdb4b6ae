"""Receipts and refusals give back the words of their reader: whole, and in the reader's language."""

from __future__ import annotations

import pytest

from adjudicator.engines.pharao import ENGINE as PHARAO
from adjudicator.mail.commands.table.command_words import word_for
from adjudicator.match.rulings import refusals
from adjudicator.match.rulings.ruling import rule_on
from adjudicator.match.rulings.table import Table
from adjudicator.services.orders.order_wording import WORDING
from adjudicator.texts.games.note_text import render_note
from adjudicator.texts.language.language import LANGUAGES, language_for
from testkit.club import Club, prose_of, to_move
from testkit.engines import pharao

MAP = """
       A    B    C    D
    3  #    #    #    #
    2  #    NEW  EW   #
    1  @NE  NEW  NW   #
"""


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Dann geht mein Archäologe nach C2 und der Träger nach C1", "Dann geht mein Archäologe nach C2"),
        ("Ich gehe mit dem Archäologen nach C2, dann der Träger nach C1", "Ich gehe mit dem Archäologen nach C2"),
        ("archaeologist to C2 and then my porter to C1", "archaeologist to C2"),
        ("mon archéologue va en C2 et le porteur en C1", "mon archéologue va en C2"),
        ("il mio archeologo va in C2 e poi il portatore in C1", "il mio archeologo va in C2"),
        ("mijn archeoloog gaat naar C2 en de drager naar C1", "mijn archeoloog gaat naar C2"),
    ],
)
def test_a_step_of_a_line_is_quoted_without_the_beginning_of_the_next(line: str, said: str) -> None:
    table = Table(PHARAO, pharao.drawn(MAP, "A:B2 P:B1", "A:B2+3 P:A1", lying="B2=2 B2=5", hidden={"B3": "curve"}))
    assert table.to_move is not None
    ruling = rule_on(table, table.to_move, table.turn, [line], WORDING)
    assert ruling.played[0].order == said
    assert len(ruling.played) == 2


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", ["zone", "pause", "layout", "name", "language"])
@pytest.mark.parametrize("argument", ["", "Atlantis"])
def test_a_command_is_named_in_the_words_of_its_reader(language: str, command: str, argument: str) -> None:
    said = render_note(refusals.bad_argument(command, argument, ()).note, language_for(language), None, ())
    assert word_for(command, language).casefold() in said.casefold()


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_sends_a_message_reads_it_back_as_their_own(club: Club, language: str) -> None:
    club.begin()
    person = to_move(club)
    club.answer(club.last(person), f"language {language}")
    club.answer(club.last(person), "press Good luck to you")
    said = prose_of(club.last(person))
    assert language_for(language).gettext("You wrote:").replace("\u00a0", " ") in said
    assert language_for(language).gettext("%(name)s writes:") % {"name": person.split()[0]} not in said
    club.pass_time(minutes=1)
    club.answer(club.last(person), "M99")
    assert "Good luck to you" not in prose_of(club.last(person))  # it has been told
