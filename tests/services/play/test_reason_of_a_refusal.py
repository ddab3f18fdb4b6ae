"""A greeting is never the reason why a letter was refused: the line that may be an order is."""

from __future__ import annotations

import pytest

from adjudicator.engines.pharao import ENGINE
from adjudicator.match.rulings.ruling import rule_on
from adjudicator.match.rulings.table import Table
from adjudicator.services.orders.order_wording import WORDING
from testkit.engines import pharao

GREETINGS = ["Hallo,", "Salut Luc, bien joué !", "Hi Anna!", "Ciao a tutti", "Hoi Sanne,"]
LINES = [
    "Könnten wir vielleicht irgendwann wieder einmal das Feld E2 ansehen",
    "la tuile qui est posée là sur la case E2",
]


@pytest.mark.parametrize("greeting", GREETINGS)
@pytest.mark.parametrize("line", LINES)
def test_a_greeting_is_not_the_reason(greeting: str, line: str) -> None:
    table = Table(ENGINE, pharao.begin())
    assert table.to_move is not None
    ruling = rule_on(table, table.to_move, table.turn, [greeting, line], WORDING)
    assert [one.order for one in ruling.refused] == [line]
