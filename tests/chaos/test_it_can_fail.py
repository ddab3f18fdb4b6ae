"""The checker proves that it can fail: each bug that is planted in the service breaks the promise that it should.

Each case is a whole installation that plays for a while. The suite plants the two that need no fault in one
installation: neither can break the promise that the other one does. `make chaos-proof` runs each alone.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from chaos.plan import Plan
from chaos.run import run
from tests.chaos.planted_bugs import BUGS, PLANTED

# The bug, the faults that bring it to light, and a promise that it breaks.
CASES = [
    # Two who resign at the same instant, each seeing that the other is still there, leave a match that never ends.
    (
        "judge_without_the_lock",
        (),
        "a ruling has one receipt|no letter is set aside|a match is its chain of steps",
    ),
    ("mark_done_before_the_commit", ("worker killed",), "a ruling has one receipt"),
    ("send_before_the_commit", ("worker killed",), "what arrived was written|a repeat is the same letter"),
    ("ignore_duplicates", (), "a letter is kept once, however often it comes"),
    ("trust_an_eta", ("deadline passes",), "a deadline is noticed within a minute"),
    ("answer_before_the_commit", ("listener killed in a letter",), "letters that got 250 are kept"),
    ("leave_it_to_the_broker", ("broker killed and emptied",), "a letter has one ruling"),
]
TOGETHER = [CASES[0], CASES[3]]
RUN = [[case] for case in CASES] if os.environ.get("ALL_BUGS") else [TOGETHER]


@pytest.mark.timeout(300)  # as with the short run
@pytest.mark.parametrize("cases", RUN, ids=lambda cases: " ".join(bug for bug, _, _ in cases))
@pytest.mark.usefixtures("servers")
def test_a_planted_bug_is_caught(
    cases: list[tuple[str, tuple[str, ...], str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    faults = tuple(fault for _, kinds, _ in cases for fault in kinds)
    outcome = run(
        Plan(
            letters=30 if faults else 40,
            faults=4 if faults else 0,
            tables=6,
            moves=10,
            kinds=faults,
            pages=0.0,
            twice=0.5,
            patience=12.0,
            programs=("worker1", "beat", "listen", "web"),
            launcher=(sys.executable, "-m", "tests.chaos.planted_bugs"),
            environ={PLANTED: " ".join(bug for bug, _, _ in cases)},
        )
    )
    broken = {line[18:] for line in outcome.told.splitlines() if line.startswith("BROKEN")}
    assert not outcome.passed
    for bug, _, promise in cases:
        assert broken & set(promise.split("|")), (bug, outcome.told)


def test_every_bug_has_its_case() -> None:
    assert [bug for bug, _, _ in CASES] == list(BUGS)
