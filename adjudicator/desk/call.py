"""A letter to the service itself on the desk, and the answer to it as it grows."""

from __future__ import annotations

from dataclasses import dataclass, field

from adjudicator.desk.case import Case
from adjudicator.desk.matches import Bells
from adjudicator.mail.sorting import Sorted
from adjudicator.match.refusals import Refusal
from adjudicator.store.tables import Player
from adjudicator.texts import account, answers
from adjudicator.texts.facts import Offer
from adjudicator.texts.tongue import Tongue
from adjudicator.texts.wording import say


@dataclass(slots=True)
class Call:
    """Somebody's letter to the service, and the answer as it grows."""

    case: Case
    player: Player | None
    tongue: Tongue
    answers: list[answers.Answer] = field(default_factory=list)
    refused: list[account.Refused] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    untried: list[str] = field(default_factory=list)
    sorted: Sorted = field(default_factory=Sorted)
    bells: Bells = field(default_factory=list)
    """For letters that were written besides the receipt: requests for a signed yes."""

    def refuse(self, order: str, refusal: Refusal) -> None:
        """Enter a line that does nothing, and why."""
        service = self.case.desk.addresses.service
        nearest = tuple(Offer.by_mail(order, "help", service) for order in refusal.nearest)
        reason = say(refusal.note, self.tongue, None, ())
        self.refused.append(account.Refused(order=order, reason=reason, nearest=nearest))
