"""The JSON Schema of records, published beside this file.

``python -m adjudicator.match.record_schema`` writes it anew.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from adjudicator.match.record import Record

PUBLISHED = Path(__file__).with_name("record.schema.json")


def schema_text() -> bytes:
    """Generate the schema from the types."""
    draft = {"$schema": "https://json-schema.org/draft/2020-12/schema", **msgspec.json.schema(Record)}
    return msgspec.json.format(msgspec.json.encode(draft), indent=1) + b"\n"


if __name__ == "__main__":
    PUBLISHED.write_bytes(schema_text())
