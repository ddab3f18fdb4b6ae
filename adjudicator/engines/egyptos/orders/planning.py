"""Steps and facts of a plan: nothing is hidden in this game, and a turn is one step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.engines.contract import Note, Revealed, Seat, UnreadableStep
from adjudicator.engines.egyptos.notation.notation import read_spoken, words_between_cells
from adjudicator.engines.egyptos.notation.words import FACT_WORDS, KNOWN, LOCAL_WORDS, ORIGIN, PASSING, POLITE, SWAPPING
from adjudicator.engines.egyptos.position.coordinates import name_of
from adjudicator.engines.egyptos.position.position import PYRAMIDS, Position, Word
from adjudicator.engines.egyptos.steps.illegal import occupied_note
from adjudicator.engines.egyptos.view.view import EgyptosView
from adjudicator.engines.planning import Fact, HelpEntry, PlannedStep

FACT_KINDS = tuple(HelpEntry(f"egyptos.fact_{word}", f"M14 {word}") for word in ("free", "taken", "black", "gold"))

_STATES: Mapping[str, str] = {
    word: state
    for state, languages in FACT_WORDS.items()
    for said in languages.values()
    for word in read_spoken(said).words
}
_BESIDE = POLITE | {"is", "ist", "est", "e", "liegt", "ligt"}


def facts_of(view: EgyptosView) -> frozenset[str]:
    """List the pyramids on the table; a cell that is not taken is free."""
    coloured = [(name, colour) for colour, names in (("black", view.black), ("gold", view.gold)) for name in names]
    return frozenset(f"{name} {word}" for name, colour in coloured for word in ("taken", colour))


def exclude_each_other(one: Fact, other: Fact) -> bool:
    """Tell whether no state of a cell fits both facts."""
    (cell, state), (other_cell, other_state) = one.text.split(), other.text.split()
    return cell == other_cell and _fitting(state, holds=one.holds).isdisjoint(_fitting(other_state, holds=other.holds))


def _fitting(state: str, *, holds: bool) -> frozenset[str]:
    fitting = frozenset({"black", "gold"} if state == "taken" else {state})
    return fitting if holds else frozenset({"free", "black", "gold"}) - fitting


def read_fact(text: str) -> Fact | None:
    """Read ``M14 free``, in any of the five languages."""
    spoken = read_spoken(text)
    states = [_STATES[word] for word in spoken.words if word in _STATES]
    rest = [word for word in spoken.words if word not in _STATES and word not in _BESIDE]
    if len(spoken.cells) != 1 or len(states) != 1 or rest:
        return None
    cell = name_of(spoken.cells[0])
    return Fact(f"{cell} taken", holds=False) if states[0] == "free" else Fact(f"{cell} {states[0]}")


def format_fact(fact: Fact, language: str) -> tuple[str, bool]:
    """Write a fact in the words of a language."""
    cell, state = fact.text.rsplit(" ", 1)
    word = "free" if state == "taken" and not fact.holds else state
    said = FACT_WORDS[word].get(language, FACT_WORDS[word]["en"]).split()[0]
    return f"{cell} {said}", not fact.holds and state != "taken"


def read_ahead(position: Position, text: str, before: Sequence[str] = ()) -> PlannedStep:
    """Read a step as it will be: one cell while pyramids are laid, then two. A swap lays none."""
    spoken = read_spoken(text)
    strange = [word for word in spoken.words if word not in KNOWN]
    named = [
        word for word, saying in ((Word.SWAP, SWAPPING), (Word.PASS, PASSING)) if not saying.isdisjoint(spoken.words)
    ]
    wanted = 1 + _moves(position, before)
    cells = spoken.cells
    if strange or len(named) + bool(cells) != 1 or len(cells) > wanted:
        raise UnreadableStep(text, Note.of("egyptos.unreadable"))
    if named:
        return PlannedStep(named[0].value, complete=True)
    if not ORIGIN.isdisjoint(words_between_cells(text)):
        cells = cells[::-1]
    return PlannedStep(" ".join(map(name_of, cells)), len(cells) == wanted)


def format_ahead(step: str, language: str) -> str:
    """Write a planned step in the words of a language."""
    return LOCAL_WORDS.get(language, {}).get(step, step)


def includes(played: Sequence[str], planned: Sequence[str]) -> bool:
    """Compare exactly: a turn is one step."""
    return list(played) == list(planned)


def never_legal(position: Position, step: str, seat: Seat | None = None) -> Note | None:
    """Find a pyramid on the cell of a laying: it stays there until all are laid."""
    del seat
    cells = read_spoken(step).cells
    return occupied_note(position, cells[0]) if len(cells) == 1 and position.laying else None


def single_steps(step: str) -> tuple[str, ...]:
    """Return the step: none is several."""
    return (step,)


def nothing_hidden(position: Position, step: str) -> bool:
    """Tell that no step brings anything to light, nor hinges on a secret."""
    del position, step
    return False


def weigh(revealed: Revealed, notes: Sequence[Note]) -> Revealed:
    """Return how great the news of a step is."""
    del notes
    return revealed


def _moves(position: Position, before: Sequence[str]) -> bool:
    """Tell whether all pyramids will be laid."""
    laid = position.laid + sum(step != Word.SWAP for step in before)
    return laid >= 2 * PYRAMIDS
