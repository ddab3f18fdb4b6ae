"""What every use case is handed: the database, our addresses, and the bells to ring afterwards."""

from __future__ import annotations

from dataclasses import dataclass, field

from adjudicator.desk.bell import Bell, Doorbell
from adjudicator.desk.chamber import Chamber, OnTheDesk
from adjudicator.mail.address import AddressBook
from adjudicator.store.session import Store

__all__ = ["Bell", "Desk", "Doorbell"]


@dataclass(frozen=True, slots=True)
class Desk:
    """The desk at which letters are read, judged and answered."""

    store: Store
    addresses: AddressBook
    doorbell: Doorbell
    site: str
    """The public address of the web pages, without a slash at its end."""
    secret: bytes
    host_address: str = ""
    letter_limit: int = 1 << 20
    """How many bytes of a letter are taken apart."""
    house_seconds: float = 1.0
    """How long the house player may think about a step."""
    chamber: Chamber = field(default_factory=OnTheDesk)
    """Where letters are opened."""

    def ring(self, bells: list[tuple[Bell, int]]) -> None:
        """Ring once for every row that a committed transaction left waiting."""
        for bell, row in dict.fromkeys(bells):
            self.doorbell.ring(bell, row)
