"""The states of rows. They are the queues: a worker selects the rows in state `WAITING`."""

from __future__ import annotations

from enum import StrEnum


class MatchState(StrEnum):
    INVITING = "inviting"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class EntryKind(StrEnum):
    """The kinds of entries of a record. A record of version 1 has steps only."""

    STEP = "step"
    UNDO = "undo"
    SEAT = "seat"
    PAUSE = "pause"
    RESUME = "resume"
    EXTEND = "extend"
    GRANT = "grant"
    CLAIM = "claim"
    RULING = "ruling"
    END = "end"


class SeatState(StrEnum):
    INVITED = "invited"
    JOINED = "joined"
    DECLINED = "declined"


class InboxState(StrEnum):
    """The state of a received letter."""

    WAITING = "waiting"
    DONE = "done"
    ASIDE = "aside"
    """Our code failed on it: kept with its traceback until the host retries or drops it."""


class FetchState(StrEnum):
    """The state of a letter in an IMAP mailbox."""

    TAKEN = "taken"
    FOREIGN = "foreign"
    """It is not for us, and was not touched."""
    AGAIN = "again"
    """It could not be read; it is tried a few more times."""
    ASIDE = "aside"
    """It could not be read; the host has to look at it."""


class OutboxState(StrEnum):
    """The state of a letter to send."""

    WAITING = "waiting"
    SENDING = "sending"
    SENT = "sent"
    DROPPED = "dropped"
    """Outdated when it was due: for example, its turn was over."""
    JOINED = "joined"
    """Merged into another letter to the same player."""
    FAILED = "failed"
    """Refused for good by the relay or by the receiving side."""


class Letters(StrEnum):
    """Which letters a player wants besides the answers to their own."""

    TURNS = "turns"
    """Letters that ask the player for something, with the news in them; messages; the end of a match."""
    ALL = "all"
    NONE = "none"


class PublicName(StrEnum):
    """Name of a player before readers who do not play with them."""

    NAME = "name"
    ALIAS = "alias"
    NOTHING = "nothing"


class AwayLetters(StrEnum):
    """Effect of an out-of-office reply with a date."""

    ASK = "ask"
    COUNT = "count"
    """It counts as an absence at once."""


class RequestKind(StrEnum):
    """The kinds of requests that are carried out only after their address has answered yes."""

    NEW = "new"
    JOIN = "join"
    CHOICE = "choice"
    SIGN_IN = "sign_in"
    ADDRESS = "address"
    """A further address of a player; the new address has to say yes itself."""
    IDENTITY = "identity"
    """A change of addresses or key; an address that is the player's already has to say yes."""
    DEED = "deed"
    """A deed of the host."""
    RESIGN = "resign"
    """Leaving a match of three or more for good."""
    TAKEOVER = "takeover"
    """A vacant seat of a running match."""
    HAND_OVER = "hand_over"
    """A seat that its player gives to the asked person for good."""
    SUBSTITUTE = "substitute"
    """A seat on which the asked person plays for a while."""
    COMMENT = "comment"
    """A comment on a match that is over."""
    TAKE_BACK = "take_back"
    """Undoes such a change; one row for each address that was told of it."""


class SweepTask(StrEnum):
    """A task of the sweep for one row at a time: a match, a player, or (with number 0) all rows together."""

    ABSENCE = "absence"
    TIME_CHANGED = "time changed"
    OUTAGE = "outage"
    ORDERS = "orders"
    LETTER_HELD = "letter held"
    CLOCK = "clock"
    SEATS = "seats"
    PROPOSALS = "proposals"
    EXPIRED = "expired"
    SILENT = "silent"
    UNCLAIMED = "unclaimed"
    ABANDONED = "abandoned"
    REMINDER = "reminder"
    DIGEST = "digest"
    ARCHIVE = "archive"
    COUNT = "count"
    ERASURE = "erasure"
    RETENTION = "retention"
    LISTED = "listed"
    """Reads a match again that could not be shown in a letter or on a page."""
    REPORT = "report"
    """The letters to the host about all these."""


PLAYER_TASKS = frozenset({SweepTask.ABSENCE, SweepTask.TIME_CHANGED, SweepTask.REMINDER, SweepTask.DIGEST})
"""Those that are done for a player. The others are done for a match."""
