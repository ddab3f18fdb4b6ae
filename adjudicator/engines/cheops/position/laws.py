"""The twelve laws: numbered tiles that lie face down on the pyramid and change prices, sales and the end of a match."""

from __future__ import annotations

from enum import IntEnum


class Law(IntEnum):
    """A law by the number printed on it. Positions, records and orders hold that number."""

    NONE = 0
    """No law: falsy, so that ``if turn.law`` asks whether there is one."""
    MARKET_PRICE_5 = 1
    """On the market price: a sold treasure brings 5 (CHEOPS-LAW-1)."""
    MARKET_PRICE_15 = 2
    """On the market price: a sold treasure brings 15 (CHEOPS-LAW-2)."""
    THREE_FULL_TABLES = 3
    """On the board: three full price tables end the match instead of two (CHEOPS-LAW-3)."""
    SELL_ONLY = 4
    """Under a price table: treasures of its colour are sold, never kept (CHEOPS-LAW-4)."""
    KEEP_ONLY = 5
    """Under a price table: treasures of its colour are kept, never sold (CHEOPS-LAW-5)."""
    BLOCK_TABLE = 6
    """Under a price table: it only keeps laws 4 and 5 away (CHEOPS-LAW-6)."""
    NEW_NUMBER = 7
    """On a free number of a price table, which it replaces (CHEOPS-LAW-7)."""
    REMOVE_LAW = 8
    """It takes another law out of play and goes with it (CHEOPS-LAW-8)."""
    JOKER = 9
    """For 25 it counts as one treasure of any colour at the end (CHEOPS-LAW-9)."""
    SELL_KEPT = 10
    """Sells a kept treasure (CHEOPS-LAW-10)."""
    TAKE_TREASURE = 11
    """Takes a second treasure (CHEOPS-LAW-11)."""
    EXCHANGE = 12
    """Exchanges two treasures (CHEOPS-LAW-12)."""


ALL_LAWS = tuple(law for law in Law if law)
MARKET_LAWS = (Law.MARKET_PRICE_5, Law.MARKET_PRICE_15)
TABLE_LAWS = (Law.SELL_ONLY, Law.KEEP_ONLY, Law.BLOCK_TABLE)
"""The laws that lie under a price table, at most one under each."""
HELD_LAWS = (Law.SELL_KEPT, Law.TAKE_TREASURE, Law.EXCHANGE)
"""The laws that may be used at once or held for a later turn."""

JOKER_PRICE = 25
