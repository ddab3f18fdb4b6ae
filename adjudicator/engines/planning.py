"""Planning, an optional part of an engine: steps read before their turn has come, and facts that a view shows.

A planned step is written in the words of the canonical notation. In a condition, words may be left out (``C3`` for
``2 C3 sell``); in an answer, nothing may. Facts come from a view alone, so that a condition never tells its writer
anything that they may not know.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar, runtime_checkable

from adjudicator.engines.contract import Note, P_contra, Revealed, Seat, View

S_co = TypeVar("S_co", covariant=True)
V_contra = TypeVar("V_contra", bound=View, contravariant=True)


@dataclass(frozen=True, slots=True)
class PlannedStep:
    """A step as somebody planned it, in canonical words, and the text behind it.

    `complete` tells that nothing is left out. `rest` is what `Parsed.rest` is. `either` has the other steps that the
    words may mean as well ("goes to D5", with one figure or the other): a condition waits for any of them.
    """

    text: str
    complete: bool
    rest: str = ""
    either: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that a view shows, in canonical words, and whether it is to hold or not to hold."""

    text: str
    holds: bool = True

    def denied(self) -> Fact:
        """Return the opposite."""
        return Fact(self.text, not self.holds)


@dataclass(frozen=True, slots=True)
class HelpEntry:
    """A kind of fact or habit, for help: a sentence that says what it is, or the key of one, and an example of it."""

    key: str
    example: str


@runtime_checkable
class HasFacts(Protocol[V_contra]):
    """An engine whose views show facts that conditions can name."""

    @property
    def fact_kinds(self) -> tuple[HelpEntry, ...]:
        """List the kinds of facts."""
        ...

    def facts(self, view: V_contra) -> frozenset[str]:
        """List all facts that hold in the view, in canonical words."""
        ...

    def exclude_each_other(self, one: Fact, other: Fact) -> bool:
        """Tell whether two facts cannot both hold, whatever the position."""
        ...

    def read_fact(self, text: str) -> Fact | None:
        """Read a fact, leniently, in any of the five languages; None if the text is none."""
        ...

    def format_fact(self, fact: Fact, language: str) -> tuple[str, bool]:
        """Write a fact in the words of a language, so that `read_fact` reads it back.

        True beside it tells that a "not" has to stand before the words.
        """
        ...


@runtime_checkable
class Planner(Protocol[P_contra]):
    """An engine whose steps can be planned."""

    @property
    def one_step_turns(self) -> bool:
        """Whether a turn is always one step."""
        ...

    def read_ahead(self, position: P_contra, text: str, before: Sequence[str] = ()) -> PlannedStep:
        """Read the first step of a text. `before` has a planned step of each turn before its own, or ``""``.

        Of the position, only what never changes may be asked. Raises `UnreadableStep`.
        """
        ...

    def format_ahead(self, step: str, language: str) -> str:
        """Write a planned step in the words of a language, so that `read_ahead` reads it back."""
        ...

    def includes(self, played: Sequence[str], planned: Sequence[str]) -> bool:
        """Tell whether the steps of a turn contain planned ones, in this order. Both may be planned ones."""
        ...

    def never_legal(self, position: P_contra, step: str, seat: Seat | None = None) -> Note | None:
        """Give the reason why a planned step can never be legal again, by public facts that do not change back.

        With a seat, by what it has in its hand too: the step is the next one that this seat will choose.
        """
        ...

    def single_steps(self, step: str) -> tuple[str, ...]:
        """Split a planned step that is several steps of the game, as ``flip C4 NE`` is."""
        ...

    def surely_reveals(self, position: P_contra, step: str) -> bool:
        """Tell whether everybody knows that a planned step brings something great to light."""
        ...

    def hinges_on_secret(self, position: P_contra, step: str) -> bool:
        """Tell whether something that others may not know decides if a planned step is legal."""
        ...

    def weigh(self, revealed: Revealed, notes: Sequence[Note]) -> Revealed:
        """Tell how much a step that was played has brought to light, for plans; never more than `revealed`."""
        ...


@runtime_checkable
class TellsSteps(Protocol):
    """An engine that tells a planned step of somebody else, where an order reads otherwise."""

    def tell_ahead(self, step: str, language: str) -> str:
        """Write a planned step as it stands behind the name of who plays it (``rotates C4``).

        `read_ahead` reads it back. In a language whose verb stands last, so does that of the step.
        """
        ...


@runtime_checkable
class HasHabits(Protocol[P_contra, S_co]):
    """An engine with habits: steps that a seat may want done whenever they come up. None is a choice of where to play.

    A habit is written in canonical words, as ``draw stack 2 1 3``.
    """

    @property
    def habit_kinds(self) -> tuple[HelpEntry, ...]:
        """List the kinds of habits, with an example that `read_habit` reads."""
        ...

    def read_habit(self, text: str) -> str | None:
        """Read a habit, leniently, in any of the five languages; None if the text is none."""
        ...

    def format_habit(self, habit: str, language: str) -> str:
        """Write a habit in the words of a language, so that `read_habit` reads it back."""
        ...

    def replaces(self, habit: str, other: str) -> bool:
        """Tell whether a new habit takes the place of another one."""
        ...

    def complete(self, position: P_contra, step: str, chosen: Sequence[str]) -> str | None:
        """Complete a planned step that leaves out a choice that a habit decides; None if none does."""
        ...

    def habit_step(self, position: P_contra, chosen: Sequence[str], *, peeked: bool) -> S_co | None:
        """Return the legal step that habits want now, if they want one.

        `peeked` tells that a great secret came to light in this turn: no habit ends it then, while anything else could
        be played.
        """
        ...


def contains_in_order(played: Sequence[str], planned: Sequence[str], fits: Callable[[str, str], bool]) -> bool:
    """Tell whether each planned step fits a step of the turn, in the same order. `fits` has the planned one first."""
    rest = iter(played)
    return all(any(fits(wanted, step) for step in rest) for wanted in planned)
