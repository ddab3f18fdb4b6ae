"""The receipt of a seat's letter: it reports on every line. It is a letter, or, for a form, a report for the page.

The report is stored with the inbox row in both cases. Next: `outbox.enqueue`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import select

from adjudicator.engines.contract import Note
from adjudicator.mail.commands.table.command_words import word_for
from adjudicator.mail.lexicon.courtesy import says_something
from adjudicator.match.rulings.refusals import RefusalKey
from adjudicator.match.rulings.table import Played
from adjudicator.services.inbound.answer_parts import joins_receipt, store_part
from adjudicator.services.inbound.dedupe import other_matches
from adjudicator.services.inbound.reply_limits import receipt_quota
from adjudicator.services.matches.letters import turn_facts
from adjudicator.services.matches.opening.match_codes import write_code
from adjudicator.services.matches.view.presenter import MatchPresenter, presenter_for
from adjudicator.services.matches.view.waiting_view import waiting_news
from adjudicator.services.orders.order_wording import ends_turn
from adjudicator.services.orders.seat_letter import LONGEST_SHOWN, Receipt, SeatLetter
from adjudicator.services.outbox.enqueue import LetterRefs, enqueue_letter, recipient_of
from adjudicator.store.states import OutboxState
from adjudicator.store.tables import Match, Outbox
from adjudicator.texts.facts import line_report
from adjudicator.texts.facts.answer_facts import HELP, Answer
from adjudicator.texts.facts.letter_facts import Offer
from adjudicator.texts.facts.position_facts import BoardAnswer
from adjudicator.texts.letters import digest_kinds, turn_kinds
from adjudicator.texts.letters.letters import write_answers, write_part


def write_receipt(seat_letter: SeatLetter) -> line_report.LineReport:
    """Build the report on a letter, and send it as a receipt to a writer who used mail, within their quota."""
    inbound, match, seat = seat_letter.inbound, seat_letter.match, seat_letter.seat
    player, presenter = seat.player, presenter_for(inbound.context, match, seat, inbound.now)
    report = build_report(seat_letter, presenter)
    if joins_receipt(inbound):
        _store_part(seat_letter, presenter, report)
        return report
    if player is None or seat_letter.receipt.is_answered:
        return report
    if not inbound.by_mail:
        return _with_answers(seat_letter, presenter, report)
    if seat_letter.receipt.told_in and (told := _find_telling(seat_letter, report)) is not None:
        told.inbox_id = inbound.row.id
        return report
    quota = receipt_quota(inbound, player, seat_letter.receipt.verdict)
    if not quota.left:
        return report
    facts = _receipt_facts(seat_letter, presenter, report)
    facts = replace(facts, reader=quota.mark(facts.reader))
    refs = LetterRefs(
        match=match,
        inbox_id=inbound.row.id,
        in_reply_to=inbound.letter.message_id,
        attachment=seat_letter.receipt.attachment,
    )
    to = recipient_of(player, presenter.language, presenter.address)
    enqueue_letter(inbound.work, turn_kinds.RECEIPT, facts, to, refs)
    return report


def _find_telling(seat_letter: SeatLetter, report: line_report.LineReport) -> Outbox | None:
    """Find the letter about another match that tells the writer at once all that their receipt would tell."""
    inbound, receipt = seat_letter.inbound, seat_letter.receipt
    _, *more = report.done
    besides = replace(report, done=(), quoted=0, quoted_from="", signature=(), banner=())
    if more or besides != line_report.LineReport() or receipt.asked:
        return None
    query = (
        select(Outbox)
        .join(Match, Match.id == Outbox.match_id)
        .where(Outbox.player_id == seat_letter.seat.player_id, Outbox.created_at == inbound.now)
        .where(Match.code == receipt.told_in, Outbox.state == OutboxState.WAITING, Outbox.next_try_at <= inbound.now)
    )
    return inbound.session.scalars(query.limit(1)).first()


def _store_part(seat_letter: SeatLetter, presenter: MatchPresenter, report: line_report.LineReport) -> None:
    """Keep the report of a part of an answer to a digest, for the receipt of the whole."""
    answers = tuple(find(seat_letter, given) for given, find in seat_letter.receipt.asked)
    facts = _match_facts(seat_letter, presenter, answers)
    part = digest_kinds.MatchPart(
        reader=facts["reader"],
        match=facts["match"],
        account=_behind_code(report, seat_letter.match),
        answers=answers,
        press=facts["press"],
        proposals=facts["proposals"],
        hint=facts["hint"],
        kept_orders=None if seat_letter.held else waiting_news(presenter, write_code(seat_letter.match.code)),
        shown=bool(facts["board"]),
    )
    text = write_part(digest_kinds.MATCH_PART, presenter.language, part)
    store_part(seat_letter.inbound, text, facts["board"], seat_letter.receipt.attachment)


def _behind_code(report: line_report.LineReport, match: Match) -> line_report.LineReport:
    """Write the suggestions of a report as they work in an answer to a digest: behind the code of the match."""
    refused = (
        replace(
            one, nearest=tuple(replace(near, order=f"{write_code(match.code)} {near.order}") for near in one.nearest)
        )
        for one in report.refused
    )
    return replace(report, refused=tuple(refused))


def _with_answers(
    seat_letter: SeatLetter, presenter: MatchPresenter, report: line_report.LineReport
) -> line_report.LineReport:
    """Add the answers to the questions of a form: no receipt will bring them."""
    if not seat_letter.receipt.asked:
        return report
    facts = _receipt_facts(seat_letter, presenter, report)
    return replace(report, answers=write_answers(presenter.language, facts))


def _receipt_facts(
    seat_letter: SeatLetter, presenter: MatchPresenter, report: line_report.LineReport
) -> turn_kinds.Receipt:
    answers = tuple(find(seat_letter, given) for given, find in seat_letter.receipt.asked)
    facts = _match_facts(seat_letter, presenter, answers)
    if any(answer.kind == "status" for answer in answers):
        facts["match"] = presenter.with_credit(facts["match"], seat_letter.inbound.session)
    match = seat_letter.match
    ends = match.finished_at is not None and match.finished_at >= seat_letter.inbound.now and bool(report.done)
    return turn_kinds.Receipt(account=report, answers=answers, ends=ends, **facts)


def _match_facts(seat_letter: SeatLetter, presenter: MatchPresenter, answers: Sequence[Answer]) -> turn_facts.TurnFacts:
    work, match = seat_letter.inbound.work, seat_letter.match
    if seat_letter.begun is None:
        facts = turn_facts.waiting_facts(presenter)
        return facts | {"offers": ()} if _asks_for_help(seat_letter, answers) else facts
    if _asks_for_help(seat_letter, answers):
        facts = turn_facts.turn_facts(work, presenter, seat_letter.begun, shown=False, offered=False)
        return facts | {"offers": (), "hint": ""}
    shown, offered = _shows_board(seat_letter, answers), match.to_move == seat_letter.seat.number
    facts = turn_facts.turn_facts(work, presenter, seat_letter.begun, shown=shown, offered=offered)
    if seat_letter.held:
        yes = presenter.offer(presenter.language.gettext("yes"), "play_now")
        return facts | {"kept_orders": None, "offers": (yes, presenter.command("wait", "wait"))}
    if not shown and _refuses_order(seat_letter):
        facts["board"], facts["offers"] = presenter.picture(seat_letter.begun), _few_offers(seat_letter, presenter)
        return facts
    if offered and not shown:
        facts["offers"] = (*facts["offers"], presenter.command("board", "board"))
    return facts


def _few_offers(seat_letter: SeatLetter, presenter: MatchPresenter) -> tuple[Offer, ...]:
    """Offer what helps after a refusal: two examples and the ways to more. The letter before it has all the rest."""
    table = seat_letter.begun
    examples = presenter.example_offers(table, most=2) if table and seat_letter.match.to_move == presenter.seat else ()
    answers = presenter.answers_to(seat_letter.loaded.proposals)
    return (*examples, *answers, presenter.command("board", "explained"), presenter.command("help", "help"))


def build_report(seat_letter: SeatLetter, presenter: MatchPresenter) -> line_report.LineReport:
    """Build the report on every line, in the reader's language."""
    inbound, receipt = seat_letter.inbound, seat_letter.receipt
    return line_report.LineReport(
        played=tuple(_report_played(one, presenter) for one in receipt.played if one.seat == presenter.seat),
        taken_back=_done(receipt.taken_back, presenter),
        done=_done(receipt.done, presenter),
        waiting=_done(receipt.waiting, presenter),
        delayed=receipt.delayed,
        refused=tuple(
            line_report.Refused(
                order=one.order,
                reason=presenter.say(one.refusal.note),
                nearest=presenter.nearest(one.refusal, seat_letter.begun),
            )
            for one in receipt.refused
        ),
        undone=tuple(receipt.undone),
        not_reached=tuple(receipt.not_reached),
        after_turn=tuple(line for line in receipt.after_turn if not ends_turn(line)),
        needless=tuple(filter(ends_turn, receipt.after_turn)),
        beyond=tuple(receipt.beyond),
        halted=receipt.halted,
        to_send="" if receipt.readings else _write_to_send(seat_letter, presenter),
        ignored=tuple(receipt.ignored) if receipt.readings else (*receipt.ignored, *inbound.reply.unsure),
        untried=(*receipt.untried, *receipt.sorted.untried),
        comments=receipt.sorted.comments,
        stop=receipt.sorted.ended_by,
        below_stop=receipt.sorted.below,
        readings=receipt.readings,
        quoted=inbound.reply.quoted - receipt.from_quote,
        quoted_from=inbound.reply.quoted_from,
        signature=(*inbound.reply.signature, *receipt.sorted.contacts),
        banner=inbound.reply.banner,
        also=other_matches(inbound, presenter.match, seat_letter.seat),
        turned_over=_turned_over(receipt, presenter),
    )


