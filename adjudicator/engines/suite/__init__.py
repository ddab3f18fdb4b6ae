"""The contract suite: what every engine is held to, as a pytest plugin.

Installing Adjudicator registers it. An author who has named his engine in the entry-point group ``adjudicator.engines``
runs it from his own project with::

    pytest --pyargs adjudicator.engines.suite.checks --engine senet/1

or keeps it among his own tests with a file that has these two lines::

    pytest_plugins = ["adjudicator.engines.suite"]      # in conftest.py, only where the plugin is not installed
    from adjudicator.engines.suite.checks import *      # in test_contract.py

An engine that is not registered is tried by overriding one fixture, beside that import::

    @pytest.fixture
    def contract_case():
        return Case(ENGINE, "as it is", options=(), seats=2, usual=True)

Every engine is tried with its default options, with each preset, and with each other value of each option, for the
smallest and the largest number of seats. Matches are played at random from a fixed seed, so that a failure comes back.
An engine needs no test of its own for anything that is checked here, only for its rules.
"""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite("adjudicator.engines.suite.checks", "adjudicator.engines.suite.expectations")

FIXTURE = "contract_case"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let an author choose his engines out of those that are installed."""
    group = parser.getgroup("adjudicator", "contract suite of game engines")
    group.addoption("--engine", action="append", default=[], metavar="KEY", help="only the engine of these rules")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Ask for every check once a case."""
    # A fixture of that name that a test file has itself comes first.
    if FIXTURE not in metafunc.fixturenames or FIXTURE in metafunc._arg2fixturedefs:  # noqa: SLF001
        return
    from adjudicator.engines.registry import engines  # noqa: PLC0415 - only a run that needs them loads the engines
    from adjudicator.engines.suite.cases import cases_of  # noqa: PLC0415

    wanted = metafunc.config.getoption("--engine")
    cases = [case for key, engine in engines().items() if not wanted or key in wanted for case in cases_of(engine)]
    metafunc.parametrize(FIXTURE, cases, ids=str)
