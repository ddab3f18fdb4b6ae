"""What a telephone makes of an order: typographic quotes, dashes and blanks change none, in any of the games."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

import pytest

from adjudicator.engines.registry import engines
from adjudicator.engines.suite.cases import cases_of
from adjudicator.engines.suite.walks import sample_positions
from adjudicator.mail.text.text_fold import strip_decoration

STEPS = 6
"""How many of the legal steps of a position are tried."""


def full_width(order: str) -> str:
    return "".join(chr(ord(c) + 0xFEE0) if c.isalnum() else c for c in order)


DRESSES: dict[str, Callable[[str], str]] = {
    "no-break spaces": lambda order: order.replace(" ", "\N{NO-BREAK SPACE}"),
    "narrow no-break spaces": lambda order: order.replace(" ", "\N{NARROW NO-BREAK SPACE}"),
    "full-width letters": full_width,
    "english quotes": lambda order: f"\N{LEFT DOUBLE QUOTATION MARK}{order}\N{RIGHT DOUBLE QUOTATION MARK}",
    "german quotes": lambda order: f"\N{DOUBLE LOW-9 QUOTATION MARK}{order}\N{LEFT DOUBLE QUOTATION MARK}.",
    "french quotes": lambda order: f"\u00ab\N{NO-BREAK SPACE}{order}\N{NO-BREAK SPACE}\u00bb",
    "long dashes": lambda order: order.replace("-", "\N{EN DASH}"),
    "minus signs": lambda order: order.replace("-", "\N{MINUS SIGN}"),
    "a list mark": lambda order: f"\N{BULLET} {order}",
    "a dash as a list mark": lambda order: f"\N{EM DASH} {order}",
    "a capital at the beginning": lambda order: order[:1].upper() + order[1:],
    "a full stop": lambda order: f"{order}.",
    "an emphasis": lambda order: f"*{order}*",
    "a byte order mark": lambda order: f"\N{ZERO WIDTH NO-BREAK SPACE}{order}",
    "decomposed letters": lambda order: unicodedata.normalize("NFD", order),
}


@pytest.mark.parametrize("dress", DRESSES)
@pytest.mark.parametrize("key", sorted(engines()))
def test_an_order_is_the_same_however_a_telephone_writes_it(key: str, dress: str) -> None:
    engine = engines()[key]
    for position in sample_positions(cases_of(engine)[0]):
        for step in engine.legal_steps(position)[:STEPS]:
            order = DRESSES[dress](engine.format(step))
            parsed = engine.parse(position, strip_decoration(order))
            assert (parsed.step, parsed.rest) == (step, ""), order
