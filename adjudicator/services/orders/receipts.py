"""The one receipt that every letter gets: a letter back, or an account kept for the page that asked."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.services.inbound.dedupe import other_matches
from adjudicator.services.inbound.inbound_letter import Case
from adjudicator.services.inbound.reply_limits import receipt_quota
from adjudicator.services.matches import notifications
from adjudicator.services.matches.presenter import Scene, scene_for
from adjudicator.services.orders.seat_letter import Receipt, Sitting
from adjudicator.services.outbox.enqueue import Ties, put, to_player
from adjudicator.store.tables import Seat
from adjudicator.texts import letter_kinds, line_report
from adjudicator.texts.answer_facts import Answer, BoardAnswer


def give_receipt(sitting: Sitting) -> line_report.Account:
    """Account for a seat's letter, and send that back to a writer who used mail."""
    case, match, seat = sitting.case, sitting.match, sitting.seat
    player, scene = seat.player, scene_for(case.context, match, seat)
    told = account_of(case, sitting.receipt, scene, seat)
    if player is None or not case.by_mail:
        return told
    room = receipt_quota(case, player, sitting.receipt.verdict)
    if not room.left:
        return told
    answers = tuple(find(sitting, said) for said, find in sitting.receipt.asked)
    shown, offered = _shows_board(sitting, answers), match.to_move == seat.number
    facts = notifications.turn_facts(case.work, scene, sitting.taken, shown=shown, offered=offered)
    facts["reader"] = room.mark(facts["reader"])
    occasion = letter_kinds.Receipt(account=told, answers=answers, **facts)
    ties = Ties(
        match=match,
        inbox_id=case.row.id,
        in_reply_to=case.letter.message_id,
        attachment=sitting.receipt.attachment,
    )
    to = to_player(player, scene.tongue, scene.address)
    put(case.work, letter_kinds.RECEIPT, occasion, to, ties)
    return told


def account_of(case: Case, receipt: Receipt, scene: Scene, seat: Seat) -> line_report.Account:
    """Put what became of every line into the reader's words."""
    return line_report.Account(
        played=tuple(
            line_report.Played(
                order=one.order,
                step=one.step,
                said=tuple(scene.say(note) for note in one.notes if note.seen_by(scene.seat)),
            )
            for one in receipt.played
            if one.seat == scene.seat
        ),
        done=tuple(line_report.Done(order=order, said=scene.say(note)) for order, note in receipt.done),
        waiting=tuple(line_report.Done(order=order, said=scene.say(note)) for order, note in receipt.waiting),
        refused=tuple(
            line_report.Refused(order=one.order, reason=scene.say(one.refusal.note), nearest=scene.nearest(one.refusal))
            for one in receipt.refused
        ),
        undone=tuple(receipt.undone),
        not_reached=tuple(receipt.not_reached),
        ignored=tuple(receipt.ignored) if receipt.readings else (*receipt.ignored, *case.reply.unsure),
        untried=(*receipt.untried, *receipt.sorted.untried),
        comments=receipt.sorted.comments,
        stop=receipt.sorted.ended_by,
        below_stop=receipt.sorted.below,
        readings=receipt.readings,
        quoted=case.reply.quoted - receipt.from_quote,
        quoted_from=case.reply.quoted_from,
        signature=(*case.reply.signature, *receipt.sorted.contacts),
        banner=case.reply.banner,
        also=other_matches(case, scene.match, seat),
        turned_over=_turned_over(receipt, scene),
    )


def _turned_over(receipt: Receipt, scene: Scene) -> str:
    """Name what came to light with the last step, if the reader is to choose because of it."""
    last = receipt.played[-1] if receipt.played else None
    waits = last is not None and last.revealed and last.seat == scene.match.to_move and last.turn == scene.match.turn
    return scene.head(last.notes) if last is not None and waits else ""


def _shows_board(sitting: Sitting, answers: Sequence[Answer]) -> bool:
    """Tell whether the receipt carries the board: it was asked for, the writer still has to move, or he slipped, or
    the last that he did brought to light what he has not seen on any board.
    """
    asked = any(isinstance(answer, BoardAnswer) for answer in answers)
    own = [one for one in sitting.receipt.played if one.seat == sitting.seat.number]
    surprised = bool(own) and own[-1].revealed
    return asked or surprised or sitting.match.to_move == sitting.seat.number or bool(sitting.receipt.refused)
