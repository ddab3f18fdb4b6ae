"""Sender policy of a host: the evidence that a letter must carry before it may act for a player."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from adjudicator.mail.trust.authentication import Proof


class Policy(StrEnum):
    """Evidence that a reply must carry; each policy includes the one before."""

    TOKEN = "token"  # noqa: S105
    """It was sent to an address with our signature."""
    TOKEN_FROM = "token+from"  # noqa: S105
    """And its From header has an address of the player."""
    TOKEN_FROM_DMARC = "token+from+dmarc"  # noqa: S105
    """And the domain of that address is authenticated (`Proof.PROVED`)."""


@dataclass(frozen=True, slots=True)
class SenderPolicy:
    """A host's policy, and where to find the evidence in a letter."""

    policy: Policy = Policy.TOKEN_FROM
    authserv_id: str = ""
    """Authserv-id of the host's mail server in Authentication-Results (RFC 8601, 2.5); empty: it writes none."""
    hops: int = 1
    """Number of Received headers that the host's own servers add."""
    below: bool = False
    """Whether Authentication-Results stands right below the last of these, as rspamd writes it, not above."""

    @property
    def checks_itself(self) -> bool:
        """Must DKIM signatures be verified here, because the host's mail server does not?"""
        return self.policy is Policy.TOKEN_FROM_DMARC and not self.authserv_id

    def objection(self, *, known: bool, proof: Proof) -> str:
        """Name the reason why a letter to a signed address may not act for its player; empty when it may.

        `known`: its From header has an address of the player.
        """
        if self.policy is Policy.TOKEN:
            return ""
        if not known:
            return "not_you"
        unproved = self.policy is Policy.TOKEN_FROM_DMARC and proof is not Proof.PROVED
        return "unproved" if unproved else ""
