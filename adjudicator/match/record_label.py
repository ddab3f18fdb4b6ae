"""What every record says of itself first: its format and its version."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from adjudicator.codec import Codec
from adjudicator.match.bad_record import BadRecord


class Label(Struct, frozen=True):
    """The format and the version of a record."""

    format: str = ""
    version: int = 0


class _Labelled(Struct):
    header: Label


_LABELLED: Codec[_Labelled] = Codec(_Labelled)


def read_label(text: bytes | str) -> Label:
    """Read the label, so that other formats and versions get an error of their own. Raises `BadRecord`."""
    try:
        return _LABELLED.read(text).header
    except msgspec.ValidationError as error:
        raise BadRecord(f"this is no record of a match: {error}") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRecord(f"this is no JSON: {error}") from error
