"""A match from the view of one reader, as facts for the templates of letters and pages.

Every secret passes the view of the reader's seat (`engine.view`) or the audience of a note (`seen_by`) here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from itertools import islice, takewhile

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session, object_session

from adjudicator.engines.contract import Note, Revealed, Seat
from adjudicator.engines.planning import HasHabits
from adjudicator.engines.registry import engine_for
from adjudicator.mail.commands.arguments.chain_line import write_digest
from adjudicator.mail.commands.lines.translation import translate_command
from adjudicator.mail.commands.table.command_words import word_for
from adjudicator.match.consent import ProposalKind
from adjudicator.match.match_result import EndKind
from adjudicator.match.match_terms import TWO
from adjudicator.match.record.record import read_terms
from adjudicator.match.rulings.order_reader import PREVIEW
from adjudicator.match.rulings.refusals import Refusal, RefusalKey
from adjudicator.match.rulings.ruling import Preview, preview_step
from adjudicator.match.rulings.table import LegalOrders
from adjudicator.match.timekeeping.stops import StopKind
from adjudicator.services.context import Context
from adjudicator.services.matches.clock import match_clock, nudges
from adjudicator.services.matches.clock.time_terms import describe_terms
from adjudicator.services.matches.names.shown_names import (
    NoteNames,
    known_name,
    name_in_public,
    names_for,
    shown_names,
    vacancy,
)
from adjudicator.services.matches.plans.sealed_plans import read_habits
from adjudicator.services.matches.positions.past_positions import Frame, undone_entries
from adjudicator.services.matches.rows.hint_rows import may_ask_hint
from adjudicator.services.matches.rows.last_entries import find_last_entry
from adjudicator.services.matches.rows.match_rows import LoadedMatch, StoredEntry, load_match, notes_of
from adjudicator.services.matches.rows.proposal_rows import is_alone, is_open, proposal_note, seats_to_answer
from adjudicator.services.matches.rows.record_rows import header_of
from adjudicator.services.matches.rows.seat_holders import Holding, count_taken_over, list_holdings
from adjudicator.services.matches.view.order_examples import (
    EXAMPLES,
    Example,
    example_orders,
    write_both_o,
    write_example,
)
from adjudicator.services.matches.view.own_undo import steps_in
from adjudicator.services.players.absences import TOLD_AHEAD, last_day_away, list_away_days
from adjudicator.services.players.letter_readers import reader_for
from adjudicator.store.states import EntryKind
from adjudicator.store.tables import EntryRow, Match, Player, ProposalRow
from adjudicator.store.tables import Seat as SeatRow
from adjudicator.texts.facts.letter_facts import Absent, Event, MatchFacts, Offer, PlayedBy, Reader
from adjudicator.texts.facts.letter_facts import Player as PlayerFacts
from adjudicator.texts.facts.letter_facts import Proposal as ProposalFacts
from adjudicator.texts.games.boards import draw_board, draw_warning
from adjudicator.texts.games.event_text import mark_runs
from adjudicator.texts.games.note_text import render_headline, render_note
from adjudicator.texts.games.option_labels import OptionLabels
from adjudicator.texts.games.rulebook import render_aim
from adjudicator.texts.language.language import Language, language_for
from adjudicator.texts.language.written_orders import write_order

FIRST_TURNS = 3
"""Letters of these turns tell the aim, and how boards can be drawn otherwise."""
_STANDING = {
    StopKind.ABSENCE: "away",
    StopKind.BOUNCE: "bounced",
    StopKind.PAUSE: "paused",
    StopKind.HOST_PAUSE: "paused",
    StopKind.MAIL: "mail",
}
"""The names under which templates know why a clock stands."""
_OF_TURN = (
    select(EntryRow)
    .where(EntryRow.match_id == bindparam("match"), EntryRow.turn == bindparam("turn"))
    .order_by(EntryRow.n)
)


@dataclass(slots=True)
class KeptEvents:
    """Cache of a match's presenters, for several pages that tell it to a spectator at one moment."""

    people: Sequence[tuple[Player, tuple[str, ...]]]
    """As `shown_names.list_people` lists them."""
    notes: dict[int, list[Note]] = field(default_factory=dict)
    """By entry."""
    told: dict[tuple[str, int], Event] = field(default_factory=dict)
    """By language and entry; without those of which not everybody could read all words."""


