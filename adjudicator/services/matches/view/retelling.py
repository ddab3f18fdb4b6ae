"""Tells a whole match in one language: its events turn by turn, boards, the result, and the proof of it.

In: a presenter of a spectator. Out: a text, one printable HTML file, or a picture of each position in a zip file. While
a match runs they tell the view of a spectator; once its seed is public, the words that any player read, too. The same
match gives the same bytes.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from io import BytesIO
from itertools import groupby
from operator import attrgetter, itemgetter

from markupsafe import Markup
from sqlalchemy.orm import Session

from adjudicator.engines.contract import AnyPosition
from adjudicator.engines.registry import engine_for
from adjudicator.match.match_result import EndKind
from adjudicator.services.matches.annotations.diaries import Noted, list_diaries
from adjudicator.services.matches.finished.archive import public_seed
from adjudicator.services.matches.names.author_names import AnnotationReader
from adjudicator.services.matches.names.shown_names import shown_names
from adjudicator.services.matches.positions.past_positions import positions_of
from adjudicator.services.matches.rows.record_rows import header_digest
from adjudicator.services.matches.rows.seat_holders import list_counts
from adjudicator.services.matches.view.presenter import MatchPresenter
from adjudicator.services.players.letter_readers import reader_at
from adjudicator.store.states import EntryKind
from adjudicator.texts.facts.letter_facts import Event
from adjudicator.texts.games.boards import PICTURE, draw_board, rename_ids
from adjudicator.texts.games.event_text import write_event
from adjudicator.texts.times import times

SHORT = 40
"""Turns of a match that is told with a board after each; a longer one has a board after every fifth."""
LEAP = 5
ZONE = "UTC"
EPOCH = (1980, 1, 1, 0, 0, 0)
"""The earliest date that a zip file can name."""
READABLE = 0o644 << 16


@dataclass(frozen=True, slots=True)
class ToldEntry:
    """An entry of the record in words."""

    n: int
    said: str
    undone: bool


@dataclass(frozen=True, slots=True)
class ToldTurn:
    """Events of a turn, and the board after it; empty where a long match has none."""

    turn: int
    n: int
    """The number of its last entry: the board is the position after it."""
    entries: tuple[ToldEntry, ...]
    board: str
    diaries: tuple[Noted, ...] = ()
    """Notes that were written since the turn before."""
    again: bool = False
    """Whether it was told before: it was taken back then."""


@dataclass(frozen=True, slots=True)
class Telling:
    """A match as the templates tell it. `draw` gives the board after an entry. `most` limits the boards after turns:
    they are spread over the match then. Without `diaries` they are left out.
    """

    presenter: MatchPresenter
    session: Session
    now: datetime
    draw: Callable[[int], str]
    most: int | None = None
    diaries: bool = True

    def values(self) -> dict[str, object]:
        """Collect the values of both templates. Pieces that letters share are rendered here, as plain text."""
        presenter, match, language = self.presenter, self.presenter.match, self.presenter.language
        facts, end = presenter.facts(), match.end
        scores = (end.scores or [None] * len(match.seats)) if end else ()
        placed = zip(end.places, (player.name for player in facts.players), scores, strict=True) if end else ()
        diaries = self._list_diaries() if self.diaries else ()
        result = partial(self._write, "mail/_result", match=facts, reader=reader_at(presenter.context, ""))
        return {
            "match": facts,
            "terms": self._write("mail/_match", match=facts),
            "result": result(places=end.places) if end else "",
            "reason": presenter.ending(self.session),
            "counted": self._write("mail/_counted", counted=list_counts(self.session, match, presenter.name_holder))
            if end
            else "",
            "places": sorted(placed, key=itemgetter(0)),
            "started": match.started_at,
            "ended": match.finished_at,
            "opening": self.draw(0),
            "noted": [one for one in diaries if one.n == 0],
            "turns": tuple(self._turns(diaries)),
            "proof": self._write(
                "download/_proof",
                match=facts,
                commitment=match.commitment,
                seed=public_seed(match, self.now),
                first_digest=header_digest(match),
                chain=match.chain,
            ),
            "date": partial(times.format_date, zone=ZONE, language=language),
        }

    def _list_diaries(self) -> Sequence[Noted]:
        presenter = self.presenter
        secret, language = presenter.context.secret, presenter.language
        return list_diaries(AnnotationReader(self.session, secret, presenter.match, self.now, language))

    def _write(self, template: str, **values: object) -> str:
        return self.presenter.language.render(f"{template}.txt", **values).strip()

    def _turns(self, diaries: Sequence[Noted]) -> Iterator[ToldTurn]:
        # Once the host cannot mend the end any more, it tells words that only some of the players could read.
        presenter = replace(self.presenter, all_words=bool(public_seed(self.presenter.match, self.now)))
        rows = presenter.match.entries
        events = zip(rows, presenter.history(), strict=True)
        turns = [list(found) for _, found in groupby(events, key=lambda one: one[0].turn)]
        ended = max((row.n for row in rows if row.kind is EntryKind.END), default=0)
        before = set[int]()
        for number, turn in enumerate(turns, 1):
            row = turn[-1][0]
            drawn = number % self._leap(len(turns)) == 0 or number == len(turns)
            told = (ToldEntry(one.n, self._say(event, ends=one.n == ended), event.undone) for one, event in turn)
            entries = tuple(filter(attrgetter("said"), told))
            noted = tuple(one for one in diaries if turn[0][0].n <= one.n <= row.n)
            yield ToldTurn(row.turn, row.n, entries, self.draw(row.n) if drawn else "", noted, row.turn in before)
            before.add(row.turn)

    def _say(self, event: Event, *, ends: bool) -> str:
        end = self.presenter.match.end
        if ends and end is not None and end.kind is not EndKind.RULES:
            return self.presenter.ending(self.session)  # of an end by the rules the last step has told
        return write_event(event, None, self.presenter.language)

    def _leap(self, turns: int) -> int:
        if self.most is not None:
            return max(1, -(-turns // self.most))
        return 1 if turns <= SHORT else LEAP


def tell_as_text(presenter: MatchPresenter, session: Session, now: datetime) -> str:
    """Tell a match that has begun as plain text; boards are in the presenter's layout."""
    draw = partial(_draw, presenter, positions_of(presenter.match), shape=presenter.layout)
    telling = Telling(presenter, session, now, draw)
    return presenter.language.render("download/match.txt", **telling.values()).strip() + "\n"


