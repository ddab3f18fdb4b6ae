"""Replies to turn letters, as many mail programs write them in many languages: the seeds of mutations."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from random import Random

from testkit.mail.fuzz.part import Part, several, text

SEAT = "play+k7q2-1-9-dygsnhv6iujjgv2x@club.example"
ORDERS = ("M16", "m 16", "2 C4 sell; draw 1", "? M16", "help", "press Nice game!", "resign", "M14\nN15", "3 → C4", "")
GREETINGS = ("", "Hi Anna,\n\n", "Ciao!\n", "Guten Abend,\n\n", "\u3053\u3093\u306b\u3061\u306f\n")
SIGNATURES = (
    *("", "\n-- \nBert\n", "\nSent from my iPhone\n", "\nVon meinem Handy gesendet\n", "\n--\nBert\n+31 20 555 01\n"),
    *("\nInviato da iPhone\n", "\n________________________________\nThis e-mail is confidential.\n"),
)
INTRODUCTIONS = (
    "On Fri, 27 Nov 2026 at 20:00, Adjudicator <{to}> wrote:",
    "On Fri, 27 Nov 2026 at 20:00,\nAdjudicator <{to}>\nwrote:",
    "Il giorno ven 27 nov 2026 alle ore 20:00 Adjudicator <{to}> ha scritto:",
    "Le ven. 27 nov. 2026 \u00e0 20:00, Adjudicator <{to}> a \u00e9crit\u00a0:",
    "Op vr 27 nov 2026 om 20:00 schreef Adjudicator <{to}>:",
    "Am Fr., 27. Nov. 2026 um 20:00 Uhr schrieb Adjudicator <{to}>:",
    "El vie, 27 nov 2026 a las 20:00, Adjudicator (<{to}>) escribi\u00f3:",
    "2026\u5e7411\u670827\u65e5(\u91d1) 20:00 Adjudicator <{to}>:",
    "-----Original Message-----\nFrom: Adjudicator <{to}>\nSent: Friday, November 27, 2026 8:00 PM\nTo: b@example.org",
    "_______________\nVon: Adjudicator <{to}>\nGesendet: Freitag, 27. November 2026 20:00\nAn: Bert\nBetreff: Zug 9\n",
    "",
)
TURN_LETTER = """\
Anna laid M15. It is your turn (gold, O), until Thursday 3 December, 20:00.

       K  L  M  N  O  P
  16   .  .  .  .  .  .   16
  15   .  O (X) .  .  .   15
  14   .  .  X  O  .  .   14

Answer this letter with one line, for example
  M16          play this
  N15          play this
  help         all commands

