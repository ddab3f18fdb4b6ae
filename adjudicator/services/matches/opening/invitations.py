"""The invitation letter, and the letter that withdraws it. Their reader may never have heard of us."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.mail.commands.table.command_words import word_for
from adjudicator.match.record.sealing import digest_seed
from adjudicator.services.links import never_url, request_address, request_url
from adjudicator.services.matches.rows.known_matches import may_see
from adjudicator.services.matches.view.presenter import MatchPresenter
from adjudicator.services.outbox.enqueue import LetterRefs, enqueue_letter, recipient_at
from adjudicator.services.players.letter_readers import reader_at, reader_for
from adjudicator.services.players.players import find_player
from adjudicator.services.players.suppression import is_suppressed
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.request_wishes import GREETING
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match, Player, Request, Seat
from adjudicator.texts.facts.letter_facts import Offer
from adjudicator.texts.language.language import LANGUAGES, N_, Language, language_for
from adjudicator.texts.letters import opening_kinds


def write_invitation(work: UnitOfWork, match: Match, seat: Seat, inviter: Player, request: Request) -> None:
    """Write to the guest of a seat. They answer yes, no or never by mail or on a page."""
    known = find_player(work.session, seat.guest)
    language = language_for(known.language if known else request.language)
    address, never = request_address(work.context, request), never_url(work.context, request)
    layout = known.layout if known else "wide"
    presenter = MatchPresenter(work.context, match, language, layout, seat.number, address, public=False)
    facts = opening_kinds.Invitation(
        reader=reader_for(work.context, known, seat.number, match) if known else reader_at(work.context, seat.name),
        match=presenter.facts(),
        inviter=inviter.name,
        seed_digest=digest_seed(match.code, match.seed),
        offers=(
            Offer.by_mail(language.gettext("yes"), "join", address),
            Offer.by_mail(language.gettext("no"), "decline", address),
            Offer.by_mail(language.gettext("never"), "never", address),
        ),
        url=request_url(work.context, request),
        never_url=never,
        expires=request.expires_at,
        inviter_address=inviter.address,
        greeting=GREETING.convert(request.wish).greeting,
        newcomer=known is None and work.context.intake,
        others=() if known or not work.context.intake else tuple(_in_other_languages(language)),
    )
    to = recipient_at(known, seat.guest, language, address)
    enqueue_letter(
        work,
        opening_kinds.INVITATION,
        facts,
        to,
        LetterRefs(match=match, stop_url=never, true_until=request.expires_at),
    )


def _in_other_languages(language: Language) -> Iterator[str]:
    """Tell in each other language how to get the invitation in it."""
    for code in LANGUAGES:
        if code != language.language:
            other = language_for(code)
            line = f"{word_for('language', code)} {code}"
            yield other.gettext(N_("In English? Answer with this line: %(line)s")) % {"line": line}


def write_withdrawal(work: UnitOfWork, match: Match, request: Request) -> None:
    """Write to a guest who has not answered that their seat is not kept any more."""
    owner, known = match.seats[0], find_player(work.session, request.address)
    if is_suppressed(work.context, work.session, request.address):
        return
    language = language_for(known.language if known else request.language)
    never, service = never_url(work.context, request), work.context.addresses.service
    linked = may_see(work.session, match, known, request.address)
    presenter = MatchPresenter(work.context, match, language, "wide", public=False, linked=linked)
    facts = opening_kinds.Withdrawn(
        reader=reader_for(work.context, known) if known else reader_at(work.context, "", never),
        match=presenter.facts(),
        inviter=owner.name,
        off=match.state is MatchState.CANCELLED,
    )
    to = recipient_at(known, request.address, language, service)
    enqueue_letter(work, opening_kinds.WITHDRAWN, facts, to, LetterRefs(match=match, stop_url=never))
