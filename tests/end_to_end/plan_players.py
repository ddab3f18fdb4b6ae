"""People who play a plan: some answer letters, one has the page of the match open."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from urllib.parse import urlsplit

from adjudicator.match.course.verify import verify_published
from adjudicator.match.record.record import load_record
from adjudicator.store.tables import Match
from adjudicator.web import create_app
from testkit.browser import Browser
from testkit.waiting import await_until
from tests.end_to_end.cheops_plan import Part, Plan
from tests.end_to_end.installation import Installation
from tests.end_to_end.person import Person, text_of


@dataclass(slots=True)
class Writer:
    """Somebody who answers the letters that he gets."""

    person: Person

    def play(self, part: Part) -> None:
        if part.asked:
            letter = self.person.read(part.asked)
        elif part.goes_on:
            letter = self.person.read("; it is your turn")
        else:
            letter = self.person.read(" begins: " if part.turn == 1 else "Your turn in ")
        self.person.answer(letter, "; ".join(part.steps))


@dataclass(slots=True)
class Visitor:
    """Somebody who has the page of the match open, and sends one step at a time."""

    browser: Browser
    page: str

    def play(self, part: Part) -> None:
        for step in part.steps:
            self.browser.open(self.page).submit(f"{self.page}/orders", text=step)
            await_until(partial(self._reads, f"Played: {step}."), f"the page tells of {step}")

    def _reads(self, words: str) -> bool:
        return words in self.browser.open(self.browser.at).page.text


def play_out(installation: Installation, people: Sequence[Person], match: Match, plan: Plan) -> None:
    """Let all but the last of some people write letters and the last one fill in forms, until a plan is played and
    everybody has read how it ended.
    """
    visitor = Visitor(signed_in(installation, people[-1]), f"/m/{match.code}")
    players: list[Writer | Visitor] = [*map(Writer, people[:-1]), visitor]
    for part in plan.parts:
        players[part.seat].play(part)
        await_until(lambda until=part.until: len(installation.steps(match)) == until, f"{part} is played")  # type: ignore[misc]
    assert installation.steps(match) == plan.steps
    assert plan.outcome is not None
    for person, place, score in zip(people, plan.outcome.places, plan.outcome.scores, strict=True):
        row = rf"^  {place}\.  {re.escape(person.name)}(?: \(.*\))? +{score}\s*$"
        assert re.search(row, text_of(person.read(plan.ending)), re.MULTILINE)
    answer = visitor.browser.open(f"{visitor.page}/record.json").answer
    assert answer is not None
    assert verify_published(load_record(answer.get_data())) == []


def begin(installation: Installation, people: list[Person], game: str, *options: str) -> Match:
    inviter, *guests = people
    line = ["new", game, "with", *(guest.address for guest in guests), *options]
    inviter.write(installation.address, " ".join(line))
    inviter.answer(inviter.read("confirm"), "yes")
    for guest in guests:
        guest.answer(guest.read("invites you"), "Gladly")
    await_until(lambda: installation.match_of(inviter).deal is not None, "the match begins")
    return installation.match_of(inviter)


def signed_in(installation: Installation, person: Person) -> Browser:
    """Open a browser in which somebody signs in by the link that is mailed to him."""
    browser = Browser(create_app(installation.settings).test_client())
    browser.open("/sign-in").submit("/sign-in", address=person.address)
    words = text_of(person.read("to sign in")).split()
    path = urlsplit(next(word for word in words if "/sign-in/" in word)).path
    return browser.open(path).submit(path)
