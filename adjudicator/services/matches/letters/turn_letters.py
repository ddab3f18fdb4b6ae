"""Letters about play: start, turns, reminders, nudges, messages of players, the end.

A receipt is not among them: see `orders.receipts`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from sqlalchemy import select

from adjudicator.engines.contract import Level
from adjudicator.engines.registry import engine_for
from adjudicator.mail.commands.lines.translation import translate_command
from adjudicator.mail.commands.table.command_words import house_argument, word_for
from adjudicator.match.consent import ProposalKind
from adjudicator.match.house.levels import NAMES, next_level
from adjudicator.match.match_result import EndKind
from adjudicator.match.match_terms import TWO
from adjudicator.match.record.record import MENDABLE
from adjudicator.services.matches.clock import match_clock
from adjudicator.services.matches.finished.archive import is_open_to_study
from adjudicator.services.matches.letters.notice import Notice, player_at, seated_people, write_to_all, write_to_seat
from adjudicator.services.matches.letters.turn_facts import turn_facts
from adjudicator.services.matches.names.named_seats import way_to_name
from adjudicator.services.matches.plans.plan_reviews import find_planners, find_unasked
from adjudicator.services.matches.rows.hint_rows import count_hints, may_have_hints
from adjudicator.services.matches.rows.match_rows import LoadedMatch, load_match
from adjudicator.services.matches.rows.proposal_rows import seats_to_answer
from adjudicator.services.matches.rows.seat_holders import former_players, list_counts
from adjudicator.services.matches.view.chance import chance_facts
from adjudicator.services.matches.view.plan_view import may_plan, plan_view
from adjudicator.services.matches.view.presenter import MatchPresenter, presenter_for
from adjudicator.services.outbox.enqueue import LetterRefs, enqueue_letter, recipient_of
from adjudicator.services.players.players import accepts_mail, seat_accepts_mail
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.tables import Match, Press, Seat
from adjudicator.texts.facts.letter_facts import Offer
from adjudicator.texts.facts.letter_facts import Press as PressFacts
from adjudicator.texts.games.order_purposes import PURPOSES
from adjudicator.texts.language.language import language_for
from adjudicator.texts.letters import clock_kinds, turn_kinds
from adjudicator.texts.letters.letter_kind import LetterKind

MOST_CODED = 3
"""Matches of which a reminder of several has an example."""


def notify_started(work: UnitOfWork, match: Match) -> None:
    """Tell everybody that the match has begun, with the commitment to its deal."""
    loaded, before = load_match(match), _find_rematched(work, match)

    def build_facts(presenter: MatchPresenter) -> turn_kinds.Start:
        known = _begun_before(work, match, presenter.seat)
        return turn_kinds.Start(
            commitment=match.commitment,
            chance=chance_facts(work, match, presenter.seat),
            is_first=not known,
            first_of_game=match.rules.partition("/")[0] not in known,
            rematch_of=before,
            **turn_facts(work, presenter, loaded),
        )

    write_to_all(work, match, Notice(turn_kinds.START, build_facts))


def _find_rematched(work: UnitOfWork, match: Match) -> str:
    """Find the match of which this one is the rematch, by its players: its code, or nothing."""
    people = [seat.player_id for seat in match.seats if seat.player_id is not None]
    query = select(Match.code).join(Seat).where(Seat.player_id.in_(people), Match.rematch == match.code)
    return work.session.scalars(query.limit(1)).first() or ""


def _begun_before(work: UnitOfWork, match: Match, seat: int | None) -> set[str]:
    """List the names of the games of which the player of a seat has begun a match before."""
    player = None if seat is None else match.seats[seat].player_id
    earlier = (
        select(Match.rules)
        .join(Seat)
        .where(Seat.player_id == player, Match.id != match.id, Match.started_at.is_not(None))
        .distinct()
    )
    return {rules.partition("/")[0] for rules in work.session.scalars(earlier)}


def notify_changed(work: UnitOfWork, loaded: LoadedMatch, *, answered: Seat | None = None) -> None:
    """Tell the players of a new turn, or of the end. `answered` is the seat whose receipt tells it already.

    Who waits is told of each turn if they want all letters: the letter of their own turn tells the events before it.
    A player who has played by a plan is told like a receipt.
    """
    match = loaded.match
    if match.end is not None:
        notify_over(work, match)
        return
    for seat in seated_people(match):
        if seat is answered:
            continue
        kind = turn_kinds.YOUR_TURN if seat.number == match.to_move else turn_kinds.THEIR_TURN
        planned = any(row.seat == seat.number and row.how == "plan" for row in loaded.fresh)
        if seat_accepts_mail(seat, asks_something=planned or kind == turn_kinds.YOUR_TURN):
            notify_seat(work, seat, kind, loaded, can_wait=kind == turn_kinds.YOUR_TURN)


def notify_seat(
    work: UnitOfWork,
    seat: Seat,
    kind: LetterKind[turn_kinds.Turn],
    loaded: LoadedMatch,
    *,
    can_wait: bool = False,
) -> None:
    """Write the state of the match to one seat. The kinds are your_turn and their_turn."""

    def build_facts(presenter: MatchPresenter) -> turn_kinds.Turn:
        facts = turn_facts(work, presenter, loaded)
        if kind is turn_kinds.YOUR_TURN and len(loaded.match.seats) == TWO and seat.plan is None:
            *offers, help_offer = facts["offers"]
            facts["offers"] = (*offers, *_plan_offers(presenter, loaded), help_offer)
        return turn_kinds.Turn(**facts)

    notice = Notice(
        kind, build_facts, while_turn=loaded.match.turn, can_wait=can_wait, proposal=_draw_asked(loaded, seat)
    )
    write_to_seat(work, loaded.match, seat, notice)


def _draw_asked(loaded: LoadedMatch, seat: Seat) -> int:
    """Return the number of the draw that is offered to a seat, if nothing else is asked: a yes or no answers it."""
    asked = [row for row in loaded.proposals if seat.number in seats_to_answer(loaded.match, row)]
    return asked[0].number if [row.kind for row in asked] == [ProposalKind.DRAW] else 0


def _plan_offers(presenter: MatchPresenter, loaded: LoadedMatch) -> Iterator[Offer]:
    """Offer one line that plans an answer, as long as the reader has no plan."""
    seat = presenter.match.seats[presenter.seat or 0]
    view = plan_view(presenter, loaded) if may_plan(presenter.match, seat) else None
    if view and (found := view.offer_line()):
        line, move = found
        said = presenter.language.gettext(PURPOSES["plan"]) % {"move": move}
        yield replace(presenter.offer(line, "plan"), said=said)


def notify_reminded(
    work: UnitOfWork,
    loaded: LoadedMatch,
    others: Sequence[Match] = (),
    address: str = "",
    faulty: tuple[str, ...] = (),
) -> None:
    """Remind a player of a turn, and of others that wait for them in other matches: `address` takes answers for all.

    `faulty` has a sentence for each match that cannot be shown.
    """
    match, seat = loaded.match, _mover(loaded.match)

    def build_facts(presenter: MatchPresenter) -> clock_kinds.Reminder:
        facts = turn_facts(work, presenter, loaded)
        if others:
            facts["offers"] = tuple(_coded_offers(work, (match, *others), address))
        else:
            again = translate_command("remind 1d 6h", presenter.language.language)
            facts["offers"] = (*facts["offers"], presenter.offer(again, "remind"))
        return clock_kinds.Reminder(
            others=tuple(presenter_for(work.context, other, _mover(other), work.now).facts() for other in others),
            faulty=faulty,
            is_last=match.remind_at is None,
            spare_day=match_clock.takes_spare_day(work, match),
            **facts,
        )

    # With several turns the letter is current, whatever becomes of the first.
    while_turn = None if others else match.turn
    latest = max(one.due_at for one in (match, *others) if one.due_at is not None)
    notice = Notice(clock_kinds.REMINDER, build_facts, while_turn=while_turn, true_until=latest, reply_to=address)
    write_to_seat(work, match, seat, notice)


def _coded_offers(work: UnitOfWork, matches: Sequence[Match], address: str) -> Iterator[Offer]:
    """Offer a step in each of the first matches, behind its code, and help."""
    for match in matches[:MOST_CODED]:
        presenter = presenter_for(work.context, match, _mover(match), work.now)
        for one in presenter.example_offers(load_match(match), most=1):
            yield replace(Offer.by_mail(f"{match.code} {one.order}", "play", address), said=one.said)
    word = word_for("help", language_for(player_at(_mover(matches[0])).language).language)
    yield Offer.by_mail(word, "help", address)


def _mover(match: Match) -> Seat:
    seat = match_clock.mover_of(match)
    if seat is None:
        raise ValueError(f"no person is to move in {match.code}")
    return seat


def notify_over(work: UnitOfWork, match: Match) -> None:
    """Tell all players the result, and the seed and salts with which the deal can be verified."""
    work.session.flush()  # `presenter.ending` reads the row of the last step
    loaded, end = load_match(match), match.end
    if end is None:
        raise ValueError(f"match {match.code} has not ended")

    planners, opened = find_planners(work.session, work.context.secret, match), is_open_to_study(match, work.now)

    def build_facts(presenter: MatchPresenter) -> turn_kinds.MatchOver:
        return turn_kinds.MatchOver(
            places=end.places,
            reason=presenter.ending(work.session),
            scores=end.scores,
            commitment=match.commitment,
            seed="" if end.kind is EndKind.TIME and match.record_version > 1 else match.seed.hex(),
            seed_public=end.at + MENDABLE,
            salts=tuple(seat.salt for seat in match.seats),
            record_url=f"{work.context.site}/m/{match.code}/record.json",
            counted=list_counts(work.session, match, presenter.name_holder),
            hints=count_hints(work.session, match),
            unasked=_unasked_lines(work, presenter, loaded),
            **turn_facts(work, presenter, loaded) | {"offers": _offers_after(presenter, planners, opened=opened)},
        )

    write_to_all(work, match, Notice(turn_kinds.MATCH_OVER, build_facts, urgent=True, left=True))
    service = work.context.addresses.service
    for player in former_players(work.session, match):
        if accepts_mail(player, asks_something=False, urgent=True):
            language = language_for(player.language)
            presenter = MatchPresenter(work.context, match, language, player.layout, former=player, public=False)
            to = recipient_of(player, language, service)
            enqueue_letter(work, turn_kinds.MATCH_OVER, build_facts(presenter), to, LetterRefs(match=match))


def _unasked_lines(work: UnitOfWork, presenter: MatchPresenter, loaded: LoadedMatch) -> tuple[str, ...]:
    """Write the lines of the reader's plan that were not asked any more."""
    player_id = None if presenter.seat is None else loaded.match.seats[presenter.seat].player_id
    view = plan_view(presenter, loaded)
    if player_id is None or view is None:
        return ()
    review = find_unasked(work.session, work.context.secret, loaded.match, player_id)
    return view.write_lines(review.missed) if review else ()


