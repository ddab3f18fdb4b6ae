import pytest

from adjudicator.engines.contract import AmbiguousStep, IllegalStep, Note, StepError, UnreadableStep
from adjudicator.match.rulings import refusals

REASON = Note.of("egyptos.occupied", cell="M13")


@pytest.mark.parametrize(
    ("error", "key", "nearest"),
    [
        (IllegalStep("M13", REASON, ["M14"]), "illegal", ("M14",)),
        (AmbiguousStep("M1", REASON, ["M13", "M14"]), "ambiguous", ("M13", "M14")),
        (UnreadableStep("Mmm", REASON), "unreadable", ("L12", "N14")),
        (IllegalStep("M13", REASON), "illegal", ("L12", "N14")),
    ],
)
def test_an_engines_refusal_keeps_its_reason_and_gets_examples_where_it_names_none(
    error: StepError, key: str, nearest: tuple[str, ...]
) -> None:
    refusal = refusals.from_error(error.text, error, ["L12", "N14"])
    assert (refusal.key, refusal.nearest, refusal.note) == (key, nearest, REASON)
    assert refusal.values == (("order", error.text),)


def test_a_refusal_without_an_engines_reason_is_its_own_note() -> None:
    assert refusals.stale(3, 9).note == Note.of("refusal.stale", letter_turn=3, turn=9)
    assert refusals.contradictory(["M14", "resign"]).note["commands"] == ("M14", "resign")
