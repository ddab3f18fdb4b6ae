"""Reads a feed that must be valid by the grammar of RFC 4287, as far as our feeds use it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from lxml import etree


@cache
def _grammar() -> etree.RelaxNG:
    return etree.RelaxNG(etree.parse(Path(__file__).parent / "atom.rng"))


def read_valid(written: bytes) -> etree._Element:
    """Parse a feed; no two of its ids are the same."""
    read = etree.fromstring(written)
    assert _grammar().validate(read), _grammar().error_log
    ids = read.xpath("//*[local-name() = 'id']/text()")
    assert len(ids) == len(set(ids))
    return read
