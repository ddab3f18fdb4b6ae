"""Layout of plain text: folding, headings, margins, and splitting a text into headings, drawings and prose."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable
from itertools import pairwise
from types import MappingProxyType
from typing import Literal

from markupsafe import Markup, escape

from adjudicator.mail.outgoing.mime import MISLEADING_START
from adjudicator.match.seat_names import shorten_names
from adjudicator.texts.formats.text_columns import align_columns, cells, list_entries, place_beside, within

Block = tuple[Literal["heading", "drawing", "prose"], str]

WIDTH = 72
NARROW = 40
"""The width of a narrow board."""
SIGNATURE = "-- "
"""The signature separator (RFC 3676): mail programs leave the text below it out of answers. Keep its space."""

_CLOSING = {"«": "»", "„": "“", "“": "”", '"': '"'}
"""The quotation marks of the catalogs: how each one is closed."""

_SENTENCE_END = re.compile(r"[.!?](?=\s|$)")
_BEFORE_ORDINAL = re.compile(r"(?:^|\W)(?:vom|bis|zum|am|ab|dem|den|seit|der)\s\d{1,2}$")
_BEHIND_ORDINAL = re.compile(r"\.\s(?:bis|und|Jan|Feb|März|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)")
"""German dates, whose days have a full stop: "vom 3. bis 12. Dezember"."""
_CLAUSE_END = re.compile(
    r"\s?[:;](?=\s)|,(?=\s(?:"
    "and|but|because|so|"
    "und|aber|weil|denn|darum|deshalb|also|damit|"
    "et|mais|car|donc|parce|puisque|"
    "e|ma|perché|quindi|perciò|"
    "en|maar|omdat|want|dus|daarom"
    r")\s)"
)
"""Where a sentence could end: before a colon, and before a conjunction that begins another main clause or a reason."""
SHORTEST_CLAUSE, LONGEST_CLAUSE = 20, 140
_HANGING = re.compile(r"\d+\. |\S+(?: \S+){0,5} {2,}(?=\S)")
"""A number, or the first of two columns, beside which the lines of a paragraph stand."""
_SPACES = re.compile(r"[^\S\u00a0]+")
"""Where a line may break. U+00A0 stays: it is there because a line may not."""
_EMPTY_BRACKETS = re.compile(r"([(\[]) ([)\]])")
"""A sign of a legend, which a line must not break."""
_ENDED_TWICE = re.compile(r"(?<=[.!?])\.$")
_UNDERLINE = re.compile(r"(?m)(?<=\S\n)={3,}\n")


def fold_text(text: str) -> str:
    """Fold paragraphs, each given as one line. Indented ones keep their margin and column; URLs are not broken."""
    lines = [folded for line in text.splitlines() for folded in _fold_line(line)]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n") + "\n"


def _fold_line(line: str) -> list[str]:
    if line == SIGNATURE:
        return [line]
    line = line.rstrip().expandtabs()
    if len(line) <= WIDTH:
        return [_guard_start(line)]
    margin = line[: len(line) - len(line.lstrip())]
    hanging = _HANGING.match(line.strip()) if margin else None
    column = hanging.end() if hanging and hanging.end() <= NARROW else 0
    folded = textwrap.wrap(
        line.strip(),
        WIDTH,
        initial_indent=margin,
        subsequent_indent=margin + " " * column,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return list(map(_guard_start, folded))


def _guard_start(line: str) -> str:
    return f" {line}" if MISLEADING_START.match(line) else line


def one_line(text: str) -> str:
    """Join all lines, and collapse whitespace to single spaces."""
    return _SPACES.sub(" ", text).strip()


def shorten_headline(text: str, width: int = 60) -> str:
    """Shorten a text to its first sentence without the full stop.

    Of one that is wider than `width`, only the first clause is taken, if it says something by itself. Nothing is cut
    off a clause of up to `LONGEST_CLAUSE` characters.
    """
    line = one_line(text)
    ends = (end for end in _SENTENCE_END.finditer(line) if not _is_ordinal(line, end.start()))
    if end := next((end for end in ends if not _open_quote(line[: end.start()])), None):
        line = line[: end.start()] + line[end.start() : end.end()].strip(".")
    if len(line) > width:
        clauses = _CLAUSE_END.finditer(line, SHORTEST_CLAUSE)
        end = next((end for end in clauses if not _open_quote(line[: end.start()])), None)
        line = line[: end.start()].rstrip() if end else line
    return close_quotes(_shorten(line, LONGEST_CLAUSE))


def _is_ordinal(line: str, dot: int) -> bool:
    if line[dot] != "." or not line[dot - 1 : dot].isdigit():
        return False
    return bool(_BEFORE_ORDINAL.search(line[:dot]) or _BEHIND_ORDINAL.match(line, dot))


def shorten_text(text: str, width: int = 60) -> str:
    """Shorten a text to a width, between words; a quotation that is cut off is closed."""
    return close_quotes(_shorten(one_line(text), width))


def close_quotes(line: str) -> str:
    """Close a quotation whose end was cut off."""
    open_with = _open_quote(line)
    if not open_with or (open_with == '"' and not line.endswith("...")):
        return line
    return line + ("\u00a0" if "«\u00a0" in line else "") + _CLOSING[open_with]


def _open_quote(line: str) -> str:
    """Find the sign of a quotation that is not closed; empty without one."""
    open_with = ""
    for sign in line:
        # A sign may be the end of one pair and the beginning of another, as in German and English.
        if open_with and sign == _CLOSING[open_with]:
            open_with = ""
        elif not open_with and sign in _CLOSING:
            open_with = sign
    return open_with


def _shorten(line: str, width: int) -> str:
    if len(line) <= width:
        return line
    return f"{line[: width - 3].rpartition(' ')[0]} ...".strip()


def ended_once(sentence: str) -> str:
    """Remove our full stop after quoted words that end with one."""
    return _ENDED_TWICE.sub("", sentence)


def underline(line: str) -> str:
    """Underline a heading."""
    return f"{line}\n{'=' * len(line)}"


def without_underlines(text: str) -> str:
    """Leave out the lines below headings: a screen reader says each of their signs."""
    return _UNDERLINE.sub("", text)


def split_blocks(text: str) -> list[Block]:
    """Split a text at empty lines: an underlined line is a heading, an indented part a drawing."""
    return [_block(part.strip("\n")) for part in re.split(r"\n\s*\n", text) if part.strip()]


def _block(part: str) -> Block:
    first, _, rest = part.partition("\n")
    if rest and set(rest) == {"="}:
        return "heading", first
    return ("drawing" if part.startswith(" ") else "prose"), part


def split_board(text: str) -> list[Block]:
    """Split a board at empty lines: maps and tables are drawings, the legend and sentences are prose.

    The prose has one line for each paragraph: its lines are unfolded, so that it fits a page of any width.
    """
    parts = [part.strip("\n") for part in re.split(r"\n\s*\n", text) if part.strip()]
    return [("drawing", part) if _is_drawn(part) else ("prose", _unfold(part)) for part in parts]


def _is_drawn(part: str) -> bool:
    return part.startswith(" ") or any("  " in line.strip() for line in part.splitlines())


def _unfold(part: str) -> str:
    lines = [line for line in part.splitlines() if line.strip()]
    text = unfold_lines("\n".join(lines), 70 if max(map(len, lines)) > NARROW else NARROW - 2)
    return _EMPTY_BRACKETS.sub("\\1\N{NO-BREAK SPACE}\\2", text)


def unfold_lines(text: str, width: int) -> str:
    """Join a line with the one before it, if its first word had no room there. No line is empty."""
    lines = text.splitlines()
    joined = [lines[0]]
    for before, line in pairwise(lines):
        first, *_ = line.split()
        joined.append(f"{joined.pop()} {line.strip()}" if len(before) + 1 + len(first) > width else line)
    return "\n".join(joined)


def link_own_urls(text: str, site: str, style: str = "") -> Markup:
    """Link the URLs of our own pages in a text, and no others: players choose their names freely.

    A letter has no style sheet, so it gives a style.
    """
    if site not in text:  # as in most lines
        return escape(text)
    parts = re.split(rf"({re.escape(site)}(?:[/?#]\S*)?)(?!\S)", text)
    return Markup().join(_link(part, style) if n % 2 else escape(part) for n, part in enumerate(parts))


def _link(address: str, style: str) -> Markup:
    styled, shown = f' style="{escape(style)}"' if style else "", escape(address)
    return Markup(f'<a href="{shown}"{styled}>{shown}</a>')  # noqa: S704  # escaped right above


def add_margin(text: str, width: int = 2) -> str:
    """Indent every line."""
    return textwrap.indent("\n".join(line.rstrip() for line in text.splitlines()), " " * width)


def begin_capital(text: str) -> str:
    """Begin with a capital letter; all others stay as they are."""
    return text[:1].upper() + text[1:]


FILTERS = MappingProxyType[str, Callable[..., object]](
    {
        "beside": place_beside,
        "blocks": split_blocks,
        "capital": begin_capital,
        "board_blocks": split_board,
        "cells": cells,
        "columns": align_columns,
        "ended_once": ended_once,
        "headline": shorten_headline,
        "linked": link_own_urls,
        "listed": list_entries,
        "shortened": shorten_names,
        "ljust": str.ljust,
        "one_line": one_line,
        "rjust": str.rjust,
        "short": shorten_text,
        "margin": add_margin,
        "underlined": underline,
        "within": within,
    }
)
