"""Use cases of the service without a broker: pages, letters, sweeps, sending."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial

from flask import Flask

from adjudicator.config.settings import Settings
from adjudicator.mail.incoming.bounce import Bounce
from adjudicator.run.doctor import run_checks
from adjudicator.services.automated import bounces
from adjudicator.services.context import Context
from adjudicator.services.identity import sign_in_links
from adjudicator.services.inbound import imap_progress, intake
from adjudicator.services.jobs import judging, letter_sender, periodic_sweep
from adjudicator.services.matches.opening import lobby
from adjudicator.services.players import invitation_limits, web_sessions
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.tables import Outbox, Player
from adjudicator.web import create_app
from adjudicator.web.request import current_user
from bench.dataset import Size, opening_digests
from bench.depth import next_turn
from bench.letter_match import Board
from bench.made_matches import FIRST

BOX = "imaps://play@mail.example/INBOX"
WORDS = "help\nlist\naddresses\nnew egyptos with guest@guest.example\nlanguage de\nabsence until 2030-01-01\n"

UseCase = tuple[str, Callable[[], object]]


class Nowhere:
    """A relay that takes everything."""

    def send(self, envelope_from: str, recipient: str, raw: bytes) -> None:
        """Take a letter."""


def use_cases(context: Context, board: Board, size: Size, now: datetime) -> Iterator[UseCase]:
    """Yield the name of each use case with a function that runs it."""
    yield from pages(context, board, now)
    yield from _letters(context, board, now)
    yield "a sweep", lambda: periodic_sweep.run_sweep(context, now)
    yield "sending due letters", lambda: letter_sender.send_due(context, Nowhere(), lambda: now + timedelta(seconds=1))
    yield "a sender's waiting letters", lambda: intake.count_waiting_from(context, "anna0@a.example", "", 100)
    yield "those to a seat", lambda: intake.count_waiting_from(context, "anna0@a.example", "match k7q2 1", 100)
    yield "a bounce", lambda: _bounce(context, FIRST + size.archived // 2, now)
    yield "a link to sign in", lambda: sign_in_links.send_link(context, "anna0@a.example", "en", now)
    yield "an invitation", lambda: _invite(context, now)
    yield "a new match", lambda: _open(context, now)
    yield "IMAP bookkeeping", lambda: _fetch(context, now)
    yield "the doctor", lambda: list(run_checks(_settings(context), context, now))


def pages(context: Context, board: Board, now: datetime) -> Iterator[UseCase]:
    """Yield the name of each page with a function that opens it."""
    app, token = signed_in_app(context)
    (_, laid), _ = opening_digests()
    middle = (now - timedelta(days=1800)).strftime("%Y-%m-%dT%H:%M:%SZ")
    for name, path in (
        ("the front page", "/"),
        ("the archive", "/archive"),
        ("the archive, half way down", f"/archive?before={middle}"),
        ("a digest that is looked up", "/verify?line=5f3a+91c0"),
        ("the archive: a name", "/archive?player=Anna+N0017"),
        ("the archive: a name that everybody has", "/archive?player=anna&result=won&kind=resigned"),
        ("the archive: two names", "/archive?names=anna+N0017+N0300"),
        ("the archive: a game, an ending, a year", f"/archive?game=egyptos&kind=annulled&from={now.year - 5}"),
        ("the archive: an option", "/archive?game=egyptos&options=opening%3Dswap&kind=time"),
        ("the archive: nothing to find", "/archive?player=nobody&with=anna"),
        ("openings: the first move", "/openings/egyptos"),
        ("openings: behind the second move", "/openings/egyptos?moves=M14"),
        ("openings: with another option", "/openings/egyptos?options=opening%3Dswap"),
        ("a position that stood in every match", f"/positions/{laid}"),
        ("the same, half way down", f"/positions/{laid}?before={middle}/0"),
        ("statistics", "/statistics"),
        ("statistics of a game", "/statistics/egyptos"),
        ("a player's own matches", "/mine"),
        ("all matches that wait for a player", "/turns"),
        ("the page of a match", f"/m/{board.code}"),
        ("the record of a match", f"/m/{board.code}/record.json"),
        ("the mailbox page", "/mailbox"),
        ("the mailbox page of one address", "/mailbox?to=anna0@a.example"),
    ):
        yield name, partial(_open_page, app, token, path)


def signed_in_app(context: Context) -> tuple[Flask, str]:
    """Build the pages, and sign a player in; return the token of the session as well."""
    app = create_app(_settings(context), context, limits_url="memory://")
    with unit_of_work(context, datetime.now(UTC)) as work:
        player = work.session.get_one(Player, 1)
        return app, web_sessions.open_session(work, player, player.address, "")


def _letters(context: Context, board: Board, now: datetime) -> Iterator[UseCase]:
    answer = next_turn(context, board).next_answer()
    away = "Auto-Submitted: auto-replied\r\nIn-Reply-To: <1@club.example>\r\nSubject: Out of office, back on 2030-01-01"
    yield "a move", lambda: _judge(context, answer.raw, answer.sender, answer.recipient, now)
    for name, sender, to, head, words in (
        ("commands", "anna0@a.example", context.addresses.service, "Subject: -", WORDS),
        ("a stranger's commands", "eve@e.example", context.addresses.service, "Subject: -", WORDS),
        ("unknown commands", "anna0@a.example", context.addresses.service, "Subject: -", "good evening"),
        ("a letter to a forged address", "anna0@a.example", _forged(board.answers_to[0]), "Subject: -", "M14"),
        ("an auto-reply", answer.sender, answer.recipient, away, "I am away until 2030-01-01."),
        (
            "press, a draw, resigning",
            answer.sender,
            answer.recipient,
            "Subject: -",
            "say Well!\ndraw\nresign\nrevoke\n",
        ),
    ):
        raw = f"From: {sender}\r\nTo: {to}\r\nMessage-ID: <{name.replace(' ', '.')}@x.example>\r\n{head}\r\n\r\n{words}"
        yield name, partial(_judge, context, raw.encode(), sender, to, now)


def _forged(address: str) -> str:
    local, _, domain = address.partition("@")
    return f"{local[:-1]}{'a' if local[-1] != 'a' else 'b'}@{domain}"


def _judge(context: Context, raw: bytes, sender: str, recipient: str, now: datetime) -> None:
    judging.judge_letter(
        context, intake.accept_letter(context, intake.Arrival(raw, recipient, sender, "smtp"), now), now
    )


def _open_page(app: Flask, token: str, path: str) -> None:
    client = app.test_client()
    with client.session_transaction() as session:
        session[current_user.KEY] = token
    response = client.get(path)
    if response.status_code != 200:
        raise RuntimeError(f"{path} was answered {response.status}")


def _bounce(context: Context, letter: int, now: datetime) -> None:
    with unit_of_work(context, now) as work:
        bounces.record_bounce(work, work.session.get_one(Outbox, letter), Bounce(True, "", "550 nobody"))


def _invite(context: Context, now: datetime) -> None:
    with unit_of_work(context, now) as work:
        invitation_limits.refuse_guests(work, work.session.get_one(Player, 1), ["guest@guest.example"])


def _open(context: Context, now: datetime) -> None:
    with unit_of_work(context, now) as work:
        wish = lobby.build_setup("egyptos", [lobby.OPEN], {})
        lobby.open_match(work, work.session.get_one(Player, 1), wish)


def _fetch(context: Context, now: datetime) -> None:
    uid = imap_progress.ImapUid(BOX, 1, imap_progress.highest_uid(context, BOX, 1) + 1)
    imap_progress.record_failure(context, uid, "a letter that nobody can read", now)
    imap_progress.uids_to_retry(context, BOX, 1)
    imap_progress.failed_letters(context, now - timedelta(days=1))
    imap_progress.retry_failed(context)
    imap_progress.last_visit(context)


def _settings(context: Context) -> Settings:
    url = context.store.engine.url.render_as_string(hide_password=False)
    return Settings.read({"ADJUDICATOR_SECRET": "a secret for the bench and nothing else", "DATABASE_URL": url})
