"""The contract suite: what every engine is held to, as a pytest plugin.

Installing Adjudicator registers it. An author who has named his engine in the entry-point group ``adjudicator.engines``
runs it from his own project with::

    pytest --pyargs adjudicator.engines.suite.checks --engine senet/1

or keeps it among his own tests with a file that has these two lines::

    pytest_plugins = ["adjudicator.engines.suite"]      # in conftest.py, only where the plugin is not installed
    from adjudicator.engines.suite.checks import *      # in test_contract.py

An engine that is not registered is tried by overriding one fixture, beside that import::

    @pytest.fixture(params=cases_of(ENGINE), ids=str)      # from adjudicator.engines.suite.cases
    def contract_case(request):
        return request.param

Every engine is tried with its default options, with each preset, and with each other value of each option, for the
smallest and the largest number of seats. Matches are played at random from a fixed seed, so that a failure comes back.
An engine needs no test of its own for anything that is checked here, only for its rules.
"""

from __future__ import annotations

import pytest

from adjudicator.engines.registry import engines
from adjudicator.engines.suite.cases import Case, cases_of

pytest.register_assert_rewrite(
    "adjudicator.engines.suite.checks", "adjudicator.engines.suite.expectations", "adjudicator.texts.author_checks"
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let an author choose his engines out of those that are installed."""
    group = parser.getgroup("adjudicator", "contract suite of game engines")
    group.addoption("--engine", action="append", default=[], metavar="KEY", help="only the engine of these rules")


def pytest_configure(config: pytest.Config) -> None:
    """Name the mark that tells which sentences of a rule sheet a test is about."""
    config.addinivalue_line("markers", "rule(*ids): the sentences of the game's rule sheet that the test is about")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Ask for every check once a case."""
    if "installed_case" in metafunc.fixturenames:
        wanted = metafunc.config.getoption("--engine")
        cases = [case for key, engine in engines().items() if not wanted or key in wanted for case in cases_of(engine)]
        metafunc.parametrize("installed_case", cases, ids=str)


@pytest.fixture
def contract_case(installed_case: Case) -> Case:
    """Give a check the engine and the choices that it is about."""
    return installed_case
