"""Checks of outgoing letters: each arrives, a repeat has the same bytes, and none reports steps that were lost."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from chaos.checker.evidence import Arrival, Evidence, Sent, print_digest
from chaos.checker.incoming import RECEIPTS, steps_told, words_of
from chaos.checker.records import digests

LASTING = RECEIPTS | {"start", "match_over", "press", "fault"}
"""Letters that are as true later as they are now."""
_CHAIN = len(print_digest("0" * 64))
"""How much of a digest stands in a letter, with the blanks between its groups."""


def settled(found: Evidence) -> Iterator[str]:
    """Find letters that still wait, that failed, that were dropped although they stay true, or joined to nothing."""
    out = {letter.number: letter for letter in found.sent if letter.state == "sent"}
    for letter in found.sent:
        if letter.state not in ("sent", "dropped", "joined"):
            yield f"letter {letter.number}, {letter.kind}, is {letter.state}"
        elif letter.state == "dropped" and letter.kind in LASTING:
            yield f"letter {letter.number}, {letter.kind}, was dropped"
        elif letter.state == "joined" and not _is_said(letter, out.get(letter.joined_to)):
            yield f"letter {letter.number}, {letter.kind}, is joined to {letter.joined_to}, which does not say it"


def _is_said(letter: Sent, other: Sent | None) -> bool:
    """Tell whether one letter says what another one was to carry."""
    return other is not None and (letter.kind != "press" or words_of(letter) in other.text)


def arrived(found: Evidence) -> Iterator[str]:
    """Find letters that are said to be sent and never arrived, and such that arrived at the wrong place."""
    places = defaultdict(set)
    for arrival in found.arrivals:
        places[arrival.number].add(arrival.to)
    for letter in found.sent:
        if letter.state == "sent" and not places[letter.number]:
            yield f"letter {letter.number}, {letter.kind}, to {letter.to} never arrived"
        elif places[letter.number] - {letter.to}:
            yield f"letter {letter.number}, {letter.kind}, to {letter.to} arrived at {places[letter.number]}"


def known(found: Evidence) -> Iterator[str]:
    """Find letters that arrived although nobody has written them, as far as the database knows."""
    rows = {letter.number for letter in found.sent}
    for arrival in found.arrivals:
        if arrival.number not in rows:
            yield f"{arrival.id} to {arrival.to} is in no outbox"


def repeated(found: Evidence) -> Iterator[str]:
    """Find repeats that cannot be known for such: other bytes, or another name for the same answer."""
    copies: dict[int, set[tuple[str, str]]] = defaultdict(set)
    receipts = {letter.number for letter in found.sent if letter.kind in RECEIPTS}
    answers: dict[str, set[str]] = defaultdict(set)
    for arrival in found.arrivals:
        copies[arrival.number].add((arrival.id, arrival.digest))
        if arrival.number in receipts:
            answers[arrival.answers].add(arrival.id)
    for number, different in copies.items():
        if len(different) > 1:
            yield f"letter {number} arrived as {len(different)} different ones"
    for name, ids in answers.items():
        if len(ids) > 1:
            yield f"{name} was answered by {sorted(ids)}"


def receipted(found: Evidence) -> Iterator[str]:
    """Find letters whose writer got no answer, or one that tells something else than the ruling."""
    by_answer = defaultdict(list)
    for arrival in found.arrivals:
        by_answer[arrival.answers].append(arrival)
    receipts = {letter.answers for letter in found.sent if letter.kind in RECEIPTS}
    for row in found.rows:
        if row.number not in receipts:
            continue
        if not by_answer[row.name]:
            yield f"the receipt of {row.name} never arrived"
        elif any(list(arrival.played) != steps_told(found, row) for arrival in by_answer[row.name]):
            yield f"the receipt of {row.name} tells {by_answer[row.name][0].played}, not {steps_told(found, row)}"


def true(found: Evidence) -> Iterator[str]:
    """Find letters that tell of something undone: of a position that is in no match."""
    standing = {match.code: {print_digest(digest) for digest in digests(found, match)} for match in found.matches}
    for arrival in found.arrivals:
        if arrival.chain and not _stood(arrival, standing):
            yield f"{arrival.id} tells of {arrival.chain!r}, which is in no record"


def _stood(arrival: Arrival, standing: dict[str, set[str]]) -> bool:
    code, _, _ = arrival.chain.partition(" ")
    return arrival.chain[-_CHAIN:] in standing.get(code, ())
