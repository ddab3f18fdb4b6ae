"""Separates a player's own lines in a reply from everything that mail programs copy into it.

The text of a reply comes in, and a `Reply` goes out, in which every line has a `LineKind`; no line is dropped. Our
letters contain legal orders, so two promises matter: no quoted line is ever taken for an order, and no line that the
player wrote between or below quotes gets lost. Where both are possible (a quote without `>`, and a line that is not in
our letter), the line is unclear: it is not acted on, but the service asks about it.

Steps: 1. `classify_lines` finds the quotes; 2. `classify_own_lines` finds closings and signatures in each passage
between quotes; 3. lines below a third person's letter are unclear; 4. lines with a `DOUBT` are unsure.
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
"""Kinds of lines that may be acted on or asked about; with a `DOUBT` they become unsure."""
_LEFT_OUT = (LineKind.QUOTED, LineKind.INTRODUCTION, LineKind.OTHERS, LineKind.UNREAD, *_UNCLEAR)


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply: all its lines with their kinds, and views of them."""

    read: tuple[Line, ...] = ()
    recognised: bool = False
    """Whether it quotes one of the `letters` of ours that it may answer."""
    halves_differ: bool = False
    """Whether some lines are unsure because plain text and HTML differ."""
    instead: Reply | None = None
    """The reply in the HTML, if plain text and HTML have nothing in common. The plain text may be a mere notice."""
    quotes_writer: bool = False
    """Whether it quotes an older letter of its writer."""
    quotes_others: bool = False
    """Whether it quotes a letter of a third person, even inside a marked quote."""

    @property
    def lines(self) -> tuple[str, ...]:
        """The written lines, with a blank line between passages. Orders are parsed from these."""
        return self._joined(LineKind.WRITTEN)

    @property
    def own(self) -> tuple[str, ...]:
        """The written lines and courtesies."""
        return self._joined(LineKind.WRITTEN, LineKind.COURTESY)

    @property
    def persons(self) -> tuple[str, ...]:
        """The lines in `own`; if there are none, the unclear lines below an introduction."""
        return self.own or self._joined(*_UNCLEAR)

    @property
    def unclear(self) -> tuple[str, ...]:
        """Lines that may not be orders: in a quote without marks, or unsure."""
        return tuple(line.text for line in self.read if line.kind is LineKind.UNSURE or line.kind in _UNCLEAR)

    @property
    def from_quote(self) -> tuple[str, ...]:
        """Lines in a quote without marks: the player's, or quoted."""
        return tuple(line.text for line in self.read if line.kind in _UNCLEAR)

    @property
    def unsure(self) -> tuple[str, ...]:
        """Lines with a `DOUBT`: asked about, never acted on."""
        return tuple(line.text for line in self.read if line.kind is LineKind.UNSURE)

    @property
    def others(self) -> tuple[str, ...]:
        """Lines of a third person's letter."""
        return tuple(line.text for line in self.read if line.kind is LineKind.OTHERS)

    @property
    def certain(self) -> bool:
        """Is every line certainly the player's, or certainly not?"""
        return not any(line.strip() for line in (*self.unclear, *self.others))

    @property
    def echoes(self) -> bool:
        """Do some of the unclear lines occur in our letter too?"""
        return any(line.kind is LineKind.ECHO for line in self.read)

    @property
    def quoted(self) -> int:
        """Number of lines that were left out as quoted, or perhaps quoted."""
        return sum(1 for line in self.read if line.kind in _LEFT_OUT and line.text.strip())

    @property
    def quoted_from(self) -> str:
        """The attribution of the first quote, or ""; some programs mark it with `>` like the quote itself."""
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
        """Closings, names and signatures."""
        return tuple(line.text for line in self.read if line.kind in (LineKind.COURTESY, LineKind.SIGNATURE))

    @property
    def banner(self) -> tuple[str, ...]:
        """The warning that a mail server put on top of the letter."""
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
    """Give each line of a reply its kind.

    - `is_ours` recognises our own addresses, which attributions of our letters have.
    - `name` is the player's name: below an order it is a signature.
    - `letters` are the texts of the letters of ours that this one may answer.
    - `address` is the player's. Without it, letters of third persons cannot be recognised.
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
    """Separate courtesies and signatures from written lines, in each passage between quotes."""
    begins, start = True, 0
    for end in range(len(kinds) + 1):
        if end < len(kinds) and kinds[end] in (LineKind.WRITTEN, LineKind.BLANK):
            continue
        if start < end:
            passage = classify_own_lines(lines[start:end], name, begins=begins)
            kinds[start:end] = passage
            begins = begins and LineKind.WRITTEN not in passage
        start = end + 1
