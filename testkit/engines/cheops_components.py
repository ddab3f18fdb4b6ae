"""A host's own component file, different from the shipped one in everything that can differ."""

from __future__ import annotations

from adjudicator.engines.cheops import Components, load_components

_TABLE = """
[[tables]]
type = "{kind}"
numbers = {numbers}
attested = true
"""

_NUMBERS = {
    "I": ["[1, 2]", "[2, 3]", "[3, 4, 5]", "[4, 5]", "[5, 6]", "[6, 7]"],
    "II": ["[8, 0]", "[7, 0, 7]", "[6, 0]", "[5, 0]", "[4, 0]", "[3, 0]"],
    "III": ["[{ x = 3 }, 1]", "[{ majority = 1, others = 2 }, 9]", "[9, 9]", "[9, 8, 7, 6, 5, 4, 3, 2, 1]"],
}

OWN_FILE = """
[law7]
number = 35
attested = true

[law_cells]
cells = ["A1", "A2", "A3", "B1", "B2", "K1"]
attested = true
""" + "".join(_TABLE.format(kind=kind, numbers=numbers) for kind, tables in _NUMBERS.items() for numbers in tables)


def own_components() -> Components:
    """Read the file."""
    return load_components(OWN_FILE, "own.toml")
