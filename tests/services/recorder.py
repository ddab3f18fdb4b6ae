"""Records everything that a person can see of a match: letters to their seat, and pages."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import time_machine
from flask import Flask

from adjudicator.config.settings import Settings
from adjudicator.services.job_queue import Job
from adjudicator.store.session import Store
from adjudicator.web import create_app
from testkit.browser import Browser
from testkit.club import Club, address_of

SITE = "http://localhost"
SHAPES = ("wide", "narrow", "linear")
QUESTIONS = "board\nstatus\nhistory\nrecord\nhelp"
FORMS = 3
LATEST = 3
"""How many of the latest positions are looked at on their pages and pictures too; of all, text and JSON are."""
NO_MATTER = frozenset({"Set-Cookie", "Date", "ETag"})
"""Headers that differ each time; the last one only because pages with forms do."""
_MARK = re.compile(r"\b[0-9a-f]{32}\b")
"""What a form is known by; a new one each time."""

Findings = dict[str, str]


@dataclass(slots=True)
class PromptWorker:
    """A job queue with the worker behind it."""

    club: Club
    at_work: bool = False

    def ask_for_export(self) -> None:
        self.club.queue.ask_for_export()

    def enqueue(self, job: Job, row: int) -> None:
        self.club.queue.enqueue(job, row)
        self.club.now = max(self.club.now, datetime.now(UTC))  # pages have a clock of their own
        if not self.at_work:
            self.at_work = True
            self.club.work()
            self.at_work = False


@contextmanager
def twin_of(club: Club, folder: Path) -> Iterator[Club]:
    """Open a second club that was the same until now."""
    club.context.store.engine.dispose()  # the last one who leaves a SQLite file puts everything into it
    copy = shutil.copy(
        str(club.context.store.engine.url.database), folder / f"twin{len(list(folder.iterdir()))}.sqlite3"
    )
    twin = replace(club, context=replace(club.context, store=Store(f"sqlite:///{copy}")))
    twin.transport = type(club.transport)()
    twin.queue = type(club.queue)()
    twin.context = replace(twin.context, queue=twin.queue)
    yield twin
    twin.context.store.close()


def record_findings(club: Club, settings: Settings, person: str | None, orders: Sequence[str]) -> Findings:
    """Collect everything that a person (None: a stranger) can read, with any question and order."""
    found = _by_letters(club, person, orders) if person else {}
    club.context = replace(club.context, queue=PromptWorker(club), site=SITE)
    app = create_app(replace(settings, site=SITE), club.context, limits_url="memory://")
    # Pages tell the time that is left, and what two clubs show is compared.
    with time_machine.travel(club.now, tick=False):
        return found | _on_pages(club, app, person, orders)


def _by_letters(club: Club, person: str, orders: Sequence[str]) -> Findings:
    match = club.match()
    seat = next(seat.number for seat in match.seats if seat.player and seat.player.address == address_of(person))
    found: Findings = {}
    for text in [*(f"layout {shape}\nboard" for shape in SHAPES), QUESTIONS, *orders]:
        before = len(club.transport.letters)
        number = club.write(person, club.context.addresses.seat(match.code, seat, match.turn), text)
        letters = club.transport.letters[before:]
        row = club.inbox(number)
        found[f"letter {text!r}"] = "\n".join(letter.as_string() for letter in letters if person_of(letter) == person)
        found[f"letter {text!r} as it is kept"] = f"{row.verdict} {msgspec.json.encode(row.account).decode()}"
    return found


def person_of(letter: object) -> str:
    """Name whom a letter went to."""
    return str(letter["To"])  # type: ignore[index]


def _on_pages(club: Club, app: Flask, person: str | None, orders: Sequence[str]) -> Findings:
    browser = Browser(app.test_client())
    if person:
        _sign_in(club, browser, person)
    home = f"/m/{club.match().code}"
    steps = range(club.match().entry_count + 1)
    tried = [order.removeprefix("? ") for order in orders if order.startswith("? ")]
    pages: Iterable[str] = (
        *(f"{home}/{n}{kind}" for n in steps for kind in (".txt", ".json")),
        *(f"{home}/{n}{kind}" for n in (*steps[:1], *steps[-LATEST:]) for kind in ("", ".svg")),
        *(f"{home}?step={order}" for order in tried),
        *(f"{home}?layout={shape}" for shape in SHAPES),
        f"{home}/record.json",
        f"{home}.txt",
        f"{home}.html",
        home,
        "/",
        "/mine",
        "/archive",
    )
    found = {page: _seen(browser.open(page)) for page in pages}
    if person:
        for order in orders[:FORMS]:
            found[f"form {order!r}"] = _seen(browser.open(home).post(f"{home}/orders", _form(browser, home, order)))
    return found


def _form(browser: Browser, home: str, order: str) -> dict[str, str]:
    forms = [form for form in browser.page.forms if form.action.startswith(f"{home}/")]
    fields = {name: value for form in forms for name, value in form.fields.items()}
    return fields | {"text": order}


def _seen(browser: Browser) -> str:
    assert browser.answer is not None
    assert browser.status == 200, browser.page.text
    headers = "\n".join(f"{name}: {value}" for name, value in browser.answer.headers if name not in NO_MATTER)
    body = browser.answer.get_data(as_text=True)
    return _MARK.sub("mark", f"{browser.status}\n{headers}\n{_without_tokens(body)}")


def _without_tokens(body: str) -> str:
    return re.sub(r'(name="csrf_token"[^>]*value=")[^"]*', r"\1", body)


def _sign_in(club: Club, browser: Browser, person: str) -> None:
    browser.open("/sign-in").submit("/sign-in", address=address_of(person))
    letter = club.last(person).get_body(("plain",))
    assert letter is not None
    words = letter.get_content().split()
    path = next(word for word in words if "/sign-in/" in word).removeprefix(club.context.site)
    browser.open(path).submit(path)
