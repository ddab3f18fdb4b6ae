"""Checks of seats that change hands: one person a seat, one seat a person, and dead letters of who sat there before."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from chaos.checker.evidence import Evidence, Match, Row
from chaos.checker.incoming import steps_of

_SEAT_OF_ADDRESS = re.compile(r"\+(\w+)-(\d+)-\d+-")


def revoked(found: Evidence) -> Iterator[str]:
    """Find seats whose addresses were not revoked exactly once for each change."""
    for match in found.matches:
        changed = Counter(change.seat for change in match.changes)
        for seat, epoch in enumerate(match.epochs):
            if epoch != changed[seat]:
                yield f"{match.code}: seat {seat} changed hands {changed[seat]} times, and has epoch {epoch}"


def taken_once(found: Evidence) -> Iterator[str]:
    """Find seats at which another sits than the record says, and people who had two seats."""
    for match in found.matches:
        last = match.entries[-1][0] + 1 if match.entries else 0
        for seat, sits in enumerate(match.sitting):
            if match.begun and match.person_at(seat, last) != sits:
                yield f"{match.code}: {sits} sits at seat {seat}, and the record has {match.person_at(seat, last)}"
        sat = {*match.people.items(), *((change.seat, change.person) for change in match.changes if change.person)}
        for person, count in Counter(person for _, person in sat).items():
            if count > 1:
                yield f"{match.code}: {person} had {count} seats"


def dead(found: Evidence) -> Iterator[str]:
    """Find steps that were played by a letter of somebody who did not sit there."""
    matches = {match.number: match for match in found.matches}
    for row in found.rows:
        match = matches.get(row.match or 0)
        asked = _SEAT_OF_ADDRESS.search(found.written[row.name].recipient) if row.name in found.written else None
        if match is None or asked is None:
            continue
        for step in _elsewhere(match, row):
            yield f"{match.code}: {row.name} of {row.sender} played {step} at seat {asked[2]}, where they did not sit"
    for part in found.parts:
        for step in _elsewhere(matches[part.row.match], part.row) if part.row.match in matches else ():
            yield f"{part.code}: {part.row.sender} played {step} by a digest, where they did not sit"


def _elsewhere(match: Match, row: Row) -> set[str]:
    """Return the steps that a letter played at a seat of others."""
    own = {step for n, _, seat, step, *_ in match.steps if match.person_at(seat, n) == row.sender}
    return set(steps_of(row)) - own
