"""Mutations of a letter's bytes without regard to its structure, as by bad lines, disks and programs."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

SEEDS = (
    *(
        b"\r\n",
        b"\n",
        b"\r",
        b"\0",
        b"\xff",
        b"\x80",
        b"\x1b",
        b"\t",
        b"=",
        b"=\n",
        b"--",
        b"\n.\n",
        b"\r\n.\r\n",
        b"\n\n",
    ),
    *(
        b"\n--",
        b"From ",
        b">From ",
        b"\xe2\x80\x8b",
        b"\xef\xbb\xbf",
        b"\xed\xa0\x80",
        b"\xc0\x80",
        b"<",
        b">",
        b"&#0;",
    ),
)

Change = Callable[[bytes, Random], bytes]


def change(raw: bytes, chance: Random) -> bytes:
    """Apply one random mutation."""
    return chance.choice(CHANGES)(raw, chance)


def _two(raw: bytes, chance: Random) -> tuple[int, int]:
    one, other = chance.randrange(len(raw) + 1), chance.randrange(len(raw) + 1)
    return min(one, other), max(one, other)


def _flip(raw: bytes, chance: Random) -> bytes:
    flipped = bytearray(raw)
    for _ in range(chance.randrange(1, 30) if flipped else 0):
        flipped[chance.randrange(len(flipped))] = chance.randrange(256)
    return bytes(flipped)


def _cut_out(raw: bytes, chance: Random) -> bytes:
    start, end = _two(raw, chance)
    return raw[:start] + raw[end:]


def _cut_off(raw: bytes, chance: Random) -> bytes:
    return raw[: chance.randrange(len(raw) + 1)]


def _repeat(raw: bytes, chance: Random) -> bytes:
    start, end = _two(raw, chance)
    piece = raw[start:end][:5000]
    return raw[:end] + piece * chance.randrange(1, 20) + raw[end:]


def _sow(raw: bytes, chance: Random) -> bytes:
    for _ in range(chance.randrange(1, 20)):
        at = chance.randrange(len(raw) + 1)
        raw = raw[:at] + chance.choice(SEEDS) + raw[at:]
    return raw


def _newlines(raw: bytes, chance: Random) -> bytes:
    form = chance.choice((b"\r\n", b"\r", b"\n\r", b"\r\r\n", b"\x0b", b"\x85", b"\n\n", "\u2028".encode()))
    return raw.replace(b"\n", form)


def _mixed_newlines(raw: bytes, chance: Random) -> bytes:
    lines = raw.split(b"\n")
    return b"".join(line + chance.choice((b"\n", b"\r\n", b"\r")) for line in lines)


def _around(raw: bytes, chance: Random) -> bytes:
    return (
        chance.choice((b"\n\n\n", b"From x Mon\n", b">From x\n", b"\xef\xbb\xbf", b"\0\0", b" ", b"\r\n", b":")) + raw
    )


def _wide(raw: bytes, chance: Random) -> bytes:
    return raw.decode("latin-1").encode(chance.choice(("utf-16", "utf-8", "utf-16-le")))


CHANGES: tuple[Change, ...] = (
    *(_flip, _flip, _cut_out, _cut_off, _repeat, _sow, _sow, _newlines, _mixed_newlines, _around, _wide),
)
