"""Records of version 2 to the byte: canonical texts and digests that were computed by programs without our code."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest

from adjudicator.match.dealing.seeded_dealer import commitment
from adjudicator.match.record.chain import chain_entry, digests, first_digest, last_digest, restore_entry
from adjudicator.match.record.record import Header, Opening, Record, canonical, dump_record, load_record
from adjudicator.match.record.sealing import digest_seed, salt_of, seal_text

VECTORS = sorted((Path(__file__).parents[1] / "vectors").glob("*.txt"))
SEEDS = (bytes(15) + b"\x03", bytes(15) + b"\x05")
EACH = pytest.mark.parametrize(("path", "seed"), [*zip(VECTORS, SEEDS, strict=True)], ids=["1", "2"])
PEOPLE = {0: "Anna", 1: "Bob", 2: "Carla", 5: "Xaver"}


def lines_of(path: Path) -> tuple[list[str], list[str]]:
    lines = path.read_text().splitlines()
    return lines[::2], lines[1::2]


def record_of(path: Path, seed: bytes) -> Record:
    (header, *entries), (_, *right) = lines_of(path)
    whole = {
        "header": json.loads(header),
        "entries": [json.loads(text) | {"digest": digest} for text, digest in zip(entries, right, strict=True)],
        "openings": openings_of(header + "".join(entries)),
        "seed": seed.hex(),
        "deal": {"first": 1},
    }
    record = load_record(json.dumps(whole))
    assert isinstance(record, Record)
    return record


def openings_of(text: str) -> dict[str, dict[str, str]]:
    found = {}
    for number, name in PEOPLE.items():
        salt = bytes(15) + bytes([number])
        if (digest := seal_text("name", salt, name)) in text:
            found[digest] = {"use": "name", "text": name, "salt": salt.hex()}
    return found


@EACH
def test_a_vector_has_the_digests_that_others_computed(path: Path, seed: bytes) -> None:
    (header, *_), right = lines_of(path)
    record = record_of(path, seed)
    assert canonical(record.header) == header.encode()
    assert [first_digest(record.header), *digests(record)] == right
    assert last_digest(record) == right[-1]
    assert load_record(dump_record(record)) == record


@EACH
def test_the_entries_of_a_vector_are_built_anew(path: Path, seed: bytes) -> None:
    record = record_of(path, seed)
    digest = first_digest(record.header)
    for number, right in enumerate(record.entries, 1):
        entry = chain_entry(digest, number, right.by, right.at + timedelta(microseconds=999_999), right.values)
        assert entry == right
        stored = json.loads(canonical({"values": entry.values}))["values"]
        assert restore_entry(entry.kind, entry.n, entry.by, entry.at, stored, entry.digest) == right
        digest = entry.digest


@EACH
def test_the_header_of_a_vector_fixes_its_seed_salts_and_people(path: Path, seed: bytes) -> None:
    record = record_of(path, seed)
    header: Header = record.header
    assert header.seed_digest == digest_seed(header.match, seed)
    assert [salt.salt for salt in header.salts] == [salt_of("K7Q2", i, f"yes {i}") for i in range(len(header.seats))]
    assert header.commitment == commitment(seed, [salt.salt for salt in header.salts])
    names = [record.openings[seat.holder.id or ""] for seat in header.seats]
    assert names == [
        Opening("name", name, salt.to_bytes(16, "big").hex())
        for salt, name in list(PEOPLE.items())[: len(header.seats)]
    ]
