"""Facts about memos, diaries and comments, for answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoAnswer:
    """The reader's own notes about the match; empty without any."""

    kind: ClassVar[str] = "memo"
    order: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DiaryLine:
    """An entry of the reader's own diary."""

    number: int
    turn: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DiaryAnswer:
    """The reader's own diary of the match, the oldest entry first."""

    kind: ClassVar[str] = "diary"
    order: str
    notes: tuple[DiaryLine, ...]
    left_out: int
    """Older entries that the page has."""
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CommentLine:
    """A comment on a position; `mark` is its name, as in 14.2."""

    mark: str
    author: str
    text: str
    line: tuple[str, ...]
    struck: bool
    hidden_because: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CommentsAnswer:
    """The comments on a match, by position; each is followed by its answers."""

    kind: ClassVar[str] = "comments"
    order: str
    comments: tuple[CommentLine, ...]
    left_out: int
    url: str
