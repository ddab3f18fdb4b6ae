"""Tells whether a test has put something else into the program so far."""

from __future__ import annotations

import pytest


def has_patched(request: pytest.FixtureRequest) -> bool:
    """Look whether the `monkeypatch` of a test has changed something that it has not taken back.

    A `with monkeypatch.context()` is not seen: no match is begun inside one. pytest has no public way to ask; if these
    names change, every test with a club and a monkeypatch fails.
    """
    if "monkeypatch" not in request.fixturenames:
        return False
    patch: pytest.MonkeyPatch = request.getfixturevalue("monkeypatch")
    return bool(patch._setattr or patch._setitem)
