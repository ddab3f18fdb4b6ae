"""The text of a letter that takes others along: which of their paragraphs it gets, and where they stand.

- What players write is never compared, left out or cut. A message is known by its number: it is taken along whole,
  unless the letter, or a part that came before, has the message with the same number.
- A paragraph of our own is left out if one of the letter begins with it, whatever its line breaks are; so are its last
  sentences, if one of the letter begins with those: how the match stands is told once.

Our news comes first, what is needed most at its head, and then the messages in the order in which they were written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from markupsafe import Markup

from adjudicator.services.outbox.held_news import MESSAGES
from adjudicator.store.talk_tables import GistMessage
from adjudicator.texts.formats.plain_text import WIDTH, fold_text, unfold_lines

_BETWEEN = "\n\n"
_SENTENCE_END = re.compile(r"[.!?] ")
_OPENING = re.compile(r'</h1>.*?</p>(?:\s*<p class="edge".*?</p>)?', re.DOTALL)
"""The first paragraph below the heading of a page, and a message that it introduces."""
_PARAGRAPH = Markup('\n<p style="margin:0 0 16px;white-space:pre-line">{}</p>')


class Gist(Protocol):
    """A letter of which the news is taken along: a waiting letter, or news that was kept for the next one."""

    @property
    def kind(self) -> str: ...
    @property
    def created_at(self) -> datetime: ...
    @property
    def gist(self) -> str: ...
    @property
    def messages(self) -> tuple[GistMessage, ...] | None: ...


@dataclass(frozen=True, slots=True)
class Additions:
    """The parts that a letter gets: paragraphs of our own, then whole messages, and the numbers of these."""

    parts: tuple[str, ...]
    press: tuple[int, ...]


def find_additions(text: str, press: Collection[int], gists: Sequence[Gist], rank: Callable[[Gist], int]) -> Additions:
    """Find the parts of the gists that a letter lacks; `press` are the numbers of the messages that it has."""
    said, parts = set(map(_normalize, text.split(_BETWEEN))), list[str]()
    for gist in sorted(gists, key=rank):
        for paragraph in _split_gist(gist)[0]:
            if untold := _leave_out(paragraph, said):
                said.add(_normalize(untold))
                parts.append(untold)
    known, told = set(press), list[int]()
    for gist in sorted(gists, key=_written_at):
        for number, message in _split_gist(gist)[1]:
            if not number or number not in known:
                known.add(number)
                told.append(number)
                parts.append(message)
    return Additions(tuple(parts), tuple(told))


def add_to_text(kind: str, text: str, parts: Sequence[str]) -> str:
    """Insert parts into a letter behind its first paragraph, or behind the message that it brings."""
    paragraphs, at = text.split(_BETWEEN), 1
    if kind in MESSAGES:
        at = next((at for at, one in enumerate(paragraphs) if at and not one.startswith(" ")), len(paragraphs))
    return _BETWEEN.join([*paragraphs[:at], *parts, *paragraphs[at:]])


def add_to_page(page: str, parts: Sequence[str]) -> str:
    """Insert parts into the page of a letter at the same place."""
    opening = _OPENING.search(page)
    if opening is None:
        return page
    written = (_PARAGRAPH.format(_BETWEEN.join(map(_unfold, part.split(_BETWEEN)))) for part in parts)
    # Joined as text: `Markup` would escape the page that it is added to.
    return "".join([page[: opening.end()], *written, page[opening.end() :]])


def _split_gist(gist: Gist) -> tuple[list[str], Iterator[tuple[int, str]]]:
    """Split a gist into the paragraphs of our own and the messages behind them, each with its number."""
    paragraphs = [one for one in gist.gist.strip("\n").split(_BETWEEN) if one.strip()]
    messages = gist.messages
    if messages is None:  # written before gists said where messages stand
        messages = (GistMessage(0, len(paragraphs)),) if gist.kind in MESSAGES else ()
    begin = len(paragraphs) - sum(one.paragraphs for one in messages)
    return paragraphs[:begin], _split_messages(paragraphs[begin:], messages)


def _split_messages(paragraphs: Sequence[str], messages: Sequence[GistMessage]) -> Iterator[tuple[int, str]]:
    at = 0
    for message in messages:
        yield message.number, _BETWEEN.join(paragraphs[at : at + message.paragraphs])
        at += message.paragraphs


def _written_at(gist: Gist) -> datetime:
    return gist.created_at


def _normalize(paragraph: str) -> str:
    """Join the lines of a paragraph. An indented one differs from one that is not: it may be a player's message."""
    line = " ".join(paragraph.split())
    return f" {line}" if paragraph.strip("\n").startswith(" ") else line


def _leave_out(paragraph: str, said: Collection[str]) -> str:
    """Leave out the last sentences with which a paragraph of the letter begins, or all of them: then it is empty."""
    line = _normalize(paragraph)
    if line in said:
        return ""
    if line.startswith(" "):
        return paragraph
    for at in (0, *(found.end() for found in _SENTENCE_END.finditer(line))):
        if any(one == line[at:] or one.startswith(f"{line[at:]} ") for one in said):
            return fold_text(line[:at]).strip("\n")
    return paragraph


def _unfold(paragraph: str) -> str:
    return unfold_lines(paragraph, WIDTH)
