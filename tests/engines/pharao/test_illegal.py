"""What is answered to orders that cannot be read or played."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.engines.contract import IllegalStep, StepError, UnreadableStep
from adjudicator.engines.pharao import ENGINE
from testkit.engines.pharao import apply_text, begin, legal, play, refused
from tests.engines.pharao.test_orders import table


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Good luck, Anna!", "strange_words words=Good luck Anna"),
        ("I think C2 is nice", "strange_words words=think is nice"),
        ("to the", "unreadable"),
        ("My turn!", "unreadable"),
        ("", "unreadable"),
        ("42", "no_treasure treasure=42 cell=B2 lying=(2, 5)"),
        ("A C9", "no_such_cell cell=C9"),
        ("flip G1", "no_such_cell cell=G1"),
        ("porter", "where_to figure=porter"),
        ("P", "unreadable"),
        ("rotate", "which_card"),
        ("rotate C1", "which_sides cell=C1 sides="),
    ],
)
def test_what_cannot_be_read_is_told(text: str, reason: str) -> None:
    assert refused(table(), text) == reason


@pytest.mark.parametrize(
    ("text", "nearest"),
    [
        ("A C1", "A C2"),
        ("flip C3", "flip B3"),
        ("rotate C1 NW", "rotate C1 NE"),
        ("lamp", "unlamp"),
        ("take 3", "take 2"),
        ("P C2", "P C1"),
    ],
)
def test_the_nearest_legal_orders_are_offered(text: str, nearest: str) -> None:
    with pytest.raises(IllegalStep) as raised:
        ENGINE.parse(table("A:B2 P:B1 *B1"), text)
    assert raised.value.nearest[0] == nearest
    assert 1 <= len(raised.value.nearest) <= 4


def test_a_step_that_is_not_legal_is_refused_as_its_order_is() -> None:
    for step in ("A C1", "flip C3", "rotate C1 NW", "turn NS", "drop", "unlamp", "take 3"):
        with pytest.raises(IllegalStep) as played:
            apply_text(table(), step)
        with pytest.raises(IllegalStep) as read:
            ENGINE.parse(table(), step)
        assert (played.value.reason, played.value.nearest) == (read.value.reason, read.value.nearest)


PIECES = st.sampled_from(
    """A P a p C2 B3 C 2 9 flip turn rotate lamp take drop steal end red N NE NO zw 90 bust to und e , ! x""".split()  # noqa: SIM905
)


STATES = {"begun": table(), "spent": table(left=0), "flipped": play(table(), "flip B3"), "lost": table(red="P:B1")}


@settings(max_examples=300, deadline=None)
@given(words=st.lists(PIECES, max_size=8), state=st.sampled_from(sorted(STATES)))
def test_whatever_is_written_is_read_as_a_legal_step_or_refused(words: list[str], state: str) -> None:
    position, text = STATES[state], " ".join(words)
    try:
        parsed = ENGINE.parse(position, text)
    except StepError as error:
        nearest = error.nearest
    else:
        nearest = (ENGINE.format(parsed.step),)
        assert text.endswith(parsed.rest)
        assert len(parsed.rest) < len(text)
    assert set(nearest) <= set(legal(position))


def test_prose_is_no_order() -> None:
    for text in ("Have a nice day", "Merci beaucoup", "Viele Grüße, Anna", "Sent from my phone"):
        with pytest.raises(UnreadableStep):
            ENGINE.parse(begin(), text)


@pytest.mark.parametrize("text", ["turn G1", "lay G1 NE", "drehe G1"])
def test_a_card_that_is_not_there_does_not_hide_the_one_that_waits(text: str) -> None:
    assert refused(play(table(), "flip B3"), text, IllegalStep).startswith("lay_first cell=B3")
