"""The report of a run: faults, counts, and every promise with its violations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from chaos.checker.evidence import Evidence
from chaos.checker.promises import PROMISES
from chaos.checker.times import deadlines

MOST_SHOWN = 8


def report(found: Evidence) -> tuple[list[str], bool]:
    """Write the account; tell also whether every promise was kept."""
    lines, all_kept = [*_played(found), "", *_faults(found), ""], True
    for promise in PROMISES:
        broken = list(promise.broken(found))
        all_kept = all_kept and not broken
        lines.append(f"{'ok' if not broken else 'BROKEN':8}{promise.counted(found):8}  {promise.words}")
        lines += [f"{'':18}{fault}" for fault in broken[:MOST_SHOWN]]
        if len(broken) > MOST_SHOWN:
            lines.append(f"{'':18}and {len(broken) - MOST_SHOWN} more")
    return lines, all_kept


def _played(found: Evidence) -> Iterator[str]:
    letters = found.written.values()
    copies = sum(max(letter.taken - 1, 0) for letter in letters)
    arrived = {arrival.id for arrival in found.arrivals}
    verdicts = Counter(row.verdict.partition(":")[0] for row in found.rows)
    waits = [one.waited for one in deadlines(found)]
    pages, begun = sum(letter.via == "web" for letter in letters), [match for match in found.matches if match.begun]
    yield f"{len(letters)} letters, {pages} of them by the pages, in {found.seconds:.0f} seconds"
    yield f"{copies} of them came again; {len(found.rows)} are kept: {_counts(verdicts)}"
    yield f"{len(found.sent)} letters went back: {_counts(Counter(letter.state for letter in found.sent))}"
    yield f"{len(found.arrivals)} arrived, {len(found.arrivals) - len(arrived)} of them as repeats"
    steps = sum(len(match.steps) for match in begun)
    yield f"{len(found.matches)} matches, {len(begun)} of them played, {steps} steps"
    if waits:
        yield f"{len(waits)} deadlines passed; the longest was noticed after {max(waits):.0f} sound seconds"


def _faults(found: Evidence) -> Iterator[str]:
    made = Counter(entry["fault"] for entry in found.faults if entry["event"] == "breaks")
    yield f"{made.total()} faults: {_counts(made)}"


def _counts(counter: Counter[str]) -> str:
    return ", ".join(f"{count} {word}" for word, count in counter.most_common())
