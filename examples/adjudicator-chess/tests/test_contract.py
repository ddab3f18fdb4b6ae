"""What Adjudicator asks of every game: the contract suite, and the checks of its texts."""

from __future__ import annotations

import pytest
from adjudicator.engines.suite.cases import Case, cases_of
from adjudicator.engines.suite.checks import *  # noqa: F403
from adjudicator.texts.author_checks import *  # noqa: F403

from adjudicator_chess import ENGINE


@pytest.fixture(params=cases_of(ENGINE), ids=str)
def contract_case(request: pytest.FixtureRequest) -> Case:
    """Hand the suite this game alone, with each of its options."""
    case: Case = request.param
    return case
