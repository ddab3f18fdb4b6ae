"""Which lines of a reply are quoted from our letter, by marks, by what introduces a quote, and by our own words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from adjudicator.mail.reply.attribution import Attribution, addresses_in, find_attributions
from adjudicator.mail.reply.own_text import MatchingBlock, OwnText, find_blocks, squeeze
from adjudicator.mail.reply.quote_marks import find_quoted, has_mark
from adjudicator.mail.reply.quoted_author import Author, Correspondents
from adjudicator.mail.reply.quoted_header import has_known_key, header_block_end, is_rule, is_separator
from adjudicator.mail.text.line_kind import CONTAINER, LineKind

_RECOGNISED = 60
"""So many letters of ours, and the letter is known to stand in the reply."""


@dataclass(frozen=True, slots=True)
class Classification:
    """The kind of each line, and whether our letter was found among them."""

    kinds: list[LineKind]
    recognised: bool
    others_from: int | None
    """The line that introduces the first letter that neither we nor the writer wrote, if there is one."""
    quotes_writer: bool = False
    """Whether an older letter of the writer is introduced."""
    quotes_others: bool = False
    """Whether a letter that neither we nor the writer wrote is introduced, be it inside a marked quote."""


def classify_lines(lines: Sequence[str], people: Correspondents, letters: Sequence[str]) -> Classification:
    """Sort the lines of a reply into written, quoted, introducing, unclear and somebody else's."""
    quoting = _Quoting(lines, people, letters)
    quoting.walk()
    return Classification(
        quoting.kinds, quoting.recognised, quoting.others_from, quoting.quotes_writer, quoting.quotes_others
    )


