"""A setting counts before a sentence about it, in five languages; a line that may mean something else does not."""

from __future__ import annotations

from adjudicator.mail.commands.lines.command_lines import read_line
from adjudicator.mail.commands.lines.order_lines import sort_order_lines
from adjudicator.mail.commands.lines.writer_language import guess_answering_language
from testkit.cases import check_cases

SET = {
    ("layout", "narrow"): (
        "layout narrow please, my phone is small",
        "layout narrow because my phone is small",
        "Darstellung schmal bitte, mein Handy ist klein",
        "Ansicht schmal, weil mein Handy klein ist",
        "affichage étroit svp, mon téléphone est petit",
        "présentation étroite car mon téléphone est petit",
        "disposizione stretta per favore, ho il telefono piccolo",
        "weergave smal graag, mijn telefoon is klein",
    ),
    ("layout", "linear"): ("layout linear, I don't see well", "weergave lineair want ik laat het voorlezen"),
    ("language", "nl"): (
        "taal nl graag, ik versta geen Italiaans",
        "in het Nederlands",
        "Nederlands, dat lees ik graag",
    ),
    ("language", "en"): ("english please", "English", "in English please, my German is bad", "language en, thanks"),
    ("language", "de"): ("Deutsch bitte", "auf Deutsch bitte", "Sprache Deutsch, ich kann kein Englisch"),
    ("language", "fr"): ("en français svp", "langue fr s'il vous plaît, je ne parle pas italien"),
    ("language", "it"): ("in italiano per favore", "lingua it, grazie, non parlo francese"),
    ("letters", "turns"): ("lettres tours, c'est beaucoup trop", "letters turns please, I get too many"),
    ("zone", "London"): ("time zone London, I moved there",),
    ("digest", "dagelijks om 18 uur"): ("verzamelbrief dagelijks om 18 uur",),
    ("digest", "om 18 uur"): ("dagbrief om 18 uur, dat is genoeg",),
    ("digest", "tous les jours à 18h"): ("récapitulatif tous les jours à 18h",),
    ("name", "Sanne"): (
        "ik heet Sanne",
        "mi chiamo Sanne",
        "je m'appelle Sanne",
        "ich heiße Sanne",
        "my name is Sanne",
    ),
    ("pause", "2 weeks"): ("pause 2 weeks please", "pause for 2 weeks"),
    ("help", ""): ("Help! I don't understand this", "Hilfe! Ich verstehe das nicht", "aide, je ne comprends rien"),
}
NOT_SET = (
    *("layout narrow or linear, what is better", "layout narrow, no, wide", "layout narrow, wait, linear"),
    *("layout huge, my phone is small", "layout of the pyramids, that's nice", "language is a virus, from space"),
    *("Language en or de, as you like", "help me please", "I need no help, thanks", "digest slowly, it is heavy food"),
    *("ich heiße euch willkommen", "ik heet jullie welkom", "stop please, I have enough", "taal nl, of liever Frans"),
    *("letters are nice, I like them",),
)
ANSWERS = (
    ("fr", "it", ["Oui avec plaisir. Je m'appelle Marie."]),
    ("nl", "it", ["Ja hoor, leuk! Groetjes Sanne"]),
    ("en", "de", ["Sure, I'm in! My name is Beth"]),
    ("it", "en", ["Sì, volentieri, grazie"]),
    ("de", "fr", ["Ja gerne, ich bin dabei"]),
    ("de", "de", ["yes please"]),
    ("nl", "nl", ["ja"]),
    ("fr", "fr", ["ok"]),
    ("it", "it", ["sure, volentieri, con piacere"]),
)


def test_a_setting_counts_before_a_sentence_about_it() -> None:
    with check_cases() as case:
        for expected, lines in SET.items():
            for line in lines:
                with case(line):
                    given = read_line(line, "match")
                    assert given is not None
                    assert (given.command.name, given.argument, given.line) == (*expected, line)


def test_doubt_and_chatter_set_nothing() -> None:
    read = {line: read_line(line, "match") for line in NOT_SET}
    assert {line: given.command.name for line, given in read.items() if given} == {}


def test_a_setting_before_an_order_leaves_the_line_to_the_game() -> None:
    sorted_lines = sort_order_lines(["layout narrow please, M14", "M15"], "match", lambda line: line.startswith("M1"))
    assert (sorted_lines.commands, sorted_lines.orders) == ((), ("layout narrow please, M14", "M15"))


def test_a_guest_who_answers_in_another_language_gets_letters_in_it() -> None:
    with check_cases() as case:
        for expected, asked, lines in ANSWERS:
            with case(lines[0]):
                assert guess_answering_language(lines, asked) == expected
