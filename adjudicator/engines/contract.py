"""The contract of an engine: its functions and the values they take and return.

An engine is a stateless object with ten pure functions and a table of facts (`Rules`). It has no access to time,
randomness or people: randomness comes in through a `Dealer`, players are seats (0-based integers), and messages go out
as `Note` values, which are worded elsewhere in the reader's language.

Engines are found through the entry-point group ``adjudicator.engines`` and are all held to the same contract suite
(``adjudicator.engines.suite``, a pytest plugin).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, NewType, Protocol, Self, TypeAlias, TypeVar, cast, runtime_checkable

from adjudicator.engines.order_text import OrderWords
from adjudicator.engines.rules import BadOption, Option, Options, Rules

__all__ = [
    "AmbiguousStep",
    "AnyEngine",
    "AnyPosition",
    "AnyStep",
    "BadOption",
    "Chooser",
    "ChooserWithPast",
    "Deal",
    "Dealer",
    "Describer",
    "Engine",
    "Evaluator",
    "HasCompass",
    "HasComponents",
    "HasKinds",
    "HasWishes",
    "IllegalStep",
    "Json",
    "Level",
    "Localizer",
    "Note",
    "OMeans",
    "Option",
    "Options",
    "Outcome",
    "P",
    "Parsed",
    "Result",
    "Revealed",
    "Rules",
    "S",
    "Seat",
    "StepError",
    "UnreadableStep",
    "Value",
    "View",
    "opaque",
]

Seat = int
Json: TypeAlias = "str | int | float | bool | Sequence[Json] | Mapping[str, Json] | None"
"""A JSON value, as Python reads and writes it."""
Deal: TypeAlias = Mapping[str, Json]
"""All the chance of a match, drawn before it begins."""
Value = str | int | bool | None | tuple["Value", ...]
"""A value of a note."""

P = TypeVar("P")
"""The positions of a game."""
S = TypeVar("S", bound=Hashable)
"""The steps of a game."""
T = TypeVar("T")
P_contra = TypeVar("P_contra", contravariant=True)
S_contra = TypeVar("S_contra", bound=Hashable, contravariant=True)
S_co = TypeVar("S_co", bound=Hashable, covariant=True)
V_co = TypeVar("V_co", bound="View", covariant=True)


@dataclass(frozen=True, slots=True)
class Note:
    """An event, or the reason against a step: a key and its values. Only `audience` may see it (None: everybody).

    A value named ``seat``, or ending in ``_seat``, is a seat and is worded as the name of its player.
    """

    key: str
    values: tuple[tuple[str, Value], ...] = ()
    audience: frozenset[Seat] | None = None

    @classmethod
    def of(cls, key: str, /, audience: frozenset[Seat] | None = None, **values: Value) -> Note:
        """Build a note from keyword values."""
        return cls(key, tuple(values.items()), audience)

    def __getitem__(self, name: str) -> Value:
        for key, value in self.values:
            if key == name:
                return value
        raise KeyError(name)

    def seen_by(self, seat: Seat | None) -> bool:
        """Tell whether a seat (None: a spectator) may read it."""
        return self.audience is None or seat in self.audience


class Revealed(StrEnum):
    """How much a step brings to light that somebody did not know. Only `NONE` is false."""  # published in records

    NONE = "none"
    SMALL = "small"
    """Something that seldom changes a plan, as the next tile of a stack."""
    GREAT = "great"
    """Something that may change everybody's plans, as a law or a photo."""

    def __bool__(self) -> bool:
        return self is not Revealed.NONE


@dataclass(frozen=True, slots=True)
class Result(Generic[P]):
    """The result of a step: the next position, the events, and whether it revealed a secret.

    After a reveal, no earlier step of the same letter is undone. `shown` has the result of chance in this step, as
    the tile that was drawn: the same step with the same `shown` is the same event also in another course of the match.
    """

    position: P
    notes: tuple[Note, ...] = ()
    revealed: Revealed = Revealed.NONE
    shown: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a match: a place for each seat (1 is best, ties share it), scores if the game has them, and why."""

    places: tuple[int, ...]
    reason: str
    scores: tuple[int | None, ...] = ()

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats in the first place."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


@dataclass(frozen=True, slots=True)
class View:
    """The part of a position that one seat (None: a spectator) may know. Boards are drawn from views only.

    Engines subclass it with the facts that their boards show.
    """

    rules: str
    seat: Seat | None
    to_move: Seat | None
    sides: tuple[str, ...]
    """The word for each seat's colour as it is now; a key of the texts, one of `Rules.sides`, or empty for none."""


