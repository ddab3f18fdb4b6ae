"""The commands for thoughts about a match: `diary` while it runs, `comment` when it is over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice

from adjudicator.engines.contract import Note
from adjudicator.mail.commands.arguments.comment_order import (
    CommentDeed,
    CommentOrder,
    read_comment_order,
    read_diary_order,
)
from adjudicator.mail.commands.table.command import GivenCommand
from adjudicator.match.rulings import refusals
from adjudicator.services.matches.annotations import comments, diaries
from adjudicator.services.matches.names.author_names import AnnotationReader
from adjudicator.services.orders.seat_letter import SeatLetter, refusable
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.tables import Match, Player
from adjudicator.texts.facts import annotation_facts
from adjudicator.texts.language.language import language_for
from adjudicator.texts.language.written_orders import write_order

RIGHT = ("comment 14 ...", "comment 14 line M12 N13: ...", "comment 14.2 ...", "comment none 14.2", "comment")
MOST_SHOWN = 40
"""Threads, or entries of a diary, in one answer; the page has all."""


def _diary(seat_letter: SeatLetter, given: GivenCommand) -> Note:
    work, match, seat = seat_letter.inbound.work, seat_letter.match, seat_letter.seat
    order = read_diary_order(given.argument)
    if order.takes_back and seat.player_id is not None:
        count = diaries.take_back_diary(work, match, seat.player_id, order.number)
        return Note.of("match.diary_taken_back", number=order.number or 0, count=count)
    entry = diaries.write_diary(work, match, seat, order.text)
    over = match.end is not None
    return Note.of("match.diary_kept", number=entry.number, turn=entry.turn, private=match.private, over=over)


def diary_command(seat_letter: SeatLetter, given: GivenCommand) -> None:
    """Keep a player's thoughts in this turn, take them back, or show all of the diary."""
    if given.argument:
        refusable(_diary)(seat_letter, given)
    else:
        seat_letter.receipt.add_question(given, _diary_answer)


def _diary_answer(seat_letter: SeatLetter, given: GivenCommand) -> annotation_facts.DiaryAnswer:
    inbound, match = seat_letter.inbound, seat_letter.match
    own = diaries.list_own_diary(inbound.session, inbound.context.secret, match, seat_letter.seat.player_id)
    return annotation_facts.DiaryAnswer(
        order=given.line,
        notes=tuple(
            annotation_facts.DiaryLine(number=one.number, turn=one.turn, text=one.text) for one in own[-MOST_SHOWN:]
        ),
        left_out=max(0, len(own) - MOST_SHOWN),
        url=f"{inbound.context.site}/m/{match.code}#diary",
    )


def _comment(seat_letter: SeatLetter, given: GivenCommand) -> Note:
    player = seat_letter.seat.player
    if player is None:
        raise ValueError(f"nobody sits at seat {seat_letter.seat.number}")
    order = read_comment_order(given.argument)
    return carry_out_comment(seat_letter.inbound.work, seat_letter.match, player, order)


def comment_command(seat_letter: SeatLetter, given: GivenCommand) -> None:
    """Write a comment, strike one out, show all, or choose whether one is told of them."""
    if given.argument:
        refusable(_comment)(seat_letter, given)
        return
    try:
        inbound, player = seat_letter.inbound, seat_letter.seat.player
        comments.refuse_commenting(inbound.context, inbound.session, seat_letter.match, player, inbound.now)
    except RefusedError as fault:
        seat_letter.receipt.add_refused(given.line, fault.refusal)
    else:
        seat_letter.receipt.add_question(given, _comments_answer)


def _comments_answer(seat_letter: SeatLetter, given: GivenCommand) -> annotation_facts.CommentsAnswer:
    inbound, match = seat_letter.inbound, seat_letter.match
    secret = inbound.context.secret
    reader = AnnotationReader(
        inbound.session, secret, match, inbound.now, seat_letter.language, seat_letter.seat.player_id
    )
    found = comments.list_comments(reader)
    threads = (one for thread in found for one in (thread, *thread.answers))
    return annotation_facts.CommentsAnswer(
        order=given.line,
        comments=tuple(
            annotation_facts.CommentLine(
                mark=one.mark,
                author=one.author,
                text=one.text,
                line=one.line,
                struck=one.struck,
                hidden_because=one.hidden_because,
            )
            for one in islice(threads, MOST_SHOWN)
        ),
        left_out=max(0, sum(1 + len(thread.answers) for thread in found) - MOST_SHOWN),
        url=f"{inbound.context.site}/m/{match.code}#comments",
    )


def carry_out_comment(work: UnitOfWork, match: Match, player: Player, order: CommentOrder, code: str = "") -> Note:
    """Carry out a line about comments, for a person who is sure to be the player. Raises `RefusedError`.

    `code` stands before the line that strikes it out, in a letter that is no answer to the match.
    """
    language = language_for(player.language)
    match order.deed:
        case CommentDeed.WRITE:
            checked = comments.check_comment(work, match, player, want_comment(order), language)
            row = comments.write_comment(work, match, player, checked)
            line = tuple(write_order(match.rules, step, language.language) for step in row.line)
            url = f"{work.context.site}/m/{match.code}/{row.n}"
            mark = f"{row.n}.{row.number}"
            return Note.of("match.commented", mark=mark, line=line, url=url, private=match.private, code=code)
        case CommentDeed.STRIKE:
            comments.strike_comment(work, match, player, order.n, order.number)
            return Note.of("match.comment_struck", mark=f"{order.n}.{order.number}")
        case CommentDeed.NEWS_ON | CommentDeed.NEWS_OFF:
            player.comment_news = order.deed is CommentDeed.NEWS_ON
            return Note.of("match.comment_news", told=player.comment_news)
    raise RefusedError(refusals.bad_argument("comment", "", RIGHT))


def want_comment(order: CommentOrder) -> comments.WantedComment:
    """Return the comment that a line asks for."""
    return comments.WantedComment(order.n, order.number, order.moves, order.strict, order.text)


COMMENT_ACTS: Mapping[str, Callable[[SeatLetter, GivenCommand], None]] = {
    "diary": diary_command,
    "comment": comment_command,
}
