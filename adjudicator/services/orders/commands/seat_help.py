"""`help` in a letter to a seat: the commands that matter now."""

from __future__ import annotations

from adjudicator.engines.registry import engine_for
from adjudicator.mail.commands.table.command import GivenCommand
from adjudicator.mail.commands.table.topics import Situation
from adjudicator.match.match_terms import TWO
from adjudicator.services.answers.help_answers import MOST_OFFERS, HelpScene, explain_help
from adjudicator.services.matches.letters import turn_facts
from adjudicator.services.matches.names.shown_names import seat_names
from adjudicator.services.matches.rows.hint_rows import may_have_hints
from adjudicator.services.matches.view.plan_view import may_plan
from adjudicator.services.matches.view.presenter import presenter_for
from adjudicator.services.orders.seat_letter import SeatLetter
from adjudicator.store.states import MatchState
from adjudicator.texts.facts import answer_facts
from adjudicator.texts.facts.letter_facts import Offer
from adjudicator.texts.language.plan_examples import SOMEBODY


def help_answer(seat_letter: SeatLetter, given: GivenCommand) -> answer_facts.Answer:
    """Explain the commands: those that matter now, a topic, or one of them."""
    match = seat_letter.match
    rules = engine_for(match.rules).rules
    moves = match.state is MatchState.RUNNING and match.to_move == seat_letter.seat.number
    offers = _help_offers(seat_letter)
    presenter = presenter_for(seat_letter.inbound.context, match, seat_letter.seat)
    scene = HelpScene(
        language=seat_letter.language,
        situation=_situation(seat_letter),
        now=seat_letter.inbound.now,
        game=rules.name,
        code=match.code,
        legal=tuple(offer.order for offer in offers) if moves and seat_letter.begun else (),
        offers=offers,
        other=_name_of_another(seat_letter),
        several=len(match.seats) != TWO,
        undoable=presenter.may_undo(),
        plannable=may_plan(match, seat_letter.seat),
        alone=may_have_hints(match, seat_letter.seat),
    )
    return explain_help(scene, given)


def _name_of_another(seat_letter: SeatLetter) -> str:
    """Name another player of the match."""
    names = seat_names(seat_letter.match, seat_letter.language, public=False)
    return next((name for at, name in enumerate(names) if name and at != seat_letter.seat.number), SOMEBODY)


def _help_offers(seat_letter: SeatLetter) -> tuple[Offer, ...]:
    presenter = presenter_for(seat_letter.inbound.context, seat_letter.match, seat_letter.seat, seat_letter.inbound.now)
    if seat_letter.begun is None:
        return turn_facts.owner_offers(presenter)
    if seat_letter.match.to_move == seat_letter.seat.number:
        return presenter.example_offers(seat_letter.loaded, most=MOST_OFFERS)
    return presenter.nudge()


def _situation(seat_letter: SeatLetter) -> Situation:
    match, seat = seat_letter.match, seat_letter.seat
    if match.state is MatchState.INVITING:
        return Situation.OWNER if seat.number == 0 else Situation.SEATED
    if match.state is not MatchState.RUNNING:
        return Situation.OVER
    return Situation.MOVE if match.to_move == seat.number else Situation.WAIT
