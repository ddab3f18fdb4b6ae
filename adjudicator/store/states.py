"""The states that rows pass through. A row's state is the queue: workers look for those that wait."""

from __future__ import annotations

from enum import StrEnum


class MatchState(StrEnum):
    """Where a match stands."""

    INVITING = "inviting"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class SeatState(StrEnum):
    """Whether somebody sits on a seat."""

    INVITED = "invited"
    JOINED = "joined"
    DECLINED = "declined"


class InboxState(StrEnum):
    """How far a letter that came in has got."""

    WAITING = "waiting"
    DONE = "done"
    ASIDE = "aside"
    """Our fault: kept with its traceback until the host retries it."""


class FetchState(StrEnum):
    """What became of a letter in a mailbox at a provider."""

    TAKEN = "taken"
    FOREIGN = "foreign"
    """It is for somebody else, and was left as it is."""
    AGAIN = "again"
    """It could not be read, and is tried a few times more."""
    ASIDE = "aside"
    """It could not be read, and is left to the host."""


class OutboxState(StrEnum):
    """How far a letter that goes out has got."""

    WAITING = "waiting"
    SENDING = "sending"
    SENT = "sent"
    DROPPED = "dropped"
    """No longer true when its time came, such as a turn that was over."""
    JOINED = "joined"
    """Said in another letter to the same player."""
    FAILED = "failed"
    """Refused for good by the relay or by the receiving side."""


class Letters(StrEnum):
    """Which letters a player wants besides the answers to his own."""

    ALL = "all"
    TURNS = "turns"
    """Only what asks something of him, and the end."""
    NONE = "none"


class RequestKind(StrEnum):
    """What waits for a signed answer before it is done in somebody's name."""

    NEW = "new"
    JOIN = "join"
    CHOICE = "choice"
    SIGN_IN = "sign_in"
    ADDRESS = "address"
    """A further address of a player, which has to answer itself."""
    IDENTITY = "identity"
    """A change of how a player is known, asked of an address that is theirs already."""
    TAKE_BACK = "take_back"
    """The way back from such a change, one for each address that was told of it."""
