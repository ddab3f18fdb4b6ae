"""What a person wrote into a reply, without what the mail program copied from our letter.

Quoted orders are legal orders, so the rule is never to let a quoted line through, and never to wipe a line that
somebody wrote between or below the quotes. Every choice is made on lines, with patterns that read each character once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from adjudicator.mail.attribution import addresses_in, find_attributions, find_quoted
from adjudicator.mail.headerblock import is_header_block, is_rule, is_separator
from adjudicator.mail.limits import COLUMNS, LINES
from adjudicator.mail.signature import split_signature


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply taken apart."""

    lines: tuple[str, ...]
    """What was written, blank lines between paragraphs included."""
    quoted: int
    """The number of lines that were left out because they are somebody else's."""
    quoted_from: str
    """The line that introduces the quote, where there is one."""
    signature: tuple[str, ...]


@dataclass(slots=True)
class _Reading:
    """The paragraphs found so far, and what was left out."""

    paragraphs: list[list[str]] = field(default_factory=lambda: [[]])
    quoted: int = 0
    quoted_from: str = ""

    def keep(self, line: str) -> None:
        self.paragraphs[-1].append(line)

    def leave_out(self, lines: Sequence[str], introduction: str = "") -> None:
        self.quoted += sum(1 for line in lines if line.strip())
        self.quoted_from = self.quoted_from or introduction
        if self.paragraphs[-1]:
            self.paragraphs.append([])


def read_reply(text: str, is_ours: Callable[[str], bool], name: str = "") -> Reply:
    """Read what somebody wrote out of the text of his letter.

    `is_ours` tells our own addresses, which every reply quotes in front of our letter; `name` is what the writer calls
    himself, so that his name below an order is known for a signature.
    """
    lines = [line[:COLUMNS].rstrip() for line in text.split("\n")]
    reading = _Reading()
    _read(lines[:LINES], is_ours, reading)
    reading.leave_out(lines[LINES:])
    return _finish(reading, name)


def _read(lines: Sequence[str], is_ours: Callable[[str], bool], reading: _Reading) -> None:
    quoted = find_quoted(lines)
    attributions = find_attributions(lines, quoted, is_ours)
    at = 0
    while at < len(lines):
        if quoted[at]:
            end = _end_of_quote(lines, quoted, at)
            reading.leave_out(lines[at:end], _introduction(lines[at]))
        elif at in attributions:
            end = _end_of_attributed(lines, quoted, attributions[at].end)
            reading.leave_out(lines[at:end], attributions[at].text)
        elif is_separator(lines[at]) or is_header_block(lines, at) or _is_our_header(lines, at, is_ours):
            end = len(lines)
            _drop_rule(reading)
            reading.leave_out(lines[at:], lines[at].strip())
        else:
            end = at + 1
            reading.keep(lines[at])
        at = end


def _end_of_quote(lines: Sequence[str], quoted: Sequence[bool], start: int) -> int:
    """Find the end of a run of quoted lines; blank lines between them belong to it."""
    end = start + 1
    for at in range(start + 1, len(lines)):
        if quoted[at]:
            end = at + 1
        elif lines[at].strip():
            break
    return end


def _end_of_attributed(lines: Sequence[str], quoted: Sequence[bool], start: int) -> int:
    """Skip only the quote where it is marked as one, so that answers below it survive; else nothing below is theirs."""
    following = next((at for at in range(start, len(lines)) if lines[at].strip()), len(lines))
    if following < len(lines) and quoted[following]:
        return _end_of_quote(lines, quoted, following)
    return len(lines)


def _is_our_header(lines: Sequence[str], at: int, is_ours: Callable[[str], bool]) -> bool:
    """Tell whether a line is a header of a letter of ours: a key, our address, and another header beside it."""
    line = lines[at]
    if ":" not in line[:30] or not any(map(is_ours, addresses_in(line))):
        return False
    return at + 1 < len(lines) and ":" in lines[at + 1][:30] and bool(lines[at + 1].strip())


def _drop_rule(reading: _Reading) -> None:
    """Take back the ruler that stands above a quoted letter."""
    paragraph = reading.paragraphs[-1]
    while paragraph and (not paragraph[-1].strip() or is_rule(paragraph[-1])):
        reading.quoted += bool(paragraph.pop().strip())


def _introduction(line: str) -> str:
    """Read the first quoted line as the introduction, where a program quotes that as well."""
    text = line.lstrip("> ")
    return text if text.endswith(":") and addresses_in(text) else ""


def _finish(reading: _Reading, name: str) -> Reply:
    written: list[str] = []
    signature: list[str] = []
    for paragraph in reading.paragraphs:
        kept, below = split_signature(paragraph, name, begins=not written)
        if written and kept:
            written.append("")
        written += kept
        signature += below
    return Reply(tuple(written), reading.quoted, reading.quoted_from, tuple(signature))
