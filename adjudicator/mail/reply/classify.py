"""Classifies the lines of a reply: written, quoted, introducing a quote, unclear, or a third person's.

Three kinds of evidence are combined: quote marks (`quote_marks`), introductions (`attribution`, `quoted_header`) and
our own words (`own_text`). Each one alone fails for some mail program:

1. Marks are corrected by our own words: an unmarked line that is ours between marked ones is quoted, and a line that
   was taken for the tail of a broken quote is not, if our letter goes on differently.
2. One pass from the top looks for introductions. Below one that is followed by marked lines, unmarked lines are the
   player's answers. Below one that is not (Outlook, phones), everything is `BELOW` unless it is ours.
3. An introduction of a third person's letter turns all unmarked lines below it into `OTHERS`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from adjudicator.mail.reply.attribution import Attribution, addresses_in, find_attributions
from adjudicator.mail.reply.own_text import MatchingBlock, OwnText, find_blocks, squeeze_text
from adjudicator.mail.reply.quote_marks import find_quoted, has_mark
from adjudicator.mail.reply.quoted_author import Author, Correspondents
from adjudicator.mail.reply.quoted_header import has_known_key, header_block_end, is_rule, is_separator
from adjudicator.mail.text.line_kind import CONTAINER, LineKind

_RECOGNISED = 60
"""Letters and digits of ours in a reply from which it surely quotes our letter."""


@dataclass(frozen=True, slots=True)
class Classification:
    """The kind of each line, and facts about the quotes."""

    kinds: list[LineKind]
    recognised: bool
    """Whether our letter is quoted."""
    others_from: int | None
    """Index of the introduction of the first third person's letter; None without one."""
    quotes_writer: bool = False
    """Whether an older letter of the player is quoted."""
    quotes_others: bool = False
    """Whether a third person's letter is quoted, even inside a marked quote."""


def classify_lines(lines: Sequence[str], people: Correspondents, letters: Sequence[str]) -> Classification:
    """Classify the lines of a reply; courtesies and signatures still count as written."""
    classifier = _Classifier(lines, people, letters)
    classifier.walk()
    return Classification(
        classifier.kinds,
        classifier.recognised,
        classifier.others_from,
        classifier.quotes_writer,
        classifier.quotes_others,
    )


