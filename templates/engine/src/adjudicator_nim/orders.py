"""Orders: reading one leniently, in five languages, and writing one in its canonical form."""

from __future__ import annotations

from adjudicator.engines.contract import AmbiguousStep, IllegalStep, Note, Parsed, UnreadableStep
from adjudicator.engines.order_text import tokens_of

from adjudicator_nim.play import legal_steps, nearest, objection, written
from adjudicator_nim.position import Position, Step, heap_name

format_step = written

HEAPS = "abcdefg"
_ENGLISH = "i take stone stones from of heap the please"
_GERMAN = "ich nehme nimm stein steine von vom aus haufen dem bitte"
_FRENCH = "je prends pierre pierres de du tas le la"
_ITALIAN = "prendo pietra pietre da dal mucchio il"
_DUTCH = "ik pak neem steen stenen van uit stapel de hoop graag"
WORDS = frozenset(f"{_ENGLISH} {_GERMAN} {_FRENCH} {_ITALIAN} {_DUTCH}".split())
"""The words that may stand beside a heap and a number. Any other word makes an order unreadable."""


def parse(position: Position, text: str) -> Parsed[Step]:
    """Read an order as the one legal step that it means: `B2`, `2 from B`, `heap b, 2 stones please`."""
    tokens = tokens_of(text)
    # A heap's letter comes before a word: the French `d` and the English `a` are no words here.
    heaps = [HEAPS.index(token.text) for token in tokens if token.is_letter and token.text in HEAPS]
    numbers = [int(token.text) for token in tokens if token.is_number]
    others = [t.written for t in tokens if not t.is_number and t.text not in WORDS and t.text not in HEAPS]
    if others or len(heaps) > 1 or len(numbers) > 1 or not (heaps or numbers):
        raise UnreadableStep(text, Note.of("nim.unreadable"), lambda: nearest(position, Step(0, 1)))
    if not numbers:
        raise _ambiguous(position, text, "how_many", heap=heaps[0])
    if not heaps:
        raise _ambiguous(position, text, "which_heap", stones=numbers[0])
    step = Step(heaps[0], numbers[0])
    if (reason := objection(position, step)) is not None:
        raise IllegalStep(text, reason, nearest(position, step))
    return Parsed(step)


def _ambiguous(
    position: Position, text: str, key: str, *, heap: int | None = None, stones: int | None = None
) -> AmbiguousStep:
    fitting = [step for step in legal_steps(position) if heap in (None, step.heap) and stones in (None, step.stones)]
    name = "" if heap is None else heap_name(heap)
    reason = Note.of(f"nim.{key}", heap=name, stones=stones)
    return AmbiguousStep(text, reason, tuple(map(written, fitting)))
