"""Lets all Flask applications of a process share what Werkzeug compiles for their routes.

Each test of pages builds an application. Werkzeug writes two functions for each of its routes, as syntax trees that it
compiles: an eighth of the time of such a test.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask
from werkzeug.routing import Rule

_compiled: dict[tuple[object, ...], Callable[..., tuple[str, str]]] = {}


class SharedRule(Rule):
    """A route whose functions were compiled for an equal one. They take the route itself as an argument."""

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:  # noqa: FBT001, FBT002
        if self.defaults:
            return super()._compile_builder(append_unknown)
        key: tuple[Any, ...] = (self.rule, *self._trace, append_unknown)
        if key not in _compiled:
            _compiled[key] = super()._compile_builder(append_unknown)
        return _compiled[key]


def share_compiled_routes() -> None:
    """Take effect for every application that is built from now on."""
    Flask.url_rule_class = SharedRule