def tell_as_page(presenter: MatchPresenter, session: Session, now: datetime) -> str:
    """Tell a match that has begun as one HTML file that needs no other and can be printed."""
    telling = Telling(presenter, session, now, partial(_draw, presenter, positions_of(presenter.match), shape=PICTURE))
    values = telling.values() | {"picture": _embed}
    return presenter.language.render("download/match.html", **values).strip() + "\n"


def pack_pictures(presenter: MatchPresenter) -> bytes:
    """Pack a picture of each position, from the opening to the last one."""
    match = presenter.match
    positions, packed = positions_of(match), BytesIO()
    digits = len(str(match.entry_count))
    with zipfile.ZipFile(packed, "w") as archive:
        for n in range(len(positions)):
            about = zipfile.ZipInfo(f"{match.code}-{n:0{digits}}.svg", EPOCH)
            about.create_system, about.external_attr = 3, READABLE  # the same on every machine
            about.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(about, _draw(presenter, positions, n, shape=PICTURE) + "\n")
    return packed.getvalue()


def _draw(presenter: MatchPresenter, positions: tuple[AnyPosition, ...], n: int, *, shape: str) -> str:
    match, language = presenter.match, presenter.language
    view = engine_for(match.rules).view(positions[n], presenter.seat)
    ended = match.end is not None and n == match.entry_count
    return draw_board(view, shape, language, names=shown_names(match, language, public=presenter.public), ended=ended)


def _embed(drawn: str, n: int) -> Markup:
    return Markup(rename_ids(drawn, f"-{n}"))  # noqa: S704  # its template escapes
