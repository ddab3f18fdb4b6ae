"""The page of a match: the board, whose turn it is, and the visitor's choices."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from operator import attrgetter, itemgetter

from flask import Blueprint, request, url_for
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response

from adjudicator.engines.contract import Level
from adjudicator.match.house.levels import NAMES
from adjudicator.match.record.record import dump_record
from adjudicator.match.rulings import refusals
from adjudicator.match.rulings.ruling import Preview, preview_step
from adjudicator.match.rulings.table import AnyTable
from adjudicator.services.matches.annotations.memos import LONGEST_MEMO, find_memo
from adjudicator.services.matches.clock.match_clock import claimable_from, may_be_granted
from adjudicator.services.matches.clock.nudges import may_nudge
from adjudicator.services.matches.finished.archive import public_seed, record_of
from adjudicator.services.matches.letters.private_press import list_private_press
from adjudicator.services.matches.letters.turn_facts import missing_guests, owner_offers
from adjudicator.services.matches.letters.unsubscribe import AS_ELSEWHERE
from adjudicator.services.matches.opening.lobby import has_seat, may_join
from adjudicator.services.matches.opening.rematches import may_ask
from adjudicator.services.matches.positions.past_positions import known_rows
from adjudicator.services.matches.rows.hint_rows import count_hints, find_hint, may_ask_hint
from adjudicator.services.matches.rows.match_rows import LoadedMatch, load_match_for
from adjudicator.services.matches.rows.outage_rows import away_since
from adjudicator.services.matches.rows.proposal_rows import find_arrival
from adjudicator.services.matches.rows.seat_holders import list_counts
from adjudicator.services.matches.rows.seat_holders import list_press as written_press
from adjudicator.services.matches.seats.seat_takers import seat_offered
from adjudicator.services.matches.view.order_examples import write_example
from adjudicator.services.matches.view.own_undo import may_undo
from adjudicator.services.matches.view.time_reports import TimeReporter
from adjudicator.services.orders.order_wording import WORDING, with_o_meaning
from adjudicator.store.states import MatchState, SeatState
from adjudicator.store.tables import Match
from adjudicator.texts.facts import move_list
from adjudicator.texts.facts.clock_facts import SeatTime, TurnTime
from adjudicator.web.forms.form_letters import new_form_key
from adjudicator.web.forms.letter_times_form import LetterTimesForm
from adjudicator.web.matches.annotations import find_match_talk
from adjudicator.web.matches.match_view import Drawn, MatchView, view_of_match
from adjudicator.web.matches.page_queries import next_waiting
from adjudicator.web.matches.plan_panel import find_plan
from adjudicator.web.matches.plan_review import find_reviews
from adjudicator.web.matches.second_look_panel import find_second_look
from adjudicator.web.matches.together import find_choices
from adjudicator.web.matches.turn_list import choose_news, list_turns
from adjudicator.web.rendering.rendering import render_page
from adjudicator.web.request import app_context
from adjudicator.web.request.match_code import redirect_to_capitals

pages = Blueprint("matches", __name__)
pages.before_request(redirect_to_capitals)

LONGEST_ORDER = 400
MOST_IN_WORDS = 400
"""Orders of a list that has their effects in words. Longer ones would be large pages, and nobody reads them."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A match as drawn for one visitor, with the legal orders to choose from."""

    drawn: Drawn
    turn: int
    moving: bool = False
    """Whether the visitor is to move."""
    legal: tuple[str, ...] = ()
    groups: Sequence[move_list.Group] = ()
    """The legal orders as one writes them in the visitor's language."""
    words: Mapping[str, str] = field(default_factory=dict)
    """The effects of these orders in words; empty where all have the same one, and for a long list."""
    tried: str = ""
    """An order to preview, as one writes it in the visitor's language if it can be read."""
    begun: bool = False
    """Whether `tried` is only the beginning of several orders, and the board shows how they end."""
    playable: bool = False
    said: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Clock:
    """The time of the running turn, and of every seat."""

    turn: TurnTime | None
    seats: tuple[SeatTime, ...]


@dataclass(frozen=True, slots=True)
class Message:
    """A message between players, as one of them sees it."""

    author: str
    text: str
    at: datetime
    readers: tuple[str, ...] = ()
    """Those who read it, if not all do."""


@dataclass(frozen=True, slots=True)
class HintPanel:
    """The hint for the present position, for the player who may ask for it."""

    adviser: str
    asked: bool = False
    order: str = ""
    """As one writes it in the visitor's language; empty while it is thought about."""
    said: str = ""
    """Description of the step's effect."""


