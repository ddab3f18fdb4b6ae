"""Puts a letter into the outbox: it is worded now, in the transaction that causes it, and sent later.

So a letter and the change that it reports are committed together or not at all. Next: `jobs.letter_sender` sends it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

import msgspec

from adjudicator.mail.address import stamp_row
from adjudicator.match.timekeeping.quiet_hours import QuietHours
from adjudicator.services.job_queue import ANY, Job
from adjudicator.services.outbox.letter_headers import AttachedText, LetterHeaders
from adjudicator.services.outbox.quiet_holds import Held, find_hold
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.tables import Match, Outbox, Player
from adjudicator.store.talk_tables import GistMessage
from adjudicator.texts.facts.letter_facts import Press
from adjudicator.texts.language.language import SOURCE, Language
from adjudicator.texts.language.language import language_for as language_of
from adjudicator.texts.letters import digest_kinds
from adjudicator.texts.letters.letter_kind import F, LetterKind
from adjudicator.texts.letters.letters import Summary, summarize_letter, write_letter

CLOCK_SKEW = timedelta(seconds=2)
"""Tolerated clock skew: a letter is due this much in the past, so that a worker on another machine finds it due."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipient:
    """The recipient of a letter, and the address for their answer."""

    address: str
    language: Language
    name: str = ""
    player_id: int | None = None
    player_stamp: str = ""
    """The stamp of the player's row, for the link to their letters."""
    reply_to: str = ""
    quiet: QuietHours | None = None
    """Their quiet hours, in their zone."""
    zone: str = "UTC"


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterRefs:
    """The context of a letter: its match, the letter that it answers, and how long it is current (`staleness`)."""

    match: Match | None = None
    inbox_id: int | None = None
    in_reply_to: str = ""
    while_turn: int | None = None
    """The letter is current only during this turn of the match."""
    stop_url: str = ""
    """The unsubscribe link; empty: the player's own link for all their letters."""
    true_until: datetime | None = None
    """The letter is current only until this moment."""
    merge_window: timedelta = timedelta(0)
    """How long it may wait to be merged into another letter (`coalescing`)."""
    digest_until: datetime | None = None
    """Until when it waits for a digest that tells its turn (`players.held_turns`)."""
    rules: tuple[str, ...] = ()
    """The games whose rules the letter contains."""
    attachment: AttachedText | None = None
    further: tuple[AttachedText, ...] = ()
    """More attachments."""
    proposal: int = 0
    """The number of the proposal that the letter asks about."""


def enqueue_letter(work: UnitOfWork, kind: LetterKind[F], facts: F, to: Recipient, refs: LetterRefs) -> None:
    """Write a letter from its facts, in the recipient's language, and put it into the outbox."""
    written = write_letter(kind, to.language, facts)
    due_at, held_until = work.now + (refs.merge_window or -CLOCK_SKEW), find_held_until(work, kind, to, refs)
    board: str = getattr(facts, "board", "")
    press: tuple[Press, ...] = getattr(facts, "press", ())
    summary = summarize_letter(kind, to.language, facts) if refs.merge_window else None
    letter = Outbox(
        kind=kind.name,
        created_at=work.now,
        next_try_at=max([due_at, *(until for until in (held_until, refs.digest_until) if until is not None)]),
        held_until=held_until,
        digest_until=refs.digest_until,
        match_id=refs.match.id if refs.match else None,
        player_id=to.player_id,
        inbox_id=refs.inbox_id,
        while_turn=refs.while_turn,
        true_until=refs.true_until,
        gist=summary.text if summary else "",
        messages=messages_of(summary) if summary else (),
        to_address=to.address,
        to_name=to.name,
        reply_to=to.reply_to,
        subject=written.subject,
        text=written.text,
        html=written.html,
        headers=msgspec.to_builtins(
            LetterHeaders(
                code=refs.match.code if refs.match else "",
                in_reply_to=refs.in_reply_to,
                stop_url=refs.stop_url,
                player_stamp=to.player_stamp,
                rules=refs.rules,
                attachment=refs.attachment,
                further=refs.further,
                proposal=refs.proposal,
                shown_entry=refs.match.entry_count if refs.match and board else 0,
                press=tuple(one.number for one in press),
            )
        ),
    )
    work.session.append(letter)
    work.enqueue(Job.POST, ANY)


def messages_of(summary: Summary) -> tuple[GistMessage, ...]:
    """Note where in a gist the messages of players stand."""
    return tuple(GistMessage(number, paragraphs) for number, paragraphs in summary.messages)


def find_held_until(work: UnitOfWork, kind: LetterKind[F], to: Recipient, refs: LetterRefs) -> datetime | None:
    """Return until when a letter waits because of its reader's quiet hours; None if it does not.

    One that waits for a digest is looked at again when it is due by itself.
    """
    if refs.digest_until is not None:
        return None
    match = refs.match
    is_asked_for = kind.name == digest_kinds.DIGEST.name or refs.inbox_id is not None
    is_asked_for |= to.player_id is not None and to.player_id == work.writer_id
    letter = Held(
        kind=kind.name,
        quiet=to.quiet,
        zone=to.zone,
        is_answer=is_asked_for,
        true_until=refs.true_until,
        due=match.due_at if match is not None and match.awaited_id == to.player_id else None,
    )
    hold = find_hold(letter, work.now)
    return None if hold is None else hold[1]


def recipient_of(player: Player, language: Language, reply_to: str) -> Recipient:
    """Address a player."""
    return Recipient(
        address=player.address,
        name=player.name,
        language=language,
        player_id=player.id,
        player_stamp=stamp_row(player.created_at),
        reply_to=reply_to,
        quiet=player.quiet_hours,
        zone=player.zone,
    )


def recipient_at(player: Player | None, address: str, language: Language, reply_to: str, name: str = "") -> Recipient:
    """Address a player, or, without one, somebody of whom only the address is known."""
    if player is not None:
        return recipient_of(player, language, reply_to)
    return Recipient(address=address, name=name, language=language, reply_to=reply_to)


def enqueue_for_host(work: UnitOfWork, kind: LetterKind[F], facts: F, match_id: int | None = None) -> None:
    """Write to the host, if their address is set; they can answer with a deed."""
    if work.context.host_address:
        addresses = work.context.addresses
        match = work.session.get_one(Match, match_id) if match_id is not None else None
        enqueue_letter(
            work,
            kind,
            facts,
            Recipient(
                address=work.context.host_address,
                language=language_of(SOURCE),
                reply_to=addresses.host(match.id, match.created_at) if match else addresses.host_alone(),
            ),
            LetterRefs(),
        )