class _Classifier:
    """One pass over the lines of a reply, from the top, with its state."""

    def __init__(self, lines: Sequence[str], people: Correspondents, letters: Sequence[str]) -> None:
        self.lines = lines
        self.others_from: int | None = None
        self.quotes_writer = False
        self.kinds = [LineKind.WRITTEN if line.strip() else LineKind.BLANK for line in lines]
        self._people = people
        self._marked = find_quoted(lines)
        self._similarity = OwnText(letters).compare(lines, self._marked)
        self._blocks = find_blocks(self._similarity, self._marked, lines)
        self._quoted = self._correct_marks() if letters else self._marked
        self._attributions = find_attributions(lines, self._quoted, people.is_ours)
        self._below = False
        """Inside a quote without line marks."""
        self._older = False
        """Inside an older quote within such a quote."""
        self._line_below = False
        """A line stood in such a quote already."""
        self._contained = False
        """Below the start of an HTML quote element."""

    @cached_property
    def recognised(self) -> bool:
        """Was enough of our letter found to be sure that it is quoted?"""
        ours = zip(self._similarity, self.lines, strict=True)
        return (
            sum(len(squeeze_text(line)) for similarity, line in ours if similarity is MatchingBlock.OURS) >= _RECOGNISED
        )

    @property
    def quotes_others(self) -> bool:
        """Is a third person's letter quoted, with marks or without?"""
        marked = (line for line, quoted in zip(self.lines, self._quoted, strict=True) if quoted)
        return self.others_from is not None or any(map(self._people.names_other, marked))

    def walk(self) -> None:
        """Classify every line."""
        at = 0
        while at < len(self.lines):
            at = self._pass_introduction(at) or self._pass_line(at)

    def _correct_marks(self) -> list[bool]:
        """Correct the marks by our own words.

        Quoted are marked lines, blocks of our letter without any mark, and single lines of ours beside quoted ones.
        """
        quoted: list[bool] = []
        for at, line in enumerate(self.lines):
            ours = self._similarity[at] is MatchingBlock.OURS or _is_ornament(line)
            beside = (at > 0 and quoted[-1]) or (at + 1 < len(self.lines) and self._marked[at + 1])
            guessed = self._marked[at] and not has_mark(line) and line.lstrip()[:1].isalnum()
            # That this is the tail of a broken line was guessed from widths. Where our letter is recognised right
            # above, our words decide instead, so that an answer below a long quoted line is not lost.
            known = guessed and any(self._similarity[max(0, at - 3) : at])
            quoted.append((self._marked[at] and not known) or self._blocks[at] or (ours and beside))
        return quoted

    def _pass_introduction(self, at: int) -> int:
        """Classify an introduction that starts here, and return the index behind it; 0 if there is none."""
        if self._quoted[at] or not self.lines[at].strip():
            return 0
        end = min(self._end_of_introduction(at), len(self.lines))  # a double-spaced header may be the last line
        if end == at:
            return 0
        if self._below and self._line_below and not self._quote_follows(end):
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
        """Does an introduction announce a third person's letter?"""
        if not self._people.known:
            return False
        following = self._following(end)
        if is_separator(self.lines[at]) and not addresses_in(self.lines[at]):
            return not self._introduction_follows(end) and not self._is_our_line(following)
        author = self._people.author_of(self.lines[at:end])
        self.quotes_writer = self.quotes_writer or author is Author.WRITER
        by_attribution = at in self._attributions
        if author is Author.UNNAMED and by_attribution and following is not None and self._marked[following]:
            # The player's address book may have any name for us, but the quoted lines below tell.
            return not self._is_our_line(following)
        return author in (Author.OTHER, Author.UNNAMED)

    def _end_of_introduction(self, at: int) -> int:
        attribution: Attribution | None = self._attributions.get(at)
        if attribution is not None and not has_known_key(self.lines[at]):
            return attribution.end
        if is_separator(self.lines[at]):
            return at + 1
        head = header_block_end(self.lines, self._quoted, at, self._people.is_ours)
        # A header block that ends with an empty value ("Subject:") looks like an attribution too.
        return max(head, attribution.end) if attribution is not None else head

    def _quote_follows(self, at: int) -> bool:
        """Is the quote that begins here marked line by line? Then unmarked lines below are answers."""
        following = self._following(at)
        return following is not None and self._marked[following]

    def _introduction_follows(self, at: int) -> bool:
        """Does another introduction follow, such as a header block below a separator?"""
        following = self._following(at)
        return following is not None and self._end_of_introduction(following) > following

    def _following(self, at: int) -> int | None:
        """Find the index of the next line that is not blank; None at the end."""
        return next((place for place in range(at, len(self.lines)) if self.lines[place].strip()), None)

    def _is_our_line(self, at: int | None) -> bool:
        return at is not None and self._similarity[at] is MatchingBlock.OURS

    def _pass_line(self, at: int) -> int:
        if self._quoted[at]:
            end = self._end_of_quote(at)
            self._below = self._below or self._blocks[at]
            self._mark(at, end, LineKind.QUOTED)
            return end
        if self.lines[at].strip() and self._below:
            self.kinds[at] = self._kind_below(at)
            self._line_below = True
        return at + 1

    def _kind_below(self, at: int) -> LineKind:
        if self._older or self._similarity[at] is MatchingBlock.OURS or not squeeze_text(self.lines[at]):
            return LineKind.QUOTED
        if self._contained and not self.recognised:
            return LineKind.QUOTED  # the mail program marked it as a quote, and we have no letter to compare
        if self.others_from is not None:
            return LineKind.OTHERS
        return LineKind.ECHO if self._similarity[at] is MatchingBlock.FRAGMENT else LineKind.BELOW

    def _end_of_quote(self, start: int) -> int:
        """Find the index behind a run of quoted lines and the blank lines between them."""
        end = start + 1
        for at in range(start + 1, len(self.lines)):
            if self._quoted[at]:
                end = at + 1
            elif self.lines[at].strip():
                break
        return end

    def _drop_rule(self, at: int) -> None:
        """Make rulers directly above an introduction part of it."""
        for above in range(at - 1, -1, -1):
            if self.lines[above].strip():
                if not is_rule(self.lines[above]) or self.kinds[above] is not LineKind.WRITTEN:
                    return
                self.kinds[above] = LineKind.INTRODUCTION

    def _mark(self, start: int, end: int, kind: LineKind) -> None:
        for at in range(start, end):
            self.kinds[at] = kind if self.lines[at].strip() else LineKind.BLANK


def _is_ornament(line: str) -> bool:
    """Does a line consist only of lines and dots of a board?"""
    return bool(line.strip()) and "?" not in line and line.isascii() and not squeeze_text(line)
