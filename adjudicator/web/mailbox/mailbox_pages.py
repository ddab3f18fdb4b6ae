"""The mailbox page of a service on one's own machine: every letter of the outbox, and a form to answer it.

It exists only if the settings turn it on, and only for requests from this machine; others get 404.
"""

from __future__ import annotations

import email
import email.policy
import secrets
from dataclasses import dataclass
from email.headerregistry import Address
from email.message import EmailMessage

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from adjudicator.mail.errors import SenderFault
from adjudicator.mail.trust.from_header import check_address
from adjudicator.services.context import Context
from adjudicator.services.inbound import intake
from adjudicator.services.outbox.message import build_message
from adjudicator.store.tables import Outbox
from adjudicator.texts.language.language import Language
from adjudicator.texts.times import times
from adjudicator.web.forms.asker import NO_ADDRESS
from adjudicator.web.matches import page_queries
from adjudicator.web.rendering.rendering import flash_remark, render_page
from adjudicator.web.request import app_context
from adjudicator.web.request.current_user import current_visitor
from adjudicator.web.request.local_peer import sees_mailbox
from adjudicator.web.request.security_headers import LETTER_POLICY

pages = Blueprint("mailbox", __name__)
pages.before_request(lambda: None if sees_mailbox() else abort(404))

CHANNEL = "mailbox"
SHOWN_HEADERS = ("From", "To", "Reply-To", "Subject", "Date", "Message-ID", "References", "List-Unsubscribe")


@dataclass(frozen=True, slots=True)
class MailboxLetter:
    """A letter with its headers."""

    headers: tuple[tuple[str, str], ...]
    reply_to: str
    message_id: str
    references: str


@pages.get("/mailbox")
def list_letters() -> Response:
    """List the sent letters, the newest first."""
    address = request.args.get("to", "")
    with app_context.context().store.reading() as session:
        letters, people = page_queries.list_outbox(session, address), page_queries.newest_recipients(session)
    return render_page(
        "mailbox", letters=letters, people=people, address=address, writer=address, text="help", fault=""
    )


@pages.get("/mailbox/<int:number>")
def show_letter(number: int) -> Response:
    """Show a letter with its headers, and a form to answer it."""
    row = _find(number)
    return render_page("letter", letter=row, envelope=_envelope(app_context.context(), row))


@pages.get("/mailbox/<int:number>/html")
def show_html_part(number: int) -> Response:
    """Show the HTML part by itself, under a policy that loads nothing."""
    response = Response(_find(number).html, mimetype="text/html")
    response.headers["Content-Security-Policy"] = LETTER_POLICY
    return response


@pages.post("/mailbox/<int:number>")
def reply_to_letter(number: int) -> Response:
    """Answer a letter as a mail program does, the old text quoted below."""
    row, context = _find(number), app_context.context()
    answer = _compose(row.to_address, row.to_name, row.reply_to or context.addresses.service, f"Re: {row.subject}")
    envelope = _envelope(context, row)
    answer["In-Reply-To"] = envelope.message_id
    answer["References"] = f"{envelope.references} {envelope.message_id}".strip()
    answer.set_content(f"{_written()}\n\n{quote_letter(row, current_visitor().language)}")
    return _hand_in(answer, row.to_address, row.reply_to or context.addresses.service)


@pages.post("/mailbox")
def write_letter() -> Response:
    """Write a new letter to the service."""
    context = app_context.context()
    typed = request.form.get("address", "").strip()
    try:
        address = check_address(typed)
    except SenderFault:
        with context.store.reading() as session:
            letters, people = page_queries.list_outbox(session), page_queries.newest_recipients(session)
        return render_page(
            "mailbox", 422, letters=letters, people=people, address="", writer=typed, text=_written(), fault=NO_ADDRESS
        )
    fresh = _compose(address, "", context.addresses.service, "")
    fresh.set_content(f"{_written()}\n")
    return _hand_in(fresh, address, context.addresses.service)


def quote_letter(row: Outbox, language: Language) -> str:
    """Quote a letter below the answer to it."""
    written = times.format_short(row.created_at, "UTC", language)
    lead = language.gettext("On %(date)s, %(who)s wrote:") % {"date": written, "who": "Adjudicator"}
    return "\n".join([lead, *(f"> {line}".rstrip() for line in row.text.splitlines())]) + "\n"


def _find(number: int) -> Outbox:
    with app_context.context().store.reading() as session:
        row = page_queries.load_outbox_letter(session, number)
    if row is None:
        abort(404)
    return row


def _envelope(context: Context, row: Outbox) -> MailboxLetter:
    parsed = email.message_from_bytes(build_message(context, row), policy=email.policy.default)
    return MailboxLetter(
        headers=tuple((name, str(parsed[name])) for name in SHOWN_HEADERS if parsed[name]),
        reply_to=row.reply_to,
        message_id=str(parsed["Message-ID"]),
        references=str(parsed["References"] or ""),
    )


def _compose(address: str, name: str, to: str, subject: str) -> EmailMessage:
    local, _, domain = address.rpartition("@")
    letter = EmailMessage(policy=email.policy.SMTP)
    letter["From"] = Address(name, local, domain)
    letter["To"] = to
    letter["Subject"] = subject
    letter["Message-ID"] = f"<{secrets.token_hex(16)}@mailbox.invalid>"
    return letter


def _written() -> str:
    return request.form.get("text", "").replace("\x00", "").strip()


def _hand_in(letter: EmailMessage, sender: str, recipient: str) -> Response:
    intake.accept_letter(
        app_context.context(), intake.Arrival(letter.as_bytes(), recipient, sender, CHANNEL), app_context.now()
    )
    flash_remark(
        current_visitor().language.gettext("Your letter is on its way. Load the page again in a moment for the answer.")
    )
    return redirect(url_for("mailbox.list_letters", to=sender), 303)
