"""A player's calendar: the turns that wait for them and their absences, as a file and as a feed (RFC 5545).

The address of the feed is signed and has a random key, which is in the player's row: a new key ends the old address.
Other players are not named, and no board is shown: many calendars are shared.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from icalendar import Calendar, Event
from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator.engines.contract import Note
from adjudicator.engines.registry import engine_for
from adjudicator.mail.commands.table.command_words import word_for
from adjudicator.mail.commands.words.setting_words import CALENDAR_USES
from adjudicator.match.rulings import refusals
from adjudicator.services.context import Context
from adjudicator.services.links import calendar_url, read_calendar_link
from adjudicator.services.match_reader import FaultyMatch, MatchReader
from adjudicator.services.outbox.letter_headers import AttachedText
from adjudicator.services.players.absences import AwayDays, ClocksAway, find_clocks_away, list_away_days
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match, Player
from adjudicator.texts.facts.account_facts import CalendarAnswer
from adjudicator.texts.language.language import Language, language_for
from adjudicator.texts.letters.faulty_match import say_faulty
from adjudicator.texts.times.times import format_deadline

COMMAND: Final = "calendar"
NEW: Final = "new"
OFF: Final = "off"
FILE_NAME: Final = "adjudicator.ics"
LAST_HOUR: Final = timedelta(hours=1)
"""A turn is shown as the hour before its deadline: calendars draw no point of time, and the hour ends when the time
ends. The whole turn would cover the days, and a day would leave the hour out."""
ASK_AGAIN_AFTER: Final = timedelta(hours=1)
KEY_BYTES: Final = 18
_ONE_DAY = timedelta(days=1)


def check_use(argument: str) -> str:
    """Check the argument of `calendar`. Raises `RefusedError`."""
    if argument not in ("", NEW, OFF):
        right = (COMMAND, f"{COMMAND} {NEW}", f"{COMMAND} {OFF}")
        raise RefusedError(refusals.bad_argument(COMMAND, argument, right))
    return argument


def set_calendar(player: Player, use: str) -> Note | None:
    """Give a player's calendar an address, if it has none, or another one, or none; return a note for the last."""
    if use == OFF:
        return end_calendar(player)
    if use == NEW or not player.calendar_key:
        player.calendar_key = secrets.token_urlsafe(KEY_BYTES)
    return None


def end_calendar(player: Player) -> Note:
    """End the address of a player's calendar."""
    player.calendar_key = ""
    return Note.of("settings.calendar")


def find_feed_url(context: Context, player: Player) -> str:
    """Return the address of a player's feed; empty if there is none."""
    return calendar_url(context, player.id, player.calendar_key) if player.calendar_key else ""


def find_subscriber(session: Session, context: Context, token: str) -> Player | None:
    """Find the player of a feed's address; None for one that was ended. Raises `BadLink`."""
    number, key = read_calendar_link(context, token)
    player = session.get(Player, number)
    return player if player is not None and secrets.compare_digest(player.calendar_key, key) and key else None


def answer_calendar(work: UnitOfWork, player: Player, order: str) -> tuple[CalendarAnswer, AttachedText]:
    """Describe a player's calendar, and write it as a file."""
    session, context, now, reader = work.session, work.context, work.now, MatchReader()
    language = language_for(player.language).language
    turns, absences = _show_turns(session, context, player, now, reader), list_away_days(player, now)
    reader.note(work)
    answer = CalendarAnswer(
        order=order,
        attachment=FILE_NAME,
        turns=len(turns),
        absences=len(absences),
        url=find_feed_url(context, player),
        renew=f"{word_for(COMMAND, language)} {CALENDAR_USES.word(NEW, language)}",
        end=f"{word_for(COMMAND, language)} {CALENDAR_USES.word(OFF, language)}",
    )
    text = _write(context, player, turns, (absences, find_clocks_away(session, player)), now)
    return answer, AttachedText(FILE_NAME, "text/calendar; charset=utf-8", text)


