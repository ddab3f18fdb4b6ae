"""Reading a letter to its end: whole up to the limit, and beyond it no more than its head."""

from __future__ import annotations

from io import BytesIO

import pytest

from adjudicator.listen.read_stream import CHUNK, read_whole
from adjudicator.mail.text.normalize import split_header_section
from adjudicator.mail.text.size_limits import HEAD
from adjudicator.mail.text.truncate import whole_size


@pytest.mark.parametrize("size", [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK])
def test_a_letter_up_to_the_limit_is_read_byte_for_byte(size: int) -> None:
    raw = bytes(range(256)) * (size // 256) + b"x" * (size % 256)
    assert read_whole(BytesIO(raw), size) == raw


@pytest.mark.parametrize("limit", [10, HEAD - 1, HEAD, 2 * CHUNK])
@pytest.mark.parametrize("beyond", [1, 5 * CHUNK])
def test_of_a_larger_one_the_head_is_kept_with_its_size(limit: int, beyond: int) -> None:
    start = b"Subject: M16\r\n\r\n"
    raw = start + b"x" * max(0, limit + beyond - len(start))
    head, body = split_header_section(read_whole(BytesIO(raw), limit))
    assert head == b"Subject: M16"
    assert whole_size(body) == len(raw)


def test_a_stream_without_an_end_costs_no_memory() -> None:
    class Flood:
        left = 2_000

        def read(self, most: int, /) -> bytes:
            self.left -= 1
            return b"x" * most if self.left else b""

    assert len(read_whole(Flood(), 1_000)) < HEAD + 100
