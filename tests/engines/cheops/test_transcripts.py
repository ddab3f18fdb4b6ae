"""One short match a preset goes as it went when it was looked through."""

from __future__ import annotations

import pytest

from adjudicator.engines.cheops import ENGINE
from tests.engines.cheops.transcript import HERE, MATCHES, transcript


@pytest.mark.parametrize("preset", ENGINE.rules.presets)
def test_a_match_goes_as_it_went(preset: str) -> None:
    assert (HERE / f"{preset}.txt").read_text(encoding="utf-8") == transcript(preset)


def test_there_is_one_for_each_preset_short_enough_to_be_read() -> None:
    files = list(HERE.iterdir())
    assert {path.stem for path in files} == set(ENGINE.rules.presets) == set(MATCHES)
    assert all(len(path.read_text(encoding="utf-8").splitlines()) < 150 for path in files)
