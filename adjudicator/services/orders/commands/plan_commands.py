"""The commands about plans and habits, in letters to a seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from adjudicator.engines.contract import Note
from adjudicator.mail.commands.table.command import GivenCommand
from adjudicator.mail.commands.table.command_words import command_named, word_for
from adjudicator.mail.commands.words.reply_words import ALWAYS, ALWAYS_WORDS
from adjudicator.mail.text.text_fold import fold_line
from adjudicator.match.plans.firing import Status
from adjudicator.match.plans.habits import NO_HABITS, Habits, add_habit, habits_of
from adjudicator.match.plans.plan import (
    NO_PLAN,
    Game,
    confirm_plan,
    parse_path,
    place_without,
    remove_node,
    tree_mark,
)
from adjudicator.match.rulings.refusals import Refusal, RefusalKey
from adjudicator.services.matches.plans.plan_reviews import publish_plans
from adjudicator.services.matches.plans.sealed_plans import (
    NOTHING_KEPT,
    KeptPlan,
    Shown,
    keep_habits,
    keep_plan,
    keep_usual_habits,
    read_habits,
    read_plan,
    read_usual_habits,
)
from adjudicator.services.orders.answered_letter import find_answered_letter
from adjudicator.services.orders.plan_lines import show_boards, show_plan
from adjudicator.services.orders.seat_letter import SeatLetter, refusable
from adjudicator.services.refused_error import RefusedError
from adjudicator.store.states import MatchState
from adjudicator.texts.facts.answer_facts import Answer
from adjudicator.texts.facts.plan_facts import HabitsAnswer
from adjudicator.texts.plans.plan_kinds import list_habits


def plan_answer(seat_letter: SeatLetter, given: GivenCommand) -> Answer:
    """Show the writer's plan: its tree, the boards to which it leads, or one of them."""
    if not given.argument:
        return show_plan(seat_letter, given.line)
    try:
        return show_boards(seat_letter, given.line, given.argument.removeprefix("boards"))
    except LookupError:
        return show_plan(seat_letter, given.line)


def _cancel_plan(seat_letter: SeatLetter, given: GivenCommand) -> Note:
    kept = _read(seat_letter)
    if not kept.plan:
        raise RefusedError.of(RefusalKey.PLAN_NONE)
    if not given.argument:
        _keep(seat_letter, KeptPlan(NO_PLAN, kept.outcome))
        return Note.of("match.plan_cancelled", count=kept.plan.size)
    _ask_to_show(seat_letter, given)
    seat_letter.tree_before = seat_letter.tree_before or tree_mark(kept.plan)
    if not _knows_numbers(seat_letter, kept.shown):
        raise RefusedError.of(RefusalKey.PLAN_CHANGED)
    try:
        path = parse_path(given.argument)
        place = place_without(path, seat_letter.dropped)
        left = remove_node(kept.plan, place) if place else kept.plan
    except (LookupError, ValueError):
        raise RefusedError.of(RefusalKey.PLAN_NUMBER, number=given.argument) from None
    seat_letter.dropped.append(path)
    _keep(seat_letter, replace(kept, plan=left))
    return Note.of("match.plan_part_cancelled", number=given.argument)


def _ask_to_show(seat_letter: SeatLetter, given: GivenCommand) -> None:
    """Show the plan with its numbers at the end of the letter."""
    asked = [asked.command.name for asked, _ in seat_letter.receipt.asked]
    if "plan" not in asked:
        command = command_named("plan")
        seat_letter.receipt.add_question(GivenCommand(command, given.line), plan_answer)


def _knows_numbers(seat_letter: SeatLetter, shown: Shown | None) -> bool:
    """Tell whether the letter that is answered, or the page, could show the plan with the numbers that it has.

    Nobody knows what was in a letter whose number the answer does not name: then what was shown last counts.
    """
    inbound = seat_letter.inbound
    if not inbound.by_mail:
        return seat_letter.letter_turn == seat_letter.match.turn
    if shown is None:
        return True
    answered = find_answered_letter(inbound, seat_letter.seat.player_id)
    return shown.tree == seat_letter.tree_before and (answered is None or answered.written >= shown.at)


