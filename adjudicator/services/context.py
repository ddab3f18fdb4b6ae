"""What every use case is handed: the database, our addresses, the queue of jobs, and the host's choices."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING

from adjudicator.mail.address import AddressBook
from adjudicator.mail.trust.sender_policy import SenderPolicy
from adjudicator.services.job_queue import JobQueue
from adjudicator.services.sandbox_protocol import InProcess, Sandbox
from adjudicator.store.session import Store

if TYPE_CHECKING:  # whoever signs nothing need not carry what it takes
    from adjudicator.mail.outgoing.dkim_sign import DkimSigner


@dataclass(frozen=True, slots=True)
class Context:
    """The parts and the settings that reading, judging and answering letters need; made once a program."""

    store: Store
    addresses: AddressBook
    queue: JobQueue
    site: str
    """The public address of the web pages, without a slash at its end."""
    secret: bytes
    host_address: str = ""
    letter_limit: int = 1 << 20
    """How many bytes of a letter are taken apart."""
    patience: timedelta = timedelta(0)
    """How long a letter waits that asks nothing, so that others can take it along."""
    one_subject: bool = False
    """Whether all letters of a match have one subject, so that Gmail too keeps them together."""
    pace: int = 0
    """How many letters a minute go to one domain; 0: as many as there are."""
    intake: bool = True
    """Whether letters are taken in; otherwise those that go out lead to the pages."""
    absence_days: int = 30
    """How many days a year a player's clocks may stand still because he is away."""
    house_seconds: float = 1.0
    """How long the house player may think about a step."""
    sandbox: Sandbox = field(default_factory=InProcess)
    """Where letters are opened."""
    trust: SenderPolicy = field(default_factory=SenderPolicy)
    """What must be right about a letter that acts in somebody's name."""
    lookup: Callable[[str], str] | None = None
    """Looks up text records in the DNS; None where nobody asks for signatures. Raises `Unresolved`."""
    dkim_signer: DkimSigner | None = None
    """Signs the letters that go out."""
