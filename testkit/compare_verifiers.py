"""Plays matches, publishes their records, some of them spoilt, and compares what the three verifiers say of each.

In: a seed. Out: each record on which two verifiers disagree, kept in a folder. Exit code: 0 they agree, 1 they differ.

    python -m testkit.compare_verifiers [--seed N] [--count N] [--folder FOLDER]
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from adjudicator.engines.contract import AnyEngine
from adjudicator.engines.registry import engine_for
from adjudicator.match.course.places import Ending
from adjudicator.match.course.undo import find_last_turn
from adjudicator.match.record.record import Holder, Record, SeatValues, dump_record, load_record, published_record
from testkit.match_writer import STARTED, MatchWriter
from testkit.spoilt_records import SPOILINGS, Game, Spoiling, spoil_record
from testkit.verifiers import RIGHT, is_right_by_rules, run_node, run_python

GAMES: Sequence[Game] = ("egyptos", "cheops", "pharao")
NAMES = ("Anna", "Bob", "Carla", "Dirk")
LATER = timedelta(days=4000)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A record, and what verifiers should say: nothing, if nobody can know beforehand."""

    told: str
    text: bytes
    right: bool | None
    only_by_rules: bool = False


def draw_records(seed: int, count: int) -> Iterator[Drawn]:
    """Draw records: every other one is spoilt."""
    for number in range(count):
        chance = random.Random(f"{seed}/{number}")
        game = chance.choice(GAMES)
        text = _play(engine_for(f"{game}/1"), chance)
        if number % 2 == 0:
            yield Drawn(f"{number}: {game}", text, right=True)
            continue
        name = chance.choice([name for name, one in SPOILINGS.items() if one.game == game])
        yield Drawn(f"{number}: {name}", *_spoil(text, SPOILINGS[name]))


def _spoil(text: bytes, spoiling: Spoiling) -> tuple[bytes, bool | None, bool]:
    try:
        spoilt = spoil_record(text, spoiling)
    except (LookupError, StopIteration, AttributeError, TypeError):
        return text, True, False  # this match has nothing that could be spoilt so
    return spoilt, None, spoiling.rules_only


def _play(engine: AnyEngine, chance: random.Random) -> bytes:
    seats = chance.choice(list(engine.rules.seats))
    terms = {"names": chance.choice(["shown", "hidden"])}
    terms |= chance.choice([{}, {"house": "easy"}, {"house": "fair", "house_1": "strong"}])
    options = {option.key: chance.choice(list(option.values)) for option in engine.rules.options if option.values}
    names = [name if chance.random() > 0.1 else "house" for name in NAMES[:seats]]
    match = MatchWriter(engine, names, options=options, terms=terms, seed=chance.randbytes(32))
    for _ in range(chance.randint(0, 60)):
        if match.to_move is None:
            break
        _act(match, chance)
    _end(match, chance)
    record = load_record(dump_record(match.record()))
    assert isinstance(record, Record)
    return dump_record(published_record(record, STARTED + LATER))


def _act(match: MatchWriter[Any, Any], chance: random.Random) -> None:
    what, persons = chance.random(), match.replay.course.persons()
    seat = chance.choice(persons) if persons else None
    if what < 0.04 and seat is not None and find_last_turn(match.replay.course, seat) is not None:
        match.rewind(chance.randint(0, match.n))
    elif what < 0.06 and len(persons) > 2 and seat is not None:
        match.enter(seat, SeatValues(seat, Holder("house"), "resigned"))
    else:
        match.play(how=chance.choice(["letter", "page", "api", "plan"]))


def _end(match: MatchWriter[Any, Any], chance: random.Random) -> None:
    course, what = match.replay.course, chance.random()
    if match.to_move is None:
        match.end(Ending("rules", outcome=match.replay.table.outcome))
    elif what < 0.3:
        return
    elif what < 0.6 and len(course.persons()) > 1:
        match.end(Ending("agreed", agreed=course.persons()))
    else:
        places = tuple(range(1, course.seats + 1))
        match.end(Ending("awarded", awarded=places, because=match.because("it is late")), by="host")


def _judge(drawn: Sequence[Drawn], folder: Path) -> Iterator[str]:
    """Tell of each record on which verifiers disagree, or which they should see otherwise."""
    paths = [folder / f"{place}.json" for place in range(len(drawn))]
    for path, one in zip(paths, drawn, strict=True):
        path.write_bytes(one.text)
    by_node = run_node(paths)
    for path, one in zip(paths, drawn, strict=True):
        alone, rules = run_python(path)[0] == RIGHT, is_right_by_rules(one.text)
        expected = (alone if one.only_by_rules else rules) if one.right is None else one.right
        if not alone == by_node[path] == expected or (rules and not alone) or (one.right and not rules):
            yield f"{one.told}: rules {rules}, Python {alone}, JavaScript {by_node[path]} ({path})"


def main() -> None:
    """Compare the verifiers as the command line asks."""
    parser = argparse.ArgumentParser(description="Compare the three verifiers of records.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--folder", type=Path)
    wishes = parser.parse_args()
    folder = wishes.folder or Path(tempfile.mkdtemp(prefix="records-"))
    drawn = list(draw_records(wishes.seed, wishes.count))
    faults = list(_judge(drawn, folder))
    sys.stdout.writelines(f"{fault}\n" for fault in faults)
    spoilt = sum(one.right is None for one in drawn)
    sys.stdout.write(f"{len(drawn)} records, {spoilt} of them spoilt: {len(faults)} differences\n")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
