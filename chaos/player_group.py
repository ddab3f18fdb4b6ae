"""The people at one table, and how far their match has come."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chaos.player import Player


@dataclass(slots=True, eq=False)
class PlayerGroup:
    """One match, from the wish for it to its end."""

    number: int
    game: str
    people: list[Player] = field(default_factory=list)
    house: bool = False
    code: str = ""
    moves: int = 0
    over: bool = False
    frozen: bool = False
    """Whether nobody moves, so that a deadline can pass."""

    @property
    def stands_still(self) -> bool:
        """Tell whether somebody is to move and does not."""
        return self.frozen and any(player.held for player in self.people)

    def thaw(self) -> None:
        """Let them move again."""
        if self.frozen:
            self.frozen = False
            for player in self.people:
                player.thawed()