@dataclass(frozen=True, slots=True)
class Parsed(Generic[S]):
    """A step read from an order, and the words behind it that belong to the next step (``flip C4 NEW``)."""

    step: S
    rest: str = ""


class Dealer(Protocol):
    """The only source of randomness: uniform draws from a match's seed."""

    def below(self, bound: int) -> int:
        """Draw an integer from 0 to ``bound - 1``."""
        ...

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """Draw an order of all the items."""
        ...


class Engine(Protocol[P, S, V_co]):
    """The ten functions of an engine.

    Positions are frozen dataclasses of plain values: msgspec must encode and decode them without loss. Steps are
    hashable values, and `format` gives their only canonical notation.
    """

    @property
    def rules(self) -> Rules:
        """The facts of the game."""
        ...

    @property
    def position_type(self) -> type[P]:
        """The class of the positions, for reading a stored one."""
        ...

    def deal(self, options: Options, seats: int, dealer: Dealer) -> Deal:
        """Draw all random values of a match, as plain JSON. Raises `ValueError` if the components are not installed."""
        ...

    def setup(self, options: Options, seats: int, deal: Deal) -> P:
        """Build the opening position. Raises `ValueError` for a deal that `deal` cannot produce."""
        ...

    def to_move(self, position: P) -> Seat | None:
        """Return the seat that decides next, or None when the game is over."""
        ...

    def legal_steps(self, position: P) -> Sequence[S]:
        """List every legal step in a fixed order; empty only when the game is over."""
        ...

    def apply(self, position: P, step: S) -> Result[P]:
        """Play a step. Raises `IllegalStep` if it is not legal."""
        ...

    def outcome(self, position: P) -> Outcome | None:
        """Return the result, or None while the game goes on."""
        ...

    def view(self, position: P, seat: Seat | None) -> V_co:
        """Reduce a position to the facts that a seat (None: a spectator) may know."""
        ...

    def parse(self, position: P, text: str) -> Parsed[S]:
        """Read an order as the one legal step it means, leniently, in any of the five languages.

        Raises `UnreadableStep`, `AmbiguousStep` or `IllegalStep`.
        """
        ...

    def format(self, step: S) -> str:
        """Write a step in its canonical form, which `parse` reads back."""
        ...

    def resample(self, position: P, seat: Seat, dealer: Dealer) -> P:
        """Draw the hidden information anew: return a random position that this seat cannot tell from the given one."""
        ...


AnyPosition = NewType("AnyPosition", object)
"""A position of an engine that is chosen at run time; the type checker lets it go only to such an engine."""
AnyStep = NewType("AnyStep", object)
"""A step of such an engine."""
AnyEngine: TypeAlias = Engine[AnyPosition, AnyStep, View]


def opaque(engine: Engine[P, S, View]) -> AnyEngine:
    """Erase the types of an engine's positions and steps, for lists of engines of several games."""
    return cast(AnyEngine, engine)


@runtime_checkable
class HasComponents(Protocol):
    """An engine whose components a host can replace by a file of their own."""

    def with_components(self, text: str, origin: str) -> Self:
        """Return the same engine with the components of a file; `origin` is the file's name.

        Raises `ValueError`, whose text names each fault with its line.
        """
        ...


class OMeans(StrEnum):
    """Meaning of the letter O among the sides of the compass."""

    EAST = "east"
    """As in German *Ost* and Dutch *oost*."""
    WEST = "west"
    """As in French *ouest* and Italian *ovest*."""


@runtime_checkable
class HasCompass(Protocol):
    """An engine whose orders may name sides of the compass by their letters, in any of the five languages.

    An O is the east in some and the west in others. Where it could be either, `parse` raises `AmbiguousStep`.
    """

    def reading_o(self, meaning: OMeans) -> Self:
        """Return the same engine, which reads an O as this side, or asks; never as the opposite one."""
        ...

    def leaves_o_open(self, text: str) -> bool:
        """Tell whether an order has an O that could be either side, wherever it is played."""
        ...

    def spell_out_o(self, text: str, meaning: OMeans, language: str) -> str:
        """Write an order again, with words of a language in place of the letters of sides among which is an O."""
        ...


@runtime_checkable
class HasOrderWords(Protocol):
    """An engine that tells of which words its orders consist, so that none of them is taken for small talk."""

    order_words: OrderWords


