"""A yes or no to a pause may be said in a sentence that names it, in five languages."""

from __future__ import annotations

from adjudicator.mail.commands.lines.command_lines import read_line
from adjudicator.mail.lexicon.pause_answers import says_only_yes
from testkit.cases import check_cases

AGREE = (
    *("OK for the pause!", "Sure, ok for the pause, happy holidays!", "Hi Bob, I agree to the pause"),
    *("Ok für die Pause, danke!", "Ja, einverstanden mit der Pause. Schöne Feiertage!", "Ja zur Pause"),
    *("OK pour la pause !", "d'accord pour la pause, bonnes fêtes", "Salut Bob, oui à la pause ! Bonnes fêtes"),
    *("Va bene la pausa, buone feste", "Sono d'accordo con la pausa", "Sì alla pausa!"),
    *("Akkoord met de pauze, fijne feestdagen!", "Oké voor de pauze", "Ja, prima, voor de pauze"),
)
REFUSE = (
    *("I don't agree to the pause", "Nein zur Pause", "Nicht einverstanden mit der Pause, danke"),
    *(
        "pas d'accord pour la pause",
        "Non sono d'accordo con la pausa",
        "Niet akkoord met de pauze, sorry voor het wachten",
    ),
)
NEITHER = (
    *("ok for the pause?", "ok for the pause if it is short", "not ok with a pause of a year", "for the pause"),
    *("nicht ok für die Pause", "OK pour la pause jusqu'au 5 janvier", "merci pour la pause", "la pausa", "de pauze"),
)
ONLY_YES = (
    *("D'accord, bonnes fêtes !", "Ja, gerne, schöne Feiertage", "Yes, happy holidays!", "Va bene, buone feste"),
    *("ok prima", "Ja, goed!", "oui d'accord"),
)
MORE = ("D'accord, mais plus court", "Yes?", "Ja, aber M14", "bonnes fêtes", "ok M14")


def test_a_sentence_that_names_the_pause_is_the_command() -> None:
    with check_cases() as case:
        for expected, lines in (("agree", AGREE), ("refuse", REFUSE), (None, NEITHER)):
            for line in lines:
                with case(line):
                    given = read_line(line, "match")
                    assert (given and given.command.name) == expected
                    assert given is None or (given.line, given.argument) == (line, "")


def test_a_yes_with_wishes_says_nothing_else() -> None:
    assert [line for line in (*ONLY_YES, *MORE) if says_only_yes(line)] == list(ONLY_YES)
