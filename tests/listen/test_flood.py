"""A flood of junk in small: a few letters of it come in, and players' letters come in and are judged beside it."""

from __future__ import annotations

import smtplib
import threading
from collections import Counter
from contextlib import suppress
from dataclasses import replace

from sqlalchemy import func, select

from adjudicator.infra.private_broker import PrivateBroker
from adjudicator.infra.rate_counter import RateCounter
from adjudicator.listen.accept import accept_into
from adjudicator.listen.admission import AdmissionControl
from adjudicator.listen.protocols import Unlimited
from adjudicator.store.session import Store
from adjudicator.store.tables import Inbox
from testkit.club import Club, address_of, to_move
from tests.listen.running_listener import OpenListener, Opens

STRANGERS = 10
LETTERS = 120
"""Junk letters over each connection."""
POURING = 3
JUNK = b"From: eve@evil.example\r\nSubject: buy\r\n\r\n" + b"x" * 900 + b"\r\n"


def pour(listening: OpenListener, own: int, told: Counter[int], judged: threading.Event) -> None:
    """Pour junk from a thousand senders to three kinds of addresses; the last when a player's letter is judged."""
    client = listening.client()
    for n in range(LETTERS):
        if n == LETTERS - 1:
            judged.wait()
        to = ("play@club.example", "nobody@club.example", f"play+k7q2-1-{n}-aaaaaaaaaaaaaaaa@club.example")[n % 3]
        try:
            client.sendmail(f"eve{own}.{n}@evil.example", [to], JUNK + b"%d.%d\r\n" % (own, n))
            told[250] += 1
        except smtplib.SMTPRecipientsRefused as refused:
            told[refused.recipients[to][0]] += 1
            if refused.recipients[to][0] == 421:
                client = listening.client()
        except smtplib.SMTPDataError as later:
            told[later.smtp_code] += 1


def bring(listening: OpenListener, sender: str, to: str, raw: bytes) -> None:
    """Bring a letter as a mail server does, which comes again."""
    while True:
        with suppress(smtplib.SMTPDataError):
            listening.client().sendmail(sender, [to], raw)
            return


def test_a_flood_of_strangers_leaves_players_alone(club: Club, valkey: PrivateBroker, opened: Opens) -> None:
    club.context.store.close()
    club.context = replace(club.context, store=Store(str(club.context.store.engine.url)))  # as patient as a real one
    club.begin()
    mover = to_move(club)
    admission = AdmissionControl(club.context, RateCounter(valkey.url), STRANGERS)
    listening = opened(accept_into(club.context, Unlimited()), club.context.addresses.read, throttle=admission)
    told: Counter[int] = Counter()
    judged = threading.Event()
    pouring = [threading.Thread(target=pour, args=(listening, n, told, judged), daemon=True) for n in range(POURING)]
    for thread in pouring:
        thread.start()
    seat = address_of(club.last(mover)["Reply-To"])
    letter = f"From: {mover}\r\nMessage-ID: <1@mail.example>\r\n\r\nM14\r\n".encode()
    bring(listening, address_of(mover), seat, letter)
    club.work()
    assert club.match().entry_count == 2
    judged.set()  # nobody had to wait for the end of the flood
    for thread in pouring:
        thread.join(60)
    assert sum(told.values()) == POURING * LETTERS
    assert told[550] + told[421] == POURING * LETTERS * 2 // 3
    assert told[550] // 10 >= told[421] > 0
    assert told[250] <= 2 * STRANGERS  # a minute may end in the middle of it
    with club.context.store.reading() as session:
        assert (session.scalar(select(func.count()).where(Inbox.envelope_from.like("eve%"))) or 0) == told[250]
