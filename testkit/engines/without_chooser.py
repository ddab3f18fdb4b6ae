"""An engine without a player of its own, so that the house plays it by the search for all games."""

from __future__ import annotations

from typing import Any

from adjudicator.engines.contract import AnyEngine


class WithoutChooser:
    """The same engine, but no `Chooser`."""

    def __init__(self, engine: Any) -> None:
        self._engine: AnyEngine = engine

    def __getattr__(self, name: str) -> Any:
        if name == "choose":
            raise AttributeError(name)
        return getattr(self._engine, name)
