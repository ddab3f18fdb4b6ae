"""Cheops keeps the contract with a host's own components, too."""

from __future__ import annotations

import pytest

from adjudicator.engines.cheops import Cheops
from adjudicator.engines.suite.cases import Case, cases_of
from adjudicator.engines.suite.checks import *  # noqa: F403
from testkit.engines.cheops_components import own_components

OWN = Cheops(own_components())


@pytest.fixture(params=cases_of(OWN)[:2], ids=str)
def contract_case(request: pytest.FixtureRequest) -> Case:
    """Try the usual options."""
    case: Case = request.param
    return case
