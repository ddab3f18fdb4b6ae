"""The contract suite: tests that every engine has to pass, as a pytest plugin.

Installing Adjudicator registers it. Authors who have named their engine in the entry-point group
``adjudicator.engines`` run it from their own project with::

    pytest --pyargs adjudicator.engines.suite.checks --engine senet/1

or add it to their own tests with a file that has these two lines::

    pytest_plugins = ["adjudicator.engines.suite"]      # in conftest.py, only where the plugin is not installed
    from adjudicator.engines.suite.checks import *      # in test_contract.py

To test an engine that is not registered, override one fixture, beside that import::

    @pytest.fixture(params=cases_of(ENGINE), ids=str)      # from adjudicator.engines.suite.cases
    def contract_case(request):
        return request.param

Every engine is tested with its default options, with each preset, and with each other value of each option, for the
smallest and the largest number of seats. Matches are played at random from a fixed seed, so failures are reproducible.
An engine needs tests of its own only for its rules.
"""

from __future__ import annotations

import pytest

from adjudicator.engines.registry import engines
from adjudicator.engines.suite.cases import Case, cases_of

pytest.register_assert_rewrite(
    "adjudicator.engines.suite.checks", "adjudicator.engines.suite.expectations", "adjudicator.texts.author_checks"
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add an option that selects engines out of those that are installed."""
    group = parser.getgroup("adjudicator", "contract suite of game engines")
    group.addoption("--engine", action="append", default=[], metavar="KEY", help="only the engine of these rules")


def pytest_configure(config: pytest.Config) -> None:
    """Register the mark that names the sentences of a rule sheet which a test is about."""
    config.addinivalue_line("markers", "rule(*ids): the sentences of the game's rule sheet that the test is about")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run every check once for each case."""
    if "installed_case" in metafunc.fixturenames:
        wanted = metafunc.config.getoption("--engine")
        cases = [case for key, engine in engines().items() if not wanted or key in wanted for case in cases_of(engine)]
        metafunc.parametrize("installed_case", cases, ids=str)


@pytest.fixture
def contract_case(installed_case: Case) -> Case:
    """The engine, options and seats that a check is about."""
    return installed_case
