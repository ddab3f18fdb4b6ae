"""A match as one visitor may see it: their seat, their view of the position, and texts in their language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from flask import abort
from markupsafe import Markup
from sqlalchemy.orm import Session

from adjudicator.engines.contract import AnyEngine, AnyPosition, Note
from adjudicator.engines.registry import engine_for
from adjudicator.match.rulings.refusals import Refusal
from adjudicator.services.context import Context
from adjudicator.services.identity.reply_addresses import reply_addresses_expired
from adjudicator.services.matches.finished.player_pages import page_of_seat
from adjudicator.services.matches.names.shown_names import shown_names
from adjudicator.services.matches.rows.known_matches import may_see
from adjudicator.services.matches.rows.match_rows import find_match, lock_match, notes_of
from adjudicator.services.matches.view.match_summary import say_result
from adjudicator.services.matches.view.presenter import MatchPresenter
from adjudicator.store.tables import EntryRow, Match, Seat
from adjudicator.texts.facts.letter_facts import Event, MatchFacts, Reader
from adjudicator.texts.games.boards import PICTURE, draw_board
from adjudicator.texts.games.option_labels import OptionLabels
from adjudicator.texts.times import times
from adjudicator.web.rendering.rendering import render_text
from adjudicator.web.request import app_context
from adjudicator.web.request.current_user import NARROW, WIDE, Visitor, current_visitor


@dataclass(frozen=True, slots=True)
class Drawn:
    """A position as a picture, and as text."""

    picture: Markup
    texts: dict[str, str]
    """The text by its layout: the one that was chosen, or two of which the style sheet shows the one that fits."""
    layout: str
    """The chosen layout; empty if none was chosen."""
    unfolded: bool = False
    """Whether the text is wanted beside the picture. It is long: on a phone, the form for a move would be far below."""


@dataclass(frozen=True, slots=True)
class MatchView:
    """One visitor of one match."""

    context: Context
    visitor: Visitor
    match: Match
    seat: Seat | None
    """The visitor's seat; None for a spectator."""

    @property
    def public(self) -> bool:
        """Whether the visitor sees the names that everybody may see, as somebody who does not play here."""
        return self.visitor.seat_at(self.match) is None

    @property
    def number(self) -> int | None:
        """The number of the visitor's seat."""
        return self.seat.number if self.seat else None

    @property
    def resigned(self) -> bool:
        """Whether the visitor resigned while the others play on."""
        return self.seat is not None and self.seat.vacant_at is not None

    @property
    def companions(self) -> bool:
        """Whether another person plays in the match."""
        return any(seat.by_person and seat is not self.seat for seat in self.match.seats)

    @property
    def may_write(self) -> bool:
        """Whether the visitor can write to another player: not any more long behind the end of the match."""
        return self.companions and not reply_addresses_expired(self.match, app_context.now())

    @property
    def engine(self) -> AnyEngine:
        """The rules of the match."""
        return engine_for(self.match.rules)

    @property
    def scene(self) -> MatchPresenter:
        """The match in the visitor's language."""
        language, layout = self.visitor.language, self.visitor.layout()
        return MatchPresenter(
            self.context, self.match, language, layout, self.number, now=app_context.now(), public=self.public
        )

    @property
    def reader(self) -> Reader:
        """The visitor, for the templates that pages share with letters."""
        player = self.visitor.player
        return Reader(
            name=player.name if player else "",
            seat=self.number,
            zone=self.visitor.zone,
            service=self.context.addresses.service,
            site=self.context.site,
        )

    def draw(
        self,
        position: AnyPosition,
        *,
        legal: Sequence[str] = (),
        link: Callable[[str], str] | None = None,
        ended: bool = False,
    ) -> Drawn:
        """Draw the visitor's view of a position; `legal` orders are marked and linked with `link`.

        The match may have `ended` there otherwise than by its rules.
        """
        layout = self.visitor.chosen_layout()
        picture = self._draw(position, PICTURE, legal=legal, link=link, ended=ended)
        return Drawn(
            picture=Markup(picture),  # noqa: S704  # its template escapes
            texts={
                shape: self._draw(position, shape, ended=ended) for shape in ([layout] if layout else [WIDE, NARROW])
            },
            layout=layout,
            unfolded=self.visitor.wants_text(),
        )

    def picture(self, position: AnyPosition, *, ended: bool = False) -> str:
        """Draw a position as SVG."""
        return self._draw(position, PICTURE, ended=ended)

    def text(self, position: AnyPosition, layout: str, *, ended: bool = False) -> str:
        """Draw a position as text."""
        return self._draw(position, layout, ended=ended)

    def say(self, note: Note) -> str:
        """Word a note for the visitor."""
        return self.scene.say(note)

    def write(self, order: str) -> str:
        """Write a canonical order, or the beginning of one, as the visitor would."""
        return self.scene.write(order)

    def refusal(self, refusal: Refusal) -> str:
        """Word a refusal for the visitor."""
        return self.say(refusal.note)

    def event(self, row: EntryRow) -> Event:
        """Describe a step."""
        return self.scene.event(row)

    def notes(self, row: EntryRow) -> list[Note]:
        """List the notes of a step that the visitor may read."""
        return [note for note in notes_of(row) if note.seen_by(self.number)]

    def options(self) -> list[tuple[str, str]]:
        """List the options that differ from the defaults, in words."""
        return OptionLabels(self.engine.rules, self.visitor.language).terms(self.match.options)

    def whose_turn(self) -> str:
        """Say whose turn it is and until when; empty when nobody is to move."""
        facts = self.scene.facts()
        return self._shared(
            "_turn", facts, mine=facts.to_move is not None and facts.to_move == self.number and not self.resigned
        )

    def pages(self) -> tuple[str, ...]:
        """List the pages of the players to which their names lead, by seat; empty for a name that leads nowhere."""
        return tuple(page_of_seat(seat, public=self.public) for seat in self.match.seats)

    def result(self) -> str:
        """Say who has won; empty while the match goes on."""
        end, language = self.match.end, self.visitor.language
        return "" if end is None else say_result(self.scene.names(), end.places, language, self.number)

    def _shared(self, template: str, facts: MatchFacts, **more: object) -> str:
        language = self.visitor.language
        return render_text(language, template, match=facts, reader=self.reader, until=self.format_deadline, **more)

    def format_deadline(self, moment: datetime) -> str:
        """Write a moment in full, in the visitor's zone and in UTC."""
        return times.format_deadline(moment, self.visitor.zone, self.visitor.language)

    def format_short(self, moment: datetime) -> str:
        """Write a moment in short, in the visitor's zone."""
        return times.format_short(moment, self.visitor.zone, self.visitor.language)

    def format_short_end(self, moment: datetime) -> str:
        """Write the end of a span in short, in the visitor's zone."""
        return times.format_short_end(moment, self.visitor.zone, self.visitor.language)

    def _draw(
        self,
        position: AnyPosition,
        shape: str,
        *,
        legal: Sequence[str] = (),
        link: Callable[[str], str] | None = None,
        ended: bool = False,
    ) -> str:
        language, view = self.visitor.language, self.engine.view(position, self.number)
        names = shown_names(self.match, language, public=self.public)
        return draw_board(view, shape, language, names=names, legal=legal, link=link, ended=ended)


def view_of_match(session: Session, code: str) -> MatchView:
    """Find a match for the visitor, or end the request with 404."""
    who = current_visitor()
    match = _seen(session, find_match(session, code))
    return MatchView(app_context.context(), who, match, who.seat_at(match))


def lock_seen_match(session: Session, code: str) -> Match:
    """Lock a match that the visitor may see, or end the request with 404."""
    return _seen(session, lock_match(session, code))


def _seen(session: Session, match: Match | None) -> Match:
    if match is None or not may_see(session, match, current_visitor().player):
        abort(404)  # a private match is answered as if there were none
    return match
