"""Cheops keeps the contract, with the shipped components and with a host's own."""

from __future__ import annotations

import pytest

from adjudicator.engines.cheops import ENGINE, Cheops
from adjudicator.engines.suite.cases import Case, cases_of
from adjudicator.engines.suite.checks import *  # noqa: F403
from testkit.engines.cheops_components import own_components

OWN = Cheops(own_components())


@pytest.fixture(params=[*cases_of(ENGINE), *cases_of(OWN)[:2]], ids=str)
def contract_case(request: pytest.FixtureRequest) -> Case:
    """Try every choice of options; with a host's components the usual ones alone."""
    case: Case = request.param
    return case
