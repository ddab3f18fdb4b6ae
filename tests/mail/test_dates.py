"""Dates in five languages, in commands and in vacation notices."""

from __future__ import annotations

from datetime import date

import pytest

from adjudicator.mail.commands.arguments.dates import is_absence_notice, last_day_away, speaks_of_absence
from testkit.cpu_cost import assert_costs_little, prose

TODAY = date(2026, 11, 27)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("I am out of the office from 1 December until 14 December 2026.", date(2026, 12, 14)),
        ("I will be back on 15 December.", date(2026, 12, 14)),
        ("Ich bin bis einschließlich 14.12.2026 nicht im Büro.", date(2026, 12, 14)),
        ("Ich bin im Urlaub und ab dem 15. Dezember wieder für Sie da.", date(2026, 12, 14)),
        ("Je suis absente jusqu'au\n14 décembre inclus.", date(2026, 12, 14)),
        ("Sono in ferie, rientrerò il 15 dicembre.", date(2026, 12, 14)),
        ("Ik ben afwezig tot en met 14 december.", date(2026, 12, 14)),
        ("I am on vacation. Please write to my colleague.", None),
        ("My holiday ended on 2 January 2020; I am away again.", None),
    ],
)
def test_the_last_day_of_an_absence_is_found(text: str, day: date | None) -> None:
    assert speaks_of_absence(text)
    assert last_day_away(text, TODAY) == day


@pytest.mark.parametrize(
    "text", ["Your ticket 123 was opened on 2026-12-01.", "M14", "Wir haben Ihre Anfrage erhalten."]
)
def test_other_automatic_letters_are_no_absence(text: str) -> None:
    assert not speaks_of_absence(text)


@pytest.mark.parametrize("text", ["1" * 4000, "14 mar " * 600, "until " * 700, "1.1." * 1000])
def test_no_text_makes_the_search_for_a_date_slow(text: str) -> None:
    assert_costs_little(
        lambda: last_day_away(text, TODAY), lambda size: last_day_away(prose(size).decode(), TODAY), len(text), 30
    )


@pytest.mark.parametrize(
    "text",
    [
        "I am out of the office until Monday.", "This is an automatic reply.", "I have limited access to my email.",
        "Ich bin derzeit nicht im Büro.", "Abwesenheitsnotiz", "Ihre E-Mail wird nicht weitergeleitet.",
        "Je suis actuellement absente.", "Réponse automatique", "Je vous répondrai dès mon retour.",
        "Sono fuori ufficio fino a lunedì.", "Risposta automatica", "Risponderò al mio rientro.",
        "Ik ben momenteel afwezig.", "Automatisch antwoord", "Ik ben niet op kantoor.",
    ],
)  # fmt: skip
def test_an_automatic_vacation_notice_is_recognised(text: str) -> None:
    assert is_absence_notice(f"Hello,\n{text}\nL12")


@pytest.mark.parametrize("text", ["M14, I am on holiday soon", "absence until Friday", "Ich bin im Urlaub", "je pars"])
def test_a_person_who_mentions_holidays_is_no_notice(text: str) -> None:
    assert not is_absence_notice(text)