class _Quoting:
    """Goes through the lines of a reply once, from the top."""

    def __init__(self, lines: Sequence[str], people: Correspondents, letters: Sequence[str]) -> None:
        self.lines = lines
        self.others_from: int | None = None
        self.quotes_writer = False
        self.kinds = [LineKind.WRITTEN if line.strip() else LineKind.BLANK for line in lines]
        self._people = people
        self._marked = find_quoted(lines)
        self._likeness = OwnText(letters).compare(lines, self._marked)
        self._blocks = find_blocks(self._likeness, self._marked, lines)
        self._quoted = self._correct() if letters else self._marked
        self._attributions = find_attributions(lines, self._quoted, people.is_ours)
        self._below = False
        """Inside a quote that is not marked line by line."""
        self._older = False
        """Inside the quote in such a quote."""
        self._said_below = False
        self._contained = False
        """Inside an element of HTML that holds the letter which is answered."""

    @cached_property
    def recognised(self) -> bool:
        """Tell whether enough of our letter was found to be sure that it stands here."""
        ours = zip(self._likeness, self.lines, strict=True)
        return sum(len(squeeze(line)) for likeness, line in ours if likeness is MatchingBlock.OURS) >= _RECOGNISED

    @property
    def quotes_others(self) -> bool:
        """Tell whether somebody else's letter is introduced, with marks or without."""
        marked = (line for line, quoted in zip(self.lines, self._quoted, strict=True) if quoted)
        return self.others_from is not None or any(map(self._people.names_other, marked))

    def walk(self) -> None:
        """Give every line its kind."""
        at = 0
        while at < len(self.lines):
            at = self._pass_introduction(at) or self._pass_line(at)

    def _correct(self) -> list[bool]:
        """Let our letter say which unmarked lines are ours: a tail that broke off, a passage nothing introduces."""
        quoted: list[bool] = []
        for at, line in enumerate(self.lines):
            ours = self._likeness[at] is MatchingBlock.OURS or _is_ornament(line)
            beside = (at > 0 and quoted[-1]) or (at + 1 < len(self.lines) and self._marked[at + 1])
            guessed = self._marked[at] and not has_mark(line) and line.lstrip()[:1].isalnum()
            # That a tail broke off was guessed from widths; where the quote is known to be ours, our words decide.
            known = guessed and any(self._likeness[max(0, at - 3) : at])
            quoted.append((self._marked[at] and not known) or self._blocks[at] or (ours and beside))
        return quoted

    def _pass_introduction(self, at: int) -> int:
        """Pass what introduces a quote; 0 when nothing does here."""
        if self._quoted[at] or not self.lines[at].strip():
            return 0
        end = min(self._end_of_introduction(at), len(self.lines))  # a double-spaced header may be the last line
        if end == at:
            return 0
        if self._below and self._said_below and not self._quote_follows(end):
            self._older = True
        if self.others_from is None and self._announces_others(at, end):
            self.others_from = at
        self._contained = self._contained or self.lines[at].strip() == CONTAINER
        self._drop_rule(at)
        self._mark(at, end, LineKind.INTRODUCTION)
        marked = self._quote_follows(end) or self._introduction_follows(end)
        self._below = self._below or self._contained or not marked
        return end

    def _announces_others(self, at: int, end: int) -> bool:
        """Tell whether an introduction announces a letter that neither we nor the writer wrote."""
        if not self._people.known:
            return False
        following = self._following(end)
        if is_separator(self.lines[at]) and not addresses_in(self.lines[at]):
            return not self._introduction_follows(end) and not self._is_our_line(following)
        author = self._people.author_of(self.lines[at:end])
        self.quotes_writer = self.quotes_writer or author is Author.WRITER
        by_attribution = at in self._attributions
        if author is Author.UNNAMED and by_attribution and following is not None and self._marked[following]:
            # An address book may have any name for us; but the marked lines below are ours.
            return not self._is_our_line(following)
        return author in (Author.OTHER, Author.UNNAMED)

    def _end_of_introduction(self, at: int) -> int:
        attribution: Attribution | None = self._attributions.get(at)
        if attribution is not None and not has_known_key(self.lines[at]):
            return attribution.end
        if is_separator(self.lines[at]):
            return at + 1
        head = header_block_end(self.lines, self._quoted, at, self._people.is_ours)
        # A head in which one key has no value ends there as an attribution does.
        return max(head, attribution.end) if attribution is not None else head

    def _quote_follows(self, at: int) -> bool:
        """Tell whether the quote that begins here is marked line by line, so that an answer below it can be told."""
        following = self._following(at)
        return following is not None and self._marked[following]

    def _introduction_follows(self, at: int) -> bool:
        """Tell whether a head follows below the line that announces a letter."""
        following = self._following(at)
        return following is not None and self._end_of_introduction(following) > following

    def _following(self, at: int) -> int | None:
        """Find the next line that is not blank."""
        return next((place for place in range(at, len(self.lines)) if self.lines[place].strip()), None)

    def _is_our_line(self, at: int | None) -> bool:
        return at is not None and self._likeness[at] is MatchingBlock.OURS

    def _pass_line(self, at: int) -> int:
        if self._quoted[at]:
            end = self._end_of_quote(at)
            self._below = self._below or self._blocks[at]
            self._mark(at, end, LineKind.QUOTED)
            return end
        if self.lines[at].strip() and self._below:
            self.kinds[at] = self._kind_below(at)
            self._said_below = True
        return at + 1

    def _kind_below(self, at: int) -> LineKind:
        if self._older or self._likeness[at] is MatchingBlock.OURS or not squeeze(self.lines[at]):
            return LineKind.QUOTED
        if self._contained and not self.recognised:
            return LineKind.QUOTED  # its program says that a quote stands here, and there is nothing to compare it with
        if self.others_from is not None:
            return LineKind.OTHERS
        return LineKind.ECHO if self._likeness[at] is MatchingBlock.FRAGMENT else LineKind.BELOW

    def _end_of_quote(self, start: int) -> int:
        """Find the end of a run of quoted lines; blank lines between them belong to it."""
        end = start + 1
        for at in range(start + 1, len(self.lines)):
            if self._quoted[at]:
                end = at + 1
            elif self.lines[at].strip():
                break
        return end

    def _drop_rule(self, at: int) -> None:
        """Take back the ruler that stands above an introduction."""
        for above in range(at - 1, -1, -1):
            if self.lines[above].strip():
                if not is_rule(self.lines[above]) or self.kinds[above] is not LineKind.WRITTEN:
                    return
                self.kinds[above] = LineKind.INTRODUCTION

    def _mark(self, start: int, end: int, kind: LineKind) -> None:
        for at in range(start, end):
            self.kinds[at] = kind if self.lines[at].strip() else LineKind.BLANK


def _is_ornament(line: str) -> bool:
    """Tell whether a line is nothing but the lines and dots of a board."""
    return bool(line.strip()) and "?" not in line and line.isascii() and not squeeze(line)
