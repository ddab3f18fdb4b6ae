"""The house player thinks in a process of its own, one match after another; it ends when it is not needed."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import cast

import msgspec
import pytest

from adjudicator.engines.contract import Level
from adjudicator.engines.egyptos import ENGINE
from adjudicator.services.context import Context
from adjudicator.services.jobs import bot_turns, hint_answers
from adjudicator.services.thinking import Question, ThinkingFailed
from worker.house_process import YIELDING, HouseProcess
from worker.house_thread import HouseThread

SECONDS = 20.0
QUESTION = Question(
    rules="egyptos/1",
    position=msgspec.json.encode(ENGINE.setup(ENGINE.rules.complete({}), 2, {"first": 0})),
    turn=1,
    seed=bytes(16),
    level=Level.EASY,
    seconds=0.01,
)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[HouseProcess]:
    house = HouseProcess(tmp_path, idle=0.2)
    yield house
    house.close()


def test_it_answers_again_after_it_was_idle_and_gives_way_to_everything_else(house: HouseProcess) -> None:
    first = house(QUESTION)
    position = msgspec.json.decode(QUESTION.position, type=ENGINE.position_type)
    assert first[0] in [ENGINE.format(step) for step in ENGINE.legal_steps(position)]
    child = house._child
    assert child is not None
    assert os.getpriority(os.PRIO_PROCESS, child.pid) == YIELDING
    child.wait(SECONDS)
    assert house(QUESTION) == first
    assert house._child is not child


def test_what_goes_wrong_in_it_is_told_and_the_next_question_is_answered(house: HouseProcess) -> None:
    for broken in (replace_of(position=b"{}"), replace_of(rules="nonsense/1")):
        with pytest.raises(ThinkingFailed, match="Traceback"):
            house(broken)
    assert house(QUESTION)


def test_one_that_does_not_come_to_an_end_is_killed(tmp_path: Path) -> None:
    house = HouseProcess(tmp_path, longest=0.1)
    with pytest.raises(ThinkingFailed, match="seconds"):
        house(replace_of(level=Level.STRONG, seconds=30.0))
    assert house._child is None
    house.close()
    with pytest.raises(ThinkingFailed, match="stops"):
        house(QUESTION)


def replace_of(**changes: object) -> Question:
    return msgspec.structs.replace(QUESTION, **changes)


def test_its_thread_takes_one_match_after_another_and_each_once(monkeypatch: pytest.MonkeyPatch) -> None:
    began, go_on, seen = Event(), Event(), list[int]()

    def play(_context: object, match: int, _now: object) -> None:
        seen.append(match)
        began.set()
        assert go_on.wait(SECONDS)
        if match == 2:
            raise ThinkingFailed("no answer")

    monkeypatch.setattr(bot_turns, "play_bot_turn", play)
    monkeypatch.setattr(hint_answers, "answer_hints", lambda *_: None)
    thread = HouseThread(lambda: cast("Context", None))
    thread.put(1)
    assert began.wait(SECONDS)
    for match in (2, 3, 2, 1):
        thread.put(match)
    go_on.set()
    until = time.monotonic() + SECONDS
    while len(seen) < 4 and time.monotonic() < until:
        Event().wait(0.01)
    assert seen == [1, 2, 3, 1]
