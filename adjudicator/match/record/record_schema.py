"""The JSON Schema of records, published beside this file.

``python -m adjudicator.match.record.record_schema`` writes it anew.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from adjudicator.match.record.record import Record
from adjudicator.match.record.v1 import record as version_1

PUBLISHED = Path(__file__).with_name("record.schema.json")
SHAPES = (Record, version_1.Record, version_1.ErasedRecord)


def schema_text() -> bytes:
    """Generate the schema from the types: a record of version 2, of version 1, or one that was erased."""
    shapes, parts = msgspec.json.schema_components(SHAPES, ref_template="#/$defs/{name}")
    draft = {"$schema": "https://json-schema.org/draft/2020-12/schema", "oneOf": list(shapes), "$defs": parts}
    return msgspec.json.format(msgspec.json.encode(draft), indent=1) + b"\n"


if __name__ == "__main__":
    PUBLISHED.write_bytes(schema_text())
