"""Ways in which the record of a match can be spoilt, by accident or by somebody who knows how its digests are made."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

Plain: TypeAlias = dict[str, Any]
"""A record as JSON gives it."""
Game: TypeAlias = Literal["egyptos", "cheops", "pharao", "version 1", "erased"]

SHORT_SEED = "07" * 8


@dataclass(frozen=True, slots=True)
class Spoiling:
    """One way to spoil a record of a game. `forged`: all digests of the chain are made anew to fit."""

    game: Game
    spoil: Callable[[Plain], object]
    forged: bool = False
    rules_only: bool = False
    """Only a verifier that knows the rules can see it."""


def spoil_record(text: bytes, spoiling: Spoiling) -> bytes:
    """Spoil a record."""
    record = json.loads(text)
    spoiling.spoil(record)
    if spoiling.forged:
        forge_digests(record)
    return json.dumps(record).encode()


def forge_digests(record: Plain) -> None:
    """Make all digests of a record anew, as one who wants to deceive would."""
    inner = record.get("record", record)
    digest = record.get("first") or _sha256(_canonical(inner["header"]))
    for entry in [*inner.get("entries", inner.get("steps", ())), *filter(None, [inner.get("end")])]:
        plain = {name: value for name, value in entry.items() if name != "digest"}
        entry["digest"] = digest = _sha256(digest.encode() + _canonical(plain))


def _canonical(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def _sha256(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()


def _packed(*parts: bytes) -> bytes:
    return b"".join(b"%d:%b," % (len(part), part) for part in parts)


def _put(*path: str | int, value: object) -> Callable[[Plain], None]:
    def put(record: Plain) -> None:
        holder: Any = record
        for key in path[:-1]:
            holder = holder[key]
        holder[path[-1]] = value

    return put


def _exchange(*path: str | int, one: str | int, other: str | int) -> Callable[[Plain], None]:
    def exchange(record: Plain) -> None:
        holder: Any = record
        for key in path:
            holder = holder[key]
        holder[one], holder[other] = holder[other], holder[one]

    return exchange


def _first(record: Plain, kind: str) -> Plain:
    return next(entry for entry in record["entries"] if entry["kind"] == kind)


def _opening(record: Plain, use: str) -> tuple[str, Plain]:
    return next((digest, one) for digest, one in record["openings"].items() if one["use"] == use)


def _seal(use: str, text: str) -> tuple[str, Plain]:
    salt = b"somebody else's."
    digest = _sha256(_packed(b"adjudicator sealed 2", use.encode(), salt, text.encode()))
    return digest, {"use": use, "text": text, "salt": salt.hex()}


def _add_stray(record: Plain) -> None:
    digest, opening = _seal("name", "Eve")
    record["openings"][digest] = opening


def _open_otherwise(record: Plain) -> None:
    digest, _ = _opening(record, "name")
    record["openings"][digest] = _seal("name", "Eve")[1]


def _salt_otherwise(record: Plain) -> None:
    _opening(record, "reason")[1]["salt"] = "00" * 16


def _turn_places(record: Plain) -> None:
    record["entries"][-1]["values"]["places"].reverse()


def _open_as_a_reason(record: Plain) -> None:
    """The opening is right, but what it opens stands where a name is sealed."""
    digest, opening = _seal("reason", "because")
    record["header"]["seats"][0]["holder"]["id"] = digest
    record["openings"] = {digest: opening}


def _shorten_seed(record: Plain) -> None:
    header, seed = record["header"], bytes.fromhex(SHORT_SEED)
    salts = [salt["salt"].encode() for salt in header["salts"]]
    record["seed"] = SHORT_SEED
    header["seed_digest"] = _sha256(_packed(b"adjudicator seed 2", header["match"].encode(), seed))
    header["commitment"] = _sha256(_packed(b"adjudicator commitment 1", seed, *salts))


def _run_on(record: Plain) -> None:
    """Cut the record where the match was still running."""
    ends = [place for place, entry in enumerate(record["entries"]) if entry["kind"] == "end"]
    del record["entries"][ends[0] :]


def _run_on_with_names(record: Plain) -> None:
    _run_on(record)
    record |= {"seed": None, "deal": None}
    keep_sealed(record)


def keep_sealed(record: Plain) -> None:
    """Keep the openings of what is sealed in the header and the entries that are there."""
    sealed = json.dumps([record["header"], record["entries"]])
    record["openings"] = {digest: one for digest, one in record["openings"].items() if digest in sealed}


def _change_seat(record: Plain) -> None:
    _first(record, "seat")["values"]["seat"] += 1


def _first_step(field: str, value: object) -> Callable[[Plain], None]:
    return lambda record: _first(record, "step")["values"].update({field: value})


SPOILINGS: Mapping[str, Spoiling] = {
    "a step is another one": Spoiling("egyptos", _first_step("step", "A1")),
    "a step belongs to another turn": Spoiling("cheops", _first_step("turn", 3)),
    "a step came another way": Spoiling("pharao", _first_step("how", "page")),
    "a step was late": Spoiling("egyptos", _first_step("late", True)),
    "a step was forced": Spoiling("cheops", _first_step("forced", True)),
    "a step revealed something": Spoiling("cheops", _first_step("revealed", "great")),
    "somebody else played a step": Spoiling("cheops", _put("entries", 0, "by", value=3)),
    "a step has another moment": Spoiling("egyptos", _put("entries", 2, "at", value="2027-01-04T13:00:01Z")),
    "somebody else sat down": Spoiling("cheops", _change_seat),
    "the result is another one": Spoiling("egyptos", _turn_places),
    "a digest is another one": Spoiling("pharao", _put("entries", 4, "digest", value="0" * 64)),
    "an entry is missing": Spoiling("egyptos", lambda record: record["entries"].pop(3)),
    "two entries changed places": Spoiling("cheops", _exchange("entries", one=2, other=3)),
    "an entry stands twice": Spoiling("cheops", lambda record: record["entries"].insert(4, record["entries"][4])),
    "an entry stands twice behind forged digests": Spoiling(
        "cheops", lambda record: record["entries"].insert(4, dict(record["entries"][4])), forged=True
    ),
    "a number of an entry is left out": Spoiling("pharao", _put("entries", 3, "n", value=9), forged=True),
    "the match has another code": Spoiling("egyptos", _put("header", "match", value="K7Q3")),
    "the seed was tied to another match": Spoiling("egyptos", _put("header", "match", value="K7Q3"), forged=True),
    "an option is another one": Spoiling("egyptos", _put("header", "options", "contact", value="side")),
    "a term is another one": Spoiling("cheops", _put("header", "terms", "undo", value="free")),
    "two players changed seats": Spoiling("egyptos", _exchange("header", "seats", one=0, other=1)),
    "the match was asked for earlier": Spoiling("egyptos", _put("header", "asked", value="2026-12-31T12:00:00Z")),
    "a salt is another one": Spoiling("cheops", _put("header", "salts", 1, "salt", value="1" * 64), forged=True),
    "two salts changed places": Spoiling("cheops", _exchange("header", "salts", one=0, other=1), forged=True),
    "a salt is missing": Spoiling("pharao", lambda record: record["header"]["salts"].pop(), forged=True),
    "a salt came from nobody": Spoiling("pharao", _put("header", "salts", 0, "from", value="none"), forged=True),
    "the seed is another one": Spoiling("egyptos", _put("seed", value="ff" * 16)),
    "the seed is short": Spoiling("egyptos", _shorten_seed, forged=True),
    "the seed is missing": Spoiling("cheops", _put("seed", value=None)),
    "the deal is missing": Spoiling("cheops", _put("deal", value=None)),
    "seed and deal are missing": Spoiling("cheops", lambda record: record.update(seed=None, deal=None)),
    "another seed was tied": Spoiling("egyptos", _put("header", "seed_digest", value="5" * 64), forged=True),
    "another seed was committed to": Spoiling("egyptos", _put("header", "commitment", value="5" * 64), forged=True),
    "another seat begins": Spoiling("egyptos", lambda record: record["deal"].update(first=1 - record["deal"]["first"])),
    "two laws were exchanged": Spoiling("cheops", _exchange("deal", "laws", one="C3", other="G3")),
    "two price tables were exchanged": Spoiling("cheops", _exchange("deal", "tables", one="R", other="M")),
    "a stack was turned over": Spoiling("cheops", lambda record: record["deal"]["stacks"][0].reverse()),
    "two treasures were exchanged": Spoiling("cheops", lambda record: _exchange_different(record["deal"]["treasures"])),
    "two cards were exchanged": Spoiling("pharao", lambda record: _exchange_different(record["deal"]["cards"])),
    "a photo went to the bottom": Spoiling(
        "pharao", lambda record: record["deal"]["photos"].append(record["deal"]["photos"].pop(0))
    ),
    "a name was exchanged": Spoiling("egyptos", lambda record: _opening(record, "name")[1].update(text="Eve")),
    "a name was opened otherwise": Spoiling("egyptos", _open_otherwise),
    "a reason has another salt": Spoiling("egyptos", _salt_otherwise),
    "an opening opens nothing": Spoiling("cheops", _add_stray),
    "a reason stands for a name": Spoiling("egyptos", _open_as_a_reason, forged=True),
    "a running match tells its seed": Spoiling("pharao", _run_on),
    "a running match tells hidden names": Spoiling("cheops", _run_on_with_names),
    "a number has a point": Spoiling("egyptos", _first_step("turn", 1.0), forged=True),
    "a number is too large": Spoiling("egyptos", _put("header", "options", "move_cap", value=2**53), forged=True),
    "a text is not plain": Spoiling("cheops", _put("header", "seats", 0, "alias", value="Zoë"), forged=True),
    "a text has a line end": Spoiling("cheops", _put("header", "seats", 0, "alias", value="a\nb"), forged=True),
    "a key is not plain": Spoiling("egyptos", _put("header", "terms", "Grace", value=24), forged=True),
    "the version is unknown": Spoiling("egyptos", _put("header", "version", value=3), forged=True),
    "the format is unknown": Spoiling("egyptos", _put("header", "format", value="game-record"), forged=True),
    "the entries are missing": Spoiling("egyptos", lambda record: record.pop("entries")),
    "version 1: a step is another one": Spoiling("version 1", _put("steps", 3, "step", value="A1")),
    "version 1: a player has another name": Spoiling("version 1", _put("header", "seats", 0, "name", value="Eve")),
    "version 1: the result is another one": Spoiling("version 1", _put("end", "places", value=[2, 2])),
    "version 1: a salt is another one": Spoiling("version 1", _put("header", "salts", 0, value="sugar"), forged=True),
    "version 1: a number is another one": Spoiling("version 1", _put("steps", 3, "n", value=9), forged=True),
    "version 1: the deal is another one": Spoiling("version 1", _put("deal", "law7", value=25)),
    "version 1: a running match tells its seed": Spoiling("version 1", _put("end", value=None)),
    "version 1: the seed is missing": Spoiling("version 1", _put("seed", value=None)),
    "erased: the first digest is another one": Spoiling("erased", _put("first", value="0" * 64)),
    "erased: a step is another one": Spoiling("erased", _put("record", "steps", 3, "step", value="A1")),
    "an illegal step": Spoiling("egyptos", _first_step("step", "A1"), forged=True, rules_only=True),
    "a step called forced": Spoiling("cheops", _first_step("forced", True), forged=True, rules_only=True),
    "a step that reveals nothing": Spoiling("cheops", _first_step("revealed", "great"), forged=True, rules_only=True),
    "a wrong turn": Spoiling("cheops", _first_step("turn", 3), forged=True, rules_only=True),
    "a step by the wrong seat": Spoiling("cheops", _put("entries", 0, "by", value=3), forged=True, rules_only=True),
    "a false result": Spoiling("cheops", _turn_places, forged=True, rules_only=True),
    "an undo without consent": Spoiling(
        "egyptos", lambda record: _first(record, "undo")["values"].update(agreed=[]), forged=True, rules_only=True
    ),
}


def _exchange_different(dealt: Plain) -> None:
    one = next(iter(dealt))
    other = next(place for place in dealt if dealt[place] != dealt[one])
    dealt[one], dealt[other] = dealt[other], dealt[one]


def double_a_key(text: bytes) -> bytes:
    """Write a key twice: who reads the second one sees another record than who reads the first."""
    return text.replace(b'"header": {', b'"header": {"match": "X2X2", ', 1)
