"""Commands in the words of everyday: asked for politely, below a postscript, or beside a smiley."""

from __future__ import annotations

import pytest

from adjudicator.mail.commands.lines.command_lines import close_commands, read_line
from adjudicator.mail.lexicon.wishes import find_wished_command
from adjudicator.match.rulings.descriptions import split_pieces
from adjudicator.services.orders.order_wording import commands_in


@pytest.mark.parametrize(
    "line",
    [
        "Kannst du mir einen Tipp geben?",
        "Gib mir bitte einen Tipp!",
        "Ich hätte gerne einen Hinweis",
        "Can you give me a hint, please?",
        "May I have a hint?",
        "Peux-tu me donner un conseil\u00a0?",
        "Je voudrais un indice s'il te plaît",
        "Puoi darmi un suggerimento?",
        "Vorrei un consiglio, per favore",
        "mag ik een hint?",
        "Kun je me een tip geven?",
    ],
)
def test_a_hint_may_be_asked_for_politely(line: str) -> None:
    said = read_line(line, "match")
    assert said is not None
    assert said.command.name == "hint"


@pytest.mark.parametrize(
    "line", ["Kannst du mir einen Tipp für M14 geben?", "Gib mir einen Grund", "Can I have a pause?", "I want a resign"]
)
def test_what_asks_for_something_else_is_no_command(line: str) -> None:
    assert read_line(line, "match") is None


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Oups, annule mon coup stp", "undo"),
        ("Zug zurück", "undo"),
        ("Joepie, revanche graag!", "rematch"),
        ("absence terminée", "absence"),
        ("schmal", "layout"),
        ("étroite, s'il te plaît", "layout"),
        ("linear please", "layout"),
        ("meine Partien", "list"),
        ("mes parties", "list"),
        ("le mie partite", "list"),
        ("mijn partijen", "list"),
    ],
)
def test_commands_as_people_say_them(line: str, name: str) -> None:
    said = read_line(line, "match")
    assert said is not None
    assert said.command.name == name


@pytest.mark.parametrize("mark", ["PS: ", "P.S. ", "P.S.: ", "ps: ", "PS - ", "PPS: "])
@pytest.mark.parametrize(
    "line",
    [
        "Ich bin vom 3. bis 12. Dezember im Urlaub",
        "Bin vom 20. bis 28. Dezember im Urlaub",
        "je serai absent du 3 au 12 décembre",
        "sono in ferie dal 3 al 12 dicembre",
        "ik ben van 3 tot 12 december op vakantie",
        "I am away from 3 to 12 December",
        "Zeitzone Berlin",
    ],
)
def test_a_postscript_is_read_as_every_other_line(mark: str, line: str) -> None:
    said, alone = read_line(mark + line, "match"), read_line(line, "match")
    assert said is not None
    assert alone is not None
    assert (said.command, said.argument, said.line) == (alone.command, alone.argument, mark + line)


@pytest.mark.parametrize("face", [";-)", ";)", ";-D", ";-P", ";'(", ";-|"])
def test_no_smiley_is_cut_in_two(face: str) -> None:
    assert split_pieces([f"M14 {face} danke"]) == (f"M14 {face} danke",)
    assert split_pieces([f"A C2; P C3 {face}"]) == ("A C2", f"P C3 {face}")


@pytest.mark.parametrize("text", ["A C2;P C3", "A C2;D C3", "2 A3 sell;draw 1", "A C2; (P C3)"])
def test_semicolons_without_a_smiley_separate(text: str) -> None:
    assert len(split_pieces([text])) == 2


@pytest.mark.parametrize("language", ["de", "en", "fr", "it", "nl"])
@pytest.mark.parametrize(
    "line",
    ["Mein Archäologe soll E5 aufdecken", "egal", "schade um meine Partie", "Allons voir ailleurs", "wat een pech"],
)
def test_no_guess_is_far_from_what_was_typed(line: str, language: str) -> None:
    assert close_commands(line, "match", language) == ()


@pytest.mark.parametrize(
    "line",
    ["Ach nee, das war Quatsch. Bitte zurücknehmen!", "Bêtise ! Annule mon coup stp"],
)
def test_polite_words_are_no_part_of_a_guess(line: str) -> None:
    (guess,) = commands_in(line)
    assert not {"bitte", "please", "stp"} & set(guess.casefold().split())


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("Ich gebe auf, das wird nichts mehr ;-)", "resign"),
        ("Ich gebe leider auf", "resign"),
        ("Ik geef het op, ik moet naar bed", "resign"),
        ("J'abandonne, tant pis", "resign"),
        ("Mi arrendo, sei troppo forte", "resign"),
        ("Ok, I give up now", "resign"),
        ("Ach nee, das war Quatsch. Bitte zurücknehmen!", "undo"),
        ("Wat zou jij doen? Tip?", "hint"),
        ("Hilfe! Ich verstehe das nicht. Was muss ich tun?", "help"),
        ("Je ne comprends pas", "help"),
        ("Noch eine Revanche?", "rematch"),
        ("Das war ein schöner Abend", ""),
    ],
)
def test_a_command_is_found_in_a_sentence_that_wishes_for_it(line: str, command: str) -> None:
    assert find_wished_command(line) == command
