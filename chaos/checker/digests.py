"""Checks of answers to digests: one letter for many matches, each line carried out once and told by the one receipt."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

from chaos.checker.evidence import Evidence, Part, Row

_DIGEST = "+digest-"
_WITH_AN_ORDER = ("taken_back", "played", "done", "waiting", "refused")
_LINES = ("undone", "not_reached", "ignored", "untried", "comments")

Line = tuple[str, str]
"""The code of a match, or nothing, and an order."""


def answers(found: Evidence) -> list[Row]:
    """List the answers to digests."""
    return [row for row in found.rows if row.name in found.written and _DIGEST in found.written[row.name].recipient]


def sorted_right(found: Evidence) -> Iterator[str]:
    """Find answers of which a match has no part, or several, and parts for a match that their writer did not name."""
    parts = _parts_by_answer(found)
    for row in answers(found):
        if _is_refused_whole(row):
            continue
        named = {code for code, _ in _written_lines(found, row) if code}
        judged = Counter(part.code for part in parts[row.number])
        for code in sorted(named | judged.keys()):
            if judged[code] != (code in named or not named):
                yield f"{row.name} has {judged[code]} parts for {code}, and names {sorted(named)}"
    codes = {match.number: match.code for match in found.matches}
    for part in found.parts:
        if part.row.match is not None and codes.get(part.row.match) != part.code:
            yield f"the part for {part.code} of letter {part.answer} was judged in {codes.get(part.row.match)}"


def accounted(found: Evidence) -> Iterator[str]:
    """Find lines that their receipt tells not once, lines that nobody wrote, and parts that the receipt leaves out."""
    parts = _parts_by_answer(found)
    texts = {letter.answers: letter.text for letter in found.sent if letter.kind == "digest_receipt"}
    for row in answers(found):
        if _is_refused_whole(row):
            continue
        written = Counter(_written_lines(found, row))
        # A digest with one match needs no code: its lines are for that match.
        told = Counter(
            ("", order) if (code, order) not in written and ("", order) in written else (code, order)
            for code, order in _told_lines(row, parts[row.number])
        )
        for line in sorted(written.keys() | told.keys()):
            if written[line] != told[line]:
                yield f"{row.name}: {line} was written {written[line]} times and told {told[line]} times"
        missing = [part.code for part in parts[row.number] if part.code not in texts.get(row.number, "")]
        if missing and row.number in texts:
            yield f"the receipt of {row.name} leaves {missing} out"


def _parts_by_answer(found: Evidence) -> dict[int, list[Part]]:
    by_answer: dict[int, list[Part]] = defaultdict(list)
    for part in found.parts:
        by_answer[part.answer].append(part)
    return by_answer


def _written_lines(found: Evidence, row: Row) -> list[Line]:
    codes = {match.code for match in found.matches}
    lines = [line.partition(" ") for line in found.written[row.name].lines]
    written = [(first, rest) if first in codes else ("", f"{first}{gap}{rest}") for first, gap, rest in lines]
    return [(code, order) for code, rest in written for order in _split(rest)]


def _split(line: str) -> list[str]:
    """Split a line into its orders."""
    return [order.strip() for order in line.split(";")]


def _told_lines(row: Row, parts: list[Part]) -> Iterator[Line]:
    """List the lines that an answer and its parts tell; a part that was refused as a whole tells all of its lines."""
    yield from (("", order) for order in _orders(row.account or {}))
    for part in parts:
        lines = part.lines if _is_refused_whole(part.row) else _orders(part.row.account or {})
        orders = [order for line in lines for order in _split(line)]
        yield from ((part.code, order) for order in orders)


def _orders(account: dict[str, Any]) -> Iterator[str]:
    for key in _WITH_AN_ORDER:
        yield from (one["order"] for one in account.get(key, ()) if one["order"])
    for key in _LINES:
        yield from account.get(key, ())


def _is_refused_whole(row: Row) -> bool:
    """Tell whether a letter was refused without a look at its lines, as one to an old address is."""
    return row.verdict.startswith("refused") and not any(_orders(row.account or {}))
