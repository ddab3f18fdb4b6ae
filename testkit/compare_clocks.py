"""Runs the program's clock and the second clock on the same histories, and shows where they differ.

In: drawn histories, or a file of them. Out: the first case that differs, without the events that it does not need, and
what both clocks say of it. Exit code: 0 they agree, 1 they differ.

    python -m testkit.compare_clocks [--seed N] [--count N] [--only turn,move,absence] [--file FILE] [--step N]
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any

from testkit.drawn_clocks import EVERYTHING, draw_cases, read_only

Case = dict[str, Any]
Clock = Callable[[Sequence[Case]], list[dict[str, Any]]]

PROGRAM = (str(Path(sys.executable).with_name("adjudicator")), "clock")
SECOND = (sys.executable, "-m", "testkit.second_clock")
STEP = 2000
"""Cases of one run of both programs."""


class ClockFailedError(Exception):
    """A clock ended with an error, or did not answer every line."""


def run_clock(command: Sequence[str], cases: Sequence[Case]) -> list[dict[str, Any]]:
    """What a clock answers to each case."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
        file.writelines(json.dumps(case) + "\n" for case in cases)
        file.flush()
        done = subprocess.run([*command, file.name], capture_output=True, text=True, check=False)
    if done.returncode:
        raise ClockFailedError(f"{' '.join(command)} ended with {done.returncode}: {done.stderr.strip()[-2000:]}")
    answers = [json.loads(line) for line in done.stdout.splitlines() if line]
    if len(answers) != len(cases):
        raise ClockFailedError(f"{' '.join(command)} answered {len(answers)} of {len(cases)} lines.")
    return answers


def run_program(cases: Sequence[Case]) -> list[dict[str, Any]]:
    return run_clock(PROGRAM, cases)


def run_second(cases: Sequence[Case]) -> list[dict[str, Any]]:
    return run_clock(SECOND, cases)


def agree(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Sentences of an error are each clock's own; hours are numbers of seconds that were divided."""
    if "error" in one or "error" in other:
        return "error" in one and "error" in other
    return bool(_simplify(one) == _simplify(other))


def _simplify(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _simplify(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_simplify(inner) for inner in value]
    return round(value, 6) if isinstance(value, float) else value


def find_difference(cases: Sequence[Case], first: Clock, second: Clock) -> Case | None:
    """The first case on which the clocks differ."""
    with ThreadPoolExecutor(2) as both:
        answers = both.map(lambda clock: clock(cases), (first, second))
        one, other = answers
    for number, case in enumerate(cases):
        if not agree(one[number], other[number]):
            return case
    return None


def minimise_case(case: Case, first: Clock, second: Clock) -> Case:
    """Drops events, then settings, as long as the clocks still differ."""
    smallest = case
    while (smaller := find_difference(list(_list_smaller(smallest)), first, second)) is not None:
        smallest = smaller
    return smallest


def _list_smaller(case: Case) -> Iterator[Case]:
    """The case without a half, a quarter, an eighth of its events and so on, and with one setting less."""
    events, player = case["events"], case["player"]
    length = len(events)
    while length:
        length = (length + 1) // 2 if length > 1 else 0
        for end in range(len(events), 0, -length) if length else ():
            yield case | {"events": events[: max(0, end - length)] + events[end:]}
    for key in ("grace", "wait", "late", "off", "absence"):
        if key in case:
            yield {name: value for name, value in case.items() if name != key}
    for why in case.get("off", []):
        yield case | {"off": [one for one in case["off"] if one != why]}
    plain: dict[str, Any] = {"days_off": [], "night": None, "holidays": [], "spent": {}, "auto": False, "zone": "UTC"}
    for key, value in plain.items():
        if player[key] != value:
            yield case | {"player": player | {key: value}}
    last = max([event["at"] for event in events], default=case["until"])
    if case["until"] > last:
        yield case | {"until": last}


def show_difference(case: Case, one: dict[str, Any], other: dict[str, Any]) -> str:
    """The case, and both stories side by side: lines that are equal once, others twice."""
    lines = [json.dumps(case | {"events": ...}, default=lambda _: "see below"), "", "events:"]
    lines += [f"    {json.dumps(event)}" for event in case["events"]]
    lines += ["", "told (= both, 1 the program, 2 the second clock):"]
    told = [one.get("told", [one]), other.get("told", [other])]
    for number in range(max(map(len, told))):
        states = [states[number] if number < len(states) else None for states in told]
        if states[0] == states[1]:
            lines.append(f"  = {json.dumps(states[0])}")
        else:
            lines += [f"  {mark} {json.dumps(state)}" for mark, state in zip("12", states, strict=True) if state]
    for key in ("reasons", "spent"):
        marked = zip("12", (one.get(key), other.get(key)), strict=True)
        lines += [f"{key} {mark}: {json.dumps(value)}" for mark, value in marked]
    return "\n".join(lines)


def compare_cases(cases: Iterator[Case], step: int = STEP) -> tuple[int, str]:
    """How many cases were compared until one differed or all were, and that one as a text ("" if none)."""
    compared = 0
    while batch := list(islice(cases, step)):
        different = find_difference(batch, run_program, run_second)
        if different is not None:
            smallest = minimise_case(different, run_program, run_second)
            answers = run_program([smallest])[0], run_second([smallest])[0]
            return compared + batch.index(different), show_difference(smallest, *answers)
        compared += len(batch)
    return compared, ""


def read_cases(path: Path) -> Iterator[Case]:
    with path.open(encoding="utf-8") as lines:
        yield from (json.loads(line) for line in lines if line.strip())


def main() -> int:
    parser = argparse.ArgumentParser(prog="testkit.compare_clocks", description="Compares two clocks.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--only", type=read_only, default=EVERYTHING, metavar="WORD,WORD")
    parser.add_argument("--file", type=Path, help="histories instead of drawn ones")
    parser.add_argument("--step", type=int, default=STEP, help="cases of one run of both clocks")
    chosen = parser.parse_args()
    only: Collection[str] = chosen.only
    cases = read_cases(chosen.file) if chosen.file else draw_cases(chosen.seed, chosen.count, only)
    compared, difference = compare_cases(cases, chosen.step)
    agreed = f"{compared} cases agree.\n" if compared or not difference else ""
    sys.stdout.write(agreed + (difference + "\n" if difference else ""))
    return 1 if difference else 0


if __name__ == "__main__":
    sys.exit(main())