def _write_to_send(seat_letter: SeatLetter, presenter: MatchPresenter) -> str:
    """Write the line that sends the first ignored words to the others, if they say more than a greeting."""
    others = [seat for seat in presenter.match.seats if seat.by_person and seat is not seat_letter.seat]
    words = next((line for line in seat_letter.receipt.ignored if says_something(line)), "")
    if not others or not words:
        return ""
    said = words.strip() if len(words) <= LONGEST_SHOWN else "..."
    return f"{word_for('press', presenter.language.language)} {said}"


def _done(carried_out: Sequence[tuple[str, Note]], presenter: MatchPresenter) -> tuple[line_report.Done, ...]:
    return tuple(line_report.Done(order=order, said=presenter.say(note)) for order, note in carried_out)


def _report_played(one: Played, presenter: MatchPresenter) -> line_report.Played:
    """Report a step in the reader's language. Its canonical form is another way to write the same."""
    step, said = presenter.write(one.step), (note for note in one.notes if note.seen_by(presenter.seat))
    as_written = bool(one.order) and one.step.casefold().endswith(one.order.casefold())
    by_habit = not one.order and not one.forced
    return line_report.Played(
        order=step if as_written else one.order,
        step=step,
        said=tuple(map(presenter.say, said)),
        by_habit=by_habit,
        ends_habit=presenter.end_of_habit(one.step) if by_habit else "",
    )


