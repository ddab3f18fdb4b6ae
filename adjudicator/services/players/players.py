"""Players: finding them by an address, their names, their preferences, and whether they want a letter."""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from operator import itemgetter

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, object_session

from adjudicator.engines.contract import Note, OMeans
from adjudicator.mail.trust.from_header import normalize_address, same_mailbox
from adjudicator.match.rulings import refusals
from adjudicator.match.rulings.refusals import RefusalKey
from adjudicator.services.players.digest_times import reschedule_digest
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.player_tables import NAMELESS
from adjudicator.store.states import Letters, MatchState
from adjudicator.store.tables import FurtherAddress, IdentityChange, Match, Player, Seat
from adjudicator.texts.games.boards import TEXT_SHAPES
from adjudicator.texts.language.language import LANGUAGES
from adjudicator.texts.times.time_zones import UnknownZone, format_clock, format_zone, read_zone

NAME_LENGTH = 40
UNDO_LIFE = timedelta(days=7)
"""How long a change of a player's addresses or key can be taken back."""
PAGE_KEY_BYTES = 5
OWN_NAME = "own"
NO_NAME = "none"
_HIDDEN = re.compile(r"[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufe00-\ufe0f]")
"""Invisible characters, among them those that change the direction of the text."""
_SIGNS = dict.fromkeys("@:/\\<>\N{FRACTION SLASH}\N{DIVISION SLASH}", " ")
_INNER_DOT = re.compile(r"([.\u3002\uff0e\uff61\u2024])(?=\w\w)")
PREFERENCES = {
    "language": LANGUAGES,
    "layout": TEXT_SHAPES,
    "letters": tuple(map(str, Letters)),
    "o_means": tuple(map(str, OMeans)),
}
_WRITTEN = {"o_means": "O means", "public_name": "public name"}
"""How a preference is written in a letter, if it is not by its own name."""


def find_player(session: Session, address: str) -> Player | None:
    """Find the player of an address, main or further, in any spelling."""
    normal = normalize_address(address)
    found = session.scalars(select(Player).where(Player.address == normal)).one_or_none()
    return found or session.scalars(select(Player).join(FurtherAddress).where(FurtherAddress.address == normal)).first()


def is_address_of(session: Session, player: Player, address: str) -> bool:
    """Is this an address of the player: the main one, or a further one that they have confirmed?"""
    if same_mailbox(player.address, address):
        return True
    query = select(FurtherAddress.id).where(
        FurtherAddress.player_id == player.id, FurtherAddress.address == normalize_address(address)
    )
    return session.scalar(query) is not None


def has_host_role(work: UnitOfWork, player: Player | None) -> bool:
    """Has a player the role of the host? They can know the seed of a match before they add to it."""
    host = work.context.host_address
    return bool(host) and player is not None and is_address_of(work.session, player, host)


def further_addresses(session: Session, player: Player) -> list[str]:
    """List the addresses that a player has confirmed besides the main one, oldest first."""
    query = select(FurtherAddress.address).where(FurtherAddress.player_id == player.id).order_by(FurtherAddress.id)
    return list(session.scalars(query))


def every_address(session: Session, player: Player) -> list[str]:
    """List all addresses of a player, the main one first."""
    return [player.address, *further_addresses(session, player)]


def addresses_with(session: Session, address: str) -> list[str]:
    """List an address, and behind it all further ones of its player; it alone if it is no player's."""
    player = find_player(session, address)
    return list(dict.fromkeys([normalize_address(address), *(every_address(session, player) if player else ())]))


def established_addresses(session: Session, player: Player, at: datetime) -> list[str]:
    """List the addresses that may agree to a change of the player's addresses or key, the main one first.

    An address that was added lately may not: an attacker who got one added could otherwise approve everything else
    alone. The oldest address always may.
    """
    rows = session.execute(
        select(FurtherAddress.address, FurtherAddress.since)
        .where(FurtherAddress.player_id == player.id)
        .order_by(FurtherAddress.id)
    ).all()
    known = [(player.address, player.address_since or player.created_at), *((row.address, row.since) for row in rows)]
    oldest, _ = min(known, key=itemgetter(1))
    return [address for address, since in known if since <= at and (address == oldest or since <= at - UNDO_LIFE)]


def reserved_for(work: UnitOfWork, address: str) -> int | None:
    """Return the player who removed an address lately and may still take that back: until then it is theirs alone."""
    query = select(IdentityChange.player_id).where(
        IdentityChange.removed == normalize_address(address),
        IdentityChange.at > work.now - UNDO_LIFE,
        IdentityChange.undone_at.is_(None),
    )
    return work.session.scalars(query.order_by(IdentityChange.id.desc()).limit(1)).first()


def get_or_create_player(work: UnitOfWork, address: str, name: str, language: str) -> Player:
    """Find or create the player of an address that has just answered us, and so is reachable.

    Raises `RefusedError` for an address that is reserved for another player: a new one there would end the days in
    which its owner can take its removal back.
    """
    known = find_player(work.session, address)
    if known is not None:
        known.mark_reachable(work.now)
        return known
    if reserved_for(work, address) is not None:
        raise RefusedError.of(RefusalKey.ADDRESS_HELD, address=address)
    player = Player(
        address=normalize_address(address),
        name=clean_name(name) or clean_name(address.partition("@")[0]) or NAMELESS,
        language=language if language in LANGUAGES else "en",
        created_at=work.now,
        zone="UTC",
        layout="wide",
        letters=Letters.TURNS,
        page_key=draw_page_key(),
    )
    try:
        with work.session.begin_nested():
            work.session.add(player)
    except IntegrityError:  # another of their letters is judged at this instant, and was quicker
        known = find_player(work.session, address)
        if known is None:
            raise
        return known
    return player