@dataclass(frozen=True, slots=True)
class MatchPresenter:
    """One reader of one match: their seat (None: a spectator), language, layout, and reply address."""

    context: Context
    match: Match
    language: Language
    layout: str
    seat: Seat | None = None
    address: str = ""
    """The reply address of the seat for this turn; empty for a spectator."""
    now: datetime | None = None
    """If it is given, the facts tell who is away or will be soon."""
    former: Player | None = None
    """Somebody who had a seat, and reads as a spectator."""
    all_words: bool = False
    """Whether events tell words that only some of the players could read: only of a match that is over."""
    public: bool = True
    """Whether the reader is somebody who does not play with these people, and sees the names that they allow."""
    linked: bool = True
    """Whether facts name the page of the match: not to somebody who would not see it."""
    kept: KeptEvents | None = None
    _known_names: list[NoteNames] = field(default_factory=list, init=False, repr=False, compare=False)

    def reader(self) -> Reader:
        """Describe the player of the seat as the reader of a letter."""
        player = self.match.seats[self.seat].player if self.seat is not None else self.former
        if player is None:
            raise ValueError(f"nobody reads letters at seat {self.seat} of {self.match.code}")
        return reader_for(self.context, player, self.seat, self.match)

    @property
    def url(self) -> str:
        """The address of the page of the match."""
        return f"{self.context.site}/m/{self.match.code}"

    def facts(self, loaded: LoadedMatch | None = None) -> MatchFacts:
        """Collect the facts of the match; `loaded` saves decoding the position again."""
        match = self.match
        rules = engine_for(match.rules).rules
        standing = match_clock.standing_because(match, match.stopped_at) if match.stopped_at else None
        awaited = match.seats[match.to_move].player if match.to_move is not None and standing else None
        terms = match_clock.terms_of(match)
        mover = match_clock.mover_of(match)
        mine = mover if mover is not None and mover.number == self.seat else None
        away, at = standing is StopKind.ABSENCE and awaited is not None, self.now or match.stopped_at
        return MatchFacts(
            code=match.code,
            game=rules.title,
            game_word=rules.name,
            url=self.url if self.linked else "",
            players=tuple(
                PlayerFacts(name=name, side=side, held=self._held(seat), level=str(seat.level or ""))
                for seat, name, side in zip(match.seats, self.names(), self._sides(loaded), strict=True)
            ),
            aim=render_aim(rules.name, self.language) if match.turn <= FIRST_TURNS else "",
            turn=match.turn,
            to_move=match.to_move,
            due=match.due_at,
            late=match.overdue_at is not None,
            grace_until=match_clock.grace_until(match),
            stopped=_STANDING.get(standing, "stopped") if standing else "",
            stopped_until=match_clock.standing_until(match, match.stopped_at) if match.stopped_at else None,
            day_taken=away and match.stopped_at is not None and match_clock.runs_taken_day(match, match.stopped_at),
            used_up=at is not None and match_clock.is_used_up(match, at),
            back=self._back(awaited) if awaited and away else None,
            absent=self._absent(awaited if away else None),
            left=match_clock.time_left(match, self.now) if mine is not None and self.now else None,
            turns_left=None if mine is None else match_clock.turns_to_come(terms, match_clock.account_of(match, mine)),
            left_out=match_clock.left_out(match),
            outage=(match.outage.since, match.outage.until) if match.outage_id and match.outage else None,
            terms=describe_terms(terms),
            private=match.private,
            options=OptionLabels(rules, self.language).lines(match.options),
            reader_left=self.seat is not None and match.seats[self.seat].vacant_at is not None,
            chain=write_digest(match.chain),
        )

    def with_credit(self, facts: MatchFacts, session: Session) -> MatchFacts:
        """Tell beside each name how often that player has taken over a seat, for a reader who decides about them."""
        people = [seat.player_id if seat.by_person else None for seat in self.match.seats]
        taken = count_taken_over(session, people)
        players = zip(facts.players, people, strict=True)
        return replace(facts, players=tuple(replace(one, taken_over=taken.get(who or 0, 0)) for one, who in players))

    def _back(self, player: Player) -> date | None:
        """Return the last day of the announced absence that stops the clock; None if an automatic day ends later."""
        since, until = self.match.stopped_at, player.away_until
        if since is not None and match_clock.runs_taken_day(self.match, since):
            end = match_clock.standing_until(self.match, since)
            if until is None or (end is not None and until < end):
                return None
        return last_day_away(player)

    def board(self, loaded: LoadedMatch, *, offer_steps: bool = False) -> str:
        """Draw the board in this reader's view for a letter, not `folded`, with the legal steps if asked for."""
        view = loaded.view(self.seat)
        legal = LegalOrders(loaded.table) if offer_steps else ()
        names, ended = shown_names(self.match, self.language, public=self.public), self.match.end is not None
        return draw_board(view, self.layout, self.language, legal=legal, names=names, ended=ended, folded=False)

    def picture(self, loaded: LoadedMatch) -> str:
        """Draw the board alone, without what is explained below it; nothing for who has boards in words."""
        return "" if self.layout == "linear" else self.board(loaded).partition("\n\n")[0]

    def warnings(self, loaded: LoadedMatch) -> str:
        """Return the warnings that the reader needs when a letter leaves out the board."""
        view = loaded.view(self.seat)
        return draw_warning(view, self.language, names=shown_names(self.match, self.language, public=self.public))

    def board_at(self, frame: Frame) -> str:
        """Draw the board of a position that was."""
        view = engine_for(self.match.rules).view(frame.position, self.seat)
        names = shown_names(self.match, self.language, public=self.public)
        return draw_board(view, self.layout, self.language, names=names, folded=False)

    def board_now(self) -> str:
        """Draw the board of the present position."""
        return self.board(load_match(self.match))

    def event(self, row: StoredEntry) -> Event:
        """Describe one step, with the notes that this reader may see."""
        return self._describe(row, self._note_names())

    def describe_each(self, rows: Iterable[StoredEntry]) -> list[Event]:
        """Describe several steps, each as `event` does."""
        names = self._note_names()
        return [self._describe(row, names) for row in rows]

    def events(self, rows: Iterable[StoredEntry]) -> tuple[Event, ...]:
        """Describe several steps. One without a choice and without a word has no text if its turn is told anyway."""
        events = mark_runs(self.describe_each(rows))
        told = {event.turn for event in events if event.said}
        silent = (not event.said and event.seat is None and event.turn in told for event in events)
        return tuple(replace(event, order="") if none else event for event, none in zip(events, silent, strict=True))

    def _describe(self, row: StoredEntry, names: NoteNames) -> Event:
        if self.kept is None:
            return self._tell(row, notes_of(row), names)
        key, kept = (self.language.language, row.n), self.kept
        if (known := kept.told.get(key)) is not None:
            return known
        if (notes := kept.notes.get(row.n)) is None:
            notes = kept.notes[row.n] = notes_of(row)
        event = self._tell(row, notes, names)
        if all(note.audience is None for note in notes):
            kept.told[key] = event
        return event

    def _tell(self, row: StoredEntry, notes: Iterable[Note], names: NoteNames) -> Event:
        said = " ".join(self._say(note, names) for note in notes if self.all_words or note.seen_by(self.seat))
        order = self.write(row.step)
        seat, by = None if row.forced else row.seat, _played_by(row)
        ends = self.end_of_habit(row.step) if by == "habit" and seat is not None and seat == self.seat else ""
        return Event(turn=row.turn, seat=seat, order=order, said=said, by=by, ends=ends)

    def history(self, first: int = 0, last: int | None = None) -> tuple[Event, ...]:
        """Describe all entries of the match, or those of some turns, and mark the steps that no longer stand."""
        undone, last = undone_entries(self.match), self.match.turn if last is None else last
        rows = [row for row in self.match.entries if first <= row.turn <= last]
        told = zip(self.events(rows), rows, strict=True)
        return tuple(replace(event, undone=True) if row.n in undone else event for event, row in told)

    def say(self, note: Note) -> str:
        """Render a note in this reader's language."""
        return self._say(note, self._note_names())

    def _say(self, note: Note, names: NoteNames) -> str:
        fitted = names.fit(steps_in(note, self.match.rules, self.language))
        return render_note(fitted, self.language, self.seat, names.by_seat)

    def _note_names(self) -> NoteNames:
        """Return the names for notes; those for the public once for all of a page, which tells hundreds of notes."""
        if not self.public:
            return NoteNames(self.match, self.language, public=False)
        if not self._known_names:
            people = None if self.kept is None else self.kept.people
            self._known_names.append(NoteNames(self.match, self.language, public=True, people=people))
        return self._known_names[0]

    def write(self, order: str) -> str:
        """Write a canonical order in this reader's language."""
        return write_order(self.match.rules, order, self.language.language)

    def head(self, notes: Iterable[Note]) -> str:
        """Return a headline for the first note that has one, such as a card that was revealed; empty without one."""
        names = self._note_names()
        heads = (
            render_headline(names.fit(note), self.language, self.seat, names.by_seat)
            for note in notes
            if note.seen_by(self.seat)
        )
        return next(filter(None, heads), "")

    def ending(self, session: Session) -> str:
        """Return the reason for the end of the match; empty while it runs.

        If the rules ended it, the last step has a note whose key is the reason.
        """
        end = self.match.end
        if end is None:
            return ""
        if end.kind is not EndKind.RULES:
            return self.say(Note.of(f"match.{end.reason}", seat=end.seat))
        key = f"{engine_for(self.match.rules).rules.name}.{end.reason}"
        last = find_last_entry(session, self.match, EntryKind.STEP)
        return self.say(next((note for note in notes_of(last) if note.key == key), Note(key)) if last else Note(key))

    def offers(self, loaded: LoadedMatch) -> tuple[Offer, ...]:
        """Offer orders that work if they are sent now: a few legal steps, a preview, and help."""
        offers = list(self.example_offers(loaded)) if self.match.to_move == self.seat else []
        previews = ((offer.order, preview_step(loaded.table, self.match.to_move or 0, offer.order)) for offer in offers)
        shown = (order for order, preview in previews if isinstance(preview, Preview) and not preview.hidden)
        offers += [self.offer(f"? {order}", "preview") for order in islice(shown, 1)]
        if self.may_undo(loaded.fresh):
            offers.append(self.command("undo", "take_back"))
        if may_ask_hint(self.match, self.match.seats[self.seat] if self.seat is not None else None):
            offers.append(self.command("hint", "hint"))
        if is_alone(self.match, self.seat) and self.match.header is not None:
            offers.append(self.command("finish", "finish"))
        return (*offers, self.command("help", "help"))

    def may_undo(self, fresh: Sequence[EntryRow] = ()) -> bool:
        """May this reader take back a step of the running turn? `fresh` are the steps that were just played, if any."""
        match, session = self.match, object_session(self.match)
        if self.seat is None or match.to_move != self.seat or match.header is None:
            return False
        if read_terms(header_of(match)).undo == "never":
            return False
        rows = fresh or (session.scalars(_OF_TURN, {"match": match.id, "turn": match.turn}).all() if session else ())
        steps = reversed([row for row in rows if row.step and row.turn == match.turn])
        return any(not row.forced for row in takewhile(lambda row: row.revealed == Revealed.NONE, steps))

    def example_offers(self, loaded: LoadedMatch, most: int = EXAMPLES) -> tuple[Offer, ...]:
        """Offer some steps of the player to move, with their effects."""
        return tuple(map(self._offer_example, example_orders(loaded.table, self.language, most)))

    def nudge(self) -> tuple[Offer, ...]:
        """Offer a nudge if it would go out now."""
        own = None if self.seat is None else self.match.seats[self.seat]
        if self.now is None or not nudges.may_nudge(self.match, own, self.now):
            return ()
        return (self.command("nudge", "nudge"),)

    def command(self, name: str, purpose: str, argument: str = "") -> Offer:
        """Offer a command in the reader's language."""
        return self.offer(f"{word_for(name, self.language.language)} {argument}".strip(), purpose)

    def offer(self, order: str, purpose: str) -> Offer:
        """Offer one order, with a mailto link for it."""
        return Offer.by_mail(order, purpose, self.address, f"[{self.match.code}]")

    def proposals(self, rows: Iterable[ProposalRow]) -> tuple[ProposalFacts, ...]:
        """Describe proposals, as far as this reader may know of them: everybody at the table may."""
        return tuple(
            ProposalFacts(
                number=row.number,
                said=self.say(proposal_note(self.match, row)),
                asks=self.seat in seats_to_answer(self.match, row),
                draw=row.kind is ProposalKind.DRAW and is_open(row),
                asker=self.names()[row.seat],
                own=is_open(row) and row.seat == self.seat and row.kind is not ProposalKind.TAKEOVER,
            )
            for row in rows
            if self.seat is not None
        )

    def answers_to(self, rows: Iterable[ProposalRow]) -> tuple[Offer, ...]:
        """Offer yes and no to the proposals that wait for this reader."""
        asked = [row for row in rows if self.seat in seats_to_answer(self.match, row)]
        open_ones = sum(map(is_open, rows))
        return tuple(
            self.command(name, name, str(row.number) if open_ones > 1 else "")
            for row in asked
            for name in ("agree", "refuse")
        )

    def nearest(self, refusal: Refusal, loaded: LoadedMatch | None = None) -> tuple[Offer, ...]:
        """Offer the commands and legal orders that are nearest to a refused one."""
        if refusal.key is RefusalKey.WHICH_O and loaded is not None:
            return tuple(self.offer(line, "play") for line in write_both_o(loaded.table, refusal, self.language))
        steps = dict(zip(loaded.orders, loaded.table.legal_steps, strict=True)) if loaded and refusal.nearest else {}
        return tuple(
            self._offer_example(write_example(loaded.table, [steps[order]], self.language))
            if loaded and order in steps
            else self.offer(self._translate_line(order), "play")
            for order in refusal.nearest
        )

    def _translate_line(self, line: str) -> str:
        """Write a command in the reader's language; behind the sign of a preview stands a step."""
        sign, _, order = line.partition(" ")
        if sign == PREVIEW:
            return f"{sign} {self.write(order)}"
        return translate_command(line, self.language.language)

    def _offer_example(self, example: Example) -> Offer:
        return replace(self.offer(example.order, "play"), said=example.said)

    def offer_step(self, loaded: LoadedMatch, order: str) -> Offer:
        """Offer one legal step by its canonical notation, with its effect."""
        step = loaded.engine.parse(loaded.table.position, order).step
        return self._offer_example(write_example(loaded.table, [step], self.language))

    def end_of_habit(self, step: str) -> str:
        """Write the line that ends the habit by which a step of the reader was played; empty if they have ended it."""
        engine, own = engine_for(self.match.rules), self.match.seats[self.seat or 0]
        if not isinstance(engine, HasHabits):
            return ""
        kept = read_habits(self.context.secret, own)
        habit = next((habit for habit in kept if step.partition(" ")[0] in habit.split()), None)
        language = self.language.language
        return f"{word_for('cancel habit', language)} {engine.format_habit(habit, language)}" if habit else ""

    def _absent(self, awaited: Player | None) -> tuple[Absent, ...]:
        """List the absences of the players; the one that stops the clock of the player `awaited` is told elsewhere."""
        if self.now is None:
            return ()
        return tuple(
            Absent(seat=seat.number, name=name, first=one.first, last=one.last, running=one.running)
            for seat, name in zip(self.match.seats, self.names(), strict=True)
            if seat.player is not None and seat.vacant_at is None
            for one in list_away_days(seat.player, self.now, TOLD_AHEAD)
            if not (one.running and seat.player is awaited)
        )

    def players(self) -> tuple[str, ...]:
        """Name the players of all seats, with those who sat there before."""
        return self.with_earlier(self.names())

    def with_earlier(self, names: Sequence[str]) -> tuple[str, ...]:
        """Add those who sat at the seats before to the `names` of the players."""
        return tuple(self._held(seat) or name for seat, name in zip(self.match.seats, names, strict=True))

    def names(self) -> tuple[str, ...]:
        """Name the players of all seats."""
        return names_for(self.match, self.language, self.seat, public=self.public)

    def _held(self, seat: SeatRow) -> str:
        """Tell who sat at a seat from when on; empty if it has not changed hands."""
        session = object_session(self.match)
        own = [one for one in list_holdings(session, self.match) if one.seat == seat.number] if session else []
        if len(own) < TWO:
            return ""
        later = (self._later(one) for one in own[1:])
        return ", ".join((self.name_holder(own[0]), *later)) + vacancy(seat, self.language)

    def _later(self, holding: Holding) -> str:
        words = self.language.gettext("from turn %(turn)s %(name)s")
        return words % {"turn": holding.turn, "name": self.name_holder(holding)}

    def name_holder(self, holding: Holding) -> str:
        """Name somebody who has or had a seat."""
        if self.public and holding.player is not None:
            return name_in_public(holding.player, holding.name, self.language)
        return known_name(holding.name, self.language)

    def _sides(self, loaded: LoadedMatch | None) -> Sequence[str]:
        if self.match.position is None:
            return [""] * len(self.match.seats)
        loaded = loaded or load_match(self.match)
        return loaded.view(self.seat).sides


def _played_by(row: StoredEntry) -> PlayedBy:
    match row.how:
        case "plan":
            return "plan"
        case "habit":
            return "habit"
    return ""


def presenter_for(context: Context, match: Match, seat: SeatRow, now: datetime | None = None) -> MatchPresenter:
    """Build the presenter for the player of a seat; `now` lets it tell who is away."""
    player = seat.player
    if player is None:
        raise ValueError(f"nobody sits at seat {seat.number} of {match.code}")
    address = context.addresses.seat(match.code, seat.number, match.turn, seat.epoch)
    language = language_for(player.language)
    return MatchPresenter(context, match, language, player.layout, seat.number, address, now, public=False)
