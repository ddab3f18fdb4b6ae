"""Legal steps, playing one, and the end."""

from __future__ import annotations

from adjudicator.engines.contract import IllegalStep, Note, Outcome, Result

from adjudicator_nim.position import Position, Step, heap_name


def legal_steps(position: Position) -> tuple[Step, ...]:
    """List every legal step in a fixed order; none when the game is over."""
    return tuple(Step(heap, stones) for heap, left in enumerate(position.heaps) for stones in range(1, left + 1))


def apply(position: Position, step: Step) -> Result[Position]:
    """Play a step. Raises `IllegalStep`."""
    if (reason := objection(position, step)) is not None:
        raise IllegalStep(written(step), reason, nearest(position, step))
    heaps = list(position.heaps)
    heaps[step.heap] -= step.stones
    after = Position(tuple(heaps), 1 - position.turn, position.last_loses, step)
    name, left = heap_name(step.heap), heaps[step.heap]
    notes = [Note.of("nim.took", seat=position.turn, heap=name, stones=step.stones, left=left)]
    if (end := outcome(after)) is not None:
        # The note that is named after the outcome's reason tells people why the match is over.
        notes.append(Note.of(f"nim.{end.reason}", seat=position.turn))
    return Result(after, tuple(notes))


def outcome(position: Position) -> Outcome | None:
    """Give each seat its place, or None while the game goes on."""
    if any(position.heaps):
        return None
    winner = position.turn if position.last_loses else 1 - position.turn
    return Outcome((1, 2) if winner == 0 else (2, 1), "last_loses" if position.last_loses else "last_wins")


def describe(position: Position, step: Step) -> Note:
    """Describe what a step would do, for the letters and pages that offer it."""
    left = position.heaps[step.heap] - step.stones
    return Note.of("nim.to_take", heap=heap_name(step.heap), stones=step.stones, left=left)


def objection(position: Position, step: Step) -> Note | None:
    """Say what forbids a step; None for one that is legal."""
    if not any(position.heaps):
        return Note.of("nim.over")
    name, left = heap_name(step.heap), position.heaps[step.heap] if step.heap < len(position.heaps) else 0
    if left == 0:
        return Note.of("nim.empty", heap=name)
    if step.stones == 0:
        return Note.of("nim.nothing")
    if step.stones > left:
        return Note.of("nim.too_many", heap=name, left=left)
    return None


def nearest(position: Position, wanted: Step) -> tuple[str, ...]:
    """Suggest up to three legal orders, the ones most like a step that is not legal first."""
    steps = sorted(
        legal_steps(position),
        key=lambda step: (step.heap != wanted.heap, abs(step.stones - wanted.stones)),
    )
    return tuple(map(written, steps[:3]))


def written(step: Step) -> str:
    """Write a step in its canonical form: B2 takes two stones from heap B."""
    return f"{heap_name(step.heap)}{step.stones}"
