"""Sample letters about what players decide together, and about seats that change hands."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from adjudicator.texts.facts.letter_facts import MatchFacts, Offer, Proposal, Reader
from adjudicator.texts.facts.position_facts import HistoryAnswer
from adjudicator.texts.letters import clock_kinds, confirmation_kinds, seat_kinds, turn_kinds

DEADLINE = datetime(2027, 3, 14, 12, tzinfo=UTC)
ADDRESS = "play+k7q2-1-9-dygsnhv6iujjgv2x@club.example"
DRAW = "Anna offers a draw."
PAUSE = "Anna asks for a pause until 20 March."


def by_mail(order: str, purpose: str) -> Offer:
    return Offer.by_mail(order, purpose, ADDRESS, "[K7Q2]")


def together(turn: dict[str, Any]) -> dict[str, Any]:
    """Build them from the facts of the other samples."""
    reader: Reader = turn["reader"]
    match: MatchFacts = turn["match"]
    facts: dict[str, Any] = {"reader": reader, "match": match}
    proposals = (
        Proposal(number=1, said=PAUSE, asks=True),
        Proposal(number=2, said="You asked to put Anna out of the match.", own=True),
        Proposal(number=3, said="The match is paused until 20 March."),
    )
    asked: dict[str, Any] = {
        "asker": "Anna",
        "proposal": PAUSE,
        "decides": DEADLINE,
        "offers": (by_mail("agree", "agree"), by_mail("refuse", "refuse")),
    }
    return {
        **_seats(turn),
        "your_turn, proposals": turn_kinds.Turn(**turn | {"proposals": proposals}),
        **{
            f"proposal, {'silence agrees' if agrees else 'silence does not agree'}": seat_kinds.Proposed(
                **facts, **asked, asks=True, silence_agrees=agrees, taken_over=2 - agrees
            )
            for agrees in (True, False)
        },
        "proposal, about the reader": seat_kinds.Proposed(
            **facts, **asked | {"offers": ()}, asks=False, silence_agrees=True
        ),
        **{
            f"proposal, {'a draw between two' if until is None else 'a draw of three'}": seat_kinds.Proposed(
                **facts, **asked | {"decides": until}, asks=True, draw=True, silence_agrees=False
            )
            for until in (None, DEADLINE)
        },
        "your_turn, a draw": turn_kinds.Turn(
            **turn | {"proposals": (Proposal(number=1, said=DRAW, asks=True, draw=True, asker="Anna"),)}
        ),
        "your_turn, a draw without a limit": turn_kinds.Turn(
            **turn
            | {
                "match": replace(match, due=None),
                "proposals": (Proposal(number=1, said=DRAW, asks=True, draw=True, asker="Anna"),),
            }
        ),
        "proposal_closed": seat_kinds.ProposalClosed(
            **facts, proposal=PAUSE, outcome="Not everybody agrees, so nothing comes of it.", agreed=False
        ),
        "proposal_closed, over": seat_kinds.ProposalClosed(
            reader=reader,
            match=replace(match, to_move=None, due=None),
            proposal=PAUSE,
            outcome="The match pauses until 20 March.",
            agreed=True,
        ),
        "pause_ends": clock_kinds.PauseEnds(**facts, name="Anna", ends=DEADLINE),
        "pause_over": turn_kinds.Turn(**turn),
    }


def _seats(turn: dict[str, Any]) -> dict[str, Any]:
    reader: Reader = turn["reader"]
    match: MatchFacts = turn["match"]
    confirm: dict[str, Any] = {
        "reader": replace(reader, seat=None),
        "order": "",
        "offers": (by_mail("yes", "join"), by_mail("no", "decline")),
        "url": "https://club.example/r/confirm-12-dygsnhv6iujjgv2x",
        "expires": DEADLINE,
    }
    moved = replace(match, players=(replace(match.players[0], held="Zoe, from turn 5 Anna"), *match.players[1:]))
    return {
        "confirm, with what follows": confirmation_kinds.Confirm(
            **confirm | {"order": "resign"}, meaning="You leave the match for good."
        ),
        "seat_news": seat_kinds.SeatNews(
            reader=reader, match=match, news_said="Xaver has taken over the seat of Anna."
        ),
        "seat_news, outsider": seat_kinds.SeatNews(
            reader=replace(reader, seat=None), match=match, news_said="The others have put Ben out of the match."
        ),
        "seat_news, plan": seat_kinds.SeatNews(
            reader=replace(reader, seat=None),
            match=match,
            news_said="Xaver plays for you until the end of 10 January 2027.",
            plan_gone=("if M14 then N13", "otherwise L12"),
        ),
        **{
            f"welcome, {before}": seat_kinds.Welcome(
                **turn | {"match": moved, "news": ()},
                before=before,
                answers=(HistoryAnswer(order="history", events=turn["news"]),),
            )
            for before in ("Zoe", match.players[1].name)
        },
        **{
            f"seat_offer, {last or 'for good'}": confirmation_kinds.SeatOffer(
                **confirm, match=match, inviter="Anna", last=last
            )
            for last in ("", "2027-01-10")
        },
    }
