"""A letter to the service itself, and the answer to it as it grows."""

from __future__ import annotations

from dataclasses import dataclass, field

from adjudicator.mail.commands.order_lines import OrderLines
from adjudicator.match.refusals import Refusal, RefusalKey
from adjudicator.services.inbound.inbound_letter import InboundLetter
from adjudicator.services.inbound.reply_limits import ReplyQuota, is_stranger
from adjudicator.services.matches.lobby import Proposal
from adjudicator.store.tables import Player
from adjudicator.texts import answer_facts, line_report
from adjudicator.texts.language import Language
from adjudicator.texts.letter_facts import Offer
from adjudicator.texts.note_text import render_note


@dataclass(slots=True)
class ServiceLetter:
    """Somebody's letter to the service, and the answer as it grows."""

    case: InboundLetter
    player: Player | None
    tongue: Language
    quota: ReplyQuota
    answers: list[answer_facts.Answer] = field(default_factory=list)
    refused: list[line_report.Refused] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    untried: list[str] = field(default_factory=list)
    not_reached: list[str] = field(default_factory=list)
    wishes: list[tuple[Proposal, str]] = field(default_factory=list)
    """New matches with the lines that asked for them: one letter asks about all of them."""
    language: str = ""
    """The language that a line for a new match asks for."""
    rules: list[str] = field(default_factory=list)
    """The games whose rules the answer holds."""
    sorted: OrderLines = field(default_factory=OrderLines)
    asked: int = 0
    """Letters that were written besides the receipt: requests for a signed yes."""

    @property
    def fixed(self) -> bool:
        """Tell whether the answer must hold nothing of the letter, as its reader may not have written it."""
        return is_stranger(self.case, self.player)

    def refuse(self, order: str, refusal: Refusal) -> None:
        """Enter a line that does nothing, and why."""
        service = self.case.context.addresses.service
        if self.fixed:
            says_nothing_of_the_letter = not refusal.values and refusal.reason is None
            order = ""
            refusal = (
                Refusal(refusal.key)
                if says_nothing_of_the_letter
                else Refusal.of(RefusalKey.NOT_UNDERSTOOD, nearest=("help",))
            )
        nearest = tuple(Offer.by_mail(order, "help", service) for order in refusal.nearest)
        reason = render_note(refusal.note, self.tongue, None, ())
        entry = line_report.Refused(order=order, reason=reason, nearest=nearest)
        if entry not in self.refused:
            self.refused.append(entry)
