"""The head of a quoted letter as Outlook and many telephones copy it: "From: … / Sent: … / To: … / Subject: …".

"From: e2 / To: e4" is an order: a head has known keys, one of them From or Date, and an address or a full date in it.
In a language that we do not know it still has the shape: three keys below each other, an address and a date. eM Client
writes no colons, and Lotus Notes a table, with the sender and the date beside the other keys.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from adjudicator.mail.lexicon.clients import DATE, FORWARDED, SEPARATOR, WROTE, YEAR
from adjudicator.mail.lexicon.header_names import HEADER_KEYS
from adjudicator.mail.reply.attribution import IsOurs, addresses_in

_LINES = 16
_HEAD = 400
"""So much of a line is looked at for a date, or a whole head."""
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
    """Find the line behind the head of a quoted letter that starts on a line; the line itself when none does.

    Where the `quoted` lines begin it ends, with a blank line between or without.
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
    return start + step * len(block) if _is_head(block, is_ours) else start


def has_known_key(line: str) -> bool:
    """Tell whether a line begins with the name of a header that we know."""
    return _label(line) in HEADER_KEYS


def is_separator(line: str) -> bool:
    """Tell whether a line says that another letter follows: "-----Original Message-----"."""
    if SEPARATOR.fullmatch(line) or FORWARDED.fullmatch(line):
        return True
    return bool(_NAMED_RULE.fullmatch(line) and WROTE.search(line))


def is_rule(line: str) -> bool:
    """Tell whether a line is a ruler of dashes or underscores, with or without words in it."""
    return bool(_RULE.fullmatch(line))


def _is_head(block: Sequence[str], is_ours: IsOurs) -> bool:
    addresses = [address for line in block for address in addresses_in(line)]
    labels = [label for label in map(_label, block) if label is not None]
    if labels[0] not in HEADER_KEYS and any(map(_names_sender, block[1:2])):
        return False  # somebody wrote "My move: M14" directly above the head
    worded = [label for label in labels if not any(c.isdigit() for c in label)]
    if len(worded) >= 2 and any(map(is_ours, addresses)):
        return True
    dated = any(map(_is_dated, block))
    kinds = {HEADER_KEYS[label] for label in labels if label in HEADER_KEYS}
    if labels[0] in HEADER_KEYS and (len(kinds) >= 3 or (len(kinds) == 2 and "from" in kinds)):
        return bool(addresses) or dated
    if kinds >= {"date", "to"}:
        return bool(addresses) and dated
    return len(worded) >= 3 and bool(addresses) and dated and any(YEAR.search(line) for line in block)


def _names_sender(line: str) -> bool:
    """Tell whether a line begins with a key for the sender, with a colon behind it or without."""
    spaced = _SPACED_KEY.match(line)
    label = _label(line) if spaced is None else " ".join(spaced[1].lower().split())
    return label in HEADER_KEYS and HEADER_KEYS[label] == "from"


def _is_head_on_one_line(line: str) -> bool:
    """Tell whether a line is a whole head whose line ends a program has lost."""
    kinds = {HEADER_KEYS.get(" ".join(key.lower().split())) for key in _INLINE_KEY.findall(line[:_HEAD])} - {None}
    addressed, dated = bool(addresses_in(line)), _is_dated(line)
    if "from" not in kinds or not (addressed or dated):
        return False
    # Where only two keys were joined, the rest of the head stands below.
    return len(kinds) >= 3 or ("date" in kinds and addressed and dated)


def _behind_further_keys(lines: Sequence[str], quoted: Sequence[bool], at: int) -> int:
    """Pass the lines of a head that stand below its first ones."""
    last = min(at + _LINES, len(lines))
    return next((end for end in range(at, last) if quoted[end] or _label(lines[end]) not in HEADER_KEYS), last)


def _end_without_colons(lines: Sequence[str], quoted: Sequence[bool], start: int) -> int | None:
    """Find the line behind a head whose keys have no colons: "From "Anna" <anna@example.org>"."""
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
    """Find the line behind a head that is a table: the sender and the date in one column, "To" and "Subject" beside."""
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
    """Tell whether the sender's address stands in a line, or right below the name that it is."""
    if "@" in lines[start]:
        return True
    below = lines[start + 1].lstrip() if start + 1 < len(lines) else ""
    return below.startswith("<") and "@" in below and not any(map(str.isdigit, lines[start]))


def _behind_next(lines: Sequence[str], at: int) -> int:
    """Find the line behind the next one that is not blank: the subject, which stands below its key."""
    return next((place + 1 for place in range(at, min(at + 3, len(lines))) if lines[place].strip()), at)


@lru_cache(maxsize=2 * _LINES)
def _is_dated(line: str) -> bool:
    """Look for a date; a line is asked for as often as a block that it is in may begin."""
    return any(c.isdigit() for c in line[:_HEAD]) and bool(DATE.search(line[:_HEAD]))


def _label(line: str) -> str | None:
    """Read what stands before a line's colon, if it looks like a header's name."""
    found = _KEY.match(line)
    label = " ".join(found[1].lower().split()) if found else ""
    return label if label and len(label.split()) <= 4 else None


def _block(lines: Sequence[str], quoted: Sequence[bool], start: int) -> tuple[int, list[str]]:
    """Collect the lines of one paragraph, which some programs set double-spaced; tell how far apart they are."""
    if start + 2 < len(lines) and not lines[start + 1].strip():
        return 2, _double_spaced(lines, start)
    block = list(lines[start : start + _LINES])
    ends = (quoted[start + at] or not line.strip() or is_separator(line) for at, line in enumerate(block))
    end = next((at for at, is_end in enumerate(ends) if is_end), len(block))
    if len(block) > 1 and is_rule(block[1]):
        end = 1  # the ruler stands above the head, and this line above the ruler
    return 1, block[:end]


def _double_spaced(lines: Sequence[str], start: int) -> list[str]:
    block = list(lines[start : start + 2 * _LINES : 2])
    between = list(lines[start + 1 : start + 2 * _LINES : 2])
    end = next((at for at, line in enumerate(block) if _label(line) not in HEADER_KEYS), len(block))
    return block[:1] if any(line.strip() for line in between[: end - 1]) else block[: max(end, 1)]
