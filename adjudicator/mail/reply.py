"""What a person wrote into a reply, without what the mail program copied from our letter.

Quoted orders are legal orders, so the rule is never to let a quoted line through, and never to wipe a line that
somebody wrote between or below the quotes. Every line is given a kind; nothing is thrown away. Where a quote is not
marked line by line, what is not known for ours is neither believed nor forgotten: it is for the reader to ask about.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain, repeat

from adjudicator.mail.attribution import addresses_in
from adjudicator.mail.limits import COLUMNS, LINES
from adjudicator.mail.passage import DOUBT, Kind, Line, without_doubts
from adjudicator.mail.quoting import sort_lines
from adjudicator.mail.signature import sort_passage

_UNCLEAR = (Kind.BELOW, Kind.ECHO)
_DOUBTED = (Kind.WRITTEN, Kind.COURTESY, *_UNCLEAR)
"""Kinds of lines that may be acted on, and so must be seen by their writer as they read."""
_LEFT_OUT = (Kind.QUOTED, Kind.INTRODUCTION, Kind.UNREAD, *_UNCLEAR)


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply taken apart: every line of it, and what it is."""

    read: tuple[Line, ...] = ()
    recognised: bool = False
    """Whether the letter that it answers was known and stands in it."""
    halves_differ: bool = False
    """Whether lines are unsure because the plain text and the HTML of the letter do not say the same."""
    instead: Reply | None = None
    """The HTML half, where the two have nothing in common and one may be no more than a notice."""

    @property
    def lines(self) -> tuple[str, ...]:
        """What was written, with a blank line between paragraphs."""
        return self._joined(Kind.WRITTEN)

    @property
    def persons(self) -> tuple[str, ...]:
        """What the person wrote, courtesies included; where that is nothing, what stands below an introduction."""
        return self._joined(Kind.WRITTEN, Kind.COURTESY) or self._joined(*_UNCLEAR)

    @property
    def unclear(self) -> tuple[str, ...]:
        """What may not be meant: it stands in a quote that is not marked, or is unsure."""
        return tuple(line.text for line in self.read if line.kind is Kind.UNSURE or line.kind in _UNCLEAR)

    @property
    def from_quote(self) -> tuple[str, ...]:
        """What stands in a quote that is not marked, and may be somebody's or ours."""
        return tuple(line.text for line in self.read if line.kind in _UNCLEAR)

    @property
    def unsure(self) -> tuple[str, ...]:
        """What its writer may not see as it reads: it is asked about and never acted on."""
        return tuple(line.text for line in self.read if line.kind is Kind.UNSURE)

    @property
    def echoes(self) -> bool:
        """Tell whether some of what is unclear stands in our letter as well."""
        return any(line.kind is Kind.ECHO for line in self.read)

    @property
    def quoted(self) -> int:
        """The number of lines that were left out because they are somebody else's, or may be."""
        return sum(1 for line in self.read if line.kind in _LEFT_OUT and line.text.strip())

    @property
    def quoted_from(self) -> str:
        """The line that introduces the quote, where there is one; some programs mark it like what follows."""
        run: list[str] = []
        for line in self.read:
            if line.kind is Kind.INTRODUCTION:
                run.append(line.text.strip("> "))
            elif run:
                break
        marked = next((line.text.lstrip("> ") for line in self.read if line.kind is Kind.QUOTED), "")
        return " ".join(run) or (marked if marked.endswith(":") and addresses_in(marked) else "")

    @property
    def signature(self) -> tuple[str, ...]:
        """What stands below what was written: wishes, a name, a telephone's line."""
        return tuple(line.text for line in self.read if line.kind in (Kind.COURTESY, Kind.SIGNATURE))

    def _joined(self, *kinds: Kind) -> tuple[str, ...]:
        joined: list[str] = []
        apart = False
        for line in self.read:
            if line.kind not in kinds:
                apart = True
                continue
            if apart and joined:
                joined.append("")
            joined.append(line.text)
            apart = False
        return tuple(joined)


def read_reply(text: str, is_ours: Callable[[str], bool], name: str = "", letters: Sequence[str] = ()) -> Reply:
    """Read what somebody wrote out of the text of his letter.

    `is_ours` tells our own addresses, which every reply quotes in front of our letter; `name` is what the writer calls
    himself, so that his name below an order is known for a signature; `letters` are the texts of the letters of ours
    that this one may answer. A line that holds a `DOUBT`, or is cut, is unsure.
    """
    whole = text.split("\n")
    lines = [without_doubts(line)[:COLUMNS].rstrip() for line in whole]
    sorting = sort_lines(lines[:LINES], is_ours, letters)
    kinds = list(sorting.kinds)
    _sort_writing(lines, kinds, name)
    for at, (kind, line) in enumerate(zip(kinds, whole, strict=False)):
        if kind in _DOUBTED and (DOUBT in line or len(line) > COLUMNS):
            kinds[at] = Kind.UNSURE
    read = map(Line, chain(kinds, repeat(Kind.UNREAD)), lines)
    return Reply(tuple(read), sorting.recognised)


def _sort_writing(lines: Sequence[str], kinds: list[Kind], name: str) -> None:
    """Tell courtesies and signatures from orders, in each passage that stands between quotes."""
    begins, start = True, 0
    for end in range(len(kinds) + 1):
        if end < len(kinds) and kinds[end] in (Kind.WRITTEN, Kind.BLANK):
            continue
        if start < end:
            passage = sort_passage(lines[start:end], name, begins=begins)
            kinds[start:end] = passage
            begins = begins and Kind.WRITTEN not in passage
        start = end + 1
