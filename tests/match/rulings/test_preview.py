import pytest

from adjudicator.engines.contract import Seat
from adjudicator.match.rulings.refusals import Refusal
from adjudicator.match.rulings.ruling import Preview, preview_step
from tests.match.rulings.tables import steps, table


def test_a_preview_shows_where_an_order_leads_and_plays_nothing() -> None:
    start = table()
    shown = preview_step(start, 0, "shore 1; end")
    assert isinstance(shown, Preview)
    assert (steps(shown.played), shown.table.to_move, start.to_move) == (["0:shore 1", "0:end"], 1, 0)


@pytest.mark.parametrize(
    ("order", "seat", "key"),
    [
        ("dig 1", 0, "would_reveal"),
        ("shore 1; dig 1; shore 1", 0, "would_reveal"),
        ("dig 9", 0, "illegal"),
        ("hello", 0, "unreadable"),
        ("", 0, "nothing_written"),
        ("shore 1", 1, "not_your_turn"),
    ],
)
def test_a_preview_keeps_secrets_and_rules(order: str, seat: Seat, key: str) -> None:
    refusal = preview_step(table("fork 1 1 1"), seat, order)
    assert isinstance(refusal, Refusal)
    assert refusal.key == key
