"""Comments on the positions of a finished match: who may write them, threads one deep, striking out and hiding.

They open when everything of the match is public (`archive.is_open_to_study`): some days for its players alone, then
for everybody who has an account. Nobody gets a letter because of one; the players find a line about the first new one
in their next letter, unless they want none. A row stays for ever: what its author strikes out loses its words, and
what the host hides is not shown, with the reason.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from adjudicator.engines.contract import HasCompass
from adjudicator.engines.registry import engine_for
from adjudicator.match.match_result import EndKind
from adjudicator.match.record.record import MENDABLE
from adjudicator.match.rulings.refusals import RefusalKey
from adjudicator.services.context import Context
from adjudicator.services.matches.annotations.variations import BadVariation, read_variation
from adjudicator.services.matches.finished.archive import is_open_to_study
from adjudicator.services.matches.names.author_names import AnnotationReader, name_authors
from adjudicator.services.matches.names.shown_names import replace_names, seat_names
from adjudicator.services.matches.positions.past_positions import frame_at
from adjudicator.services.matches.rows.archive_rows import refresh_annotated
from adjudicator.services.matches.rows.known_matches import may_see
from adjudicator.services.matches.rows.match_rows import seat_of
from adjudicator.services.matches.rows.public_text import clean_text
from adjudicator.services.matches.rows.record_rows import VERSION_1
from adjudicator.services.players.suppression import is_suppressed
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.row_counts import count_rows
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Comment, HeldNews, Match, Player, Seat
from adjudicator.texts.games.note_text import render_note
from adjudicator.texts.language.language import Language, language_for
from adjudicator.texts.language.written_orders import write_order

LONGEST_COMMENT = 2000
COMMENTS_A_DAY = 50
"""Comments of one player within a day, on all matches."""
MOST_AT_A_POSITION = 999
PLAYERS_FIRST = timedelta(days=3)
"""For so long only the players of a match comment on it."""
DAY = timedelta(days=1)
NEWS = "comment"
"""The kind of the news that a letter takes along."""


@dataclass(frozen=True, slots=True)
class WantedComment:
    """A comment as its author wrote it."""

    n: int
    answers: int = 0
    """The number of the comment at the same position that it answers; 0: none."""
    moves: str = ""
    """Text that begins with moves of a variation."""
    strict: bool = False
    """Whether all of `moves` has to be moves."""
    text: str = ""


@dataclass(frozen=True, slots=True)
class CheckedComment:
    """A comment that may be written."""

    n: int
    answers: int | None
    text: str
    line: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShownComment:
    """A comment as a reader sees it."""

    n: int
    number: int
    author: str
    at: datetime
    text: str
    """Empty if it was struck out or is hidden."""
    line: tuple[str, ...] = ()
    """The steps of its variation, in the reader's words."""
    struck: bool = False
    hidden_because: str = ""
    own: bool = False
    """Whether the reader may strike it out."""
    of_player: bool = False
    """Whether its author plays or played in the match."""
    answers: tuple[ShownComment, ...] = ()

    @property
    def mark(self) -> str:
        """How it is named: its position and its number there."""
        return f"{self.n}.{self.number}"


def open_from(match: Match) -> datetime | None:
    """Return from when on a finished match can be commented on by its players; None while it runs."""
    if match.end is None or match.state is not MatchState.FINISHED:
        return None
    return (
        match.end.at + MENDABLE
        if match.end.kind is EndKind.TIME and match.record_version != VERSION_1
        else match.end.at
    )


def refuse_commenting(context: Context, session: Session, match: Match, player: Player | None, now: datetime) -> None:
    """Refuse who may not comment on a match, or not yet. Raises `RefusedError`."""
    if match.position is None or not may_see(session, match, player):
        raise RefusedError.of(RefusalKey.NO_MATCH, match=match.code)
    opens = open_from(match)
    if opens is None:
        raise RefusedError.of(RefusalKey.COMMENT_RUNNING, nearest=("diary ...",))
    if not is_open_to_study(match, now):
        raise RefusedError.of(RefusalKey.COMMENT_LATER, day=opens.date().isoformat(), players=False)
    if player is not None and seat_of(match, player.id) is None and now < opens + PLAYERS_FIRST:
        raise RefusedError.of(RefusalKey.COMMENT_LATER, day=(opens + PLAYERS_FIRST).date().isoformat(), players=True)
    if player is not None and is_suppressed(context, session, player.address):
        raise RefusedError.of(RefusalKey.COMMENT_CLOSED)


