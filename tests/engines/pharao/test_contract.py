"""Das Gold des Pharao keeps the contract with a host's own components, too."""

from __future__ import annotations

import pytest

from adjudicator.engines.pharao import ENGINE
from adjudicator.engines.suite.cases import Case, cases_of
from adjudicator.engines.suite.checks import *  # noqa: F403
from testkit.engines.pharao_components import file_with

OWN = ENGINE.with_components(
    file_with("values = [2, 2, 2, 2, 3, 3, 3, 3]", "values = [2, 2, 2, 3, 3, 3, 3, 3]"), "own.toml"
)


@pytest.fixture(params=cases_of(OWN)[:2], ids=str)
def contract_case(request: pytest.FixtureRequest) -> Case:
    """Try the usual options."""
    case: Case = request.param
    return case
