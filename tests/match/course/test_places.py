"""Who wins when seats were left, taken over and handed over, and what that counts for each person."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from itertools import product

import pytest

from adjudicator.engines.contract import Outcome
from adjudicator.match.course.course import Course
from adjudicator.match.course.places import Ending, end_values, place_seats
from adjudicator.match.record.chain import chain_entry
from adjudicator.match.record.record import HOUSE, EndValues, Holder, SeatHeader, SeatValues, Why

NAMES = "ABCDE"
AT = datetime(2027, 1, 4, tzinfo=UTC)


def identity(name: str) -> str:
    return sha256(name.encode()).hexdigest()


def person(name: str) -> Holder:
    return Holder("person", identity(name))


@dataclass
class Story:
    """A match as far as seats go. `begin` names its seats, a small letter for an invited house."""

    begin: str
    turns: dict[int, int] = field(default_factory=dict)
    course: Course = field(init=False)

    def __post_init__(self) -> None:
        holders = [HOUSE if name.islower() else person(name) for name in self.begin]
        self.course = Course([SeatHeader(holder) for holder in holders])

    def change(self, turn: int, seat: str, why: Why, holder: Holder = HOUSE) -> Story:
        n = self.course.n + 1
        self.turns[n] = turn
        values = SeatValues(seat=NAMES.index(seat), holder=holder, why=why)
        entry = chain_entry("", n, "server", AT, values)
        self.course.add(entry)
        return self

    def end(self, ending: Ending, turn: int = 99) -> EndValues:
        return end_values(self.course, ending, {**self.turns, self.course.n + 1: turn})


def by_rules(*places: int) -> Ending:
    return Ending("rules", outcome=Outcome(places, "five"))


def ranks(values: EndValues, names: str) -> str:
    """Write the ranks of people by their names: ``A1 B-``, with what they count if that is not full."""
    known = {identity(name): name for name in names} | {None: "house"}
    return ", ".join(
        f"{known[person.id]}{person.rank or '-'}{'' if person.counts == 'full' else f' {person.counts}'}"
        for person in values.people
    )


EXAMPLES = [
    (
        Story("ABCDE")
        .change(3, "A", "resigned")
        .change(9, "B", "expelled")
        .change(10, "B", "takeover", person("X"))
        .change(12, "C", "resigned"),
        by_rules(3, 1, 5, 4, 2),
        (5, 1, 4, 3, 2),
        "A6, B5, C4, D3, E2, X1 gain",
    ),
    (Story("ABC").change(4, "C", "resigned"), by_rules(2, 3, 1), (1, 2, 3), "A1, B2, C3"),
    (
        Story("ABC").change(3, "A", "resigned").change(5, "B", "late"),
        Ending("resigned", seat=2),
        (3, 2, 1),
        "A3, B2, C1",
    ),
    (
        Story("ABC").change(3, "A", "resigned").change(5, "B", "late"),
        Ending("alone", seat=2),
        (3, 2, 1),
        "A3, B2, C1",
    ),
    (Story("ABc").change(3, "A", "resigned"), Ending("resigned", seat=1), (3, 2, 1), "A3, B2, house1 no"),
    (
        Story("ABCD").change(3, "D", "resigned").change(6, "A", "resigned"),
        Ending("agreed", agreed=(1, 2)),
        (3, 1, 1, 4),
        "A3, B1, C1, D4",
    ),
    (
        Story("ABCDE").change(3, "A", "late").change(3, "B", "resigned").change(12, "C", "bounced"),
        by_rules(5, 4, 3, 1, 1),
        (4, 4, 3, 1, 1),
        "A4, B4, C3, D1, E1",
    ),
    (
        Story("ABCD").change(2, "A", "excused").change(4, "B", "handed", person("X")),
        by_rules(4, 1, 2, 3),
        (4, 1, 2, 3),
        "A- no, B1 loss, C2, D3, X1 gain",
    ),
]


@pytest.mark.parametrize(("story", "ending", "places", "people"), EXAMPLES)
def test_the_published_examples(story: Story, ending: Ending, places: tuple[int, ...], people: str) -> None:
    values = story.end(ending)
    assert values.places == places
    assert ranks(values, "ABCDEX") == people


@pytest.mark.parametrize(
    ("story", "ending", "places", "people"),
    [
        # Two seats: the seat whose deed it was comes second, also that of a stand-in, who then counts for nothing.
        (Story("AB"), Ending("resigned", seat=1), (1, 2), "A1, B2"),
        (Story("AB"), Ending("time", seat=0), (2, 1), "A2, B1"),
        (Story("Ab"), Ending("resigned", seat=0), (2, 1), "A2, house1 no"),
        (
            Story("AB").change(4, "B", "handed", person("X")),
            Ending("time", seat=1),
            (1, 2),
            "A1, B2 loss, X- no",
        ),
        (Story("AB").change(4, "B", "seated", person("X")), by_rules(2, 1), (2, 1), "A2, B3, X1 gain"),
        # A house that a person replaced has no rank and nobody behind it.
        (
            Story("AbC").change(4, "B", "seated", person("X")),
            by_rules(2, 1, 3),
            (2, 1, 3),
            "A2, house- no, C3, X1 gain",
        ),
        # The last person stands behind invited houses that stayed, which share the first place.
        (Story("Abc"), Ending("time", seat=0), (3, 1, 1), "A3, house1 no, house1 no"),
        # Who comes back has not left.
        (
            Story("ABC").change(2, "A", "resigned").change(3, "A", "back", person("A")),
            by_rules(1, 2, 3),
            (1, 2, 3),
            "A1, B2, C3",
        ),
        # A stand-in who leaves counts for nothing, and the seat was left when they left.
        (
            Story("ABC").change(2, "A", "late").change(3, "A", "takeover", person("X")).change(9, "A", "resigned"),
            by_rules(1, 3, 2),
            (3, 2, 1),
            "A3, B2, C1, X- no",
        ),
        # A substitute is nobody in the result, and leaving it to one is not leaving.
        (
            Story("ABC").change(2, "A", "substitute", person("X")).change(3, "A", "returned", person("A")),
            by_rules(1, 2, 3),
            (1, 2, 3),
            "A1, B2, C3",
        ),
        (Story("ABC").change(2, "A", "substitute", person("X")), by_rules(1, 2, 3), (1, 2, 3), "A1, B2, C3"),
        # An invited house agrees to nothing, and shares the draw.
        (Story("ABc"), Ending("agreed", agreed=(0, 1)), (1, 1, 1), "A1, B1, house1 no"),
        # An award is for seats: who left an empty one stands with it, who left one that was taken does not.
        (
            Story("ABC").change(2, "A", "resigned").change(3, "B", "late").change(4, "B", "takeover", person("X")),
            Ending("awarded", awarded=(1, 2, 2), because=identity("why")),
            (1, 2, 2),
            "A1, B4, C2, X2 gain",
        ),
        (Story("ABC"), Ending("annulled", because=identity("why")), (), "A-, B-, C-"),
    ],
)
def test_other_results(story: Story, ending: Ending, places: tuple[int, ...], people: str) -> None:
    values = story.end(ending)
    assert values.places == places
    assert ranks(values, "ABCDEX") == people


def test_only_the_rules_give_scores_and_reasons_of_their_own() -> None:
    values = Story("ABC").change(2, "A", "resigned").end(Ending("rules", outcome=Outcome((1, 2, 3), "dug", (9, 8, 7))))
    assert (values.reason, values.scores) == ("dug", (9, 8, 7))
    values = Story("AB").end(Ending("agreed", agreed=(0, 1)))
    assert (values.reason, values.scores, values.agreed) == ("agreed", (), (0, 1))


def slow_places(left: tuple[int | None, ...], merits: tuple[int, ...]) -> tuple[int, ...]:
    """Give places one by one: first the best of those that stayed, then those that were left, the last one first."""
    order = [{seat for seat in range(len(left)) if left[seat] is None and merits[seat] == merit} for merit in range(9)]
    order += [{seat for seat in range(len(left)) if left[seat] == turn} for turn in range(9, -1, -1)]
    places, given = [0] * len(left), 0
    for group in order:
        for seat in group:
            places[seat] = given + 1
        given += len(group)
    return tuple(places)


def test_places_are_those_of_a_slower_count() -> None:
    for left in product((None, 0, 4, 9), repeat=4):
        for merits in product((1, 2, 4), repeat=4):
            assert place_seats(left, merits) == slow_places(left, merits)
