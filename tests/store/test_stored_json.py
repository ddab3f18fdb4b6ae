"""What the classes of JSON columns write and read: the same text as rows of before have."""

import json
from datetime import UTC, datetime

import msgspec
import pytest

from adjudicator.match.record.v1.match_end import Kind
from adjudicator.match.record.v1.record import RECORDED_END, RecordedEnd
from adjudicator.services.outbox.letter_headers import HEADERS, AttachedText, LetterHeaders
from adjudicator.store.columns import JsonOf, read_json
from adjudicator.store.request_wishes import (
    ADDRESS,
    CHANGE,
    CHOICE,
    UNDO,
    AddressWish,
    ChangeWish,
    ChoiceWish,
    UndoWish,
)

ROWS = [
    (CHOICE, ChoiceWish("layout", "linear"), '{"key": "layout", "value": "linear"}'),
    (
        CHANGE,
        ChangeWish(7, "address", "a@b.example", "letter", "c@d.example", "K7Q2", 3, "", ""),
        (
            '{"player": 7, "command": "address", "value": "a@b.example", "by": "letter", "sender": "c@d.example",'
            ' "match": "K7Q2", "turn": 3, "browser": "", "agreed": ""}'
        ),
    ),
    (
        ADDRESS,
        AddressWish(7, "page", "c@d.example", "", 0, "Firefox", "c@d.example", "2026-11-28T12:00:00+00:00"),
        (
            '{"player": 7, "by": "page", "sender": "c@d.example", "match": "", "turn": 0, "browser": "Firefox",'
            ' "agreed": "c@d.example", "at": "2026-11-28T12:00:00+00:00"}'
        ),
    ),
    (UNDO, UndoWish(12), '{"change": 12}'),
    (HEADERS, LetterHeaders("K7Q2", ""), '{"code": "K7Q2", "in_reply_to": ""}'),
    (
        HEADERS,
        LetterHeaders("", "<1@x.example>", "https://x.example/l/1", ("egyptos",), AttachedText("a.json", "b/c", "{}")),
        (
            '{"code": "", "in_reply_to": "<1@x.example>", "stop_url": "https://x.example/l/1", "rules": ["egyptos"],'
            ' "attachment": {"name": "a.json", "type": "b/c", "text": "{}"}}'
        ),
    ),
    (
        RECORDED_END,
        RecordedEnd(Kind.RESIGNED, "resigned", (2, 1), (), datetime(2026, 11, 28, tzinfo=UTC), "0" * 64, 0),
        (
            '{"kind": "resigned", "reason": "resigned", "places": [2, 1], "scores": [], "at": "2026-11-28T00:00:00Z",'
            f' "digest": "{"0" * 64}", "seat": 0}}'
        ),
    ),
]


@pytest.mark.parametrize(("shape", "value", "text"), ROWS, ids=lambda part: type(part).__name__)
def test_a_value_is_stored_as_before(shape: object, value: object, text: str) -> None:
    assert json.dumps(msgspec.to_builtins(value)) == text
    assert shape.convert(json.loads(text)) == value  # type: ignore[attr-defined]


def test_an_address_that_was_asked_for_before_another_had_to_agree_names_its_player_alone() -> None:
    assert ADDRESS.convert({"player": 7}) == AddressWish(7)
    assert AddressWish(7).agreed is None


def test_a_column_without_a_value_holds_none() -> None:
    column = JsonOf(RECORDED_END)
    assert column.process_bind_param(None, None) is None  # type: ignore[arg-type]
    assert column.process_result_value(None, None) is None  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    [
        '{"a": [1, -2.5, true, null, "\\u00e9"], "b": {}}',
        '["\\ud800", "\\ud83d\\ude00"]',
        "[1e400, -Infinity, 123456789012345678901234567890]",
        '{"twice": 1, "twice": 2}',
        '"half',
    ],
)
def test_stored_json_is_read_as_python_reads_it(text: str) -> None:
    try:
        right: object = json.loads(text)
    except ValueError:
        with pytest.raises(ValueError, match="Unterminated"):
            read_json(text)
    else:
        assert read_json(text) == read_json(text.encode()) == right
