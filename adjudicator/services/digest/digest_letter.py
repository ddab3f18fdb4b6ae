"""Writes the digest of a player: the matches that wait for them, soonest first, and other news.

Nothing waits: no letter. The row of the digest says for which seats and turns its answer acts.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from itertools import chain

from sqlalchemy import Row, delete, func, select

from adjudicator.mail.commands.table.command_words import word_for
from adjudicator.match.timekeeping.instants import from_instant, to_instant
from adjudicator.match.timekeeping.quiet_hours import find_quiet_time
from adjudicator.services.context import Context
from adjudicator.services.match_reader import MatchReader
from adjudicator.services.matches.annotations.memos import find_memo
from adjudicator.services.matches.opening.match_codes import write_code
from adjudicator.services.matches.rows.match_rows import LoadedMatch, list_press_for, load_match
from adjudicator.services.matches.rows.proposal_rows import open_proposals, seats_to_answer
from adjudicator.services.matches.rows.seat_holders import name_at
from adjudicator.services.matches.view.news import news_since_own_turn
from adjudicator.services.matches.view.plan_view import plan_news
from adjudicator.services.matches.view.presenter import MatchPresenter, presenter_for
from adjudicator.services.matches.view.waiting_view import waiting_news
from adjudicator.services.outbox.coalescing import list_with_news, take_news
from adjudicator.services.outbox.enqueue import LetterRefs, enqueue_letter, recipient_of
from adjudicator.services.outbox.quiet_holds import LEFT
from adjudicator.services.players.digest_times import reschedule_digest
from adjudicator.services.players.held_turns import hold_for_late_digest, take_unsent
from adjudicator.services.players.letter_readers import reader_for
from adjudicator.services.players.players import accepts_mail, every_address
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.digest_tables import Listed
from adjudicator.store.operation_tables import is_put_off
from adjudicator.store.states import MatchState, RequestKind, SeatState, SweepTask
from adjudicator.store.tables import Digest, Match, Outbox, Player, ProposalRow, Request, Seat
from adjudicator.texts.facts.letter_facts import MatchFacts, Offer
from adjudicator.texts.facts.letter_facts import Press as PressFacts
from adjudicator.texts.language.language import language_for
from adjudicator.texts.letters import digest_kinds, letter_kind
from adjudicator.texts.letters.letters import write_part

MOST_WAITING = 30
"""Matches that one digest shows as waiting, and that one answer can act in."""
MOST_BESIDES = 60
"""Other matches that it lists."""
EXAMPLES = 3
"""Examples below the matches."""
MOST_EXAMPLES = 10
"""Matches with an example of their own: finding one costs as much as drawing the board."""
PLAYERS_AT_A_TIME = 500
KEPT = timedelta(days=90)
"""How long we know what a digest listed: answers to old ones are told that they are too old."""


FURTHEST = timedelta(days=15)
"""No digest is further away: a week, or two where a zone leaves its day out. One that is was set by a wrong clock."""


@dataclass(frozen=True, slots=True)
class OwnMatches:
    """The matches of a player that are going on, by what they ask of the player."""

    waiting: Sequence[Match]
    """The first deadline first."""
    others: Sequence[Match]
    proposals: Sequence[tuple[Match, ProposalRow, bool]]
    """Proposals that ask the player; whether others are open at the same match."""
    free: Sequence[Match]
    invitations: Sequence[Request]
    reader: MatchReader = field(default_factory=MatchReader)
    """Reads them, and knows those that are faulty."""

    @property
    def ask_something(self) -> bool:
        """Does anything wait for the player?"""
        return bool(self.waiting or self.proposals or self.free or self.invitations)


def digests_due(context: Context, now: datetime) -> list[int]:
    """List the players whose digest is due, and those for whom a wrong clock has set its time."""
    with context.store.reading() as session:
        query = select(Player.id).where(~is_put_off(SweepTask.DIGEST, Player.id, now))
        query = query.order_by(Player.digest_at).limit(PLAYERS_AT_A_TIME)
        due, wrong = Player.digest_at <= now, Player.digest_at > now + FURTHEST
        return [*session.scalars(query.where(due)), *session.scalars(query.where(wrong))]


def send_digest(work: UnitOfWork, player: Player) -> None:
    """Write a digest if it is due and anything waits, and note when the next one is."""
    if player.digest is None or player.digest_at is None:
        return
    if player.digest_at > work.now + FURTHEST:
        reschedule_digest(player, work.now)
    if player.digest_at > work.now:
        return
    own = find_own_matches(work, player)
    if (morning := _find_morning(player, player.digest_at, own, work.now)) is not None:
        hold_for_late_digest(work, player, morning)
        player.digest_at = morning
        return
    reschedule_digest(player, work.now)
    if not own.ask_something or not accepts_mail(player, asks_something=True):
        return
    forget_old_digests(work, player)
    digest = open_digest(work, player, last_number(work, player) + 1, own)
    shown = _write(work, player, digest, own)
    work.session.flush()
    mine = Outbox.player_id == player.id, Outbox.created_at == work.now, Outbox.kind == digest_kinds.DIGEST.name
    letter = work.session.scalars(select(func.max(Outbox.id)).where(*mine)).one()
    take_unsent(work, player, letter, [(match.id, match.turn) for match in shown])


def _find_morning(player: Player, due: datetime, own: OwnMatches, now: datetime) -> datetime | None:
    """Return until when a digest waits that is late, as after an outage, in a quiet time that began since it was due.

    None if it goes now: its hour lies in the quiet time, or the reader would have too little time left.
    """
    span = find_quiet_time(player.quiet_hours, player.zone, to_instant(now))
    if span is None or span[0] <= to_instant(due):
        return None
    end = from_instant(span[1])
    first = min((match.due_at for match in own.waiting if match.due_at is not None), default=None)
    return None if first is not None and first - end < LEFT else end


def forget_old_digests(work: UnitOfWork, player: Player) -> None:
    """Delete the rows of digests that nobody can answer any more."""
    old = delete(Digest).where(Digest.player_id == player.id, Digest.created_at < work.now - KEPT)
    work.session.execute(old)


def last_number(work: UnitOfWork, player: Player, at: datetime | None = None) -> int:
    """Return the number of a player's newest digest, or of the newest one at a moment; 0 before the first."""
    query = select(func.coalesce(func.max(Digest.number), 0)).where(Digest.player_id == player.id)
    if at is not None:
        query = query.where(Digest.created_at <= at)
    return int(work.session.scalar(query) or 0)