def draw_page_key() -> str:
    """Draw the part of the address of a player's page that names them: it says nothing about them."""
    return secrets.token_hex(PAGE_KEY_BYTES)


def plain_line(text: str) -> str:
    """Reduce a text to one line of visible characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in _HIDDEN.sub("", text)).split())


def clean_name(name: str) -> str:
    """Reduce a display name to one printable line that no mail program turns into a link.

    Names appear in subjects and invitations: a name like ``www.evil.example`` would carry a link to strangers.
    """
    return " ".join(_break_links(plain_line(name)).split())[:NAME_LENGTH].strip()


def is_clean_name(name: str) -> bool:
    """Does `clean_name` change nothing of a name but its blanks?"""
    return clean_name(name) == " ".join(name.split())


def _break_links(text: str) -> str:
    """Insert blanks where a mail program could see an address or a link: at dots and signs, of any script, in words."""
    text = "".join(_SIGNS.get(unicodedata.normalize("NFKC", c), c) for c in text)
    return _INNER_DOT.sub(r"\1 ", text)


def preference_of(command: str, argument: str) -> tuple[str, str]:
    """Translate a command to a preference's key and value."""
    if command == "stop":
        return "letters", str(Letters.NONE)
    if command == "start":
        return "letters", str(Letters.TURNS)
    return command, argument


def validate_preference(key: str, value: str, further: tuple[str, ...] = ()) -> str:
    """Check a preference and return its value in stored form. Raises `RefusedError`, which names the valid choices.

    `further` choices are named too.
    """
    value = value.strip()
    if key in _IN_WORDS:
        return _IN_WORDS[key](value)
    if key not in PREFERENCES:
        raise _no_such_choice("setting", key, (*PREFERENCES, *_IN_WORDS))
    if key == "o_means" and not value:
        return ""  # a page can leave it open
    if value.lower() not in PREFERENCES[key]:
        raise _no_such_choice(key, value, (*PREFERENCES[key], *further))
    return value.lower()


def _validate_zone(value: str) -> str:
    try:
        return read_zone(value)
    except UnknownZone as fault:
        raise _no_such_choice("zone", value, fault.offers) from fault


def _validate_name(value: str) -> str:
    if not is_clean_name(value):
        raise _no_such_choice("name", value, (clean_name(value) or NAMELESS,))
    return clean_name(value)


def _validate_public_name(value: str) -> str:
    if value in (OWN_NAME, NO_NAME):
        return value
    if not value or not is_clean_name(value):
        raise _no_such_choice("public_name", value, filter(None, (clean_name(value), OWN_NAME, NO_NAME)))
    return clean_name(value)


_IN_WORDS: Mapping[str, Callable[[str], str]] = {
    "zone": _validate_zone,
    "name": _validate_name,
    "public_name": _validate_public_name,
}
"""The preferences that are no choice from a list, and how they are checked."""


def valid_values(key: str, value: str) -> str:
    """List the valid values if a value is invalid; empty if it is valid."""
    try:
        validate_preference(key, value)
    except RefusedError as fault:
        return ", ".join(right.removeprefix(f"{key} ") for right in fault.refusal.nearest)
    return ""


def _no_such_choice(key: str, value: str, right: Iterable[str]) -> RefusedError:
    written = _WRITTEN.get(key, key)
    return RefusedError(refusals.bad_argument(written, value, [f"{written} {choice}" for choice in right]))


def set_preference(player: Player, key: str, value: str, now: datetime) -> Note:
    """Set a preference, and return the note for the receipt; a zone's shows the time there. Raises `RefusedError`."""
    stored = validate_preference(key, value)
    if key == "letters":
        player.letters = Letters(stored)
    elif key == "o_means":
        player.o_means = OMeans(stored) if stored else None
    elif stored:
        setattr(player, key, stored)
    if key == "zone":
        player.time_changed_at = now
        reschedule_digest(player, now)
        return Note.of("settings.zone", value=format_zone(stored), time=format_clock(stored, now))
    if key == "name":
        return Note.of("settings.name", value=player.name, kept=_plays_under_another_name(player))
    return Note.of(f"settings.{key}", value=stored)


def _plays_under_another_name(player: Player) -> bool:
    """Does a running match keep a name that the player had when it began? Its record has sealed it."""
    session = object_session(player)
    if session is None:
        return False
    began = select(Seat.called).join(Match).where(Seat.player_id == player.id, Match.state == MatchState.RUNNING)
    return any(called not in ("", NAMELESS, player.name) for called in session.scalars(began))


def accepts_mail(player: Player, *, asks_something: bool, urgent: bool = False, chosen: Letters | None = None) -> bool:
    """May an unsolicited letter go to this player?

    What they have `chosen` for the letter's match goes before the general choice. An `urgent` letter warns that a match
    would be lost, or says that it is over: no preference turns it off.
    """
    if player.bounced_at is not None or player.erased_at is not None:
        return False
    letters = chosen or player.letters
    if urgent or letters is Letters.ALL:
        return True
    return asks_something and letters is Letters.TURNS


def seat_accepts_mail(seat: Seat, *, asks_something: bool, urgent: bool = False) -> bool:
    """May an unsolicited letter about a match go to the player of a seat?"""
    return seat.player is not None and accepts_mail(
        seat.player, asks_something=asks_something, urgent=urgent, chosen=seat.letters
    )
