"""A player who reads letters and does everything on the pages."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeVar

from chaos.player import Player
from chaos.received_letter import AGREE, YES, Received
from testkit.browser import Form
from testkit.http_browser import HttpBrowser, NotServed, Page

AGAIN_SECONDS = 0.7
LINK_SECONDS = 900.0

T = TypeVar("T")


class NotForMe(Exception):
    """A page did not show the form that was looked for, as when one is not signed in any more."""


@dataclass(slots=True, eq=False)
class WebPlayer(Player):
    """A player with a browser."""

    browser: HttpBrowser = field(kw_only=True)
    _link: asyncio.Future[str] | None = None
    _busy: asyncio.Lock = field(default_factory=asyncio.Lock)
    _enters: bool = False

    def react(self, letter: Received) -> None:
        """Open the page that a letter speaks of."""
        if path := letter.link("sign-in"):
            if self._link is not None and not self._link.done():
                self._link.set_result(path)
        elif letter.offers(*YES):
            self.club.begin(self._say_yes(letter.link("r")))
        elif self.group.frozen and "has passed" not in letter.subject:
            self.held.append(letter)
        elif letter.moves():
            self.group.thaw()
            self.club.begin(self._play_turn())
        elif letter.offers(AGREE):
            self.agree(letter)

    async def _say_yes(self, path: str) -> None:
        page = await self._until_served(lambda: self.browser.open(path))
        form = page.form(path)
        if form is None:
            return  # answered already
        mark = form.fields["mark"]
        self.club.diary.note("answering", mark=mark, sender=self.address)
        await self._until_served(lambda: self.browser.send(form, answer="yes"))
        self.club.diary.note("answered", mark=mark)

    async def _play_turn(self) -> None:
        """Play step after step, as long as the page offers any."""
        async with self._busy:
            while not (self.group.over or self.group.frozen or self.club.full):
                try:
                    page = await self._until_served(self._my_page)
                except NotForMe:
                    await self._sign_in()
                    continue
                form, orders = page.form(f"/m/{self.group.code}/orders"), page.orders
                if form is None or not orders:
                    return
                self.group.moves += 1
                await self._order(form, [self.chance.choice(orders), *self.plan(orders)])

    async def _order(self, form: Form, lines: list[str]) -> None:
        if self.chance.random() < 0.1:
            lines.insert(1, f"press {self.club.token()}")
        mark, text = form.fields["mark"], "\n".join(lines)
        self.club.written(f"<{mark}@form.invalid>", self, self.group.code, lines, via="web")
        for copy in range(2 if self.chance.random() < self.club.plan.twice else 1):
            answer = await self._until_served(lambda: self.browser.send(form, text=text))
            if any("/answer/" in place for place in answer.passed):
                self.club.diary.note("taken", name=f"<{mark}@form.invalid>", copy=copy)
        await self._until_served(lambda: self._judged(answer))

    async def _judged(self, answer: Page) -> Page:
        """Load the page of the answer until it is there."""
        if "/answer/" not in answer.path or 'http-equiv="refresh"' not in answer.text:
            return answer
        page = await self.browser.open(answer.path)
        if 'http-equiv="refresh"' in page.text:
            raise NotServed("not judged yet")
        return page

    async def _my_page(self) -> Page:
        page = await self.browser.open(f"/m/{self.group.code}")
        if page.form("/sign-out") is None:
            raise NotForMe
        return page

    async def _sign_in(self) -> None:
        """Ask for a link, wait for its letter, and press the button behind it."""
        self._link = asyncio.get_running_loop().create_future()
        page = await self._until_served(lambda: self.browser.open("/sign-in"))
        form = page.form("/sign-in")
        if form is None:
            return
        await self._until_served(lambda: self.browser.send(form, address=self.address))
        try:
            async with asyncio.timeout(LINK_SECONDS):
                path = await self._link
        except TimeoutError:
            return
        door = (await self._until_served(lambda: self.browser.open(path))).form(path)
        if door is not None:
            await self._until_served(lambda: self.browser.send(door))

    async def _until_served(self, ask: Callable[[], Awaitable[T]]) -> T:
        """Load again until the pages answer."""
        while True:
            try:
                return await ask()
            except NotServed as fault:
                self.club.diary.note("not served", sender=self.address, why=str(fault))
                await asyncio.sleep(AGAIN_SECONDS * (1 + self.chance.random()))
