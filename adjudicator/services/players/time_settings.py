"""A player's settings of time: absences, free times, reminders, quiet hours, the digest.

One pair of functions serves letters, pages and requests.

`check_time_setting` reads a command and tells whether it can be carried out; `apply_time_setting` does it, perhaps days
later, after a yes. Then the clocks of running turns have to know: `matches.clock.match_clock.refresh_clocks`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator.engines.contract import Note
from adjudicator.match.rulings import refusals
from adjudicator.services.context import Context
from adjudicator.services.players import absences, digest_times, letter_times, player_calendar
from adjudicator.services.players.held_turns import hold_anew
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.states import AwayLetters
from adjudicator.store.tables import Player
from adjudicator.texts.facts import account_facts
from adjudicator.texts.games.note_text import render_note
from adjudicator.texts.language.language import language_for

SWITCHES = {"absences": ("auto", "by hand"), "away_letters": tuple(map(str, AwayLetters))}
"""The settings with a choice, by command."""
DIGEST_SETTINGS = frozenset({digest_times.DIGEST, digest_times.TURNS})
_WORDS = {"away_letters": "away letters"}
_Parser = Callable[[UnitOfWork, Player, str], str]
_Setter = Callable[[UnitOfWork, Player, str], Note]


def check_time_setting(work: UnitOfWork, player: Player, command: str, argument: str) -> str:
    """Read the argument of a command of `TIME_SETTINGS`; return it in a form for storing. Raises `RefusedError`."""
    if command in _PARSERS:
        return _PARSERS[command](work, player, argument)
    if argument not in SWITCHES[command]:
        word = _WORDS.get(command, command)
        right = tuple(f"{word} {choice}" for choice in SWITCHES[command])
        raise RefusedError(refusals.bad_argument(word, argument, right))
    return argument


def apply_time_setting(work: UnitOfWork, player: Player, command: str, settled: str) -> Note:
    """Carry out what `check_time_setting` returned; return the note for the receipt. Raises `RefusedError`."""
    return _SETTERS[command](work, player, settled)


def _set_digest(work: UnitOfWork, player: Player, settled: str) -> Note:
    note = digest_times.set_digest(player, settled, work.now)
    hold_anew(work, player)
    return note


def _set_turns(work: UnitOfWork, player: Player, settled: str) -> Note:
    note = digest_times.set_turns(player, settled, work.now)
    hold_anew(work, player)
    return note


_PARSERS: Mapping[str, _Parser] = {
    absences.KEY: absences.parse_absence,
    player_calendar.KEY: lambda work, player, given: player_calendar.parse_free_times(player, given, work.now),
    letter_times.REMIND: lambda _work, _player, given: letter_times.parse_plan(given),
    letter_times.QUIET: lambda _work, _player, given: letter_times.parse_quiet(given),
    digest_times.DIGEST: lambda _work, player, given: digest_times.parse_digest(player, given),
    digest_times.TURNS: lambda _work, _player, given: digest_times.parse_turns(given),
}
_SETTERS: Mapping[str, _Setter] = {
    absences.KEY: absences.record_absence,
    player_calendar.KEY: lambda work, player, settled: player_calendar.set_free_times(
        work.session, player, settled, work.now
    ),
    letter_times.REMIND: letter_times.set_plan,
    letter_times.QUIET: lambda _work, player, settled: letter_times.set_quiet(player, settled),
    digest_times.DIGEST: _set_digest,
    digest_times.TURNS: _set_turns,
    "absences": lambda _work, player, settled: absences.set_automatic(player, settled),
    "away_letters": lambda _work, player, settled: absences.set_away_letters(player, settled),
}
TIME_SETTINGS = frozenset(_SETTERS)


def answer_digest(player: Player, order: str) -> account_facts.DigestAnswer:
    """Describe a player's settings of their digest, as the answer to ``digest`` alone."""
    said = render_note(digest_times.describe_digest(player), language_for(player.language), None, ())
    return account_facts.DigestAnswer(order=order, said=said)


def describe_absences(work: UnitOfWork, player: Player, order: str) -> account_facts.AbsencesAnswer:
    """Describe a player's absences and free times, as the answer to `absences`."""
    coming = absences.list_away_days(player, work.now)
    year = absences.local_today(player, work.now).year
    return account_facts.AbsencesAnswer(
        order=order,
        coming=tuple(account_facts.DaysAway(first=one.first, last=one.last) for one in coming),
        past=tuple(
            account_facts.DaysAway(first=one.first, last=one.last)
            for one in absences.list_past_days(player, work.now)
            if one.last.year == year
        ),
        years=years_left(work.context, player, {year, *(one.last.year for one in coming)}),
        longest=work.context.absence_days,
        automatic=player.absences_auto,
        counts=player.away_letters is AwayLetters.COUNT,
        unmoved=absences.find_clocks_away(work.session, player).unmoved,
        off=render_note(
            player_calendar.describe_free_times(work.session, player), language_for(player.language), None, ()
        ),
    )


def years_left(context: Context, player: Player, years: set[int]) -> tuple[account_facts.YearLeft, ...]:
    """Count the days of absence left in some years."""
    return tuple(
        account_facts.YearLeft(year=year, left=absences.count_days_left(context, player, year))
        for year in sorted(years)
    )