def _confirm_plan(seat_letter: SeatLetter, _given: GivenCommand) -> Note:
    kept = _read(seat_letter)
    confirmed = confirm_plan(kept.plan)
    if confirmed == kept.plan:
        raise RefusedError.of(RefusalKey.PLAN_NONE)
    _keep(seat_letter, replace(kept, plan=confirmed))
    return Note.of("match.plan_confirmed")


def _publish_plans(seat_letter: SeatLetter, _given: GivenCommand) -> Note:
    work, match, player_id = seat_letter.inbound.work, seat_letter.match, seat_letter.seat.player_id
    if match.state is not MatchState.FINISHED:
        raise RefusedError.of(RefusalKey.PLAN_PUBLISHED_LATER)
    if player_id is None or not publish_plans(work, match, player_id):
        raise RefusedError.of(RefusalKey.PLAN_NONE_KEPT)
    return Note.of("match.plans_published")


def plan_waits(seat_letter: SeatLetter) -> bool:
    """Tell whether lines of the writer's plan wait for a yes."""
    plan = _read(seat_letter).plan
    return confirm_plan(plan) != plan


def held_orders(seat_letter: SeatLetter) -> tuple[str, ...]:
    """List the orders of an answer that is held since something came to light; empty without one."""
    kept = _read(seat_letter)
    held = kept.outcome is not None and kept.outcome.status is Status.HELD
    return kept.outcome.answer if kept.outcome is not None and held else ()


def tell_as_planned(seat_letter: SeatLetter, given: GivenCommand) -> None:
    """Tell that the held answer is played: `seat_handler` has ruled on it, as orders come before commands."""
    if not seat_letter.as_planned:
        seat_letter.receipt.add_refused(given.line, Refusal(RefusalKey.PLAN_NOTHING_HELD))
    elif seat_letter.receipt.played:
        seat_letter.receipt.add_done(given, Note.of("match.held_played"))


def habit_command(seat_letter: SeatLetter, given: GivenCommand) -> None:
    """Set a habit for the match, or list them."""
    if given.argument:
        _set_habit(seat_letter, given)
    else:
        seat_letter.receipt.add_question(given, habits_answer)


@refusable
def _set_habit(seat_letter: SeatLetter, given: GivenCommand) -> Note:
    game, habits = _game(seat_letter), _habits(seat_letter)
    always, text = _split_always(given.argument)
    habit = _read_habit(seat_letter, game, text)
    try:
        kept = add_habit(game, habits, habit)
        _keep_habits(seat_letter, kept)
    except ValueError:
        raise RefusedError.of(RefusalKey.HABIT_MANY, most=len(habits)) from None
    if always:
        _keep_usual(seat_letter, add_habit(game, _usual(seat_letter), habit))
    said = _write_habit(seat_letter, game, habit)
    end = f"{ALWAYS_WORDS[seat_letter.language.language][0]} {said}" if always else said
    gone = tuple(_write_habit(seat_letter, game, one) for one in habits if one not in kept)
    return Note.of("match.habit_set", habit=said, always=always, end=end, replaced=gone)


def _cancel_habit(seat_letter: SeatLetter, given: GivenCommand) -> Note:
    game, habits = _game(seat_letter), _habits(seat_letter)
    always, text = _split_always(given.argument)
    usual = _usual(seat_letter) if always else NO_HABITS
    ended = _named_habits(seat_letter, game, (*habits, *usual), text)
    left, left_usual = (tuple(one for one in some if one not in ended) for some in (habits, usual))
    if (left, left_usual) == (habits, usual):
        raise RefusedError.of(RefusalKey.HABIT_NOT_SET, text=text)
    _keep_habits(seat_letter, left)
    if always:
        _keep_usual(seat_letter, left_usual)
    gone = [one for one in dict.fromkeys((*habits, *usual)) if one not in (*left, *left_usual)]
    return Note.of("match.habit_ended", habit=", ".join(_write_habit(seat_letter, game, one) for one in gone))


def _split_always(text: str) -> tuple[bool, str]:
    """Split off the word that makes a habit one of all matches of the game."""
    first, _, rest = text.partition(" ")
    return (True, rest.strip()) if fold_line(first) in ALWAYS else (False, text)


