"""Mail that mailboxes send by themselves: bounces, vacation notices, reactions, answers to meetings."""

from __future__ import annotations

from email.message import EmailMessage

from sqlalchemy import select

from adjudicator.services.jobs import periodic_sweep
from adjudicator.store.tables import Player
from testkit.club import Club, address_of

GONE = "5.1.1"
FULL = "5.2.2"


def sweep(club: Club) -> None:
    """Let the clock's sweep come by, and everything happen that follows."""
    periodic_sweep.run_sweep(club.context, club.now)
    club.work()


def player_of(club: Club, person: str) -> Player:
    with club.context.store.reading() as session:
        return session.scalars(select(Player).where(Player.address == address_of(person))).one()


def envelope_of(club: Club, letter: EmailMessage) -> str:
    """Find the envelope's sender that a letter went out with."""
    return club.transport.envelopes[[id(one) for one in club.transport.letters].index(id(letter))][0]


def report(status: str, original: str = "", action: str = "failed") -> bytes:
    """Write a delivery report (RFC 3464) on a letter."""
    enclosed = f"--b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: {original}\r\n\r\n" if original else ""
    return (
        "From: MAILER-DAEMON@mx.example\r\nSubject: Undelivered Mail Returned to Sender\r\nMIME-Version: 1.0\r\n"
        "Auto-Submitted: auto-replied\r\n"
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n"
        "--b\r\n\r\nI am sorry.\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n"
        "Reporting-MTA: dns; mx.example\r\n\r\n"
        f"Final-Recipient: rfc822; somebody@mx.example\r\nAction: {action}\r\nStatus: {status}\r\n"
        f"Diagnostic-Code: smtp; 550 {status} as it is\r\n{enclosed}--b--\r\n"
    ).encode()


def bounce(club: Club, letter: EmailMessage, status: str = GONE, *, signed: bool = True, action: str = "failed") -> str:
    """Let a letter come back to its envelope's sender, or only with its name in it; return the verdict."""
    name = str(letter["Message-ID"])
    to = envelope_of(club, letter) if signed else club.context.addresses.service
    number = club.bring(report(status, "" if signed else name, action), to, "")
    club.work()
    return club.inbox(number).verdict


def say_away(club: Club, person: str, text: str, to: str, subject: str = "Automatic reply") -> str:
    """Let a person's mailbox answer by itself; return the verdict."""
    number = club.write(person, to, text, subject=subject, Auto_Submitted="auto-replied")
    return club.inbox(number).verdict


def pressed(person: str, to: str, kind: str, name: str) -> bytes:
    """Write what a press of a button sends: a reaction, or an answer to an appointment."""
    content = {
        "reaction": 'Content-Type: text/vnd.google.email-reaction+json\r\n\r\n{"emoji": "x", "version": 1}',
        "calendar": "Content-Type: text/calendar; method=REPLY\r\n\r\nBEGIN:VCALENDAR\r\nMETHOD:REPLY\r\nEND:VCALENDAR",
    }[kind]
    return (
        f"From: {person}\r\nTo: {to}\r\nSubject: Re: Your turn\r\nMessage-ID: <{name}@mail.example>\r\n"
        "MIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n"
        f"--b\r\nContent-Type: text/plain\r\n\r\nM14\r\n--b\r\n{content}\r\n--b--\r\n"
    ).encode()