def _offers_after(presenter: MatchPresenter, planners: Collection[int], *, opened: bool) -> tuple[Offer, ...]:
    """Offer lines that begin another match, and a look at the comments.

    A former player's letter goes to no seat, and offers none.
    """
    if presenter.seat is None:
        return ()
    seat = presenter.match.seats[presenter.seat]
    others = [one for one in presenter.match.seats if one.by_person and one is not seat]
    rematch = (presenter.command("rematch", "rematch"),) if others and seat.by_person else ()
    plans = (presenter.command("publish plans", "publish_plans"),) if seat.player_id in planners else ()
    said = (presenter.command("comment", "comment"),) if opened else ()
    return (*rematch, *plans, *said, _offer_house(presenter, seat))


def _offer_house(presenter: MatchPresenter, seat: Seat) -> Offer:
    """Offer a match against the house: at the level that was played, or at the next one to who has won."""
    match, language = presenter.match, presenter.language.language
    game = engine_for(match.rules).rules.name
    level = next((one.level for one in match.seats if one.level), None) if may_have_hints(match, seat) else None
    won = match.end is not None and match.end.places[seat.number : seat.number + 1] == (1,)
    if level and won and (stronger := next_level(level)):
        return presenter.command("new", "stronger", house_argument(game, language, stronger))
    return presenter.command("new", "house", house_argument(game, language, level or ""))


