"""A match of Egyptos between two people who know nothing but the letters they get."""

from __future__ import annotations

from dataclasses import dataclass
from email.message import EmailMessage

from adjudicator.store.tables import Match
from tests.end_to_end.installation import Installation
from tests.end_to_end.person import Person


@dataclass(slots=True)
class EgyptosMatch:
    """A match: who is to move, who waits, and the letter that is to be answered."""

    installation: Installation
    mover: Person
    waiting: Person
    letter: EmailMessage

    @classmethod
    def begin(cls, installation: Installation) -> EgyptosMatch:
        """Invite, confirm and join, by letters."""
        anna, bob = installation.person("Anna"), installation.person("Bob")
        anna.write(installation.address, f"new egyptos with {bob.address}")
        anna.answer(anna.read("confirm"), "yes")
        bob.answer(bob.read("invites you"), "Gladly")
        starts = {person.name: person.read("Egyptos begins") for person in (anna, bob)}
        mover, waiting = (anna, bob) if "your turn" in str(starts["Anna"]["Subject"]) else (bob, anna)
        return cls(installation, mover, waiting, starts[mover.name])

    @property
    def match(self) -> Match:
        """Look at the match as it is kept."""
        return self.installation.match_of(self.mover)

    @property
    def steps(self) -> list[str]:
        """List what was played so far."""
        return self.installation.steps(self.match)

    def lay(self, cell: str) -> EmailMessage:
        """Answer with a move, pass the turn on when the other one is told, and return the receipt."""
        self.mover.answer(self.letter, cell)
        receipt = self.mover.read(f"You laid {cell}")
        self.pass_on()
        return receipt

    def pass_on(self) -> None:
        """Let the other one read that it is his turn."""
        self.letter = self.waiting.read("our turn")
        self.mover, self.waiting = self.waiting, self.mover
