"""The first fields of every record: its format and its version."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from adjudicator.codec import Codec
from adjudicator.match.record.bad_record import BadRecord


class Label(Struct, frozen=True):
    """The format and the version of a record."""

    format: str = ""
    version: int = 0


class _Labelled(Struct):
    """A record has its label in the header, one whose header is no longer true has it outside."""

    format: str = ""
    header: Label | None = None


_LABELLED: Codec[_Labelled] = Codec(_Labelled)


def read_label(text: bytes | str) -> Label:
    """Read the label, so that other formats and versions get an error of their own. Raises `BadRecord`."""
    try:
        labelled = _LABELLED.read(text)
    except msgspec.ValidationError as error:
        raise BadRecord(f"this is no record of a match: {error}") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRecord(f"this is no JSON: {error}") from error
    if labelled.format:
        return Label(labelled.format)
    if labelled.header is None:
        raise BadRecord("this is no record of a match: it has no header")
    return labelled.header
