"""Changes to a player's addresses and keys by letters: asking, agreeing, and looking at the outcome."""

from __future__ import annotations

from email.message import EmailMessage

from adjudicator.services.players.players import find_player, further_addresses
from adjudicator.store.tables import Player
from testkit.club import Club, address_of

QUESTION = "Was this you?"
NEWS = "Changed:"


def known(club: Club, person: str) -> tuple[str, list[str], str, bool]:
    """Look at how a player is known: their main address, further ones, key, and whether it is required."""
    with club.context.store.reading() as session:
        player = player_at(club, person)
        return player.address, further_addresses(session, player), player.key, player.key_required


def player_at(club: Club, person: str) -> Player:
    with club.context.store.reading() as session:
        player = find_player(session, address_of(person))
        assert player is not None
        assert player.key is not None
        return player


def ask(club: Club, person: str, line: str) -> EmailMessage:
    """Ask by a letter to the service, and take the question that comes of it."""
    number = club.write(person, club.context.addresses.service, line)
    assert club.inbox(number).verdict == "asked back", club.inbox(number).verdict
    return club.last(person, QUESTION)


def agree(club: Club, person: str, line: str) -> str:
    """Ask, and say yes; return the verdict of the yes."""
    return club.inbox(club.answer(ask(club, person, line), "yes")).verdict


def add(club: Club, person: str, address: str) -> None:
    """Give a player a further address that has said yes itself, some time after the one they have."""
    club.pass_time(minutes=1)
    assert agree(club, person, f"address {address_of(address)}") == "confirmed"
    assert club.inbox(club.answer(club.last(address), "yes", sender=address)).verdict == "confirmed"
