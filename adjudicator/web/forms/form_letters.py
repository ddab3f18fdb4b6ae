"""Turns a form into a letter in the inbox, where it is judged like any other letter."""

from __future__ import annotations

import re
import secrets
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP

from flask import abort, request

from adjudicator.mail.commands.lines.translation import translate_command
from adjudicator.services.inbound import intake
from adjudicator.services.players.players import clean_name
from adjudicator.web.request import app_context
from adjudicator.web.request.current_user import current_visitor

_MARK = re.compile(r"[0-9a-f]{32}")
LONGEST_WORD = 200
CHANNEL = "form"
"""The channel of letters from forms of visitors who are not signed in; they are answered by mail."""


def read_shuffle_word() -> str:
    """Read the word of their own that somebody typed for the shuffle."""
    return request.form.get("word", "").strip()[:LONGEST_WORD]


def new_form_key() -> str:
    """Make the idempotency key of a form: sending the form twice makes one letter."""
    return secrets.token_hex(16)


def read_form_key() -> str:
    """Read the key of the form that was sent, or end the request if it is malformed."""
    form_key = request.form.get("mark", "")
    if not _MARK.fullmatch(form_key):
        abort(400)
    return form_key


def translate_form(order: str) -> str:
    """Write a command of a form in the visitor's language, in which the answer quotes it; lines below it stay."""
    line, *below = order.split("\n")
    return "\n".join((translate_command(line, current_visitor().language.language), *below))


def write_to_service(address: str, name: str, order: str, form_key: str) -> int:
    """Put a letter to the service into the inbox in the name of an address, which has to confirm it by mail."""
    context = app_context.context()
    local, _, domain = address.rpartition("@")
    letter = EmailMessage(policy=SMTP)
    letter["From"] = Address(clean_name(name), local, domain)
    letter["To"] = context.addresses.service
    letter["Message-ID"] = f"<{form_key}@form.invalid>"
    letter.set_content(f"{translate_form(order)}\n")
    arrival = intake.Arrival(letter.as_bytes(), context.addresses.service, address, CHANNEL)
    return intake.accept_letter(context, arrival, app_context.now())
