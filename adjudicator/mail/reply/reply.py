"""What a person wrote into a reply, without what the mail program copied from our letter.

Quoted orders are legal orders, so the rule is never to let a quoted line through, and never to wipe a line that
somebody wrote between or below the quotes. Every line is given a kind; nothing is thrown away. Where a quote is not
marked line by line, what is not known for ours is neither believed nor forgotten: it is for the reader to ask about.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain, repeat

from adjudicator.mail.reply.attribution import addresses_in
from adjudicator.mail.reply.classify import classify_lines
from adjudicator.mail.reply.quoted_author import Correspondents
from adjudicator.mail.reply.quoted_header import is_separator
from adjudicator.mail.reply.signature_block import classify_own_lines
from adjudicator.mail.text.line_kind import DOUBT, Line, LineKind, without_doubts
from adjudicator.mail.text.size_limits import COLUMNS, LINES

_UNCLEAR = (LineKind.BELOW, LineKind.ECHO)
_DOUBTED = (LineKind.WRITTEN, LineKind.COURTESY, *_UNCLEAR)
"""Kinds of lines that may be acted on, and so must be seen by their writer as they read."""
_LEFT_OUT = (LineKind.QUOTED, LineKind.INTRODUCTION, LineKind.OTHERS, LineKind.UNREAD, *_UNCLEAR)


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
    quotes_writer: bool = False
    """Whether an older letter of the writer is introduced in it."""
    quotes_others: bool = False
    """Whether a letter that neither we nor the writer wrote is introduced in it, be it inside a marked quote."""

    @property
    def lines(self) -> tuple[str, ...]:
        """What was written, with a blank line between paragraphs."""
        return self._joined(LineKind.WRITTEN)

    @property
    def own(self) -> tuple[str, ...]:
        """What the person wrote, courtesies included."""
        return self._joined(LineKind.WRITTEN, LineKind.COURTESY)

    @property
    def persons(self) -> tuple[str, ...]:
        """What the person wrote, courtesies included; where that is nothing, what stands below an introduction."""
        return self.own or self._joined(*_UNCLEAR)

    @property
    def unclear(self) -> tuple[str, ...]:
        """What may not be meant: it stands in a quote that is not marked, or is unsure."""
        return tuple(line.text for line in self.read if line.kind is LineKind.UNSURE or line.kind in _UNCLEAR)

    @property
    def from_quote(self) -> tuple[str, ...]:
        """What stands in a quote that is not marked, and may be somebody's or ours."""
        return tuple(line.text for line in self.read if line.kind in _UNCLEAR)

    @property
    def unsure(self) -> tuple[str, ...]:
        """What its writer may not see as it reads: it is asked about and never acted on."""
        return tuple(line.text for line in self.read if line.kind is LineKind.UNSURE)

    @property
    def others(self) -> tuple[str, ...]:
        """What stands in somebody else's letter."""
        return tuple(line.text for line in self.read if line.kind is LineKind.OTHERS)

    @property
    def certain(self) -> bool:
        """Tell whether every line is the writer's for certain, or for certain not."""
        return not any(line.strip() for line in (*self.unclear, *self.others))

    @property
    def echoes(self) -> bool:
        """Tell whether some of what is unclear stands in our letter as well."""
        return any(line.kind is LineKind.ECHO for line in self.read)

    @property
    def quoted(self) -> int:
        """The number of lines that were left out because they are somebody else's, or may be."""
        return sum(1 for line in self.read if line.kind in _LEFT_OUT and line.text.strip())

    @property
    def quoted_from(self) -> str:
        """The line that introduces the quote, where there is one; some programs mark it like what follows."""
        run: list[str] = []
        for line in self.read:
            if line.kind is LineKind.INTRODUCTION and (not is_separator(line.text) or addresses_in(line.text)):
                run.append(line.text.strip("> "))
            elif run:
                break
        marked = next((line.text.lstrip("> ") for line in self.read if line.kind is LineKind.QUOTED), "")
        return " ".join(run) or (marked if marked.endswith(":") and addresses_in(marked) else "")

    @property
    def signature(self) -> tuple[str, ...]:
        """What stands below what was written: wishes, a name, a telephone's line."""
        return tuple(line.text for line in self.read if line.kind in (LineKind.COURTESY, LineKind.SIGNATURE))

    @property
    def banner(self) -> tuple[str, ...]:
        """The warning that a mail server put on top."""
        return tuple(line.text.strip() for line in self.read if line.kind is LineKind.BANNER)

    def _joined(self, *kinds: LineKind) -> tuple[str, ...]:
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


def read_reply(
    text: str, is_ours: Callable[[str], bool], name: str = "", letters: Sequence[str] = (), address: str = ""
) -> Reply:
    """Read what somebody wrote out of the text of their letter.

    `is_ours` tells our own addresses, which every reply quotes in front of our letter; `name` is what the writer goes
    by, so that their name below an order is known for a signature; `letters` are the texts of the letters of ours that
    this one may answer; `address` is the writer's: without it nobody in the letter can be told for somebody else. A
    line that holds a `DOUBT`, or is cut, is unsure.
    """
    whole = text.split("\n")
    lines = [without_doubts(line)[:COLUMNS].rstrip() for line in whole]
    sorting = classify_lines(lines[:LINES], Correspondents(is_ours, name, address), letters)
    kinds = list(sorting.kinds)
    _sort_writing(lines, kinds, name)
    if sorting.others_from is not None:
        behind = kinds[sorting.others_from :]
        kinds[sorting.others_from :] = [LineKind.BELOW if kind is LineKind.WRITTEN else kind for kind in behind]
    for at, (kind, line) in enumerate(zip(kinds, whole, strict=False)):
        if kind in _DOUBTED and (DOUBT in line or len(line) > COLUMNS):
            kinds[at] = LineKind.UNSURE
    read = map(Line, chain(kinds, repeat(LineKind.UNREAD)), lines)
    return Reply(
        tuple(read),
        sorting.recognised,
        quotes_writer=sorting.quotes_writer,
        quotes_others=sorting.quotes_others,
    )


def _sort_writing(lines: Sequence[str], kinds: list[LineKind], name: str) -> None:
    """Tell courtesies and signatures from orders, in each passage that stands between quotes."""
    begins, start = True, 0
    for end in range(len(kinds) + 1):
        if end < len(kinds) and kinds[end] in (LineKind.WRITTEN, LineKind.BLANK):
            continue
        if start < end:
            passage = classify_own_lines(lines[start:end], name, begins=begins)
            kinds[start:end] = passage
            begins = begins and LineKind.WRITTEN not in passage
        start = end + 1
