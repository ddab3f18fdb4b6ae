"""The evidence of a run in which all went well: a match, a letter for each of its steps, and what came back."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from adjudicator.match.record.v1.record import dump_record
from chaos.checker.evidence import Arrival, Change, Evidence, Match, Part, Row, Sent, Written, print_digest
from chaos.checker.records import _digest
from testkit.engines.shafts_matches import play_match

CODE = "7KQ2"
DIGEST_PART = 990
STEP_VALUES = ("turn", "step", "forced")
PEOPLE = {0: "anna@players.example", 1: "bob@players.example", 2: "carla@players.example"}


def sound() -> Evidence:
    """Make it anew, for a test to spoil."""
    record = _with_entries(json.loads(dump_record(play_match(7, 3))))
    steps = tuple(
        (
            entry["n"],
            entry["values"]["turn"],
            entry["by"],
            *(entry["values"][key] for key in STEP_VALUES[1:]),
            entry["digest"],
        )
        for entry in record["entries"][:-1]
    )
    entries = tuple((entry["n"], entry["digest"]) for entry in record["entries"])
    found = Evidence(records={CODE: record}, verified={CODE: "9 steps, all digests right"}, wishes=1)
    seats = (0, 0, 0), tuple(PEOPLE.values())
    match = Match(1, CODE, "finished", entries[-1][1], True, PEOPLE, ("a", "b", "c"), steps, entries, (), *seats)
    found.matches.append(match)
    last = max(n for n, *_, forced, _ in steps if not forced)
    for n, _, seat, step, forced, digest in steps:
        if not forced:
            (_answer_to_digest if n == last else _letter)(found, n, PEOPLE[seat], step, digest)
    _words(found)
    found.faults += [
        {"event": "breaks", "fault": "beat killed", "number": 1, "at": 100.0},
        {"event": "passed", "match": CODE, "turn": 2, "at": 110.0},
        {"event": "mended", "fault": "beat killed", "number": 1, "at": 150.0},
        {"event": "told", "match": CODE, "turn": 2, "at": 160.0},
    ]
    return found


def _with_entries(old: dict[str, Any]) -> dict[str, Any]:
    """Write a record's steps and end as one chain of entries."""
    steps = [
        {"kind": "step", "by": step["seat"], "at": step["at"], "values": {key: step[key] for key in STEP_VALUES}}
        for step in old["steps"]
    ]
    end = {"kind": "end", "by": "server", "at": old["end"]["at"], "values": {"reason": old["end"]["reason"]}}
    digest, entries = _digest("", old["header"]), []
    for n, entry in enumerate([*steps, end], 1):
        digest = _digest(digest, entry | {"n": n})
        entries.append(entry | {"n": n, "digest": digest})
    return {"header": old["header"], "entries": entries}


def _letter(found: Evidence, n: int, sender: str, step: str, digest: str) -> None:
    name = f"<{n}@mail.example>"
    found.written[name] = Written(name, sender, [step], "smtp", taken=1)
    account = {"played": [{"step": step, "order": step}]}
    found.rows.append(Row(n, name, sender, "smtp", "done", 1, "played", 1, f"{n:064x}", account))
    _receipt(found, n, sender, name, f"{CODE} turn 1, chain {print_digest(digest)}", step)


def _answer_to_digest(found: Evidence, n: int, sender: str, step: str, digest: str) -> None:
    name, lines = f"<{n}@mail.example>", [f"{CODE} {step}", "digest 18:00"]
    found.written[name] = Written(name, sender, lines, "smtp", "play+digest-3-abcdefgh@club.example", taken=1)
    own = {"done": [{"order": "digest 18:00"}]}
    found.rows.append(Row(n, name, sender, "smtp", "done", 1, "played", None, f"{n:064x}", own))
    account = {"played": [{"step": step, "order": step}]}
    part = Row(DIGEST_PART, name, sender, "part", "done", 1, "played", 1, f"{DIGEST_PART:064x}", account)
    found.parts.append(Part(part, n, CODE, (step,)))
    _receipt(found, n, sender, name, f"{CODE} turn 1, chain {print_digest(digest)}", step)
    found.sent[-1] = replace(found.sent[-1], kind="digest_receipt", text=f"{CODE} Shafts")


def _receipt(found: Evidence, n: int, to: str, name: str, chain: str, *played: str) -> None:
    found.sent.append(Sent(n, "receipt", to, "sent", n, 0, "text"))
    found.arrivals.append(Arrival(f"<{n}12345678.x-y-z@club.example>", to, name, chain, played, f"digest {n}"))