def _turned_over(receipt: Receipt, presenter: MatchPresenter) -> str:
    """Return a headline for the revelation of the last step, if the same player is still to move in the same turn."""
    last = receipt.played[-1] if receipt.played else None
    waits = (
        last is not None
        and last.revealed
        and last.seat == presenter.match.to_move
        and last.turn == presenter.match.turn
    )
    return presenter.head(last.notes) if last is not None and waits else ""


def _asks_for_help(seat_letter: SeatLetter, answers: Sequence[Answer]) -> bool:
    """Did the writer ask for help and for nothing else? The answer has its own examples then."""
    receipt = seat_letter.receipt
    others = receipt.played or receipt.taken_back or receipt.done or receipt.refused or receipt.waiting
    return bool(answers) and not others and all(isinstance(answer, HELP) for answer in answers)


def _shows_board(seat_letter: SeatLetter, answers: Sequence[Answer]) -> bool:
    """Does the receipt show the whole board, with the news, the note and the plan?

    It does if one of these is true:

    - The writer asked for the board, or chose another layout.
    - They answered the letter of an earlier turn: this one is the letter to answer.
    - Their plan answered at once.
    - A step of theirs revealed something. A board that is read aloud is not repeated for this: the lines of the receipt
      tell the change, and the next letter has the whole board.
    - It is their turn, and they do not know the board yet. They know it if the letter only played on in the same turn,
      or was about something else.

    For an order that was refused, the picture is enough (`_refuses_order`): all else stands in the letter before.
    """
    receipt, moves = seat_letter.receipt, seat_letter.match.to_move == seat_letter.seat.number
    asked = any(isinstance(answer, BoardAnswer) for answer in answers) or any(
        given.command.name == "layout" for given in receipt.sorted.commands
    )
    own = [one for one in receipt.played if one.seat == seat_letter.seat.number]
    stale = any(one.refusal.key is RefusalKey.STALE for one in receipt.refused)
    knows = bool(own or receipt.done or receipt.refused or seat_letter.held) and not seat_letter.turn_ended
    planned = any(row.how == "plan" and row.seat == seat_letter.seat.number for row in seat_letter.loaded.fresh)
    aloud = seat_letter.seat.player is not None and seat_letter.seat.player.layout == "linear"
    revealed = any(one.revealed for one in own) and not aloud
    return asked or stale or planned or revealed or (moves and not knows)


def _refuses_order(seat_letter: SeatLetter) -> bool:
    """Was an order refused, and not only a command or a line of a plan?"""
    receipt = seat_letter.receipt
    others = {*(given.line for given in receipt.sorted.commands), *receipt.sorted.plans}
    known = {line[:LONGEST_SHOWN] for line in others}
    return any(
        one.order[:LONGEST_SHOWN] not in known and one.refusal.key is not RefusalKey.OVER_TALK
        for one in receipt.refused
    )
