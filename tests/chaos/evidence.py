"""The evidence of a run in which all went well: a match, a letter for each of its steps, and what came back."""

from __future__ import annotations

import json

from adjudicator.match.record import dump
from chaos.checker.evidence import Arrival, Evidence, Match, Row, Sent, Written
from tests.match.matches import play_match

CODE = "7KQ2"
PEOPLE = {0: "anna@players.example", 1: "bob@players.example", 2: "carla@players.example"}


def sound() -> Evidence:
    """Make it anew, for a test to spoil."""
    record = json.loads(dump(play_match(7, 3)))
    names = ("n", "turn", "seat", "step", "forced", "digest")
    steps = tuple(tuple(step[name] for name in names) for step in record["steps"])
    found = Evidence(records={CODE: record}, verified={CODE: "9 steps, all digests right"}, wishes=1)
    found.matches.append(Match(1, CODE, "finished", record["end"]["digest"], True, PEOPLE, ("a", "b", "c"), steps))
    for n, _, seat, step, forced, digest in steps:
        if not forced:
            _letter(found, n, PEOPLE[seat], step, digest)
    _words(found)
    found.faults += [
        {"event": "breaks", "fault": "beat killed", "number": 1, "at": 100.0},
        {"event": "passed", "match": CODE, "turn": 2, "at": 110.0},
        {"event": "mended", "fault": "beat killed", "number": 1, "at": 150.0},
        {"event": "told", "match": CODE, "turn": 2, "at": 160.0},
    ]
    return found


def _letter(found: Evidence, n: int, sender: str, step: str, digest: str) -> None:
    name = f"<{n}@mail.example>"
    found.written[name] = Written(name, sender, [step], "smtp", taken=1)
    account = {"played": [{"step": step, "order": step}]}
    found.rows.append(Row(n, name, sender, "smtp", "done", 1, "played", 1, f"{n:064x}", account))
    _receipt(found, n, sender, name, f"{CODE} turn 1, chain {digest[:4]} {digest[4:8]}", step)


def _receipt(found: Evidence, n: int, to: str, name: str, chain: str, *played: str) -> None:
    found.sent.append(Sent(n, "receipt", to, "sent", n, "", "text"))
    found.arrivals.append(Arrival(f"<{n}.x-y-z@club.example>", to, name, chain, played, f"digest {n}"))


def _words(found: Evidence) -> None:
    """Let Anna write a few words to the other two."""
    name, sender = "<900@mail.example>", PEOPLE[0]
    found.written[name] = Written(name, sender, ["press words-1"], "smtp", taken=1)
    found.rows.append(Row(900, name, sender, "smtp", "done", 1, "done", 1, f"{900:064x}", {"played": []}))
    found.press.append("words-1")
    _receipt(found, 900, sender, name, "")
    for n, to in ((901, PEOPLE[1]), (902, PEOPLE[2])):
        found.sent.append(Sent(n, "press", to, "sent", None, "", "Anna writes:\n  words-1\n"))
        found.arrivals.append(Arrival(f"<{n}.x-y-z@club.example>", to, "", "", (), f"digest {n}"))