def _words(found: Evidence) -> None:
    """Let Anna write a few words to the other two."""
    name, sender = "<900@mail.example>", PEOPLE[0]
    found.written[name] = Written(name, sender, ["press words-1"], "smtp", taken=1)
    found.rows.append(Row(900, name, sender, "smtp", "done", 1, "done", 1, f"{900:064x}", {"played": []}))
    found.press.append("words-1")
    _receipt(found, 900, sender, name, "")
    for n, to in ((901, PEOPLE[1]), (902, PEOPLE[2])):
        found.sent.append(Sent(n, "press", to, "sent", None, 0, "Anna writes:\n  words-1\n"))
        found.arrivals.append(Arrival(f"<{n}12345678.x-y-z@club.example>", to, "", "", (), f"digest {n}"))


def leave(found: Evidence, seat: int, after: int) -> None:
    """Let somebody resign after a step: the house player makes those of the seat that come later."""
    _play_by_house(found, [n for n, _, who, *_ in found.matches[0].steps if who == seat and n > after])
    change_hands(found, Change(after, seat, None, "resigned"))


def change_hands(found: Evidence, change: Change) -> None:
    """Let a seat change hands as the record and the database have it."""
    match = found.matches[0]
    epochs = tuple(epoch + (seat == change.seat) for seat, epoch in enumerate(match.epochs))
    sitting = tuple(change.person if seat == change.seat else person for seat, person in enumerate(match.sitting))
    found.matches[0] = replace(match, changes=(*match.changes, change), epochs=epochs, sitting=sitting)


def claim(found: Evidence, claimer: int, after: int) -> None:
    """Let somebody claim the turn of a step: the house player makes the rest of that turn."""
    turn = found.matches[0].steps[after - 1][1]
    _play_by_house(found, [n for n, its, *_ in found.matches[0].steps if its == turn and n > after])
    _do(found, 920, PEOPLE[claimer], "claim", after)


def plan_turn(found: Evidence) -> None:
    """Let a plan of Bob's play the two steps of his turn, in the ruling on the letter that ended Anna's."""
    _play_by_house(found, [13, 14])
    match, bob = found.matches[0], PEOPLE[1]
    hows = {n: ("letter", str(n)) for n, _ in match.entries} | {13: ("plan", "12"), 14: ("plan", "12")}
    found.matches[0] = replace(match, hows=hows)
    _do(found, 930, bob, "if dig 2 then shore 1; dig 1", 6)
    found.written["<930@mail.example>"].recipient = f"play+{CODE.lower()}-1-2-abcdefgh@club.example"
    text = f"You played shore 1, dig 1 (as planned).\n{CODE} turn 4, chain"
    found.sent.append(Sent(931, "turn", bob, "sent", None, 0, text))
    digest = match.steps[13][-1]
    chain = f"{CODE} turn 4, chain {print_digest(digest)}"
    found.arrivals.append(Arrival("<93112345678.x-y-z@club.example>", bob, "", chain, (), "digest 931"))


def refuse_words(found: Evidence, *, turn: int) -> None:
    """Let Anna's words be refused, as her letter went to the address of a turn, and the match is at its second."""
    row = next(row for row in found.rows if row.number == 900)
    at = found.rows.index(row)
    found.rows[at] = replace(row, verdict="refused: old_letter", account={"refused": [{"order": "press words-1"}]})
    found.written[row.name].recipient = f"play+{CODE.lower()}-0-{turn}-abcdefgh@club.example"
    found.press.clear()
    found.sent[:] = [letter for letter in found.sent if letter.kind != "press"]
    found.arrivals[:] = [one for one in found.arrivals if one.number not in (901, 902)]
    stand(found, 900, 6)


def _play_by_house(found: Evidence, steps: list[int]) -> None:
    found.rows[:] = [row for row in found.rows if row.number not in steps]
    found.parts[:] = [part for part in found.parts if part.answer not in steps]
    found.sent[:] = [letter for letter in found.sent if letter.number not in steps]
    found.arrivals[:] = [arrival for arrival in found.arrivals if arrival.number not in steps]
    for n in steps:
        found.written.pop(f"<{n}@mail.example>", None)


def _do(found: Evidence, number: int, sender: str, line: str, after: int) -> None:
    name = f"<{number}@mail.example>"
    found.written[name] = Written(name, sender, [line], "smtp", taken=1)
    found.rows.append(Row(number, name, sender, "smtp", "done", 1, "done", 1, f"{number:064x}", {"played": []}))
    _receipt(found, number, sender, name, "")
    stand(found, number, after)


def stand(found: Evidence, number: int, after: int) -> None:
    """Let the receipt of a letter tell how the match stood after a step."""
    _, turn, *_, digest = found.matches[0].steps[after - 1]
    at = next(at for at, arrival in enumerate(found.arrivals) if arrival.number == number)
    chain = f"{CODE} turn {turn}, chain {print_digest(digest)}"
    found.arrivals[at] = replace(found.arrivals[at], chain=chain)
