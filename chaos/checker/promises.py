"""The promises, each with the number of objects that it is about and the check that finds violations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from chaos.checker import digests, incoming, outgoing, plans, records, seats, times
from chaos.checker.evidence import Evidence


@dataclass(frozen=True, slots=True)
class Promise:
    """Something that has to be true, of so many things."""

    words: str
    counted: Callable[[Evidence], int]
    broken: Callable[[Evidence], Iterator[str]]


def _letters(found: Evidence) -> int:
    return sum(letter.taken > 0 for letter in found.written.values())


def _begun(found: Evidence) -> int:
    return sum(match.begun for match in found.matches)


def _mishaps(found: Evidence) -> Iterator[str]:
    yield from found.mishaps


def _ended(found: Evidence) -> Iterator[str]:
    yield from (f"{name} ended, and nobody had killed it" for name in found.ended)


def _aside(found: Evidence) -> Iterator[str]:
    rows = (*found.rows, *(part.row for part in found.parts))
    yield from (f"{row.name} was set aside" for row in rows if row.state == "aside")


def _rows(found: Evidence) -> int:
    return len(found.rows)


def _written(found: Evidence) -> int:
    return len(found.sent)


def _arrivals(found: Evidence) -> int:
    return len(found.arrivals)


def _changes(found: Evidence) -> int:
    return sum(len(match.changes) for match in found.matches)


def _answers(found: Evidence) -> int:
    return len(digests.answers(found))


def _parts(found: Evidence) -> int:
    return len(found.parts)


def _planned(found: Evidence) -> int:
    return len(plans.turns(found))


PROMISES = (
    Promise("letters that got 250 are kept", _letters, incoming.kept),
    Promise("a letter is kept once, however often it comes", _rows, incoming.kept_once),
    Promise("a letter has one ruling", _rows, incoming.ruled),
    Promise("a ruling has one receipt", _rows, incoming.answered),
    Promise("a step is told by one receipt", lambda found: sum(len(m.steps) for m in found.matches), incoming.played),
    Promise("an answer to a digest is judged once in each match that it names", _answers, digests.sorted_right),
    Promise("a line of an answer to a digest is told once by its receipt", _parts, digests.accounted),
    Promise("a plan plays what its writer wrote, and no line twice", _planned, plans.written),
    Promise("what a plan plays comes with the turn before it, or not at all", _planned, plans.together),
    Promise("a plan is told to nobody else", _written, plans.private),
    Promise("what a plan has played is told to its writer", _planned, plans.told),
    Promise("no plan outlives its match", _begun, plans.forgotten),
    Promise("who has left a seat plays there no more", _changes, seats.dead),
    Promise("each change of a seat revokes its addresses once", _changes, seats.revoked),
    Promise("one person has one seat, and one seat one person", _changes, seats.taken_once),
    Promise("words reach the others once", lambda found: len(found.press), incoming.carried),
    Promise("no letter is set aside", _rows, _aside),
    Promise("every letter that was written went out", _written, outgoing.settled),
    Promise("what went out arrived", _written, outgoing.arrived),
    Promise("the writer got his receipt", _rows, outgoing.receipted),
    Promise("what arrived was written", _arrivals, outgoing.known),
    Promise("a repeat is the same letter", _arrivals, outgoing.repeated),
    Promise("no letter tells of something undone", _arrivals, outgoing.true),
    Promise("a wish is one match", lambda found: found.wishes, records.opened),
    Promise("a match is its chain of steps", _begun, records.chained),
    Promise("a match replays to its digest", _begun, records.replayed),
    Promise("a deadline is noticed within a minute", lambda found: len(times.deadlines(found)), times.noticed),
    Promise("no program ends of itself", lambda _found: 1, _ended),
    Promise("everything came to rest", lambda _found: 1, _mishaps),
)
