"""Judge generated replies and count what came of them."""

from __future__ import annotations

import os
import random
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import structlog

from adjudicator.services.jobs import judging
from bench.replies.letters import KINDS, Letter, make_letter
from bench.replies.positions import GAMES, GamePosition, make_positions, state_of, steps_of
from bench.table import show
from testkit.club import Club, address_of

RIGHT, ASKED, REFUSED, WRONG = "right", "asked", "refused", "wrong"
_ASKS = ("unclear", "unsure", "hedged", "corrected", "alternatives", "contradictory", "ambiguous")


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a letter."""

    number: int
    scene: str
    letter: Letter
    outcome: str
    verdict: str
    played: tuple[str, ...]
    changed: tuple[str, ...]


def main(letters: int, processes: int, seed: int, keep: Path | None) -> int:
    """Judge so many letters, print the tables and every wrong play; return the number of wrong plays."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    with tempfile.TemporaryDirectory() as name:
        scenes = make_positions(Path(name))
        shares = [range(seed + first, seed + letters, processes) for first in range(processes)]
        with ProcessPoolExecutor(processes) as pool:
            results = sorted(
                (one for share in pool.map(partial(judge_all, scenes), shares) for one in share),
                key=lambda one: one.number,
            )
    _show(results)
    for one in results:
        if keep is not None and one.outcome != RIGHT:
            keep.mkdir(parents=True, exist_ok=True)
            (keep / f"{one.outcome}-{one.number}.eml").write_bytes(one.letter.raw)
        if one.outcome == WRONG:
            print(f"WRONG {one.number} {one.scene}: {_described(one)}")
    return sum(one.outcome == WRONG for one in results)


def judge_all(scenes: Sequence[GamePosition], numbers: range) -> list[Result]:
    """Judge the letters of some numbers, each in its scene."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    with tempfile.TemporaryDirectory() as name:
        return [_judge(scenes[number % len(scenes)], Path(name), number) for number in numbers]


def _judge(scene: GamePosition, folder: Path, number: int) -> Result:
    letter = make_letter(scene, random.Random(number), number)
    copy = folder / f"{os.getpid()}.sqlite3"
    shutil.copy(scene.database, copy)
    club = Club.found(f"sqlite:///{copy}")
    try:
        before, steps = state_of(club), steps_of(club)
        row = club.bring(letter.raw, address_of(scene.letter["Reply-To"]), scene.mover)
        judging.judge_letter(club.context, row, club.now)
        after, played = state_of(club), tuple(steps_of(club)[len(steps) :])
        verdict = club.inbox(row).verdict
    finally:
        club.context.store.close()
        for path in folder.iterdir():
            path.unlink()
    changed = tuple(name for name in before if before[name] != after[name])
    return Result(number, scene.name, letter, outcome_of(letter, played, changed, verdict), verdict, played, changed)


def outcome_of(letter: Letter, played: tuple[str, ...], changed: tuple[str, ...], verdict: str) -> str:
    """Tell what came of a letter: the steps that were played, what else changed, and the verdict on it."""
    if (played and played not in letter.wanted) or changed not in ((), ("state",)):
        return WRONG
    if "state" in changed and not played:
        return WRONG
    if played in letter.wanted and (played or () in letter.wanted):
        return RIGHT
    return ASKED if any(word in verdict for word in _ASKS) else REFUSED


def _show(results: Sequence[Result]) -> None:
    head = ("letters", RIGHT, ASKED, REFUSED, WRONG, "right %")
    show(
        "Replies by what they mean",
        ("", *head),
        [_row(kind, [one for one in results if one.letter.kind == kind]) for kind in KINDS],
    )
    orders = [one for one in results if one.letter.orders]
    show("A clear order is written", ("", *head), _rows(orders))
    for outcome in (REFUSED, ASKED):
        missed = [one for one in orders if one.outcome == outcome]
        for title, counts in (
            ("phrasing", Counter(one.letter.phrasing for one in missed)),
            ("layout", Counter(one.letter.layout.partition(",")[0] for one in missed)),
        ):
            show(
                f"Most often {outcome} though clear, by {title}",
                ("", "letters"),
                [(repr(k), n) for k, n in counts.most_common(15)],
            )


def _rows(orders: Sequence[Result]) -> Iterator[tuple[object, ...]]:
    for game in GAMES:
        yield _row(game, [one for one in orders if one.scene.rpartition(" ")[0] == game])
    for language in ("en", "de", "fr", "it", "nl"):
        yield _row(language, [one for one in orders if one.scene.endswith(language)])
    yield _row("all", orders)


def _row(name: str, results: Sequence[Result]) -> tuple[object, ...]:
    counts = Counter(one.outcome for one in results)
    share = 100 * counts[RIGHT] / max(len(results), 1)
    return (name, len(results), counts[RIGHT], counts[ASKED], counts[REFUSED], counts[WRONG], f"{share:.1f}")


def _described(one: Result) -> str:
    return (
        f"{one.letter.kind}; {one.letter.phrasing!r}; {one.letter.layout}; wanted "
        f"{list(map(list, one.letter.wanted))}, played {list(one.played)}, changed {list(one.changed)}, "
        f"verdict {one.verdict!r}"
    )
