"""Contact lines of signatures are recognised, and no order is taken for one."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.mail.commands.lines.order_lines import sort_order_lines
from adjudicator.mail.lexicon.contact_lines import is_contact_line

PLAYTHROUGHS = sorted((Path(__file__).parent.parent / "engines").glob("*/playthroughs/*.txt"))

CONTACTS = """
Tel. 12 / Tel. 12 34 / Telefon 030-123456 / Mobile: 0171 1234567 / M: +49 171 1234567 / Fax 12 / Tél. : 01 23 45 67 89
+41 44 123 45 67 / (555) 123-4567 / Ext. 12 / Durchwahl 12 / Interno 12 / Toestel 12
Galaxy A15 / iPhone 12 mini / Pixel 7 / Gesendet von meinem Galaxy A15 / Sent from my Galaxy A15
Von meinem Galaxy A15 gesendet / Envoyé de mon Xiaomi Redmi 9 / Verstuurd vanaf mijn Galaxy A15
<https://aka.ms/AAb9ysg> / https://club.example/AAb9ysg / www.anna.example/A5 / Get Outlook <https://aka.ms/AAb9ysg>
anna12@anna.example / E-Mail: anna@anna.example
Zimmer 12 / Zimmer L12 / Room B12 / Office L12 / Büro A5 / Bureau 12 / Ufficio B4 / Lokaal 12 / Abteilung B 4
3. Stock / 2nd floor / 2° piano / 3e étage / Postfach 12 / P.O. Box 12 / Casella postale 12 / Postbus 12
Bahnhofstr. 12 / Bahnhofstrasse 12a / Musterweg 12 / Main Street 14 / 14 Main Street / Via Roma 12 / Keizersgracht 12
12 rue de la Paix / 8001 Zürich / D-10115 Berlin / 75011 Paris / 1012 AB Amsterdam / London N1 9GU / New York, NY 10001
IBAN CH93 0076 2011 6238 5295 7 / CH93 0076 2011 6238 5295 7 / HRB 1234 / BIC: ABCDEF12
Mo-Fr 9-12 / Mon-Fri 9-5 / lun-ven 9h-12h / ma-vr 9-17 / Mo-Fr 9-12, 14-17 / Sprechzeiten: Di 10-12 Uhr
GMX FreeMail: 1 GB Speicher / Virenfrei. www.avast.com / Jetzt kostenlos bei web.de: 10 Jahre
Anna | Office L12 | +41 44 123 45 67 / Anna Muster, Bahnhofstr. 12, 8001 Zürich
""".strip()
"""One on each line, or several with ` / ` between them."""

ORDERS = """
M14 / M 14 / 12 / L10; L11 / 1 A1 sell / 2 A8 sell / draw 2 / A B6 / P F4 / rotate D6 NS / flip F6 NS / turn NEW / end
M: 14 / T 4 / F 12 / place M14 / move to A5 / via A5 / way 12 / piano 2 / draw 1 2 3 / M14 (I think) / N9    play this
M14, sent from my Galaxy / M14 https://club.example / M14 on my iPhone / M14 from GMX / A5 4 12 / take 3 / Mo 14 / A 12
""".strip()


def listed(table: str) -> list[str]:
    return [one.strip() for line in table.splitlines() for one in line.split(" / ")]


@pytest.mark.parametrize("line", listed(CONTACTS))
def test_a_contact_line_is_no_order(line: str) -> None:
    lines = sort_order_lines(["A F4", "", "Anna", line], "match", lambda text: text == "A F4")
    assert lines.contacts == (line,)
    assert lines.orders == ("A F4", "Anna")


def test_other_lines_in_a_block_of_contact_lines_are_no_orders() -> None:
    def is_step(line: str) -> bool:
        return line in ("A F4", "L12")

    block = ("Anna Muster", "Entwicklung 4", "Tel. 12", "L12", "8001 Zürich")
    assert sort_order_lines(["A F4", "", *block], "match", is_step).orders == ("A F4",)
    assert sort_order_lines(["A F4", *block], "match", is_step).orders == (
        "A F4",
        "Anna Muster",
        "Entwicklung 4",
        "L12",
    )
    assert sort_order_lines(["Hello,", "A F4", "Tel. 12", "8001 Zürich"], "match", is_step).orders == ("A F4",)
    assert sort_order_lines(["A F4", "", "Anna", "L12", "Tel. 12"], "match", is_step).orders == ("A F4", "Anna", "L12")


@pytest.mark.parametrize("line", listed(ORDERS))
def test_a_possible_order_is_left_to_the_engine(line: str) -> None:
    assert not is_contact_line(line)


def test_no_order_that_was_ever_played_is_taken_for_an_address() -> None:
    orders = {
        line.removeprefix("> ") for path in PLAYTHROUGHS for line in path.read_text().splitlines() if line[:2] == "> "
    }
    assert len(orders) > 100
    assert not [order for order in orders if is_contact_line(order)]


def test_press_keeps_its_telephone_numbers() -> None:
    said = sort_order_lines(["press", "Call me:", "Tel. 12 34", "", "Tel. 12"], "match").commands
    assert [one.argument for one in said] == ["Call me:\nTel. 12 34"]