def _named_habits(seat_letter: SeatLetter, game: Game, habits: Habits, text: str) -> Habits:
    """List the habits that a text means: all without one, those with these words, or those in the place of which it is.

    Raises `RefusedError` for a text that is no habit.
    """
    words = set(fold_line(text).split())
    written = {one: fold_line(f"{one} {_write_habit(seat_letter, game, one)}").split() for one in habits}
    named = tuple(one for one, said in written.items() if words <= set(said))
    if named or not words:
        return named
    ended, engine = _read_habit(seat_letter, game, text), habits_of(game)
    return tuple(one for one in habits if engine and engine.replaces(ended, one))


def habits_answer(seat_letter: SeatLetter, given: GivenCommand) -> Answer:
    """List the habits of the writer, and those that the game has."""
    language = seat_letter.language.language
    game = Game.of(seat_letter.loaded.engine)
    engine = habits_of(game) if game else None
    if game is None or engine is None:
        return HabitsAnswer(order=given.line, habits=(), kinds=())
    word = word_for("habit", language)
    return HabitsAnswer(
        order=given.line,
        habits=tuple(f"{word} {engine.format_habit(one, language)}" for one in _habits(seat_letter)),
        kinds=list_habits(game.engine, language, word),
        cancel=_cancel_line(seat_letter, game, language),
    )


def _cancel_line(seat_letter: SeatLetter, game: Game, language: str) -> str:
    first = next(iter(_habits(seat_letter)), "")
    return f"{word_for('cancel habit', language)} {_write_habit(seat_letter, game, first)}" if first else ""


def _read_habit(seat_letter: SeatLetter, game: Game, text: str) -> str:
    engine = habits_of(game)
    if engine is None:
        raise RefusedError.of(RefusalKey.HABIT_NONE)
    habit = engine.read_habit(text)
    if habit is None:
        language = seat_letter.language.language
        kinds = list_habits(game.engine, language, word_for("habit", language))
        raise RefusedError.of(RefusalKey.HABIT_UNKNOWN, nearest=tuple(kind.example for kind in kinds), text=text)
    return habit


def _write_habit(seat_letter: SeatLetter, game: Game, habit: str) -> str:
    engine = habits_of(game)
    return engine.format_habit(habit, seat_letter.language.language) if engine else habit


def _game(seat_letter: SeatLetter) -> Game:
    game = Game.of(seat_letter.loaded.engine)
    if game is None:
        raise RefusedError.of(RefusalKey.HABIT_NONE)
    return game


def _read(seat_letter: SeatLetter) -> KeptPlan:
    return read_plan(seat_letter.inbound.context.secret, seat_letter.seat) if seat_letter.seat.plan else NOTHING_KEPT


def _keep(seat_letter: SeatLetter, kept: KeptPlan) -> None:
    keep_plan(seat_letter.inbound.context.secret, seat_letter.seat, kept)


def _habits(seat_letter: SeatLetter) -> Habits:
    seat = seat_letter.seat
    return read_habits(seat_letter.inbound.context.secret, seat) if seat.habits else NO_HABITS


def _usual(seat_letter: SeatLetter) -> Habits:
    player = seat_letter.seat.player
    if player is None or player.habits is None:
        return NO_HABITS
    return read_usual_habits(seat_letter.inbound.context.secret, player).get(seat_letter.match.rules, NO_HABITS)


def _keep_usual(seat_letter: SeatLetter, habits: Habits) -> None:
    player, secret = seat_letter.seat.player, seat_letter.inbound.context.secret
    if player is not None:
        known = read_usual_habits(secret, player) if player.habits is not None else {}
        keep_usual_habits(secret, player, known | {seat_letter.match.rules: habits})


def _keep_habits(seat_letter: SeatLetter, habits: Habits) -> None:
    keep_habits(seat_letter.inbound.context.secret, seat_letter.seat, habits)


PLAN_ACTS: Mapping[str, Callable[[SeatLetter, GivenCommand], None]] = {
    "cancel plan": refusable(_cancel_plan),
    "confirm plan": refusable(_confirm_plan),
    "as planned": tell_as_planned,
    "publish plans": refusable(_publish_plans),
    "habit": habit_command,
    "cancel habit": refusable(_cancel_habit),
}
