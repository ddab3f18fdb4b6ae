import pytest

from adjudicator.engines.contract import Seat
from adjudicator.match.rulings.refusals import Refusal
from adjudicator.match.rulings.ruling import Preview, foresee_ruling, preview_step
from tests.match.rulings.tables import refusal_keys, steps, table


def test_a_preview_shows_where_an_order_leads_and_plays_nothing() -> None:
    start = table()
    shown = preview_step(start, 0, "shore 1; end")
    assert isinstance(shown, Preview)
    assert (steps(shown.played), shown.table.to_move, start.to_move) == (["0:shore 1", "0:end"], 1, 0)


@pytest.mark.parametrize(
    ("order", "seat", "key"),
    [
        ("dig 1", 0, "would_reveal"),
        ("Hello; dig 1", 0, "would_reveal"),
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


@pytest.mark.parametrize("behind", ["", "; shore 1", "; shore 9", "; end", "; dig 2"])
def test_a_preview_ends_before_the_first_secret_whatever_lies_there(behind: str) -> None:
    for hidden in ("fork 1 1 1", "2 2 2 2", "fork 3 2 1"):
        start = table(hidden)
        shown = preview_step(start, 0, f"shore 1; dig 1{behind}")
        alone = preview_step(start, 0, "shore 1")
        assert isinstance(shown, Preview)
        assert isinstance(alone, Preview)
        assert (steps(shown.played), shown.hidden) == (["0:shore 1"], "dig 1")
        assert shown.table == alone.table
        assert alone.hidden == ""


@pytest.mark.parametrize(
    ("letter", "played", "unseen", "keys"),
    [
        ("shore 1\nend", ["0:shore 1", "0:end"], (), []),
        ("Hello\nshore 1\ndig 1\nshore 9", ["0:shore 1"], ("dig 1", "shore 9"), []),
        ("dig 1\nend", [], ("dig 1", "end"), []),
        ("shore 1\ndig 9\ndig 1", [], (), ["illegal"]),
        ("hello", [], (), ["unreadable"]),
    ],
)
def test_what_a_letter_would_bring_is_foreseen_up_to_the_first_secret(
    letter: str, played: list[str], unseen: tuple[str, ...], keys: list[str]
) -> None:
    """Whatever lies in the shafts: the foresight is the same."""
    for hidden in ("fork 1 1 1", "2 2 2 2", "fork 3 2 1"):
        seen = foresee_ruling(table(hidden), 0, 1, letter.split("\n"))
        assert (steps(seen.ruling.played), seen.unseen, refusal_keys(seen.ruling)) == (played, unseen, keys)
    assert foresee_ruling(table(), 0, 2, ["shore 1"]).ruling.refused[0].refusal.key == "stale"
