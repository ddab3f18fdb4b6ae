"""Which letters may act in whose name: what an installation asks of a letter besides a signed address."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from adjudicator.mail.trust.authentication import Proof


class Policy(StrEnum):
    """What must be right about a letter that answers one of ours."""

    TOKEN = "token"  # noqa: S105
    """It came to an address that we signed, and that is enough."""
    TOKEN_FROM = "token+from"  # noqa: S105
    """Its From line names besides one of the addresses that we know of its writer."""
    TOKEN_FROM_DMARC = "token+from+dmarc"  # noqa: S105
    """And the domain of that address vouches for the letter."""


@dataclass(frozen=True, slots=True)
class SenderPolicy:
    """How an installation finds out who wrote a letter."""

    policy: Policy = Policy.TOKEN_FROM
    authserv_id: str = ""
    """The name under which the host's own mail server writes Authentication-Results; empty: it writes none."""
    hops: int = 1
    """How many Received lines the host's own servers write."""
    below: bool = False
    """Whether the results stand right below the last of them, as rspamd writes them, and not above."""

    @property
    def checks_itself(self) -> bool:
        """Tell whether signatures have to be checked here, because no server does it before."""
        return self.policy is Policy.TOKEN_FROM_DMARC and not self.authserv_id

    def objection(self, *, known: bool, proof: Proof) -> str:
        """Say in a word why a letter to a good address may not act in its player's name; empty when it may.

        `known` says whether its From line names one of the player's addresses.
        """
        if self.policy is Policy.TOKEN:
            return ""
        if not known:
            return "not_you"
        unproved = self.policy is Policy.TOKEN_FROM_DMARC and proof is not Proof.PROVED
        return "unproved" if unproved else ""