def check_comment(
    work: UnitOfWork, match: Match, player: Player, wanted: WantedComment, language: Language
) -> CheckedComment:
    """Check a comment without writing it. Raises `RefusedError` with the fault, and the right form."""
    refuse_commenting(work.context, work.session, match, player, work.now)
    last = match.entry_count
    if not 0 <= wanted.n <= last:
        raise RefusedError.of(
            RefusalKey.COMMENT_POSITION, n=wanted.n, last=last, nearest=(f"comment {last} ...", f"board {last}")
        )
    answered = _find_answered(work.session, match, wanted) if wanted.answers else None
    line, rest = _read_line(match, player, wanted, language) if wanted.moves else ((), "")
    text = clean_text(f"{rest}\n{wanted.text}")
    if not text and not line:
        raise RefusedError.of(RefusalKey.COMMENT_EMPTY, nearest=(f"comment {wanted.n} ...",))
    if len(text) > LONGEST_COMMENT:
        raise RefusedError.of(RefusalKey.TEXT_TOO_LONG, length=len(text), most=LONGEST_COMMENT)
    lately = count_rows(work.session, Comment.author_id == player.id, Comment.at > work.now - DAY)
    if lately >= COMMENTS_A_DAY:
        raise RefusedError.of(RefusalKey.COMMENTED_ENOUGH, most=COMMENTS_A_DAY, here=False)
    return CheckedComment(wanted.n, answered, text, line)


def _find_answered(session: Session, match: Match, wanted: WantedComment) -> int:
    """Return the comment that begins the thread of the answered one: threads are one deep. Raises `RefusedError`."""
    row = find_comment(session, match, wanted.n, wanted.answers)
    if row is None:
        raise RefusedError.of(
            RefusalKey.COMMENT_UNKNOWN, mark=f"{wanted.n}.{wanted.answers}", nearest=(f"comment {wanted.n} ...",)
        )
    return row.answers or row.number


def _read_line(match: Match, player: Player, wanted: WantedComment, language: Language) -> tuple[tuple[str, ...], str]:
    frame, engine = frame_at(match, wanted.n), engine_for(match.rules)
    if frame is None:
        raise ValueError(f"{match.code} has no entry {wanted.n}")
    if player.o_means is not None and isinstance(engine, HasCompass):
        engine = engine.reading_o(player.o_means)
    try:
        return read_variation(engine, frame.position, wanted.moves, strict=wanted.strict)
    except BadVariation as fault:
        why = nearest = ""
        if fault.fault is not None:
            why = render_note(
                fault.fault.reason,
                language,
                None,
                seat_names(match, language, public=seat_of(match, player.id) is None),
            )
            nearest = ", ".join(write_order(match.rules, one, language.language) for one in fault.fault.nearest[:3])
        raise RefusedError.of(
            RefusalKey.COMMENT_LINE,
            number=fault.number,
            step=fault.text[:40],
            why=why,
            right=nearest,
            nearest=(f"comment {wanted.n} line ...: ...",),
        ) from fault


def write_comment(work: UnitOfWork, match: Match, player: Player, checked: CheckedComment) -> Comment:
    """Write a comment, and let the players of the match find it mentioned in their next letter.

    The same words of the same person once more, with nothing in between, are a form that was sent twice.
    """
    here = Comment.match_id == match.id, Comment.n == checked.n
    latest = work.session.scalars(select(Comment).where(*here).order_by(Comment.number.desc()).limit(1)).first()
    if latest is not None and _is_same(latest, player, checked):
        return latest
    last = latest.number if latest is not None else 0
    if last >= MOST_AT_A_POSITION:
        raise RefusedError.of(RefusalKey.COMMENTED_ENOUGH, most=MOST_AT_A_POSITION, here=True)
    row = Comment(
        match_id=match.id,
        n=checked.n,
        number=last + 1,
        answers=checked.answers,
        author_id=player.id,
        at=work.now,
        text=checked.text,
        line=list(checked.line),
    )
    work.session.add(row)
    work.session.flush()
    refresh_annotated(work, match)
    _tell_players(work, match, player, row)
    return row


def _is_same(row: Comment, player: Player, checked: CheckedComment) -> bool:
    said = row.text, row.answers, tuple(row.line)
    return (
        row.author_id == player.id and row.struck_at is None and said == (checked.text, checked.answers, checked.line)
    )