def write_calendar(session: Session, context: Context, player: Player, now: datetime, reader: MatchReader) -> str:
    """Write a player's calendar. `reader` reads their matches."""
    turns = _show_turns(session, context, player, now, reader)
    away = list_away_days(player, now), find_clocks_away(session, player)
    return _write(context, player, turns, away, now)


def _show_turns(session: Session, context: Context, player: Player, now: datetime, reader: MatchReader) -> list[Event]:
    """List the events of the turns that wait for a player; that of a faulty match says that it is one."""
    awaited = Match.awaited_id == player.id, Match.state == MatchState.RUNNING, Match.due_at.is_not(None)
    query = select(Match).where(*awaited, ~Match.house_to_move).order_by(Match.id)
    language, today = language_for(player.language), _begin_day(now)
    found = reader.fetch(session, query)
    events = reader.read_each(found, lambda match: _show_turn(context, player, match, language, today))
    return events + [_show_faulty(context, one, language, today) for one in reader.faulty.values()]


def _show_faulty(context: Context, faulty: FaultyMatch, language: Language, today: datetime) -> Event:
    event = _begin_event(f"{faulty.code}@{context.addresses.domain}", say_faulty(faulty.code, language), today)
    event.add("dtstart", today.date())
    event.add("dtend", today.date() + _ONE_DAY)
    event.add("url", f"{context.site}/m/{faulty.code}")
    return event


def _begin_day(now: datetime) -> datetime:
    return now.replace(hour=0, minute=0, second=0, microsecond=0)


def _write(
    context: Context,
    player: Player,
    turns: Sequence[Event],
    away: tuple[Sequence[AwayDays], ClocksAway],
    now: datetime,
) -> str:
    language, domain = language_for(player.language), context.addresses.domain
    absences, clocks = away
    calendar = Calendar()
    calendar.add("prodid", "-//Adjudicator//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.calendar_name = f"Adjudicator {domain}"
    calendar.add("refresh-interval", ASK_AGAIN_AFTER, parameters={"VALUE": "DURATION"})
    # The day, so that a calendar in which nothing has changed is the same for a while, to the last byte.
    today = _begin_day(now)
    for turn in turns:
        calendar.add_component(turn)
    for days in absences:
        uid = f"absence-{days.first}-{days.last}-{player.id}@{domain}"
        stands = language.gettext("Away: your clock at Adjudicator stands")
        event = _begin_event(uid, stands if clocks.stops else language.gettext("Away"), today)
        if clocks.unmoved:
            runs = language.gettext("Matches in which your clock runs while you are away: %(codes)s.")
            event.add("description", runs % {"codes": ", ".join(clocks.unmoved)})
        event.add("dtstart", days.first)
        event.add("dtend", days.last + _ONE_DAY)
        calendar.add_component(event)
    written: bytes = calendar.to_ical()
    return written.decode()


def _show_turn(context: Context, player: Player, match: Match, language: Language, today: datetime) -> Event:
    due, url = match.due_at or today, f"{context.site}/m/{match.code}"
    game = engine_for(match.rules).rules.title
    summary = language.gettext("%(code)s, %(game)s: your turn ends") % {"code": match.code, "game": game}
    event = _begin_event(f"{match.code}-{match.turn}-{match.to_move}@{context.addresses.domain}", summary, today)
    event.add("dtstart", due - LAST_HOUR)
    event.add("dtend", due)
    event.add("sequence", match.deadline_moves)
    until = language.gettext("It is your turn, until %(deadline)s.") % {
        "deadline": format_deadline(due, player.zone, language)
    }
    event.add("description", f"{until}\n{url}")
    event.add("url", url)
    return event


def _begin_event(uid: str, summary: str, today: datetime) -> Event:
    """Begin an event that blocks no time, and that others who see the calendar do not see."""
    event = Event()
    event.add("uid", uid)
    event.add("dtstamp", today)
    event.add("summary", summary)
    event.add("class", "PRIVATE")
    event.add("transp", "TRANSPARENT")
    return event
