"""Annotations of a match, for its pages: diaries and comments, by position, and who may write which."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlalchemy.orm import Session

from adjudicator.services.matches.annotations.comments import (
    LONGEST_COMMENT,
    ShownComment,
    list_comments,
    refuse_commenting,
)
from adjudicator.services.matches.annotations.diaries import LONGEST_ENTRY, Noted, list_diaries, list_own_diary
from adjudicator.services.matches.finished.archive import is_open_to_study
from adjudicator.services.matches.names.author_names import AnnotationReader
from adjudicator.services.refused_error import RefusedError
from adjudicator.texts.games.note_text import render_note
from adjudicator.web.matches.match_view import MatchView
from adjudicator.web.request import app_context


@dataclass(frozen=True, slots=True)
class Draft:
    """A comment that could not be written, as its author typed it, and why."""

    answers: int
    text: str
    moves: str
    fault: str


@dataclass(frozen=True, slots=True)
class PositionTalk:
    """Diaries and comments about a position."""

    diaries: Sequence[Noted]
    threads: Sequence[ShownComment]
    opened: bool
    """Whether there can be comments yet."""
    may_write: bool
    why_not: str
    """Why a player who is signed in may not write; empty if there is nothing to say."""
    draft: Draft | None = None
    longest: int = LONGEST_COMMENT

    @property
    def shown(self) -> bool:
        """Whether there is anything to show."""
        return bool(self.diaries or self.opened)


@dataclass(frozen=True, slots=True)
class Said:
    """A position of which something is said."""

    n: int
    diaries: int
    comments: int


@dataclass(frozen=True, slots=True)
class MatchTalk:
    """Annotations of a match: one's own diary, and the positions with diaries and comments."""

    own: Sequence[Noted]
    writable: bool
    """Whether the visitor can add to their diary."""
    said: Sequence[Said]
    opened: bool
    told: bool
    """Whether the visitor is told of comments on their matches."""
    longest: int = LONGEST_ENTRY


def reader_of(session: Session, view: MatchView) -> AnnotationReader:
    """Describe the visitor as a reader of diaries and comments."""
    player, now = view.visitor.player, app_context.now()
    player_id = player.id if player else None
    return AnnotationReader(session, view.context.secret, view.match, now, view.visitor.language, player_id)


def find_talk(session: Session, view: MatchView, n: int, draft: Draft | None = None) -> PositionTalk:
    """Find the annotations of a position."""
    reader, player = reader_of(session, view), view.visitor.player
    why = ""
    if player is not None and view.match.end is not None:
        try:
            refuse_commenting(view.context, session, view.match, player, reader.now)
        except RefusedError as fault:
            why = say_refusal(view, fault)
    opened, threads = is_open_to_study(view.match, reader.now), list_comments(reader, n)
    if draft is not None and draft.answers not in {thread.number for thread in threads}:
        draft = replace(draft, answers=0)  # beside the form for a comment of its own
    return PositionTalk(
        diaries=list_diaries(reader, n),
        threads=threads,
        opened=opened,
        may_write=opened and player is not None and not why,
        why_not=why,
        draft=draft,
    )


def find_match_talk(session: Session, view: MatchView) -> MatchTalk:
    """Find the annotations of a whole match."""
    reader, player = reader_of(session, view), view.visitor.player
    opened = is_open_to_study(view.match, reader.now)
    diaries, threads = list_diaries(reader), list_comments(reader)
    said = [
        Said(
            n,
            sum(one.n == n for one in diaries),
            sum(1 + len(thread.answers) for thread in threads if thread.n == n),
        )
        for n in sorted({one.n for one in diaries} | {one.n for one in threads})
    ]
    return MatchTalk(
        own=list_own_diary(session, reader.secret, view.match, reader.player_id),
        writable=view.seat is not None and not view.resigned and not opened,
        said=said,
        opened=opened,
        told=player is None or player.comment_news,
    )


def say_refusal(view: MatchView, fault: RefusedError) -> str:
    """Tell the visitor the fault."""
    names = [player.name for player in view.scene.facts().players]
    return render_note(fault.refusal.note, view.visitor.language, view.number, names)