def notify_press(work: UnitOfWork, match: Match, author: Seat, text: str) -> None:
    """Send a player's message to the other players of the match."""
    message = Press(match_id=match.id, seat=author.number, at=work.now, text=text)
    work.session.add(message)
    work.session.flush()  # each letter names the message by its number

    def build_facts(presenter: MatchPresenter) -> turn_kinds.PressLetter:
        return turn_kinds.PressLetter(
            reader=presenter.reader(),
            match=presenter.facts(),
            press=(PressFacts(author=author.name, text=text, number=message.id),),
            offers=(presenter.command("press", "press", "..."), *_tell_alone(presenter, author)),
        )

    write_to_all(work, match, Notice(turn_kinds.PRESS, build_facts), leave_out=author)


def _tell_alone(presenter: MatchPresenter, author: Seat) -> tuple[Offer, ...]:
    """Offer to write back to the author alone, where more than one would read it otherwise."""
    match = presenter.match
    own = match.seats[presenter.seat or 0]
    if sum(seat.by_person for seat in match.seats) <= TWO:
        return ()
    return (presenter.command("tell", "tell", f"{way_to_name(match, own, author)}: ..."),)


def notify_nudged(work: UnitOfWork, loaded: LoadedMatch, seat: Seat, asker: Seat) -> None:
    """Ask the player to move, in the name of another one, whether they have seen their turn."""
    match = loaded.match

    def build_facts(presenter: MatchPresenter) -> clock_kinds.Nudge:
        since = match.since or work.now
        return clock_kinds.Nudge(asker=asker.number, since=since, **turn_facts(work, presenter, loaded))

    write_to_seat(work, match, seat, Notice(clock_kinds.NUDGE, build_facts, while_turn=match.turn))


def notify_hint(work: UnitOfWork, loaded: LoadedMatch, seat: Seat, step: str) -> None:
    """Write a hint to a player: the move that the house player would make in their place."""

    def build_facts(presenter: MatchPresenter) -> turn_kinds.HintLetter:
        facts = turn_facts(work, presenter, loaded, shown=False, offered=False)
        facts["offers"] = (presenter.offer_step(loaded, step),)
        return turn_kinds.HintLetter(adviser=NAMES[Level.STRONG], **facts)

    notice = Notice(turn_kinds.HINT, build_facts, while_turn=loaded.match.turn)
    write_to_seat(work, loaded.match, seat, notice)
