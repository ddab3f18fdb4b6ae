"""What is logged must not be good for playing a turn."""

from __future__ import annotations

import logging

import pytest
import structlog

from adjudicator.config import logs
from adjudicator.mail.address import AddressBook

BOOK = AddressBook(domain="club.example", secret=b"a secret for tests, long enough to sign with")
ADDRESS = BOOK.seat("k7q2", 1, 9)
TOKEN = ADDRESS.partition("@")[0].rpartition("-")[2]


@pytest.mark.parametrize("logger", ["structlog", "standard library"])
def test_a_token_never_reaches_the_log(logger: str, capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up_logging()
    if logger == "structlog":
        structlog.get_logger().info("letter judged", recipient=ADDRESS)
    else:
        logging.getLogger("listen").warning("letter for %s not kept", ADDRESS)
    line = capsys.readouterr().err
    assert "k7q2-1-9-" in line
    assert TOKEN not in line


def test_a_token_in_a_traceback_is_hidden_too(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up_logging()
    try:
        int(ADDRESS)
    except ValueError:
        structlog.get_logger().exception("letter set aside", letter=3)
    printed = capsys.readouterr().err
    assert "ValueError" in printed
    assert TOKEN not in printed


def test_an_event_is_one_line_with_its_time_and_level(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up_logging()
    structlog.get_logger().info("letter judged", letter=3)
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("timestamp='20")
    assert "level='info' event='letter judged'" in line