def open_digest(work: UnitOfWork, player: Player, number: int, own: OwnMatches) -> Digest:
    """Store the matches that a digest lists; its row makes the reply address."""
    besides = dict.fromkeys((*own.others, *(match for match, *_ in own.proposals), *own.free))
    listed = [
        *(_list(match, player, waits=True) for match in own.waiting[:MOST_WAITING]),
        *(_list(match, player, waits=False) for match in list(besides)[:MOST_BESIDES] if match not in own.waiting),
    ]
    digest = Digest(player_id=player.id, number=number, created_at=work.now, listed=tuple(listed))
    work.session.add(digest)
    work.session.flush()
    return digest


def find_own_matches(work: UnitOfWork, player: Player) -> OwnMatches:
    """Sort the matches of a player that are going on."""
    going_on = Match.state.in_((MatchState.RUNNING, MatchState.INVITING))
    query = select(Match).join(Seat).where(Seat.player_id == player.id, Seat.vacant_at.is_(None), going_on)
    reader = MatchReader()
    matches = reader.fetch(work.session, query.order_by(Match.id))
    running = [match for match in matches if match.state is MatchState.RUNNING]
    waiting = [match for match in running if match.awaited_id == player.id]
    asked = chain.from_iterable(reader.read_each(running, partial(_find_proposals, work, player)))
    return OwnMatches(
        waiting=sorted(waiting, key=lambda match: (match.due_at is None, match.due_at or work.now, match.id)),
        others=[match for match in running if match.awaited_id != player.id],
        proposals=list(asked),
        free=[match for match in matches if _has_free_seat(match, player)],
        invitations=_find_invitations(work, player),
        reader=reader,
    )


