"""What an engine offers is asked once for each class, with the same answer as always."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pytest

from adjudicator.engines import contract, planning
from adjudicator.engines.abilities import offers
from adjudicator.engines.contract import AnyPosition, AnyStep, HasKinds
from adjudicator.engines.registry import engines

PARTS = [
    part
    for module in (contract, planning)
    for part in vars(module).values()
    if getattr(part, "_is_runtime_protocol", False)
]


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.__name__)
def test_an_engine_offers_what_it_has_the_methods_for(part: Callable[..., object]) -> None:
    asked = [*engines().values(), object()]
    assert [offers(engine, part) for engine in (*asked, *asked)] == 2 * [
        isinstance(one, cast("type", part)) for one in asked
    ]


def test_a_part_may_be_asked_for_with_its_types() -> None:
    for engine in engines().values():
        assert offers(engine, HasKinds[AnyPosition, AnyStep]) is isinstance(engine, HasKinds)
