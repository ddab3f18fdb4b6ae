"""Sample letters about absent and unreachable players."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any, Literal

from adjudicator.texts.facts.letter_facts import MatchFacts, Offer, Reader
from adjudicator.texts.letters import account_kinds, clock_kinds, host_kinds, seat_kinds, turn_kinds

BACK = date(2027, 3, 14)
UNTIL = datetime(2027, 3, 14, 12, tzinfo=UTC)
OFFER = Offer.by_mail("absence 14 March", "absence", "play+k7q2-1-9-dygsnhv6iujjgv2x@club.example", "[K7Q2]")


def gone(turn: dict[str, Any]) -> dict[str, Any]:
    """Build them from the facts of the other samples."""
    reader: Reader = turn["reader"]
    match: MatchFacts = turn["match"]
    still = replace(match, due=None, stopped="away", back=BACK)
    bounced = replace(still, stopped="bounced", stopped_until=UNTIL, back=None)
    taken = replace(still, due=UNTIL, stopped_until=UNTIL, back=None, day_taken=True)
    return {
        "your_turn, day taken": turn_kinds.Turn(**turn | {"match": taken}),
        "your_turn, used up": turn_kinds.Turn(**turn | {"match": replace(taken, used_up=True)}),
        "stopped, day taken": clock_kinds.ClockStop(reader=reader, match=replace(taken, to_move=0), gone=0),
        "their_turn, used up": turn_kinds.Turn(**turn | {"match": replace(taken, to_move=0, used_up=True)}),
        "your_turn, away": turn_kinds.Turn(**turn | {"match": still}),
        "your_turn, bounced": turn_kinds.Turn(**turn | {"match": bounced}),
        "stopped": clock_kinds.ClockStop(reader=reader, match=replace(still, to_move=0), gone=0),
        "stopped, bounced": clock_kinds.ClockStop(reader=reader, match=replace(bounced, to_move=0), gone=0),
        "patience_over": clock_kinds.ClockStop(reader=reader, match=replace(match, to_move=0), gone=0),
        "patience_over, for the one who is gone": clock_kinds.ClockStop(
            reader=reader, match=replace(match, to_move=reader.seat), gone=reader.seat or 0
        ),
        "quiet": clock_kinds.ClockStop(reader=reader, match=match, gone=0),
        "unsubscribed": account_kinds.Unsubscribed(
            reader=replace(reader, seat=None),
            offers=(Offer.by_mail("start", "start", "play@club.example"),),
            url="https://club.example/l/1",
        ),
        "probe": account_kinds.Probe(reader=replace(reader, seat=None), about="[K7Q2] Your turn 9"),
        "resumed": clock_kinds.ClockStop(reader=reader, match=replace(match, to_move=0), gone=0),
        "away": account_kinds.Away(reader=replace(reader, seat=None), offers=(OFFER,), longest=30, last=BACK),
        "away, counted": account_kinds.Away(
            reader=replace(reader, seat=None), offers=(OFFER,), longest=30, last=BACK, counted=True
        ),
        "away, counted, but not everywhere": account_kinds.Away(
            reader=replace(reader, seat=None), offers=(OFFER,), longest=30, last=BACK, counted=True, unmoved=("K7Q2",)
        ),
        "away, no day": account_kinds.Away(reader=replace(reader, seat=None), offers=(OFFER,), longest=1),
        "host_letter": host_kinds.HostLetter(
            reader=replace(reader, seat=None, stop_url=""),
            address="abuse@club.example",
            writer="carl@carl.example",
            about="Somebody plays in my name",
            lines=("Hello,", "  who is Anna?"),
        ),
        "host_letter, from nobody": host_kinds.HostLetter(
            reader=replace(reader, seat=None, stop_url=""),
            address="postmaster@club.example",
            writer="",
            about="",
            lines=(),
        ),
        "host_bounce": host_kinds.HostBounce(
            reader=replace(reader, seat=None, stop_url=""),
            player="Anna",
            address="anna@anna.example",
            about="[K7Q2] Your turn 9",
            why="550 5.1.1 no such user",
        ),
    }


def late(turn: dict[str, Any]) -> dict[str, Any]:
    """Build samples about the time of a turn that has passed."""
    reader: Reader = turn["reader"]
    match: MatchFacts = turn["match"]
    mine = reader.seat or 0
    theirs = 1 - mine
    cases: tuple[Literal["claimed_mine", "claimed", "late_mine", "late", "left"], ...]
    cases = ("claimed_mine", "claimed", "late_mine", "late", "left")
    return {
        **{
            f"house_plays, {case}": seat_kinds.HousePlays(
                reader=reader,
                match=match,
                seat=mine if case.endswith("mine") else theirs,
                name="Anna",
                asker="Ben" if case.startswith("claimed") else "",
                case=case,
            )
            for case in cases
        },
        "automatic_day": clock_kinds.ClockStop(reader=reader, match=replace(match, to_move=theirs), gone=theirs),
        "automatic_day, mine": clock_kinds.ClockStop(reader=reader, match=replace(match, to_move=mine), gone=mine),
        "long_silence": clock_kinds.ClockStop(reader=reader, match=replace(match, to_move=mine), gone=mine),
        "seat_lost": clock_kinds.ClockStop(reader=reader, match=match, gone=theirs),
        "seat_lost, mine": clock_kinds.ClockStop(reader=reader, match=match, gone=mine),
    }
