"""What stands behind `comment` and `diary`, and which lines of a letter belong to it."""

from __future__ import annotations

import pytest

from adjudicator.mail.commands.arguments.comment_order import (
    CommentDeed,
    CommentOrder,
    DiaryOrder,
    read_comment_order,
    read_diary_order,
)
from adjudicator.mail.commands.lines.order_lines import sort_order_lines

WRITE = CommentDeed.WRITE


@pytest.mark.parametrize(
    ("argument", "order"),
    [
        ("", CommentOrder(CommentDeed.LIST)),
        ("14 the turning point", CommentOrder(WRITE, 14, text="the turning point")),
        ("#14: line up was good", CommentOrder(WRITE, 14, text="line up was good")),
        ("14.2 no", CommentOrder(WRITE, 14, 2, text="no")),
        ("14", CommentOrder(WRITE, 14)),
        ("14.", CommentOrder(WRITE, 14)),
        ("14 line M12 N13 better", CommentOrder(WRITE, 14, moves="M12 N13 better")),
        ("14 Variante M12; N13: besser: ja", CommentOrder(WRITE, 14, moves="M12; N13", strict=True, text="besser: ja")),
        ("14.2 line (-13:+2): so", CommentOrder(WRITE, 14, 2, moves="(-13:+2)", strict=True, text="so")),
        ("none 14.2", CommentOrder(CommentDeed.STRIKE, 14, 2)),
        ("keine 14.2", CommentOrder(CommentDeed.STRIKE, 14, 2)),
        ("none 14", CommentOrder(CommentDeed.UNREADABLE)),
        ("none 14.2 please", CommentOrder(CommentDeed.UNREADABLE)),
        ("off", CommentOrder(CommentDeed.NEWS_OFF)),
        ("an", CommentOrder(CommentDeed.NEWS_ON)),
        ("1234567 x", CommentOrder(CommentDeed.UNREADABLE)),
        ("-1 x", CommentOrder(CommentDeed.UNREADABLE)),
        ("14M x", CommentOrder(CommentDeed.UNREADABLE)),
        ("well played", CommentOrder(CommentDeed.UNREADABLE)),
    ],
)
def test_a_comment_is_read(argument: str, order: CommentOrder) -> None:
    assert read_comment_order(argument) == order


@pytest.mark.parametrize(
    ("argument", "order"),
    [
        ("none", DiaryOrder(takes_back=True)),
        ("geen", DiaryOrder(takes_back=True)),
        ("none 3", DiaryOrder(takes_back=True, number=3)),
        ("none 3 left", DiaryOrder("none 3 left")),
        ("none of this", DiaryOrder("none of this")),
        ("none 99999", DiaryOrder("none 99999")),
        ("  watch out ", DiaryOrder("watch out")),
        ("", DiaryOrder()),
    ],
)
def test_a_diary_line_is_read(argument: str, order: DiaryOrder) -> None:
    assert read_diary_order(argument) == order


@pytest.mark.parametrize(
    ("lines", "argument", "left"),
    [
        (["comment 14 one", "two", "", "three"], "14 one\ntwo", ["three"]),
        (["comment 14", "one", "two"], "14\none\ntwo", []),
        (["comment 14 one", "status"], "14 one", []),
        (["comment 14 one", "end", "two"], "14 one", []),
        (["diary", "one", "two", "", "M14"], "one\ntwo", ["M14"]),
        (["diary:", "one"], "one", []),
        (["diary one", "M14"], "one", ["M14"]),
        ([f"diary {'word ' * 12}", "and on"], f"{'word ' * 11}word\nand on", []),
    ],
)
def test_the_lines_below_belong_to_it(lines: list[str], argument: str, left: list[str]) -> None:
    read = sort_order_lines(lines, "match", is_step=lambda line: line == "M14")
    assert read.commands[0].argument == argument
    assert list(read.orders) == left


def test_a_word_for_the_deal_stands_below_a_command_that_begins_a_match() -> None:
    read = sort_order_lines(["new egyptos with house", "mischen: Granatapfel", "board", "shuffle: not here"], "match")
    assert [given.word for given in read.commands] == ["Granatapfel", ""]
    assert read.orders == ("shuffle: not here",)
