"""The state of answering a letter to the service: the letter, its sender, and the growing answer."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from adjudicator.mail.commands.lines.order_lines import OrderLines
from adjudicator.mail.commands.lines.translation import translate_command
from adjudicator.mail.commands.table.command import GivenCommand
from adjudicator.match.rulings.refusals import Refusal
from adjudicator.services.inbound.inbound_letter import InboundLetter
from adjudicator.services.inbound.reply_limits import ReplyQuota, is_stranger
from adjudicator.services.matches.opening.lobby import MatchSetup
from adjudicator.services.outbox.letter_headers import AttachedText
from adjudicator.store.request_wishes import ChoiceWish
from adjudicator.store.tables import Player
from adjudicator.texts.facts import answer_facts, line_report
from adjudicator.texts.facts.letter_facts import Offer
from adjudicator.texts.games.note_text import render_note
from adjudicator.texts.language.language import Language

MOST_ASKED = 3
"""Confirmation letters that one letter can cause; all new matches share one."""


@dataclass(slots=True)
class ServiceLetter:
    """One letter to the service, and its answer."""

    inbound: InboundLetter
    player: Player | None
    language: Language
    quota: ReplyQuota
    answers: list[answer_facts.Answer] = field(default_factory=list)
    refused: list[line_report.Refused] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    untried: list[str] = field(default_factory=list)
    not_reached: list[str] = field(default_factory=list)
    beyond: list[str] = field(default_factory=list)
    """Lines beyond the limit of one letter."""
    wishes: list[tuple[MatchSetup, str]] = field(default_factory=list)
    """New matches with the lines that asked for them."""
    settings: list[tuple[GivenCommand, ChoiceWish]] = field(default_factory=list)
    """Settings with their lines, for the first request for a match or a seat: one yes is enough for both."""
    attachment: AttachedText | None = None
    rules: list[str] = field(default_factory=list)
    """The games whose rules the answer contains."""
    sorted: OrderLines = field(default_factory=OrderLines)
    asked: int = 0
    """Number of confirmation letters that were written."""

    @property
    def fixed(self) -> bool:
        """Must the answer quote nothing of the letter, because its reader may not have written it?"""
        return is_stranger(self.inbound, self.player)

    @property
    def most_asked(self) -> int:
        """How many confirmation letters it may cause: one answer of the quota is left for the receipt."""
        return max(1, min(MOST_ASKED, self.quota.left - 1))

    def take_settings(self) -> list[ChoiceWish]:
        """Hand the settings over to a request."""
        taken = [wish for _, wish in self.settings]
        self.settings.clear()
        return taken

    def refuse(self, order: str, refusal: Refusal) -> None:
        """Add a refused line. To a stranger, neither the line nor a reason that quotes it is repeated."""
        service = self.inbound.context.addresses.service
        if self.fixed:
            order, refusal = "", refusal.without_quotes()
        nearest = tuple(
            Offer.by_mail(translate_command(order, self.language.language), "help", service)
            for order in refusal.nearest
        )
        reason = render_note(refusal.note, self.language, None, ())
        entry = line_report.Refused(order=order, reason=reason, nearest=nearest)
        for at, one in enumerate(self.refused):
            # To a stranger, all lines that nobody understands are alike but for the suggestions below them.
            if (one.order, one.reason) == (order, reason):
                self.refused[at] = replace(one, nearest=tuple(dict.fromkeys((*one.nearest, *nearest))))
                return
        self.refused.append(entry)
