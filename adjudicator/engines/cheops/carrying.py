"""Playing the steps that carry out a law, at once or later."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.engines.cheops.change import changed
from adjudicator.engines.cheops.changes import boxed, seated, with_kept
from adjudicator.engines.cheops.pieces import COLOUR_PLACES, with_piece
from adjudicator.engines.cheops.position import LawsInPlay, Position
from adjudicator.engines.cheops.pricetables import Entry
from adjudicator.engines.cheops.pyramid import CELLS
from adjudicator.engines.cheops.resolutions import JOKER_PRICE
from adjudicator.engines.cheops.taking import sold
from adjudicator.engines.cheops.told import Notes, purse, told
from adjudicator.engines.cheops.turns import item_done
from adjudicator.engines.contract import Result

Words = Sequence[str]


def lay_plain(position: Position, words: Words) -> Result[Position]:
    """Play ``law``: laws 1 and 2 onto the market price, law 3 onto the board."""
    del words
    law, laws = position.turn.law, position.laws
    if law == 3:
        position = _laid(position, laws._replace(third=True))
        return item_done(position, (told("third", position, law=law, needed=position.tables_to_end),))
    position = _laid(position, laws._replace(market=(*laws.market, law)))
    return item_done(position, (told("market", position, law=law, price=position.price),))


def lay_under(position: Position, words: Words) -> Result[Position]:
    """Play ``under R``."""
    law, laws, place = position.turn.law, position.laws, COLOUR_PLACES[words[1]]
    under = (*laws.under[:place], law, *laws.under[place + 1 :])
    position = _laid(position, laws._replace(under=under))
    return item_done(position, (told("under", position, law=law, colour=words[1]),))


def lay_over(position: Position, words: Words) -> Result[Position]:
    """Play ``over R3``."""
    colour, row = words[1][0], int(words[1][1:])
    place = COLOUR_PLACES[colour]
    printed: Entry = position.tables[place][row - 1]
    position = _laid(position, position.laws._replace(over=(place, row - 1)))
    note = told("over", position, law=7, colour=colour, row=row, printed=printed.text, numeral=position.numeral)
    return item_done(position, (note,))


def remove(position: Position, words: Words) -> Result[Position]:
    """Play ``remove 5``: both laws go into the box."""
    target = int(words[1])
    owner = next((seat for seat, player in enumerate(position.players) if target in player.laws), None)
    note = told("removed", position, law=8, target=target)
    if owner is not None:
        note = told("taken_from", position, law=8, target=target, owner_seat=owner)
    position = _done(boxed(boxed(position, target), 8))
    return item_done(position, (note,))


def pay(position: Position, words: Words) -> Result[Position]:
    """Play ``pay``: law 9 stays before the player."""
    del words
    position = _held(position, -JOKER_PRICE)
    return item_done(position, (told("paid", position, law=9, price=JOKER_PRICE), purse(position)))


def discard(position: Position, words: Words) -> Result[Position]:
    """Play ``discard``: law 9 that is not paid for, or law 8 without a target."""
    del words
    law = position.turn.law
    position = _done(boxed(position, law))
    return item_done(position, (told("returned", position, law=law),))


def hold(position: Position, words: Words) -> Result[Position]:
    """Play ``hold``: one of laws 10 to 12 stays before the player. Gained by the normal take it waits a turn."""
    del words
    turn = position.turn
    position = _held(position)
    if turn.taken:
        position = changed(position, turn=position.turn._replace(waiting=turn.law))
    return item_done(position, (told("held", position, law=turn.law),))


def sell_kept(position: Position, words: Words) -> Result[Position]:
    """Play ``law10 R``."""
    place = COLOUR_PLACES[words[1]]
    position = with_kept(_done(boxed(position, 10)), place, -1)
    note = told("sold_kept", position, law=10, colour=words[1], price=position.price)
    position, full = sold(position, place)
    return item_done(position, (note, *full, purse(position)))


def exchange(position: Position, words: Words) -> Result[Position]:
    """Play ``law12 A3 B2`` or ``law12 R B2``."""
    _, one, other = words
    position = _done(boxed(position, 12))
    cell = CELLS[other]
    piece = position.board[cell]
    if one in COLOUR_PLACES:
        position = with_kept(with_kept(position, COLOUR_PLACES[one], -1), COLOUR_PLACES[piece], 1)
        position = changed(position, board=with_piece(position.board, cell, one))
        return item_done(position, (told("exchanged", position, law=12, given=one, cell=other, colour=piece),))
    partner = position.board[CELLS[one]]
    board = with_piece(with_piece(position.board, CELLS[one], piece), cell, partner)
    position = changed(position, board=board)
    values = {"cell": one, "colour": partner, "other_cell": other, "other_colour": piece}
    notes: Notes = (told("swapped", position, law=12, **values),)
    return item_done(position, notes)


def _laid(position: Position, laws: LawsInPlay) -> Position:
    return _done(changed(position, laws=laws))


def _done(position: Position) -> Position:
    """Lay the law in hand aside; a held one that is used was not in hand."""
    return changed(position, turn=position.turn._replace(law=0))


def _held(position: Position, amount: int = 0) -> Position:
    """Lay the law in hand before the player, who pays for it or not."""
    player, law = position.mover, position.turn.law
    player = player._replace(cash=player.cash + amount, laws=tuple(sorted((*player.laws, law))))
    return _done(changed(position, players=seated(position, player)))
