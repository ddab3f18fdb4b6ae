"""Sample letters about matches that have not begun."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from adjudicator.texts.facts.letter_facts import MatchFacts, Offer, Reader
from adjudicator.texts.letters import opening_kinds
from adjudicator.texts.letters.opening_kinds import NoGuest

DEADLINE = datetime(2027, 3, 14, 12, tzinfo=UTC)
CHANCE = opening_kinds.ChanceFacts("5e" * 32, "7a" * 32, "letter")
NO_SALT = opening_kinds.ChanceFacts("5e" * 32)
DECIDE = tuple(
    Offer.by_mail(order, purpose, "play+k7q2-0-0-dygsnhv6iujjgv2x@club.example", "[K7Q2]")
    for order, purpose in (
        ("invite ADDRESS", "invite"),
        ("seat house", "seat_house"),
        ("seat open", "seat_open"),
        ("fewer", "fewer"),
        ("cancel", "cancel"),
    )
)


def waiting(reader: Reader, match: MatchFacts) -> dict[str, Any]:
    """Build them for a guest and for the owner of a match."""
    owner = replace(reader, seat=0)
    why = {NoGuest.EXPIRED: ("c@c.example", "d@d.example"), NoGuest.NOBODY_CAME: ()}
    return {
        "waiting": opening_kinds.Waiting(reader=reader, match=match, missing=("a guest", "a guest"), chance=CHANCE),
        "waiting, host": opening_kinds.Waiting(
            reader=reader, match=match, missing=(), chance=opening_kinds.ChanceFacts("5e" * 32, source="host")
        ),
        "waiting, open": opening_kinds.Waiting(reader=reader, match=match, missing=(), chance=NO_SALT),
        "waiting, owner": opening_kinds.Waiting(
            reader=owner, match=match, missing=("c@c.example",), chance=CHANCE, offers=DECIDE[-1:]
        ),
        **{
            f"seat_free, {one}": opening_kinds.SeatFree(
                reader=owner,
                match=match,
                guests=why.get(one, ("c@c.example",)),
                why=one,
                offers=DECIDE,
                deadline=DEADLINE,
            )
            for one in NoGuest
        },
        "silence": opening_kinds.Silence(
            reader=owner, match=match, missing=("c@c.example", "d@d.example"), offers=DECIDE[-1:], deadline=DEADLINE
        ),
        "called_off": opening_kinds.CalledOff(reader=reader, match=match, owner="Anna", by_owner=True),
        "called_off, own": opening_kinds.CalledOff(reader=owner, match=match, owner="Anna", by_owner=True),
        "called_off, abandoned": opening_kinds.CalledOff(reader=reader, match=match, owner="Anna", by_owner=False),
        "called_off, own, abandoned": opening_kinds.CalledOff(reader=owner, match=match, owner="Anna", by_owner=False),
        "asked_for_match": opening_kinds.AskedForMatch(
            reader=reader,
            match=match,
            order="K7Q2 cancel",
            offers=(Offer.by_mail("cancel", "confirm", "play+k7q2-0-0-dygsnhv6iujjgv2x@club.example"),),
        ),
        "asked_for_match, question": opening_kinds.AskedForMatch(
            reader=reader,
            match=match,
            order="K7Q2 board",
            offers=(Offer.by_mail("board", "confirm", "play+k7q2-0-0-dygsnhv6iujjgv2x@club.example"),),
            is_question=True,
        ),
        "withdrawn": opening_kinds.Withdrawn(reader=replace(reader, seat=None), match=match, inviter="Anna", off=True),
        "withdrawn, seat": opening_kinds.Withdrawn(
            reader=replace(reader, seat=None), match=match, inviter="Anna", off=False
        ),
    }
