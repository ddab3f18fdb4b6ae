"""Messages to some players of a match: who they are for, and who may ever read them.

A message belongs to the persons who wrote and got it: whoever has left, or sits down later, never reads it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator.mail.commands.arguments.addressees import Addressed, Named, find_address, read_addressees
from adjudicator.mail.text.text_fold import fold_line
from adjudicator.match.rulings import refusals
from adjudicator.match.rulings.refusals import RefusalKey
from adjudicator.services.matches.letters.notice import Notice, deliver_to_seat
from adjudicator.services.matches.names.named_seats import name_others, name_reader, way_to_name, ways_of_person
from adjudicator.services.matches.names.shown_names import seat_name
from adjudicator.services.matches.rows.seat_holders import list_holdings, name_at
from adjudicator.services.matches.view.presenter import MatchPresenter
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.row_counts import count_rows
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.tables import Match, PrivatePress, Seat
from adjudicator.texts.facts.letter_facts import Press as PressFacts
from adjudicator.texts.language.language import SOURCE, language_for
from adjudicator.texts.letters import turn_kinds

OFFERED_WHOLE = 200
"""Characters of a message that a letter still offers as a line to send back; of a longer one only the beginning."""
MOST_OFFERED = 3
TO_ALL = "press to all:"
ELLIPSIS = "..."


@dataclass(frozen=True, slots=True)
class ReadPrivately:
    """A message to some players, as its author or a reader sees it."""

    author: str
    readers: tuple[str, ...]
    text: str
    at: datetime
    own: bool


def refuse_addressed(match: Match, by: Seat, text: str) -> None:
    """Refuse press that looks as if it were for somebody: it would be read to all. Raises `RefusedError`.

    The answer offers both lines. If only those would read it who are named, nothing is asked.
    """
    found = find_address(text, name_others(match, by))
    if found is None:
        return
    named = {number for one in found.names for number in one.seats}
    readers = [seat for seat in match.seats if seat is not by and seat.by_person]
    unread = [seat for seat in match.seats if seat.number in named and not seat.by_person and not seat.house]
    if all(seat.number in named for seat in readers) and not unread:
        return
    if (named and all(match.seats[number].house for number in named)) or (not named and len(readers) == 1):
        return
    meant = [seat for seat in readers if seat.number in named]
    lines = _tell_lines(match, by, found.names, meant or readers, found.text)
    to_all = f"{TO_ALL} {_shorten(text)}"
    raise RefusedError.of(
        RefusalKey.LOOKS_ADDRESSED, names=tuple(seat.name for seat in meant), nearest=(*lines, to_all)
    )


def _tell_lines(match: Match, by: Seat, names: Sequence[Named], meant: Sequence[Seat], text: str) -> tuple[str, ...]:
    """Write the lines that tell a text: one for all who were named, or one for each who may be meant."""
    ways = [way_to_name(match, by, seat) for seat in meant]
    clear = bool(names) and all(len(one.seats) == 1 for one in names)
    said = [", ".join(ways)] if clear and ways else ways[:MOST_OFFERED]
    return tuple(f"tell {way}: {_shorten(text)}" for way in said)


def _shorten(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= OFFERED_WHOLE else ELLIPSIS


def find_readers(match: Match, by: Seat, argument: str) -> tuple[tuple[Seat, ...], str]:
    """Read for whom a message is, and its text. Raises `RefusedError` if that is not certain, or cannot be."""
    read = read_addressees(argument, name_others(match, by))
    if not read.names:
        _refuse_unknown(match, by, argument)
    found = tuple(dict.fromkeys(_one_seat(match, one, read.text) for one in read.names))
    if not read.certain:
        raise RefusedError.of(RefusalKey.NAMES_UNCLEAR, nearest=_readings(match, by, found, read))
    if not read.text:
        raise RefusedError(
            refusals.bad_argument("tell", argument[:72], (f"tell {_ways_of(match, by, found)}: {ELLIPSIS}",))
        )
    for seat in found:
        if not seat.by_person:
            name = seat_name(seat, language_for(by.player.language if by.player else SOURCE), public=False)
            raise RefusedError.of(RefusalKey.CANNOT_READ, name=name, left=not seat.house)
    for one in read.names:
        _refuse_owner(match, by, one, read.text)
    return found, read.text


def _refuse_owner(match: Match, by: Seat, one: Named, text: str) -> None:
    """Refuse the name of somebody for whom another person plays for a while, and reads. Raises `RefusedError`."""
    (number,) = one.seats
    seat = match.seats[number]
    if seat.owner_id is not None and fold_line(one.written) not in ways_of_person(seat):
        line = f"tell {way_to_name(match, by, seat)}: {_shorten(text)}"
        raise RefusedError.of(RefusalKey.OTHER_READS, name=seat.name, reader=name_reader(seat), nearest=(line,))


def _refuse_unknown(match: Match, by: Seat, argument: str) -> None:
    people = [seat for seat in match.seats if seat is not by and seat.by_person]
    first = argument.split(maxsplit=1)
    given, text = (*first, "", "")[:2]
    lines = tuple(f"tell {way_to_name(match, by, seat)}: {_shorten(text) or ELLIPSIS}" for seat in people)
    names = tuple(seat.name for seat in people)
    if not given:
        raise RefusedError(refusals.bad_argument("tell", argument, lines[:MOST_OFFERED]))
    raise RefusedError.of(RefusalKey.NAME_UNKNOWN, given=given.rstrip(":,"), names=names, nearest=lines[:MOST_OFFERED])


def _one_seat(match: Match, one: Named, text: str) -> Seat:
    found = [match.seats[number] for number in sorted(one.seats)]
    if len(found) == 1:
        return found[0]
    ways = [str(seat.number + 1) for seat in found]
    names = tuple(f"{seat.name}: tell {way}" for seat, way in zip(found, ways, strict=True))
    lines = tuple(f"tell {way}: {_shorten(text) or ELLIPSIS}" for way in ways)
    raise RefusedError.of(RefusalKey.NAME_AMBIGUOUS, given=one.written, names=names, nearest=lines)


def _readings(match: Match, by: Seat, found: Sequence[Seat], read: Addressed) -> tuple[str, ...]:
    """Write both readings of ``tell Bob Carl is quick``: to two players, or to one about the other."""
    rest = " ".join((*(one.written for one in read.names[1:]), read.text))
    first = way_to_name(match, by, found[0])
    return (f"tell {_ways_of(match, by, found)}: {_shorten(read.text)}", f"tell {first}: {_shorten(rest)}")


def _ways_of(match: Match, by: Seat, seats: Sequence[Seat]) -> str:
    return ", ".join(way_to_name(match, by, seat) for seat in seats)


def count_private_press(session: Session, match: Match, seat: Seat, since: datetime) -> int:
    """Count the messages to some players that were written at a seat since a moment."""
    return count_rows(
        session, PrivatePress.match_id == match.id, PrivatePress.seat == seat.number, PrivatePress.at > since
    )


def notify_private_press(work: UnitOfWork, match: Match, author: Seat, readers: Sequence[Seat], text: str) -> None:
    """Keep a message to some players and write it to them, and to nobody else."""
    to = [(seat.number, seat.player_id) for seat in readers if seat.player_id is not None]
    if author.player_id is None or len(to) < len(readers):
        raise ValueError(f"only people write and read messages at {match.code}")
    work.session.add(
        PrivatePress(
            match_id=match.id, seat=author.number, author_id=author.player_id, readers=to, at=work.now, text=text
        )
    )

    def build_facts(presenter: MatchPresenter) -> turn_kinds.PressLetter:
        others = tuple(name_reader(seat) for seat in readers if seat.number != presenter.seat)
        own = match.seats[presenter.seat or 0]
        back = ", ".join(way_to_name(match, own, seat) for seat in (author, *readers) if seat is not own)
        return turn_kinds.PressLetter(
            reader=presenter.reader(),
            match=presenter.facts(),
            press=(PressFacts(author=name_reader(author), text=text, alone=True, others=others),),
            offers=(presenter.command("tell", "tell", f"{back}: {ELLIPSIS}"),),
        )

    for seat in readers:
        deliver_to_seat(work, match, seat, Notice(turn_kinds.TELL, build_facts))


def list_private_press(session: Session, match: Match, seat: Seat | None) -> list[ReadPrivately]:
    """List the messages that the player of a seat wrote or got themselves, the oldest first."""
    if seat is None or seat.player_id is None:
        return []
    holdings = list_holdings(session, match)
    rows = session.scalars(select(PrivatePress).where(PrivatePress.match_id == match.id).order_by(PrivatePress.id))
    return [
        ReadPrivately(
            author=name_at(match, holdings, row.seat, row.at),
            readers=tuple(name_at(match, holdings, number, row.at) for number, _ in row.readers),
            text=row.text,
            at=row.at,
            own=row.author_id == seat.player_id,
        )
        for row in rows
        if seat.player_id == row.author_id or seat.player_id in (player for _, player in row.readers)
    ]