def _find_proposals(work: UnitOfWork, player: Player, match: Match) -> list[tuple[Match, ProposalRow, bool]]:
    """List the proposals at a match that ask a player, as `OwnMatches` has them."""
    rows = open_proposals(work.session, match)
    return [
        (match, row, len(rows) > 1)
        for row in rows
        if seat_of_player(match, player).number in seats_to_answer(match, row)
    ]


def seat_of_player(match: Match, player: Player) -> Seat:
    """Return the seat of a player at one of their matches."""
    return next(seat for seat in match.seats if seat.player_id == player.id and seat.vacant_at is None)


def _has_free_seat(match: Match, player: Player) -> bool:
    """Is a seat of a match that the player owns free, so that they have to decide about it?"""
    owner, *others = match.seats
    declined = any(seat.state is SeatState.DECLINED for seat in others)
    return match.state is MatchState.INVITING and owner.player_id == player.id and declined


def _find_invitations(work: UnitOfWork, player: Player) -> Sequence[Request]:
    query = (
        select(Request)
        .join(Match, Match.id == Request.match_id)
        .where(
            Request.kind == RequestKind.JOIN,
            Request.address.in_(every_address(work.session, player)),
            Request.done_at.is_(None),
            Request.expires_at > work.now,
            Match.state == MatchState.INVITING,
        )
    )
    return work.session.scalars(query.order_by(Request.id).limit(MOST_WAITING)).all()


def _list(match: Match, player: Player, *, waits: bool) -> Listed:
    seat = seat_of_player(match, player)
    return Listed(match.code.lower(), seat.number, match.turn, seat.epoch, waits)


def _write(work: UnitOfWork, player: Player, digest: Digest, own: OwnMatches) -> list[Match]:
    """Write the letter, and list the matches that wait for the player and are told in it."""
    context, language, reader = work.context, language_for(player.language), own.reader
    address, shown = context.addresses.digest(digest.id, digest.created_at), own.waiting[:MOST_WAITING]
    boards = player.digest is not None and player.digest.boards
    heard = _Heard(list_press_for(work.session, player), list_with_news(work, player))
    exemplary = {match.id for match in shown[:MOST_EXAMPLES]}

    def read_waiting(match: Match) -> tuple[_Read, letter_kind.LetterPart]:
        one = _Read.match(work, match, player, exemplary=match.id in exemplary)
        return one, one.write(player, heard, boards=boards)

    parts = reader.read_each(shown, read_waiting)
    read = [one for one, _ in parts]
    proposals = (reader.read(one[0], partial(_proposal, work, one, player)) for one in own.proposals)
    invitations = chain.from_iterable(_read_invitation(work, request, player, reader) for request in own.invitations)
    facts = digest_kinds.DigestLetter(
        reader=reader_for(context, player),
        waiting=tuple(one.facts for one in read),
        parts=tuple(part for _, part in parts),
        others=tuple(reader.read_each(own.others[:MOST_BESIDES], lambda match: _facts(work, match, player))),
        invitations=tuple(filter(None, invitations)),
        asked=tuple(chain.from_iterable(proposals)),
        free=tuple(reader.read_each(own.free, lambda match: _facts(work, match, player))),
        beyond=len(own.waiting) - len(shown),
        faulty=reader.say(language),
        boards=boards,
        offers=(
            *(
                replace(Offer.by_mail(one.example, "play", address), said=one.said)
                for one in read[:EXAMPLES]
                if one.example
            ),
            Offer.by_mail(word_for("help", language.language), "help", address),
        ),
    )
    enqueue_letter(work, digest_kinds.DIGEST, facts, recipient_of(player, language, address), LetterRefs())
    reader.note(work)
    return [one.presenter.match for one in read]


