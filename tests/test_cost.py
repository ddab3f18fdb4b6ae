"""The comparison by which hostile letters are found to be cheap can fail."""

from __future__ import annotations

import pytest

from testkit.cpu_cost import LEAST, assert_costs_little, prose


def read(size: int) -> int:
    return sum(prose(size))


def test_something_dear_is_found() -> None:
    assert_costs_little(lambda: read(2 * LEAST), read, LEAST, times=8)
    with pytest.raises(AssertionError, match="times as much"):
        assert_costs_little(lambda: [read(LEAST) for _ in range(40)], read, LEAST, times=8)
