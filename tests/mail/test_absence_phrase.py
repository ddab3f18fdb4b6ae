"""Sentences that announce an absence, as people write them in five languages."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.mail.commands.arguments.absence_order import AbsenceEnded, AbsencePlanned, format_absence, read_absence
from adjudicator.mail.commands.arguments.absence_phrase import read_absence_phrase
from adjudicator.mail.commands.lines.command_lines import read_line
from adjudicator.mail.commands.lines.order_lines import sort_order_lines
from adjudicator.mail.commands.words.time_words import NUMBERS
from adjudicator.mail.errors import AbsenceFault
from adjudicator.texts.language.language import language_for
from testkit.cases import check_cases
from testkit.cpu_cost import assert_costs_little, prose
from tests.mail.test_words_and_steps import positions

TODAY = date(2026, 11, 29)
RANGE = AbsencePlanned(date(2026, 12, 3), date(2026, 12, 10))
UNTIL_FRIDAY = AbsencePlanned(None, date(2026, 12, 4))
ONE_DAY = AbsencePlanned(date(2026, 12, 3), date(2026, 12, 3))
SENTENCES = {
    "en": (
        ("I am away {}", "I'm on holiday {}.", "I will be out of the office {}", "Hi Anna, I'll be gone {}, thanks!",
         "I am not available {}", "We are travelling {}"),
        ("from 3 to 10 December", "from 3 December to 10 December 2026",
         "from Thursday 3 December to Thursday 10 December",
         "between 3 and 10 December", "3-10 December", "from the 3rd to the 10th of December"),
        ("until Friday", "till Friday", "until 4 December"),
        ("on 3 December",),
    ),
    "de": (
        ("Ich bin {} im Urlaub", "Ich bin {} weg.", "Bin {} nicht da", "Hallo Anna, ich bin {} verreist. Danke!",
         "Ich werde {} abwesend sein", "{} bin ich nicht erreichbar", "Ich fahre {} in den Urlaub"),
        ("vom 3. bis 10. Dezember", "vom 3. Dezember bis zum 10. Dezember 2026",
         "von Donnerstag, dem 3. Dezember, bis Donnerstag, den 10. Dezember",
         "vom 3.12. bis 10.12.", "vom 3. bis einschließlich 10. Dezember"),
        ("bis Freitag", "bis zum 4. Dezember", "bis 4.12."),
        ("am 3. Dezember",),
    ),
    "fr": (
        ("Je serai absente {}", "Je suis absent {}.", "Bonjour, je suis en vacances {}, merci", "Je m\u2019absente {}",
         "Je ne serai pas là {}", "{}, je serai en congé", "Je pars en voyage {}"),
        ("du 3 au 10 décembre", "du 3 décembre au 10 décembre 2026", "du jeudi 3 au jeudi 10 décembre",
         "du 3/12 au 10/12", "entre le 3 et le 10 décembre"),
        ("jusqu\u2019à vendredi", "jusqu\u2019au 4 décembre", "jusqu'au vendredi 4 décembre"),
        ("le 3 décembre",),
    ),
    "it": (
        ("Sono via {}", "Sono in ferie {}.", "Ciao a tutti, sarò assente {}, grazie", "Mi assento {}",
         "Non ci sono {}", "Non sarò disponibile {}", "{} sarò fuori ufficio", "Vado in vacanza {}"),
        ("dal 3 al 10 dicembre", "dal 3 dicembre al 10 dicembre 2026", "da giovedì 3 a giovedì 10 dicembre",
         "dal 3/12 al 10/12", "tra il 3 e il 10 dicembre"),
        ("fino a venerdì", "fino al 4 dicembre", "fino a venerdì 4 dicembre"),
        ("il 3 dicembre",),
    ),
    "nl": (
        ("Ik ben weg {}", "Ik ben {} op vakantie.", "Hoi Anna, ik ben {} afwezig, bedankt", "Ik ben er {} niet",
         "{} ben ik er niet", "Ik ga {} met vakantie", "Ik zal {} afwezig zijn"),
        ("van 3 tot 10 december", "van 3 december tot en met 10 december 2026",
         "van donderdag 3 december tot donderdag 10 december", "van 3-12 t/m 10-12", "tussen 3 en 10 december"),
        ("tot vrijdag", "tot en met 4 december", "t/m vrijdag 4 december"),
        ("op 3 december",),
    ),
}  # fmt: skip
RETURNS = {
    "en": ("I am back on {}", "I'll be back {}", "Back on {}", "Hi Anna, I will be back on {}. Thanks!",
           "I return on {}", "I am away, back on {}", "away, back on {}"),
    "de": ("Ich bin am {} wieder da", "Bin am {} zurück.", "Am {} bin ich wieder zurück",
           "Ich bin erst am {} wieder da", "Wieder da ab dem {}", "Ich komme am {} zurück",
           "Ich bin weg und am {} wieder da"),
    "fr": ("Je suis de retour le {}", "Je serai de retour le {}.", "De retour le {}", "Je reviens le {}, merci",
           "Je rentre le {}", "Je suis absente, de retour le {}"),
    "it": ("Sono di ritorno il {}", "Torno il {}.", "Ciao a tutti, rientro il {}, grazie", "Di ritorno dal {}",
           "Tornerò il {}", "Sono via, torno il {}"),
    "nl": ("Ik ben {} terug", "Ik ben op {} weer terug.", "Terug op {}", "Op {} ben ik weer terug", "Ik kom {} terug",
           "Ik ben er {} weer", "Ik ben weg en op {} weer terug"),
}  # fmt: skip
"""Sentences with the day on which somebody is back."""
LENGTHS = {
    "en": ("I am away for {}", "I'm on holiday {}", "I will be gone for {}, thanks"),
    "de": ("Ich bin {} weg", "Ich bin für {} verreist.", "Ich bin {} lang im Urlaub"),
    "fr": ("Je serai absente {}", "Je suis en vacances pour {}.", "Je pars en voyage pendant {}"),
    "it": ("Sono via {}", "Sono in ferie per {}.", "Sarò assente per {}, grazie"),
    "nl": ("Ik ben {} weg", "Ik ben {} op vakantie.", "Ik ben voor {} afwezig", "Ik ben {} lang weg"),
}
UNITS = {"en": "days weeks", "de": "Tage Wochen", "fr": "jours semaines", "it": "giorni settimane", "nl": "dagen weken"}
ONE_WEEK = {"en": "a week", "de": "eine Woche", "fr": "une semaine", "it": "una settimana", "nl": "een week"}
BEYOND = {
    "I am away from 3 to 10 December and cannot play": ("2026-12-03 to 2026-12-10",),
    "I am from 3 to 10 December in Rome": ("2026-12-03 to 2026-12-10",),
    "I'm away from Friday 3 December to 10 December": None,
    "I am away next week": (),
    "I am on holiday from Friday": (),
    "Ich bin vom 3. bis 10. Dezember bei meiner Mutter": ("2026-12-03 to 2026-12-10",),
    "Ich bin vielleicht bis Freitag weg": ("2026-12-04",),
    "Je serai absent du 3 au 10 décembre, puis du 15 au 20": ("2026-12-03 to 2026-12-10",),
    "Sono via la prossima settimana": (),
    "Ik ben weg tot vrijdag of zaterdag": ("2026-12-04",),
}
"""Sentences that say too much or too little, and the argument that is suggested; None for any."""
BACK_SOON = {
    "I am back today": AbsenceEnded(),
    "Montag wieder da": AbsencePlanned(None, TODAY),
    "I am away from 3 December, back on the 11th of December": RANGE,
    "Ich bin ab dem 3.12. weg, zurück am 11.12.": RANGE,
    "Je serai absent à partir du 3 décembre, de retour le 11 décembre": RANGE,
    "Sono via dal 3 dicembre, torno l'11 dicembre": RANGE,
    "Ik ben weg vanaf 3 december, terug op 11 december": RANGE,
}
NOT_ANNOUNCED = (
    "I am away from C4", "I am away", "M14, I am on holiday until Friday", "If I am away until Friday, wait",
    "Are you away until Friday?", "Anna is away from 3 to 10 December", "I think I am off the board",
    "Ich bin weg von D5", "Ich bin am Freitag wieder dran", "Are you back on Friday?",
    "Anna is back on Friday", "If I am back on Friday, wait", "I'm back to C4", "je reviens en C4", "torno in D4",
    "Je suis en C4", "Sono in D4", "Ik ben zwart",
    "Je serai disponible du 3 au 10 décembre", "Sono disponibile fino a venerdì", "I will be here until Friday",
    "Je ne suis pas absent vendredi", "Non sono via venerdì", "Ich bin bis Freitag da", "Ik ben er tot vrijdag",
    "I go for C4 until you stop me", "je prends 3", "ik zet op D4",
)  # fmt: skip


def test_a_sentence_with_days_is_an_absence_in_five_languages() -> None:
    with check_cases() as case:
        for sentences, ranges, untils, days in SENTENCES.values():
            for said, expected in ((ranges, RANGE), (untils, UNTIL_FRIDAY), (days, ONE_DAY)):
                for line in (sentence.format(one) for sentence in sentences for one in said):
                    with case(line):
                        given_command = read_line(line, "match")
                        assert given_command is not None
                        assert given_command.command.name == "absence"
                        assert read_absence(given_command.argument, TODAY) == expected


def test_who_says_when_they_are_back_is_away_until_the_day_before() -> None:
    with check_cases() as case:
        for language, sentences in RETURNS.items():
            speaker = language_for(language)
            for day in (TODAY + timedelta(days=1), date(2026, 12, 10), date(2027, 1, 1), date(2027, 11, 3)):
                for line in (sentence.format(speaker.day(day)) for sentence in sentences):
                    with case(line):
                        given_command = read_line(line, "match")
                        assert given_command is not None
                        order = read_absence(given_command.argument, TODAY)
                        assert order == AbsencePlanned(None, day - timedelta(days=1))
                        assert read_absence(format_absence(order), TODAY) == order
        for line, expected in BACK_SOON.items():
            with case(line):
                assert read_absence(read_absence_phrase(line) or "", TODAY) == expected


def test_days_and_weeks_are_counted_in_words() -> None:
    with check_cases() as case:
        for language, sentences in LENGTHS.items():
            day, week = UNITS[language].split()
            number_words = {n: NUMBERS.word(n, language) for n in map(str, range(2, 13))}
            spans = {f"{word} {day}": int(n) for n, word in number_words.items()}
            spans |= {f"{word} {week}": int(n) * 7 for n, word in number_words.items()}
            for span, count in (spans | {ONE_WEEK[language]: 7}).items():
                for line in (sentence.format(span) for sentence in sentences):
                    with case(line):
                        argument = read_absence_phrase(line)
                        assert argument is not None
                        assert read_absence(argument, TODAY) == AbsencePlanned(None, TODAY + timedelta(days=count - 1))


def test_a_sentence_that_says_more_is_answered_with_the_command() -> None:
    with check_cases() as case:
        for line, right in BEYOND.items():
            with case(line):
                sorted_lines = sort_order_lines([line], "match")
                assert (len(sorted_lines.commands), sorted_lines.orders) == (1, ())
                with pytest.raises(AbsenceFault) as fault:
                    read_absence(sorted_lines.commands[0].argument, TODAY)
                assert right is None or fault.value.right == right


@pytest.mark.parametrize("line", NOT_ANNOUNCED)
def test_other_sentences_are_left_alone(line: str) -> None:
    assert read_absence_phrase(line) is None


def test_no_order_of_a_game_is_a_sentence_about_an_absence() -> None:
    for engine, position in positions():
        for step in engine.legal_steps(position):
            assert read_absence_phrase(engine.format(step)) is None


def test_no_sentence_about_an_absence_is_an_order_that_reaches_a_game() -> None:
    """A game may well parse such a sentence; it is never asked."""
    for sentences, ranges, *_ in SENTENCES.values():
        for sentence in sentences:
            assert sort_order_lines([sentence.format(ranges[0])], "match", lambda _: True).orders == ()


@given(st.text(max_size=80))
def test_any_text_is_read_without_a_failure(text: str) -> None:
    read_absence_phrase(f"I am away {text}")


def test_no_text_makes_the_search_slow() -> None:
    text = "I am away until Friday " * 6
    assert_costs_little(
        lambda: read_absence_phrase(text), lambda size: read_absence_phrase(prose(size).decode()), len(text), 100
    )