@runtime_checkable
class HasWishes(Protocol):
    """An engine in whose orders one can wish for something that depends on the secret that a step brings to light."""

    def reading_wishes(self) -> Self:
        """Return the same engine, for orders that were written before their writer saw what came to light.

        It reads a wish as the legal step that serves it best. Otherwise it is an order like any other.
        """
        ...


@runtime_checkable
class Evaluator(Protocol[P_contra]):
    """An engine with an evaluation function, for bots."""

    def evaluate(self, position: P_contra, seat: Seat) -> float:
        """Value a position for a seat from 0 (lost) to 1 (won)."""
        ...


class Level(StrEnum):
    """How strong the house player plays. The names are those of the option `house` of a match."""

    EASY = "easy"
    """A newcomer can win."""
    FAIR = "fair"
    STRONG = "strong"
    """As well as it can."""


@runtime_checkable
class Chooser(Protocol[P_contra, S_co]):
    """An engine with a player of its own for the house, where the search for all games is too weak."""

    def choose(
        self, position: P_contra, seat: Seat, *, dealer: Dealer, until: Callable[[], bool], level: Level
    ) -> S_co:
        """Choose a legal step for the seat that is to move.

        `until` is asked before each piece of work whether to stop; a step is also chosen if it says so at once. The
        choice depends on what the seat may know and on the draws of the `dealer` alone: two positions that the seat
        cannot tell apart lead to the same step.
        """
        ...


@runtime_checkable
class ChooserWithPast(Chooser[P_contra, S_co], Protocol[P_contra, S_co]):
    """A `Chooser` that also sees earlier positions of the match, so that it does not go to and fro for ever."""

    def looks_back(self, position: P_contra) -> int:
        """Tell of how many of the latest turns, the running one among them, `choose` wants to see the beginning."""
        ...

    def choose(
        self,
        position: P_contra,
        seat: Seat,
        *,
        dealer: Dealer,
        until: Callable[[], bool],
        level: Level,
        past: Sequence[P_contra] = (),
    ) -> S_co:
        """Choose a legal step for the seat that is to move, as `Chooser` does.

        `past` has the positions with which the latest turns of all seats began, the oldest first, that of the running
        turn last: at least as many as `looks_back` asks for, if there were so many. They hold true secrets, which must
        not count.
        """
        ...


@runtime_checkable
class Describer(Protocol[P_contra, S_contra]):
    """An engine that describes steps before they are played, for the letters and pages that offer them."""

    def describe(self, position: P_contra, step: S_contra) -> Note:
        """Describe the effect of a legal step, by the knowledge of its seat. Its key names the kind of step.

        The note is worded as an infinitive that begins with a small letter: "lay a pyramid on M14".
        """
        ...


@runtime_checkable
class HasKinds(Protocol[P_contra, S_contra]):
    """An engine that names the kind of a step without describing it: a position may have hundreds of steps."""

    def kind_of(self, position: P_contra, step: S_contra) -> str:
        """Name the kind of a legal step: the key of the note with which `Describer.describe` describes it."""
        ...


@runtime_checkable
class Localizer(Protocol):
    """An engine whose orders have words of a language."""

    def translate(self, order: str, language: str) -> str:
        """Write a canonical order in a language, by its code (``fr``), so that `parse` reads the same step from it.

        It may be the beginning of an order, for which a place on the board stands. In English, and in languages that
        the engine does not know, it stays as it is.
        """
        ...


class StepError(Exception):
    """An order that cannot be played. `reason` says why, `nearest` lists canonical orders to suggest.

    `nearest` may be a function, called only on demand: most unreadable lines are small talk and need no suggestions.
    """

    def __init__(self, text: str, reason: Note, nearest: Sequence[str] | Callable[[], Sequence[str]] = ()) -> None:
        super().__init__(f"{text!r}: {reason.key}")
        self.text = text
        self.reason = reason
        self._nearest = nearest

    @property
    def nearest(self) -> tuple[str, ...]:
        """The canonical orders to suggest."""
        if callable(self._nearest):
            self._nearest = self._nearest()
        return tuple(self._nearest)


class UnreadableStep(StepError):
    """The text is no step of this game at all."""


class AmbiguousStep(StepError):
    """The text could be several legal steps; `nearest` lists them."""


class IllegalStep(StepError):
    """The step is readable, but the rules forbid it in this position."""
