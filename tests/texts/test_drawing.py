from __future__ import annotations

import pytest

from adjudicator.texts.formats.text_columns import align_columns, cells, list_entries, place_beside, within


def test_cells_stand_in_columns() -> None:
    assert align_columns([["Anna", 5, 10], ["Ben", 25], ["", "", "x"]], "lr") == "Anna   5  10\nBen   25\n           x"


def test_rows_may_be_lines_of_cells() -> None:
    rows = "\n".join([cells(["Anna"]) + cells([5, 10]), cells(["Ben", 25]), cells(["", "", "x"])])
    assert align_columns(rows, "lr") == align_columns([["Anna", 5, 10], ["Ben", 25], ["", "", "x"]], "lr")


def test_a_drawing_that_is_too_wide_is_left_out() -> None:
    assert within("ooo\n12345", 5) == "ooo\n12345"
    assert within("ooo\n12345", 4) == ""


def test_the_last_side_counts_for_the_other_columns() -> None:
    assert align_columns([["a", "b", "c"], ["aaa", "bbb", "ccc"]], gap=1) == "a   b   c\naaa bbb ccc"


def test_a_drawing_is_put_beside_another_flush_with_the_width() -> None:
    assert place_beside("  o\n ooo\nooooo", "12\n345", 12) == "  o      12\n ooo     345\nooooo"


@pytest.mark.parametrize(
    ("left", "right", "width"),
    [("ooooo", "123", 9), ("o", "1\n2", 12)],
    ids=["too wide", "too high"],
)
def test_where_there_is_no_room_there_is_nothing(left: str, right: str, width: int) -> None:
    assert place_beside(left, right, width) == ""
    assert place_beside(left, right.splitlines()[0], width + 1) != ""


@pytest.mark.parametrize(
    ("entries", "lines"),
    [
        ("a one\nb two\nc six", ["a one; b two;", "c six"]),
        ("a one\nb two three\nc", ["a one;", "b two three; c"]),
        ("a one\nb two three\nc four", ["a one;", "b two three;", "c four"]),
        ("a\nb three four five\nc", ["a;", "b three four", "five; c"]),
        ("a\nb two thirty\nc six", ["a;", "b two thirty;", "c six"]),
        ("b two thirty\nc six elevens", ["b two thirty;", "c six elevens"]),
        ("a", ["a"]),
        ("", [""]),
    ],
)
def test_a_list_is_folded_between_its_entries(entries: str, lines: list[str]) -> None:
    assert list_entries(entries, 14, "; ") == "\n".join(lines)
    assert list_entries(entries, 13, "; ").count("\n\n") == 0
