"""Answers that concern no single match: the games, their rules, and a player's matches.

Letters to the service and letters to a seat ask for the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import case, select

from adjudicator.engines.registry import close_games, engines, newest_engine
from adjudicator.engines.rules import Rules
from adjudicator.mail.commands.table.command import GivenCommand
from adjudicator.mail.lexicon.wordlist import words_in
from adjudicator.mail.text.text_fold import fold_line
from adjudicator.match.rulings.refusals import Refusal, RefusalKey
from adjudicator.services.match_reader import MatchReader
from adjudicator.services.matches.rows.known_matches import select_lent
from adjudicator.services.matches.rows.match_rows import seat_of
from adjudicator.services.matches.view.presenter import MatchPresenter
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match, Player, Seat
from adjudicator.texts.facts import lobby_facts
from adjudicator.texts.games.option_labels import OptionLabels
from adjudicator.texts.games.rulebook import render_rulebook
from adjudicator.texts.language.language import Language

MOST_LISTED = 50


def list_games(given: GivenCommand, language: Language) -> lobby_facts.GamesAnswer:
    """List the games that can be played here, each in its newest version."""
    names = dict.fromkeys(engine.rules.name for engine in engines().values())
    lines = tuple(_game_line(newest_engine(name).rules, language) for name in names)
    return lobby_facts.GamesAnswer(order=given.line, games=lines)


def _game_line(rules: Rules, language: Language) -> lobby_facts.GameLine:
    labels = OptionLabels(rules, language)
    presets = tuple((name, labels.preset(name)) for name in rules.presets)
    return lobby_facts.GameLine(name=rules.name, title=rules.title, seats=tuple(rules.seats), presets=presets)


def find_rules(game: str, command: str = "rules") -> Rules:
    """Find a game by the name that somebody typed behind a command. Raises `RefusedError`."""
    try:
        return newest_engine(game).rules
    except KeyError as fault:
        named = close_games(game) or tuple(engine.rules.name for engine in engines().values())
        nearest = tuple(f"{command} {name}" for name in named)
        raise RefusedError(Refusal.of(RefusalKey.UNKNOWN_GAME, game=game, nearest=nearest)) from fault


def find_games_in(line: str) -> tuple[str, ...]:
    """List the names of the games that a line names, by name or title."""
    said = f" {' '.join(word.text for word in words_in(line))} "
    titles = {fold_line(title): one.rules.name for one in engines().values() for title in _titles(one.rules)}
    return tuple(dict.fromkeys(name for title, name in titles.items() if f" {title} " in said))


def _titles(rules: Rules) -> tuple[str, str]:
    return rules.name, rules.title


def explain_rules(rules: Rules, given: GivenCommand, language: Language) -> lobby_facts.RulesAnswer:
    """Write out the rules of a game."""
    return lobby_facts.RulesAnswer(order=given.line, title=rules.title, text=render_rulebook(rules.name, language))


def list_matches(
    work: UnitOfWork, player: Player | None, given: GivenCommand, language: Language
) -> lobby_facts.ListAnswer:
    """List the matches of a player; none for somebody who is no player."""
    if player is None:
        return lobby_facts.ListAnswer(order=given.line, matches=())
    reader = MatchReader()
    matches = _matches_of(work, player, reader)
    lines = reader.read_each(matches, lambda match: _line(work, match, player, language))
    reader.note(work)
    return lobby_facts.ListAnswer(order=given.line, matches=tuple(lines), faulty=reader.say(language))


def _matches_of(work: UnitOfWork, player: Player, reader: MatchReader) -> Sequence[Match]:
    """List the running matches of a player, their own turns first, each by its deadline; then those that have not
    begun, those at which somebody plays for them for a while, and the newest finished ones.
    """
    # Two queries: finished matches are many, and an index has them in this order.
    session, sits = work.session, select(Match).join(Seat).where(Seat.player_id == player.id)
    plays = sits.where(Match.state.in_((MatchState.RUNNING, MatchState.INVITING)))
    others = case((Match.to_move == Seat.number, 0), else_=1)
    order = (Match.state.desc(), others, Match.due_at.is_(None), Match.due_at, Match.id.desc())
    found = reader.fetch(session, plays.order_by(*order).limit(MOST_LISTED))
    lent = select_lent(player.id).where(Match.state == MatchState.RUNNING).order_by(Match.id.desc())
    found = [*found, *reader.fetch(session, lent.limit(MOST_LISTED - len(found)))]
    played = sits.where(Match.state == MatchState.FINISHED).order_by(Seat.match_id.desc())
    return [*found, *reader.fetch(session, played.limit(MOST_LISTED - len(found)))]


def _line(work: UnitOfWork, match: Match, player: Player, language: Language) -> lobby_facts.MatchLine:
    seat = seat_of(match, player.id)
    number = seat.number if seat else None
    presenter = MatchPresenter(work.context, match, language, "wide", number, public=seat is None)
    return lobby_facts.MatchLine(match=presenter.facts(), seat=number, waiting=match.state is MatchState.INVITING)
