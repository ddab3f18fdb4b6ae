"""Letters from the host that ask for a deed.

The host's letters have a signed Reply-To of their own: an answer from the host's address is carried out at once, but
for going back, which is shown first. Nothing proves who wrote a letter to the service itself, so a deed that is asked
for there is always asked back. Nobody else can do either. A letter does one deed, as it locks one match.
"""

from __future__ import annotations

from sqlalchemy.orm import Session

from adjudicator.mail.address import HostReplyAddress
from adjudicator.mail.trust.from_header import normalize_address, same_mailbox
from adjudicator.match.rulings.refusals import Refusal, RefusalKey
from adjudicator.services.host import deeds
from adjudicator.services.host.deed_lines import EXAMPLES, DeedLine, carry_out_line, read_deed_line, read_entry
from adjudicator.services.host.deeds import DeedRefused
from adjudicator.services.host.rewind_preview import describe_rewind
from adjudicator.services.inbound import refusal_letters
from adjudicator.services.inbound.authorization import objection_to_address, objection_to_player
from adjudicator.services.inbound.inbound_letter import InboundLetter, Outcome, VerdictKind
from adjudicator.services.inbound.reply_limits import reply_quota
from adjudicator.services.inbound.unsure_letters import objection_to_unsure
from adjudicator.services.links import request_address
from adjudicator.services.matches.opening.lobby import create_request
from adjudicator.services.matches.rows.match_rows import lock_match
from adjudicator.services.outbox.enqueue import LetterRefs, Recipient, enqueue_letter
from adjudicator.services.players.letter_readers import reader_at
from adjudicator.services.players.players import find_player
from adjudicator.services.refusals_roll_back import refusals_roll_back
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.signed_rows import only_if_named
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.request_wishes import DEED, DeedWish
from adjudicator.store.states import RequestKind
from adjudicator.store.tables import Match, Request
from adjudicator.texts.facts.letter_facts import Offer
from adjudicator.texts.language.language import SOURCE, language_for
from adjudicator.texts.letters import host_kinds, letter_kind


def handle_host_answer(inbound: InboundLetter, route: HostReplyAddress) -> Outcome:
    """Judge an answer to a letter for the host."""
    host = inbound.context.host_address
    if not host:
        return Outcome(VerdictKind.NO_REQUEST)
    if objection := _objection(inbound, host):
        return refusal_letters.refuse_not_asked(inbound, objection, host)
    if objection := objection_to_unsure(inbound, lambda lines: any(map(read_deed_line, lines))):
        return refusal_letters.refuse_stranger(inbound, objection)
    if not reply_quota(inbound).left:
        return Outcome(VerdictKind.ENOUGH)
    line = _first_deed(inbound)
    if line is None:
        _answer(inbound.work, "", "this asks for no deed of the host", inbound.letter.message_id)
        return Outcome(VerdictKind.REFUSED, "no deed")
    return _judge(inbound, line, _find_answered(inbound.session, route), at_once=line.verb != "rewind")


def _objection(inbound: InboundLetter, host: str) -> Refusal | None:
    """Return why the writer may not act for the host: from another address, unproved, or without the host's key."""
    player = find_player(inbound.session, host)
    objection = objection_to_address(inbound, host)
    if objection is None and player is not None:
        return objection_to_player(inbound, player, player.created_at)
    return objection


def handle_fresh_letter(inbound: InboundLetter) -> Outcome | None:
    """Ask a deed back that a letter to the service asks for in the host's name; None if it asks for none."""
    host = inbound.context.host_address
    if not host or not same_mailbox(inbound.sender, host):
        return None
    line = _first_deed(inbound)
    if line is None or not line.is_hosts:
        return None
    if not reply_quota(inbound).left:
        return Outcome(VerdictKind.ENOUGH)
    return _judge(inbound, line, None, at_once=False)


def carry_out_asked(work: UnitOfWork, request: Request) -> None:
    """Do a deed to which the host has said yes. Raises `RefusedError` if the host is another one now."""
    wish, line = DEED.convert(request.wish), read_deed_line(DEED.convert(request.wish).line)
    if line is None or request.address != normalize_address(work.context.host_address):
        raise RefusedError(Refusal(RefusalKey.EXPIRED))
    try:
        with refusals_roll_back(work):
            match = _find(work, line, work.session.get(Match, request.match_id) if request.match_id else None)
            if match is not None and line.verb == "rewind" and match.chain != wish.chain:
                raise DeedRefused("something has been played meanwhile; ask again, and look at it again")  # noqa: TRY301
            _carry_out(work, match, line)
    except DeedRefused as fault:
        _answer(work, line.text, str(fault))
    else:
        _answer(work, line.text, "", match=match)


