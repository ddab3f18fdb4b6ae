"""Finds closings, signatures, "sent from" lines and warning banners around a player's written lines.

In doubt a line stays `WRITTEN`: a line of a signature is at worst refused by the engine, a lost order costs a turn.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from adjudicator.mail.lexicon.closings import BANNER, CLOSINGS, PROGRAM, SENT_FROM, WARNS
from adjudicator.mail.lexicon.contact_lines import is_contact_line
from adjudicator.mail.text.line_kind import LineKind

_DELIMITER = re.compile(r"\s{0,3}--\s*")
_LOOSE_DELIMITER = re.compile("\\s{0,3}(?:[\u2014\u2013]{1,40}|_{2,})\\s*")
"""Phones autocorrect `--` to one dash."""
_BRACKETED = re.compile(r"\[[^\[\]<>]*\]|<[^\[\]<>]*>|\ufffc")
_PICTURE = re.compile(
    r"(?i)cid:|\ufffc|^[\[<]data:image/|\.(?:png|jpe?g|gif|bmp|tiff?|svg|webp|heic|emf|wmf)\b"
    r"|^[\[<](?:inline[- ])?(?:image|img|picture|photo|logo|bild|grafik|foto|afbeelding|immagine|icono?)\b"
    r"|automati\w+ (?:generated|generiert|gegenereerd)|généré\w* automatiquement|generat\w automaticamente"
)
"""In the brackets: the name of the picture, its kind, or a generated description."""
_BOUNDARY = re.compile(r"--(?=\S{0,60}\d)[\w'()+,./:=?-]{10,70}?(?P<end>--)?")
_PART_HEADER = re.compile(r"(?i)content-[a-z-]{2,30}:|\s+(?:charset|boundary|format|name|filename)=")
_DELIMITED_LINES = 15
_CLOSED_LINES = 5
_CLOSED_WIDTH = 60
_BANNER_WIDTH = 20
_BANNER_WORDS = 5
_BANNER_MARKS = tuple("[*#=<")
_NAMES_WORDS = 5
_SHORT_WORDS = 7
_MARKS = " \t.,;!:)(/-\u2013\u2014*_~"


def classify_own_lines(lines: Sequence[str], name: str = "", *, begins: bool = True) -> list[LineKind]:
    """Classify the lines of a passage: written, courtesy, signature or banner.

    `name` is the player's; `begins`: no line was written above this passage. The first written line of a letter is
    never a signature, except "sent from" lines and banners.
    """
    kinds = [LineKind.BLANK if not line.strip() else LineKind.WRITTEN for line in lines]
    _mark_pictures(lines, kinds)
    _mark_boundaries(lines, kinds)
    if begins:
        _mark_banner(lines, kinds)
    _mark_sent_from(lines, kinds)
    if begins:
        _mark_signature_alone(lines, kinds)
    begun = not begins
    least = next((at + 1 for at, kind in enumerate(kinds) if kind is LineKind.WRITTEN), len(lines)) if not begun else 0
    _mark_from(kinds, _delimiter(lines, kinds, least), LineKind.SIGNATURE)
    _mark_from(kinds, _closing(lines, kinds, least), LineKind.COURTESY)
    _mark_name(lines, kinds, name, least)
    return kinds


def _mark_pictures(lines: Sequence[str], kinds: list[LineKind]) -> None:
    """Mark placeholders of pictures."""
    for at, line in enumerate(lines):
        if kinds[at] is LineKind.WRITTEN and is_picture(line):
            kinds[at] = LineKind.SIGNATURE


def is_picture(line: str) -> bool:
    """Does a line consist only of placeholders for pictures: `[cid:logo@1]`, `<image001.png>`?"""
    rest = line.strip()
    held = _BRACKETED.findall(rest)
    return bool(held) and not _BRACKETED.sub("", rest).strip() and any(map(_PICTURE.search, held))


def _mark_boundaries(lines: Sequence[str], kinds: list[LineKind]) -> None:
    """Mark boundary lines and part headers of a multipart that could not be parsed (RFC 2046, 5.1)."""
    at = 0
    while at < len(lines):
        start, at = at, at + 1
        boundary = _BOUNDARY.fullmatch(lines[start])
        if boundary is None or kinds[start] is not LineKind.WRITTEN:
            continue
        while at < len(lines) and _PART_HEADER.match(lines[at]):
            at += 1
        if at > start + 1 or boundary["end"]:
            kinds[start:at] = [LineKind.SIGNATURE] * (at - start)


def _mark_banner(lines: Sequence[str], kinds: list[LineKind]) -> None:
    """Mark the warning that a mail server put on top, up to the first line that is not part of it."""
    first = next((at for at, kind in enumerate(kinds) if kind is LineKind.WRITTEN), len(lines))
    paragraph = _end_of_paragraph(kinds, first)
    if first == len(lines) or not BANNER.fullmatch(lines[first]):
        return
    end = next((at for at in range(first + 1, paragraph) if not _goes_on_warning(lines[at])), paragraph)
    # One word in capitals and nothing else may be the player's own.
    if lines[first].lstrip()[:1] in _BANNER_MARKS or sum(map(len, lines[first:end])) >= _BANNER_WIDTH:
        kinds[first:end] = [LineKind.BANNER] * (end - first)


def _goes_on_warning(line: str) -> bool:
    return len(line.split()) >= _BANNER_WORDS or bool(WARNS.search(line) or not any(map(str.isalnum, line)))


def _mark_signature_alone(lines: Sequence[str], kinds: list[LineKind]) -> None:
    """Mark a signature with its delimiter at the very start: the letter has no text of its own."""
    first = next((at for at, kind in enumerate(kinds) if kind is LineKind.WRITTEN), len(lines))
    if first < len(lines) and (_DELIMITER.fullmatch(lines[first]) or _LOOSE_DELIMITER.fullmatch(lines[first])):
        _mark_from(kinds, first, LineKind.SIGNATURE)


def _mark_sent_from(lines: Sequence[str], kinds: list[LineKind]) -> None:
    """Mark "sent from" lines. Below one, after the end of its paragraph, our letter may be quoted without marks, so the
    lines there are `BELOW`; but only if something was written above it.
    """
    above = False
    for at, line in enumerate(lines):
        if kinds[at] is not LineKind.WRITTEN:
            continue
        if not _is_sent_from(line):
            above = True
            continue
        kinds[at] = LineKind.SIGNATURE
        if above:
            end = _end_of_paragraph(kinds, at)
            _mark_from(kinds, end, LineKind.BELOW)
            _mark_from(kinds, at, LineKind.SIGNATURE)
            return


def _is_sent_from(line: str) -> bool:
    found = SENT_FROM.fullmatch(line)
    if found is None:
        return False
    words = (found["rest"] or found["behind"] or "").split()
    if PROGRAM.search(" ".join(words[:_NAMES_WORDS])) or PROGRAM.search(line[: found.start("rest")] if words else line):
        return True
    return len(words) <= _SHORT_WORDS and "," not in line


def _delimiter(lines: Sequence[str], kinds: Sequence[LineKind], least: int) -> int | None:
    tail = len(lines) - _DELIMITED_LINES
    for at in range(least, len(lines)):
        if kinds[at] is not LineKind.WRITTEN:
            continue
        if _DELIMITER.fullmatch(lines[at]) or (at >= tail and _LOOSE_DELIMITER.fullmatch(lines[at])):
            return at
    return None


def _closing(lines: Sequence[str], kinds: Sequence[LineKind], least: int) -> int | None:
    """Find a closing near the end, followed only by names and contact lines."""
    written = [at for at, kind in enumerate(kinds) if kind is LineKind.WRITTEN and at >= least]
    for place, at in enumerate(written[-_CLOSED_LINES:], start=max(0, len(written) - _CLOSED_LINES)):
        following = [lines[other] for other in written[place + 1 :]]
        if is_closing(lines[at]) and all(map(_may_close, following)):
            return at
    return None


def _may_close(line: str) -> bool:
    """May a line stand below a closing: a short one without digits, such as a name, or a contact line?"""
    return (len(line) <= _CLOSED_WIDTH and not _has_digit(line)) or is_contact_line(line)


def is_closing(line: str) -> bool:
    """Is a line a closing, perhaps in two languages ("Grüße / Saluti")?"""
    return all(_fold(part) in CLOSINGS for part in line.split(" / ")) if _fold(line) else False


def _mark_name(lines: Sequence[str], kinds: list[LineKind], name: str, least: int) -> None:
    for at in range(len(lines) - 1, least - 1, -1):
        if kinds[at] is LineKind.WRITTEN:
            if not _is_name(lines[at], name):
                return
            kinds[at] = LineKind.COURTESY


def _mark_from(kinds: list[LineKind], start: int | None, kind: LineKind) -> None:
    """Change the kind of all written lines from index `start` on."""
    if start is not None:
        kinds[start:] = [kind if known is LineKind.WRITTEN else known for known in kinds[start:]]


def _end_of_paragraph(kinds: Sequence[LineKind], start: int) -> int:
    return next((at for at in range(start, len(kinds)) if kinds[at] is LineKind.BLANK), len(kinds))


def _is_name(line: str, name: str) -> bool:
    said, names = _fold(line), _fold(name)
    return bool(said) and bool(names) and (said == names or said == names.split()[0])


def _fold(line: str) -> str:
    return " ".join(line.lower().strip(_MARKS).split())


def _has_digit(text: str) -> bool:
    return any(c.isdigit() for c in text)
