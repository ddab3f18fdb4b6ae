"""Every installed engine keeps the contract."""

from adjudicator.engines.suite.checks import *  # noqa: F403
