"""The context of every use case: database, addresses, job queue, sandbox, and the host's settings.

`bootstrap.build_context` builds it once a program. It is immutable, and shared by all threads.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING

from adjudicator.mail.address import AddressBook
from adjudicator.mail.trust.sender_policy import SenderPolicy
from adjudicator.services.job_queue import JobQueue
from adjudicator.services.sandbox_protocol import InProcess, Sandbox
from adjudicator.services.thinking import Thinker, think
from adjudicator.store.session import Store

if TYPE_CHECKING:  # a program that signs nothing does not load the DKIM library
    from adjudicator.mail.outgoing.dkim_sign import DkimSigner


@dataclass(frozen=True, slots=True)
class Context:
    """Everything that reading, judging and answering letters needs beside the letter."""

    store: Store
    addresses: AddressBook
    queue: JobQueue
    site: str
    """The public URL of the web pages, without a slash at its end."""
    secret: bytes
    host_address: str = ""
    letter_limit: int = 1 << 20
    """Bytes of the largest letter that is parsed; of a longer one only the headers are."""
    merge_window: timedelta = timedelta(0)
    """How long a letter that asks nothing of its reader waits for one to be merged into (`outbox.coalescing`)."""
    one_subject: bool = False
    """Give all letters of a match one subject: Gmail threads by subject."""
    pace: int = 0
    """Letters a minute to one domain; 0: no limit."""
    intake: bool = True
    """Whether letters come in. Without that, outgoing letters have no Reply-To and lead to the web pages."""
    absence_days: int = 30
    """Days a year for which an absence may stop a player's clocks."""
    letter_days: int = 0
    """Days after which letters of finished matches are deleted, and letters of no match; 0: never."""
    keeps_letters: bool = False
    """Whether no letter leaves the machine: they are kept for the mailbox page of somebody who tries the service."""
    house_seconds: float = 1.0
    """Seconds of a processor that the house player (the bot) may think about a step."""
    think: Thinker = think
    """Who thinks for the house player."""
    sandbox: Sandbox = field(default_factory=InProcess)
    """Where letters are parsed."""
    trust: SenderPolicy = field(default_factory=SenderPolicy)
    """How well the sender of a letter that acts for a player must be proved."""
    lookup: Callable[[str], str] | None = None
    """Looks up TXT records for DKIM and DMARC; None where we do not check them. Raises `DnsUnavailable`."""
    dkim_signer: DkimSigner | None = None
    """Signs outgoing letters."""
