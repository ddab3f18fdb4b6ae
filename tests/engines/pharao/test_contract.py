"""The engine keeps the contract, also where it is not registered."""

import pytest

from adjudicator.engines.pharao import ENGINE
from adjudicator.engines.suite.cases import Case, cases_of
from adjudicator.engines.suite.checks import *  # noqa: F403


@pytest.fixture(params=cases_of(ENGINE), ids=str)
def contract_case(request: pytest.FixtureRequest) -> Case:
    case: Case = request.param
    return case