def _first_deed(inbound: InboundLetter) -> DeedLine | None:
    subject = () if inbound.reply.quoted else (inbound.letter.subject,)
    return next(filter(None, map(read_deed_line, inbound.reply.lines or subject)), None)


def _find_answered(session: Session, route: HostReplyAddress) -> Match | None:
    return only_if_named(session, session.get(Match, route.match), route.stamp) if route.match else None


def _judge(inbound: InboundLetter, line: DeedLine, answered: Match | None, *, at_once: bool) -> Outcome:
    work, answers = inbound.work, inbound.letter.message_id
    try:
        with refusals_roll_back(work):
            match = _find(work, line, answered)
            if at_once:
                _carry_out(work, match, line)
            else:
                _ask(work, match, line, answers)
    except DeedRefused as fault:
        _answer(work, line.text, str(fault), answers)
        return Outcome(VerdictKind.REFUSED, "deed")
    inbound.match_id = match.id if match else None
    if not at_once:
        return Outcome(VerdictKind.ASKED_BACK)
    _answer(work, line.text, "", answers, match)
    return Outcome(VerdictKind.DONE)


def _find(work: UnitOfWork, line: DeedLine, answered: Match | None) -> Match | None:
    """Lock the match of a line: that of its code, else that of the letter which it answers."""
    code = line.code or (answered.code if answered else "")
    match = lock_match(work.session, code) if code else None
    if match is None and (code or line.verb != "broadcast"):
        raise DeedRefused(f"there is no match {code}" if code else f"name the match, such as: K7Q2 {EXAMPLES[0]}")
    return match


def _carry_out(work: UnitOfWork, match: Match | None, line: DeedLine) -> None:
    if match is None:
        deeds.broadcast(work, line.argument)
    else:
        carry_out_line(work, match, line)


def _ask(work: UnitOfWork, match: Match | None, line: DeedLine, answers: str) -> None:
    """Show the changes that a deed would make, and ask for a yes."""
    deeds.check_reason(line.reason)
    preview: tuple[str, ...] = ()
    if match is not None and line.verb == "rewind":
        preview = tuple(describe_rewind(work.context, match, deeds.preview_rewind(work, match, read_entry(line))))
    elif match is not None and line.verb != "broadcast":
        deeds.check_power(work, match)
    language = language_for(SOURCE)
    request = create_request(
        work,
        RequestKind.DEED,
        work.context.host_address,
        "",
        SOURCE,
        match_id=match.id if match else None,
        wish=DeedWish(line.text, match.chain if match else ""),
    )
    address = request_address(work.context, request)
    yes, no = language.gettext("yes"), language.gettext("no")
    facts = host_kinds.HostConfirm(
        reader=reader_at(work.context, ""),
        order=line.text,
        preview=preview,
        offers=(Offer.by_mail(yes, "confirm", address), Offer.by_mail(no, "decline", address)),
        expires=request.expires_at,
    )
    _write(work, host_kinds.HOST_CONFIRM, facts, address, answers)


def _answer(work: UnitOfWork, order: str, why_not: str, answers: str = "", match: Match | None = None) -> None:
    addresses = work.context.addresses
    reply_to = addresses.host(match.id, match.created_at) if match else addresses.host_alone()
    facts = host_kinds.HostAnswer(
        reader=reader_at(work.context, ""), order=order, why_not=why_not, examples=EXAMPLES if why_not else ()
    )
    _write(work, host_kinds.HOST_ANSWER, facts, reply_to, answers)


def _write(
    work: UnitOfWork, kind: letter_kind.LetterKind[letter_kind.F], facts: letter_kind.F, reply_to: str, answers: str
) -> None:
    to = Recipient(address=work.context.host_address, language=language_for(SOURCE), reply_to=reply_to)
    enqueue_letter(work, kind, facts, to, LetterRefs(in_reply_to=answers))
