"""The files of an export. It imports nothing, so that a program that only looks for them loads no database."""

ALL = "all.jsonl.zst"
SCHEMA = "record.schema.json"
VERIFIER = "verify.py"
SUMS = "SHA256SUMS"
EXPORTED = (ALL, SCHEMA, VERIFIER, SUMS)
INCOMPLETE = 3
"""Exit code of an export, or a static site, from which a match was left out that cannot be read."""