def strike_comment(work: UnitOfWork, match: Match, player: Player, n: int, number: int) -> None:
    """Strike out a comment of one's own: its words go, the fact stays. Raises `RefusedError`."""
    if not may_see(work.session, match, player):
        raise RefusedError.of(RefusalKey.NO_MATCH, match=match.code)
    row = find_comment(work.session, match, n, number)
    if row is None or row.author_id != player.id or row.struck_at is not None:
        raise RefusedError.of(RefusalKey.COMMENT_NOT_OWN, mark=f"{n}.{number}", nearest=("comment",))
    row.struck_at, row.text, row.line = work.now, "", []
    work.session.flush()
    refresh_annotated(work, match)


def rename_in_comments(work: UnitOfWork, author: int, matches: Collection[int], given: Mapping[str, str]) -> None:
    """Replace names in the comments on some matches, and in all that an author wrote."""
    concerned = or_(Comment.match_id.in_(matches), Comment.author_id == author)
    for row in work.session.scalars(select(Comment).where(concerned)):
        row.text, row.hidden_because = (replace_names(text, given) for text in (row.text, row.hidden_because))


def find_comment(session: Session, match: Match, n: int, number: int) -> Comment | None:
    """Find a comment by its position and its number there."""
    query = select(Comment).where(Comment.match_id == match.id, Comment.n == n, Comment.number == number)
    return session.scalars(query).one_or_none()


def list_comments(reader: AnnotationReader, n: int | None = None) -> Sequence[ShownComment]:
    """List the threads of a match, or of one of its positions: those of its players first, then by time.

    None while the host may still open the match again.
    """
    match, language = reader.match, reader.language
    if not is_open_to_study(match, reader.now):
        return ()
    here = () if n is None else (Comment.n == n,)
    rows = reader.session.scalars(select(Comment).where(Comment.match_id == match.id, *here)).all()
    if not rows:
        return ()
    names = reader.name({row.author_id for row in rows})
    seated = {seat.player_id for seat in match.seats} - {None}

    def show(row: Comment) -> ShownComment:
        silent = bool(row.hidden_because) or row.struck_at is not None
        return ShownComment(
            n=row.n,
            number=row.number,
            author=names[row.author_id],
            at=row.at,
            text="" if silent else row.text,
            line=() if silent else tuple(write_order(match.rules, step, language.language) for step in row.line),
            struck=row.struck_at is not None,
            hidden_because=row.hidden_because,
            own=row.author_id is not None and row.author_id == reader.player_id and row.struck_at is None,
            of_player=row.author_id in seated,
            answers=tuple(
                show(one)
                for one in sorted(rows, key=lambda one: one.number)
                if (one.n, one.answers) == (row.n, row.number)
            ),
        )

    threads = (show(row) for row in rows if row.answers is None)
    return sorted(threads, key=lambda one: (one.n, not one.of_player, one.number))


def _tell_players(work: UnitOfWork, match: Match, author: Player, row: Comment) -> None:
    """Keep a line about a comment for the next letter to each player, if none waits for them already."""
    for seat in match.seats:
        player = seat.player
        if player is None or player.id == author.id or not player.comment_news:
            continue
        url = f"{work.context.site}/m/{match.code}/{row.n}"
        waits = select(HeldNews.id).where(
            HeldNews.player_id == player.id, HeldNews.kind == NEWS, HeldNews.gist.contains(f"/m/{match.code}/")
        )
        if work.session.scalar(waits.limit(1)) is not None:
            continue
        language = language_for(player.language)
        gist = language.gettext("%(name)s commented on %(game)s %(code)s, position %(n)s: %(url)s") % {
            "name": name_authors(work.session, match, {author.id}, language, public=False)[author.id],
            "game": engine_for(match.rules).rules.title,
            "code": match.code,
            "n": row.n,
            "url": url,
        }
        about = _next_match(work.session, player) or match.id
        work.session.add(HeldNews(player_id=player.id, match_id=about, kind=NEWS, at=work.now, gist=gist))


def _next_match(session: Session, player: Player) -> int | None:
    """Find a running match about which the player gets a letter next: one that waits for them, or else any."""
    seated = select(Match.id).join(Seat).where(Seat.player_id == player.id, Seat.vacant_at.is_(None))
    query = seated.where(Match.state == MatchState.RUNNING)
    return session.scalar(query.order_by((Match.awaited_id == player.id).desc(), Match.id).limit(1))
