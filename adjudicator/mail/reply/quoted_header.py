"""Finds header blocks of quoted letters, as Outlook and many phones write them: "From: … / Sent: … / To: …".

"From: e2 / To: e4" may be an order, so keys alone are not enough: a header block has an address or a full date too (see
`_HeaderEvidence`). Three other layouts are known: all keys on one line (line ends lost on the way), keys without colons
(eM Client), and a table with sender and date beside the other keys (Lotus Notes).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from adjudicator.mail.lexicon.clients import DATE, FORWARDED, SEPARATOR, WROTE, YEAR
from adjudicator.mail.lexicon.header_names import HEADER_KEYS
from adjudicator.mail.reply.attribution import IsOurs, addresses_in

_LINES = 16
_HEAD = 400
"""Characters of a line that are searched for a date, or for all keys."""
_COLON = ":\uff1a"
_KEY = re.compile(rf"[\s>*_|]{{0,6}}([^\s{_COLON}*_][^{_COLON}*_]{{0,24}}?)[\s*_]{{0,3}}[{_COLON}](?!//)")
_INLINE_KEY = re.compile(
    rf"(?:^|(?<=\s))[*_]{{0,2}}([^\W\d_][^\W\d_.-]{{0,14}}(?: [^\W\d_]{{1,10}})?)[*_]{{0,2}}\s?[{_COLON}]"
)
_KEYS = "|".join(sorted(map(re.escape, HEADER_KEYS), key=len, reverse=True))
_SPACED_KEY = re.compile(rf"(?i)[\s>*_|]{{0,6}}[*_]{{0,2}}({_KEYS})[*_]{{0,2}}(?:[ \u00a0\t]|$)")
_TABLE_LINES = 16
_CELLS = re.compile(r"\s{2,}|\t|\u00a0")
_RULE = re.compile(r"\s*(?:(?:[-_=*\u2014\u2500]\s?){3,}|[-_]{3,}[^-_]{1,60}[-_]{3,})\s*")
_NAMED_RULE = re.compile(r"\s*-{3,}.{1,160}-{3,}\s*")


def header_block_end(lines: Sequence[str], quoted: Sequence[bool], start: int, is_ours: IsOurs) -> int:
    """Find the index behind the header block that starts at index `start`; `start` itself if none does.

    A header block ends at the first quoted line at the latest.
    """
    line = lines[start]
    if quoted[start]:
        return start
    if not any(colon in line for colon in _COLON):
        return _end_without_colons(lines, quoted, start) or _end_of_table(lines, quoted, start) or start
    if _is_head_on_one_line(line):
        return _behind_further_keys(lines, quoted, start + 1)
    if _label(line) is None:
        return _end_of_table(lines, quoted, start) or start
    step, block = _block(lines, quoted, start)
    return start + step * len(block) if _HeaderEvidence(block, is_ours).suffices else start


def has_known_key(line: str) -> bool:
    """Does a line begin with a known name of a header?"""
    return _label(line) in HEADER_KEYS


def is_separator(line: str) -> bool:
    """Is a line a separator above another letter: "-----Original Message-----"?"""
    if SEPARATOR.fullmatch(line) or FORWARDED.fullmatch(line):
        return True
    return bool(_NAMED_RULE.fullmatch(line) and WROTE.search(line))


def is_rule(line: str) -> bool:
    """Is a line a ruler of dashes or underscores, with or without words in it?"""
    return bool(_RULE.fullmatch(line))


@dataclass(frozen=True)  # no slots, for `cached_property`
class _HeaderEvidence:
    """The evidence that a paragraph is a header block; its first line has a label. `dated` is the slowest check."""

    block: Sequence[str]
    is_ours: IsOurs

    @property
    def suffices(self) -> bool:
        if self._starts_with_own_line:
            return False
        return self._has_our_address or self._has_known_keys or self._has_date_and_recipient or self._has_shape

    @property
    def _starts_with_own_line(self) -> bool:
        """The player wrote "My move: M14" directly above the header block."""
        return not self._starts_known and any(map(_names_sender, self.block[1:2]))

    @property
    def _has_our_address(self) -> bool:
        """Our own address, and two keys of any language."""
        return len(self._worded) >= 2 and any(map(self.is_ours, self.addresses))

    @property
    def _has_known_keys(self) -> bool:
        """Three known keys, or From and another one, and an address or a date."""
        enough = len(self.kinds) >= 3 or (len(self.kinds) == 2 and "from" in self.kinds)
        return self._starts_known and enough and (bool(self.addresses) or self.dated)

    @property
    def _has_date_and_recipient(self) -> bool:
        """Date and To, even below an unknown first key, and both an address and a date."""
        return self.kinds >= {"date", "to"} and bool(self.addresses) and self.dated

    @property
    def _has_shape(self) -> bool:
        """Three keys of an unknown language, an address, and a date with its year."""
        return len(self._worded) >= 3 and bool(self.addresses) and self.dated and any(map(YEAR.search, self.block))

    @property
    def _starts_known(self) -> bool:
        return self.labels[0] in HEADER_KEYS

    @cached_property
    def _worded(self) -> list[str]:
        """The labels without digits: "M14:" is no key of any language."""
        return [label for label in self.labels if not any(c.isdigit() for c in label)]

    @cached_property
    def labels(self) -> list[str]:
        return [label for label in map(_label, self.block) if label is not None]

    @cached_property
    def kinds(self) -> set[str]:
        return {HEADER_KEYS[label] for label in self.labels if label in HEADER_KEYS}

    @cached_property
    def addresses(self) -> list[str]:
        return [address for line in self.block for address in addresses_in(line)]

    @cached_property
    def dated(self) -> bool:
        return any(map(_is_dated, self.block))


def _names_sender(line: str) -> bool:
    """Does a line begin with a From key, with a colon or without?"""
    spaced = _SPACED_KEY.match(line)
    label = _label(line) if spaced is None else " ".join(spaced[1].lower().split())
    return label in HEADER_KEYS and HEADER_KEYS[label] == "from"


def _is_head_on_one_line(line: str) -> bool:
    """Is a line a whole header block, or its first lines, that lost their line ends on the way?"""
    kinds = {HEADER_KEYS.get(" ".join(key.lower().split())) for key in _INLINE_KEY.findall(line[:_HEAD])} - {None}
    addressed, dated = bool(addresses_in(line)), _is_dated(line)
    if "from" not in kinds or not (addressed or dated):
        return False
    # If only two keys were joined, the rest of the header block stands below.
    return len(kinds) >= 3 or ("date" in kinds and addressed and dated)


def _behind_further_keys(lines: Sequence[str], quoted: Sequence[bool], at: int) -> int:
    """Find the index behind the further lines of a header block with joined first lines."""
    last = min(at + _LINES, len(lines))
    return next((end for end in range(at, last) if quoted[end] or _label(lines[end]) not in HEADER_KEYS), last)


def _end_without_colons(lines: Sequence[str], quoted: Sequence[bool], start: int) -> int | None:
    """Find the index behind a header block without colons: `From "Anna" <anna@example.org>`."""
    kinds: set[str] = set()
    addressed = dated = False
    end = start
    for end in range(start, min(start + _LINES, len(lines) + 1)):
        found = _SPACED_KEY.match(lines[end]) if end < len(lines) and not quoted[end] else None
        if found is None:
            break
        kind = HEADER_KEYS[" ".join(found[1].lower().split())]
        addressed = addressed or (kind == "from" and bool(addresses_in(lines[end])))
        dated = dated or (kind == "date" and _is_dated(lines[end]))
        kinds.add(kind)
    return end if len(kinds) >= 3 and addressed and dated else None


def _end_of_table(lines: Sequence[str], quoted: Sequence[bool], start: int) -> int | None:
    """Find the index behind a header block as a table: sender and date in one column, "To" and "Subject" in another."""
    if not _begins_table(lines, start):
        return None
    kinds: set[str] = set()
    dated = False
    for at in range(start, min(start + _TABLE_LINES, len(lines))):
        if quoted[at]:
            return None
        cells = [cell.lower().rstrip(_COLON) for cell in _CELLS.split(lines[at][:_HEAD].strip())]
        dated = dated or _is_dated(lines[at])
        kinds.update(HEADER_KEYS[cell] for cell in cells if cell in HEADER_KEYS)
        if dated and kinds >= {"to", "subject"}:
            return at + 1 if HEADER_KEYS.get(cells[-1]) != "subject" else _behind_next(lines, at + 1)
    return None


def _begins_table(lines: Sequence[str], start: int) -> bool:
    """Does a line have an address, or a name with the address in the next line?"""
    if "@" in lines[start]:
        return True
    below = lines[start + 1].lstrip() if start + 1 < len(lines) else ""
    return below.startswith("<") and "@" in below and not any(map(str.isdigit, lines[start]))


def _behind_next(lines: Sequence[str], at: int) -> int:
    """Find the index behind the next line that is not blank: the subject, below its key."""
    return next((place + 1 for place in range(at, min(at + 3, len(lines))) if lines[place].strip()), at)


@lru_cache(maxsize=2 * _LINES)
def _is_dated(line: str) -> bool:
    """Search a line for a date. Cached, because a line may be in several candidate blocks."""
    return any(c.isdigit() for c in line[:_HEAD]) and bool(DATE.search(line[:_HEAD]))


def _label(line: str) -> str | None:
    """Read the label before the colon of a line: at most four words, folded; None if there is none."""
    found = _KEY.match(line)
    label = " ".join(found[1].lower().split()) if found else ""
    return label if label and len(label.split()) <= 4 else None


def _block(lines: Sequence[str], quoted: Sequence[bool], start: int) -> tuple[int, list[str]]:
    """Collect the lines of one paragraph; return their distance too, which is 2 in double-spaced text."""
    if start + 2 < len(lines) and not lines[start + 1].strip():
        return 2, _double_spaced(lines, start)
    block = list(lines[start : start + _LINES])
    ends = (quoted[start + at] or not line.strip() or is_separator(line) for at, line in enumerate(block))
    end = next((at for at, is_end in enumerate(ends) if is_end), len(block))
    if len(block) > 1 and is_rule(block[1]):
        end = 1  # the player's own line, then a ruler, then the header block
    return 1, block[:end]


def _double_spaced(lines: Sequence[str], start: int) -> list[str]:
    block = list(lines[start : start + 2 * _LINES : 2])
    between = list(lines[start + 1 : start + 2 * _LINES : 2])
    end = next((at for at, line in enumerate(block) if _label(line) not in HEADER_KEYS), len(block))
    return block[:1] if any(line.strip() for line in between[: end - 1]) else block[: max(end, 1)]