The page of this match: https://club.example/m/K7Q2
"""


def reply(chance: Random) -> Part:
    """Write a reply in the manner of a random mail program."""
    letter = chance.choice(LAYOUTS)(chance)
    letter.headers = _head(chance) + letter.headers
    return letter


def _head(chance: Random) -> list[tuple[bytes, bytes]]:
    subjects = ("Re: [Egyptos K7Q2] Your turn 9", "AW: Zug", "=?utf-8?B?UmU6IFrDvGdl?=", "", "R: tocca a te \u2014 M16")
    senders = ("Bert <bert@example.org>", '"B. de Boer" <bert@example.org>', "=?utf-8?q?B=C3=A9rt?= <bert@example.org>")
    names = chance.randrange(10**9)
    head = {
        "Return-Path": "<bert@example.org>",
        "Received": "from mx.example.org by club.example; Fri, 27 Nov 2026 20:05:00 +0000",
        "From": chance.choice((*senders, "bert@example.org")),
        "To": chance.choice((SEAT, f"Adjudicator <{SEAT}>", "play@club.example")),
        "Subject": chance.choice(subjects),
        "Message-ID": f"<{names}@example.org>",
        "In-Reply-To": f"<7.k7q2-1-9-dygsnhv6iujjgv2x@club.example> <{'x' * chance.randrange(120)}@outlook.example>",
        "Date": "Fri, 27 Nov 2026 20:05:00 +0000",
        "MIME-Version": "1.0",
        "X-Mailer": "Some Program 1.0",
    }
    return [(name.encode(), value.encode()) for name, value in head.items()]


def _words(chance: Random) -> tuple[str, str, str]:
    """Choose written lines, introduction and quoted letter."""
    written = chance.choice(GREETINGS) + chance.choice(ORDERS) + "\n" + chance.choice(SIGNATURES)
    return written, chance.choice(INTRODUCTIONS).format(to=SEAT), TURN_LETTER * chance.choice((1, 1, 1, 3))


def _quoted(words: str, mark: str = "> ") -> str:
    return "".join(f"{mark}{line}\n" for line in words.splitlines())


def _above(chance: Random) -> Part:
    written, introduction, quoted = _words(chance)
    return text("plain", f"{written}\n{introduction}\n{_quoted(quoted)}", chance)


def _below(chance: Random) -> Part:
    written, introduction, quoted = _words(chance)
    return text("plain", f"{introduction}\n{_quoted(quoted)}\n{written}", chance)


def _between(chance: Random) -> Part:
    written, introduction, quoted = _words(chance)
    lines = _quoted(quoted, chance.choice(("> ", ">", "| ", ">> ", "AN> "))).splitlines()
    at = chance.randrange(len(lines))
    return text("plain", "\n".join([introduction, *lines[:at], "", written, *lines[at:]]), chance)


def _bare(chance: Random) -> Part:
    written, introduction, quoted = _words(chance)
    return text("plain", f"{written}\n\n{introduction}\n\n{quoted}", chance)


def _hypertext(chance: Random) -> Part:
    written, introduction, quoted = _words(chance)
    inside = f"<pre>{escape(quoted)}</pre>"
    introduced = f'<div class="gmail_attr">{escape(introduction)}</div>'
    above = escape(written).replace("\n", chance.choice(("<br>", "<br />\n", "</div><div>")))
    quotes = (
        f'<div class="gmail_quote">{introduced}<blockquote>{inside}</blockquote></div>',
        f'<div id="divRplyFwdMsg">{escape(introduction)}</div>{inside}',
        f'<div class="moz-cite-prefix">{escape(introduction)}</div><blockquote type="cite">{inside}</blockquote>',
        f'<div name="messageReplySection">{escape(introduction)}{inside}</div>',
        f'<table width="100%"><tr><td>{inside}</td></tr></table>',
    )
    style = "<head><style>p { margin: 0 } .h { display: none }</style></head>"
    return text("html", f"<html>{style}<body><div>{above}</div>{chance.choice(quotes)}</body></html>", chance)


def _both(chance: Random) -> Part:
    plain = chance.choice((_above, _below, _between, _bare))(chance)
    if chance.random() < 0.2:
        plain = text("plain", chance.choice(("", " ", "\u00a0\n")), chance)
    return several("alternative", [plain, _hypertext(chance)], chance)


def _with_files(chance: Random) -> Part:
    picture = Part([(b"Content-Type", b"image/png"), (b"Content-Transfer-Encoding", b"base64")], b"iVBORw0KGgo=\n")
    tnef = Part(
        [(b"Content-Type", b'application/ms-tnef; name="winmail.dat"'), (b"Content-Transfer-Encoding", b"base64")],
        b"eJ8+IgEAAQAIAAEAAQABBpAIAAQAAAAAAAAAAAAB\n",
    )
    note = Part(
        [(b"Content-Type", b"text/plain"), (b"Content-Disposition", b"attachment; filename*=utf-8''a%20b")], b"x"
    )
    files = chance.sample([picture, tnef, note, text("plain", "N15\n", chance)], chance.randrange(1, 4))
    return several(chance.choice(("mixed", "related")), [_both(chance), *files], chance)


def _signed(chance: Random) -> Part:
    signature = Part([(b"Content-Type", b"application/pgp-signature")], b"-----BEGIN PGP SIGNATURE-----\n\nx\n")
    return several("signed", [_above(chance), signature], chance)


def _forwarded(chance: Random) -> Part:
    inner = text("plain", TURN_LETTER, chance)
    inner.headers = _head(chance) + inner.headers
    return several("mixed", [_above(chance), Part([(b"Content-Type", b"message/rfc822")], inner.written())], chance)


def _returned(chance: Random) -> Part:
    status = Part(
        [(b"Content-Type", b"message/delivery-status")],
        b"Reporting-MTA: dns; x\n\nFinal-Recipient: rfc822; b@example.org\nAction: failed\nStatus: 5.1.1\n",
    )
    return several("report", [text("plain", "It could not be delivered.\n", chance), status], chance)


LAYOUTS: tuple[Callable[[Random], Part], ...] = (
    *(_above, _below, _between, _bare, _hypertext, _both, _both, _both),
    *(_with_files, _signed, _forwarded, _returned),
)
