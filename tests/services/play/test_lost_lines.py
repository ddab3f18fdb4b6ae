"""No line that says what to do is passed over while another line of its letter is played."""

from __future__ import annotations

import random
import re

import pytest

from adjudicator.engines.contract import Localizer
from adjudicator.mail.commands.lines.command_lines import find_commands, read_line
from adjudicator.mail.commands.table.command import Argument
from adjudicator.mail.commands.table.command_table import COMMANDS
from adjudicator.match.rulings.table import AnyTable
from testkit.cases import check_cases
from testkit.club import Club, prose_of, to_move
from tests.services.ruled_letters import GAMES, ruled, tables

LANGUAGES = ("en", "de", "fr", "it", "nl")
STRANGE = {
    "en": ("I lay {o} wearing a brand-new purple hat today", "Hi Bob, {o} wearing a brand-new purple hat, then lunch"),
    "de": ("Ich setze {o} mitsamt nagelneuem lila Hut heute", "Hallo Bob, {o} mitsamt nagelneuem lila Hut, gleich"),
    "fr": ("Je pose {o} coiffé du tout nouveau chapeau violet", "Salut Bob, {o} coiffé du tout nouveau chapeau violet"),
    "it": (
        "Metto {o} indossando il nuovo cappello viola",
        "Ciao Bob, {o} indossando il nuovo cappello viola",
    ),
    "nl": (
        "Ik zet {o} getooid met gloednieuwe paarse hoed",
        "Hoi Bob, {o} getooid met nieuwe paarse hoed, straks",
    ),
}
"""Lines of more than six words, as long as chatter, that begin like an order and have words of no order."""
TALK = {
    "en": (
        "Your move to M14 was a great one, it took me by surprise",
        "I thought that you would flip A2 and sell the tile on A3",
        "The archaeologist on C4 looks like my uncle on holiday",
        "I moved house last week and live in flat B12 now",
        "That was a nasty surprise, keeping the 3 on A5, well done",
        "I will be back on 15 December, so take all the time that you need",
        "Anna told me that her board has coffee on A3 since Monday",
    ),
    "de": (
        "Dein Zug nach M14 war großartig, der hat mich überrascht",
        "Ich dachte, dass du A2 aufdeckst und das Plättchen auf A3 verkaufst",
        "Der Archäologe auf C4 sieht aus wie mein Onkel",
        "Wir sind letzte Woche in die Wohnung B12 umgezogen, alles steht voll",
    ),
    "fr": (
        "Ton coup en M14 était superbe, quelle surprise pour moi",
        "Je pensais que tu allais retourner A2 comme la dernière fois",
        "L'archéologue en C4 ressemble à mon oncle Marcel en vacances",
    ),
    "it": (
        "La tua mossa in M14 era bellissima, proprio inaspettata per me",
        "Pensavo che tu scoprissi A2 come la volta scorsa, amico mio",
        "L'archeologo in C4 somiglia a mio zio, ti assicuro che è uguale",
    ),
    "nl": (
        "Jouw zet op M14 was geweldig, die zag ik echt van mijlenver aankomen",
        "Ik dacht dat jij A2 ging onthullen zoals de vorige keer",
        "De archeoloog op C4 lijkt op mijn oom, vind je ook",
    ),
}
CHAT = {
    "en": ("My wife says: {c}", "I misread the board completely. {c}", "{c}. I misread the board completely"),
    "de": ("Meine Frau sagt: {c}", "Ich habe das Brett falsch gelesen: {c}"),
    "fr": ("Ma femme dit : {c}", "J'avais mal lu le plateau. {c}"),
    "it": ("Mia moglie dice: {c}", "Avevo letto male il tabellone: {c}"),
    "nl": ("Mijn vrouw zegt: {c}", "Ik had het bord verkeerd gelezen. {c}"),
}
EXCUSED = (
    "Oh no, I changed my mind: undo", "Sorry, typo: undo my move",
    "Oh nein, ich hab's mir anders überlegt: zurücknehmen",
    "J'ai changé d'avis : annuler le coup", "Ci ho ripensato: annulla mossa", "Ops, ho sbagliato: ritira la mossa",
    "Oeps, ik heb me bedacht: zet terugnemen",
)  # fmt: skip


def ordered(game: str, language: str, count: int = 3) -> list[tuple[AnyTable, str, str]]:
    """Draw positions, with a legal order that names a place, in words of the language, and another legal order."""
    dice = random.Random(f"lost {game} {language}")
    found = list[tuple[AnyTable, str, str]]()
    for table in dice.sample(tables(game), len(tables(game))):
        placed = [order for order in table.legal_orders if re.search(r"(?<!law )\d", order)]
        others = [order for order in table.legal_orders if order not in placed] or list(table.legal_orders)
        if placed and len(found) < count:
            order, engine = dice.choice(placed), table.engine
            said = engine.translate(order, language) if isinstance(engine, Localizer) else order
            found.append((table, said, dice.choice(others)))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_line_that_begins_like_an_order_stops_the_letter_above_and_below_another_one(game: str) -> None:
    with check_cases() as case:
        for language in LANGUAGES:
            for table, order, other in ordered(game, language):
                strange = STRANGE[language][0 if game == "egyptos" else 1].format(o=order)
                for letter in (f"{strange}\n{other}", f"{other}\n{strange}"):
                    with case(language, letter):
                        ruling = ruled(table, letter)
                        assert (ruling.played, ruling.ignored, ruling.table) == ((), (), table)
                        (refused,) = ruling.refused
                        assert {refused.order, *ruling.not_reached, *ruling.undone} == {strange, other}
                        assert refused.refusal.nearest
                        assert {*refused.refusal.nearest} <= {*table.legal_orders}


@pytest.mark.parametrize("game", GAMES)
def test_talk_about_places_and_moves_stops_no_letter(game: str) -> None:
    with check_cases() as case:
        for language in LANGUAGES:
            for table, _, other in ordered(game, language, 1):
                for talk in TALK[language]:
                    with case(talk):
                        assert [one.step for one in ruled(table, f"{talk}\n{other}").played if one.order] == [other]


def test_a_command_beside_talk_stops_the_letter() -> None:
    alone = [one for one in COMMANDS if "match" in one.where and one.argument in (Argument.NOTHING, Argument.ALONE)]
    table, _, other = ordered("pharao", "en")[0]
    with check_cases() as case:
        for language, chats in CHAT.items():
            for command in alone:
                for chat in chats if command.name not in ("stop", "start") else ():
                    line = chat.format(c=command.word(language))
                    if read_line(line, "match") or (command.name == "wait" and line.startswith("w")):
                        continue
                    with case(line):
                        assert [said.command for said in find_commands(line, "match")] == [command]
                        for letter in (f"{line}\n{other}", f"{other}\n{line}"):
                            ruling = ruled(table, letter)
                            assert (ruling.played, ruling.ignored) == ((), ())


def test_an_excuse_before_a_command_does_not_hide_it() -> None:
    with check_cases() as case:
        for line in EXCUSED:
            with case(line):
                said = read_line(line, "match")
                assert said is not None
                assert (said.command.name, said.argument) == ("undo", "")


def test_the_answer_names_the_command_that_a_line_holds(club: Club) -> None:
    steps = club.begin().entry_count
    mover = to_move(club)
    number = club.answer(club.last(mover), "My wife says: undo\nM14")
    assert club.inbox(number).verdict == "refused: misspelt_command"
    assert club.match().entry_count == steps
    told = prose_of(club.last(mover))
    assert "undo" in told
    assert "M14" in told