@pages.get("/m/<code:code>")
def show_match(code: str) -> Response:
    """Show a match; ``?step=`` shows the board after a step and plays nothing."""
    with app_context.context().store.reading() as session:
        return match_page(
            session, view_of_match(session, code), tried=request.args.get("step", "")[:LONGEST_ORDER].strip()
        )


@pages.get("/m/<code:code>/record.json")
def download_record(code: str) -> Response:
    """Download the record."""
    with app_context.context().store.reading() as session:
        view = view_of_match(session, code)
        if view.match.position is None:
            return not_begun(session, view)
        response = Response(dump_record(record_of(view.match, app_context.now())), mimetype="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="{view.match.code}.json"'
    response.add_etag()
    return response.make_conditional(request.environ)


def match_page(session: Session, view: MatchView, *, tried: str = "", **more: object) -> Response:
    """Show the current position, and the result of a form if there is one."""
    match = view.match
    if match.position is None:
        return not_begun(session, view, **more)
    end = match.end
    turns = list_turns(view)
    return render_page(
        "match",
        view=view,
        match=match,
        facts=view.scene.with_credit(view.scene.facts(), session),
        options=view.options(),
        counted=list_counts(session, match, view.scene.name_holder) if end else (),
        ending=view.scene.ending(session),
        standing=build_standing(view, tried),
        news=choose_news(view, turns),
        turns=turns,
        press=list_press(session, view),
        readers=find_readers(view),
        memo=find_memo(session, match, view.seat.player_id) if view.seat else "",
        longest_memo=LONGEST_MEMO,
        talk=find_match_talk(session, view),
        plan=find_plan(view),
        second_look=find_second_look(view),
        reviews=find_reviews(session, view),
        together=find_choices(session, view),
        own_letters=(view.seat.letters if view.seat else None) or AS_ELSEWHERE,
        reminders=_find_reminders(view),
        wish=find_arrival(session, match, view.visitor.player) if view.visitor.player else None,
        offered=seat_offered(session, match, view.visitor.player),
        claimable=_is_claimable(session, match),
        places=_list_places(match),
        next_code=_find_next(session, view),
        undoable=[view.write(step) for step in may_undo(match, view.seat)],
        seed=public_seed(match, app_context.now()),
        stays_known=[view.event(row) for row in known_rows(match)],
        granted=may_be_granted(match),
        clock=_find_clock(view),
        rematch=may_ask(match, view.seat, app_context.now()),
        nudging=may_nudge(match, view.seat, app_context.now()),
        hint=_find_hint(session, view),
        hints=count_hints(session, match) if end else 0,
        mark=new_form_key(),
        **({"answer": None, "text": ""} | more),
    )


def _list_places(match: Match) -> list[tuple[int, int, int | None]]:
    """List place, seat and score of everybody in a match that is over, the first place first."""
    end = match.end
    placed = zip(end.places, end.scores or [None] * len(match.seats), match.seats, strict=False) if end else ()
    return sorted(((place, seat.number, score) for place, score, seat in placed), key=itemgetter(0))


def _find_hint(session: Session, view: MatchView) -> HintPanel | None:
    if not may_ask_hint(view.match, view.seat):
        return None
    adviser, hint = NAMES[Level.STRONG], find_hint(session, view.match)
    if hint is None or not hint.step:
        return HintPanel(adviser, asked=hint is not None)
    offer = view.scene.offer_step(load_match_for(view.match, view.visitor.player), hint.step)
    return HintPanel(adviser, asked=True, order=offer.order, said=offer.said)


def _find_next(session: Session, view: MatchView) -> str | None:
    """Find the next match that waits for the visitor, unless this one does."""
    player = view.visitor.player
    if player is None or (view.seat is not None and view.match.awaited_id == player.id):
        return None
    return next_waiting(session, player.id, view.match.id)


def _is_claimable(session: Session, match: Match) -> bool:
    """May the others claim the running turn now? Not if an outage of the service is the reason."""
    now, since = app_context.now(), claimable_from(match)
    return since is not None and since <= now and away_since(session, now) is None


def _find_reminders(view: MatchView) -> LetterTimesForm | None:
    player = view.visitor.player
    return LetterTimesForm.stored(player, view.seat) if player is not None and view.seat is not None else None


def _find_clock(view: MatchView) -> Clock | None:
    """Collect the time of the match for a player of it; others have no part in it."""
    if view.seat is None or view.match.end is not None:
        return None
    reporter = TimeReporter(view.context, view.match, view.number, app_context.now(), view.visitor.language)
    return Clock(reporter.report_turn(), reporter.report_seats())


def build_standing(view: MatchView, tried: str) -> Standing:
    """Draw the board, or the board after an order that the player to move previews."""
    loaded = load_match_for(view.match, view.visitor.player)
    if loaded.table.to_move is None or loaded.table.to_move != view.number or view.resigned:
        ended = view.match.end is not None
        return Standing(view.draw(loaded.table.position, ended=ended), view.match.turn)
    legal = loaded.orders
    link = partial(_try_link, view.match.code)
    now = Standing(
        drawn=view.draw(loaded.table.position, legal=legal, link=link),
        turn=view.match.turn,
        moving=True,
        legal=legal,
        groups=_group_orders(view, legal),
        words=_word_orders(view, loaded.table),
        tried=tried,
    )
    return _after(view, loaded, now, link) if tried else now


def list_press(session: Session, view: MatchView) -> list[Message] | None:
    """List the messages between the players that the visitor may read; None for who is no player."""
    if view.seat is None:
        return None
    to_all = (Message(one.author, one.text, one.at) for one in written_press(session, view.match))
    to_some = (
        Message(one.author, one.text, one.at, one.readers) for one in list_private_press(session, view.match, view.seat)
    )
    return sorted((*to_all, *to_some), key=attrgetter("at"))


def find_readers(view: MatchView) -> list[tuple[int, str]]:
    """List the players to whom alone the visitor can write, by number of seat from 1; none if there is only one."""
    others = [seat for seat in view.match.seats if seat is not view.seat and seat.by_person]
    return [(seat.number + 1, seat.name) for seat in others] if len(others) > 1 else []


def not_begun(session: Session, view: MatchView, **more: object) -> Response:
    """Show a match that was called off before it began, or waits for players; its owner decides about the seats."""
    match, player = view.match, view.visitor.player
    open_to_all = any(seat.state is SeatState.INVITED and not seat.guest for seat in match.seats)
    decisions = {offer.purpose for offer in owner_offers(view.scene)}
    return render_page(
        "invitation",
        view=view,
        match=match,
        facts=view.scene.facts(),
        options=view.options(),
        waiting=match.state is MatchState.INVITING,
        seated=player is not None and has_seat(match, player.address),
        free=may_join(session, match, player),
        open_to_all=open_to_all,
        decisions=decisions,
        missing=missing_guests(view.scene) if decisions else (),
        mark=new_form_key(),
        **({"answer": None} | more),
    )


def _after(view: MatchView, loaded: LoadedMatch, now: Standing, link: Callable[[str], str]) -> Standing:
    ends = move_list.steps_beginning_with(now.legal, now.tried)
    if ends:
        drawn = view.draw(loaded.table.position, legal=ends, link=link)
        return replace(now, drawn=drawn, begun=True, tried=view.write(now.tried), groups=_group_orders(view, ends))
    table, order = with_o_meaning(loaded.table, now.tried)
    shown = preview_step(table, view.match.to_move or 0, order, WORDING)
    if not isinstance(shown, Preview):
        return replace(now, said=(view.refusal(shown),))
    said = tuple(view.say(note) for one in shown.played for note in one.notes if note.seen_by(view.number))
    if shown.hidden:
        said = (*said, view.refusal(refusals.would_reveal(view.write(shown.hidden))))
    written = "; ".join(filter(None, (*(view.write(one.step) for one in shown.played), view.write(shown.hidden))))
    return replace(now, drawn=view.draw(shown.table.position), playable=True, tried=written, said=said)


def _group_orders(view: MatchView, orders: Sequence[str]) -> Sequence[move_list.Group]:
    scene = view.scene  # one for all: there may be hundreds
    return move_list.group_steps([scene.write(order) for order in orders])


def _word_orders(view: MatchView, table: AnyTable) -> dict[str, str]:
    """Say the effects of legal orders; nothing where they differ only in squares, as those of Egyptos do."""
    if len(table.legal_steps) > MOST_IN_WORDS:
        return {}
    examples = [write_example(table, [step], view.visitor.language) for step in table.legal_steps]
    kinds = {" ".join(word for word in one.said.split() if word not in one.order.split()) for one in examples}
    return {one.order: one.said for one in examples if one.said} if len(kinds) > 1 else {}


def _try_link(code: str, order: str) -> str:
    return url_for("matches.show_match", code=code, step=order, _anchor="board")