@dataclass(frozen=True, slots=True)
class _Heard:
    """Messages of others, and the matches with kept news: read for all matches at once."""

    press: Sequence[Row[int, int, int, str, datetime]]
    """A match, a number, a seat, a text and when it was written."""
    with_news: Collection[int]


@dataclass(frozen=True, slots=True)
class _Read:
    """A match that waits for the reader of a digest, as they see it."""

    work: UnitOfWork
    presenter: MatchPresenter
    loaded: LoadedMatch
    facts: MatchFacts
    example: str
    """An order that is legal now, behind the code of the match."""
    said: str
    """Description of the order's effect."""

    @classmethod
    def match(cls, work: UnitOfWork, match: Match, player: Player, *, exemplary: bool) -> _Read:
        presenter = presenter_for(work.context, match, seat_of_player(match, player), work.now)
        loaded = load_match(match)
        found = presenter.example_offers(loaded, most=1) if exemplary else ()
        offer = next(iter(found), Offer(""))
        coded = f"{write_code(match.code)} {offer.order}" if offer.order else ""
        return cls(work, presenter, loaded, presenter.facts(loaded), coded, offer.said)

    def write(self, player: Player, heard: _Heard, *, boards: bool) -> letter_kind.LetterPart:
        match = self.presenter.match
        news = news_since_own_turn(self.work.session, self.loaded, self.presenter.seat)
        facts = digest_kinds.WaitingMatch(
            reader=self.presenter.reader(),
            match=self.facts,
            memo=find_memo(self.work.session, match, match.awaited_id),
            plan=plan_news(self.presenter, self.loaded),
            kept_orders=waiting_news(self.presenter, write_code(match.code)),
            news=self.presenter.events(news),
            press=tuple(
                PressFacts(author=name_at(match, self.loaded.holdings, row.seat, row.at), text=row.text, number=row.id)
                for row in heard.press
                if row.match_id == match.id
            ),
            example=self.example,
        )
        text = write_part(digest_kinds.WAITING_MATCH, self.presenter.language, facts)
        board = self.presenter.board(self.loaded, offer_steps=True) if boards else ""
        if match.id in heard.with_news:  # last, when all else could be read: what is taken is told nowhere else
            text = take_news(self.work, match, player, text, [one.number for one in facts.press])
        return letter_kind.LetterPart(text=text, board=board)


def _facts(work: UnitOfWork, match: Match, player: Player) -> MatchFacts:
    return presenter_for(work.context, match, seat_of_player(match, player), work.now).facts()


def _read_invitation(
    work: UnitOfWork, request: Request, player: Player, reader: MatchReader
) -> list[digest_kinds.DigestInvitation | None]:
    matches = reader.fetch(work.session, select(Match).where(Match.id == request.match_id))
    return reader.read_each(matches, lambda match: _invitation(work, match, request, player))


def _invitation(
    work: UnitOfWork, match: Match, request: Request, player: Player
) -> digest_kinds.DigestInvitation | None:
    if any(seat.player_id == player.id for seat in match.seats):
        return None
    facts = MatchPresenter(work.context, match, language_for(player.language), player.layout, public=False).facts()
    return digest_kinds.DigestInvitation(match=facts, inviter=match.seats[0].name, expires=request.expires_at)


def _proposal(work: UnitOfWork, asked: tuple[Match, ProposalRow, bool], player: Player) -> digest_kinds.DigestProposal:
    match, row, several = asked
    presenter = presenter_for(work.context, match, seat_of_player(match, player), work.now)
    said = next(one.said for one in presenter.proposals([row]))
    number = str(row.number) if several else ""
    return digest_kinds.DigestProposal(match=presenter.facts(), said=said, number=number)
