"""The club of robots: starts matches until enough letters are written, and logs everything that the players do."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from itertools import cycle
from random import Random
from typing import Any

from adjudicator.config.env_reader import Endpoint
from adjudicator.engines.registry import engines
from chaos.diary import Diary
from chaos.digest_player import DigestPlayer
from chaos.plan import Plan
from chaos.player import Player, PlayerGroup
from chaos.received_letter import Received
from chaos.sending_mta import QueuedLetter, SendingMta
from chaos.web_player import WebPlayer
from testkit.http_browser import HttpBrowser

SERVICE = "play@club.example"
WITH_HOUSE = 0.1
BY_DIGEST = 0.3
"""The share of the matches whose owner plays by a digest."""
MOST_FAREWELLS = 3
NEWCOMERS = ("Xaver", "Yves", "Zoe")
NAMES = ("Anna", "Bob", "Carla", "Dora", "Emil")

TERMS = "days=3 grace=0 absence=0 late=claim"
"""A turn can be claimed as soon as its time has passed."""


class Club:
    """All players, their mail server, and their diary."""

    def __init__(self, plan: Plan, diary: Diary, post_at: Endpoint, pages_at: Endpoint) -> None:
        self.plan = plan
        self.diary = diary
        self.count = 0
        """The number of letters written so far."""
        self.closing = False
        self.parting = False
        """Whether all players resign now, at the end of the run."""
        self.groups: list[PlayerGroup] = []
        self.mta = SendingMta(post_at.port, diary, Random(f"{plan.seed} post"))
        self._pages_at = pages_at
        self._chance = Random(f"{plan.seed} club")
        self._people: dict[str, Player] = {}
        self._writers: dict[str, Player] = {}
        """By the name of a letter."""
        self._digest_players: list[DigestPlayer] = []
        self.clock: Callable[[], datetime] = lambda: datetime.now(UTC)
        self._games = cycle(sorted(_games()))
        self._tokens = 0
        self._doing: set[asyncio.Task[None]] = set()
        self._progress = asyncio.Event()

    @property
    def full(self) -> bool:
        """Tell whether enough has been written."""
        return self.closing or self.count >= self.plan.letters

    @property
    def under_way(self) -> list[PlayerGroup]:
        """List the matches that are not over."""
        return [group for group in self.groups if not group.over]

    def open(self) -> None:
        """Start the first matches."""
        for _ in range(self.plan.tables):
            self._seat()

    async def come_to(self, count: float) -> None:
        """Wait until this many letters have been written. Raises `TimeoutError` if the players stop writing."""
        while self.count < min(count, self.plan.letters):
            self._progress.clear()
            async with asyncio.timeout(self.plan.patience):
                await self._progress.wait()

    def receive(self, letter: Received) -> None:
        """Deliver a letter to its player."""
        player = self._people.get(letter.to)
        if player is not None:
            player.receive(letter)

    def over(self, group: PlayerGroup) -> None:
        """End a match, and start the next one."""
        if not group.over:
            group.over = True
            if not self.full:
                self._seat()

    def close(self) -> None:
        """Stop all players from writing by themselves."""
        self.closing = True

    def give_up(self) -> int:
        """Let somebody resign in every match that goes on, and tell how many did; the others follow as they hear of it.

        A resignation in an answer to a letter that is not the newest does nothing, and the answer to it is the newest.
        Who tries in vain nevertheless has a complaint.
        """
        self.parting = True
        players = [self._first_left(group) for group in self.under_way]
        return sum(self.resign(player) for player in players if player is not None)

    def resign(self, player: Player) -> bool:
        """Let a player resign by their newest address; tell whether they may try again."""
        if player.farewells == MOST_FAREWELLS:
            self.diary.note("broken", why=f"{player.address} cannot resign")
            player.gone = True
            return False
        player.farewells += 1
        if player.stands_in:
            self._bring_back(player.group)
            return True
        self.write(player, player.seat_address, ["resign"])
        return True

    def newcomer(self, group: PlayerGroup, *, stands_in: bool = False) -> Player:
        """Let somebody come who may get a seat at a match that has begun."""
        player = self._person(group, NEWCOMERS[group.newcomers], len(group.people), pages=False)
        group.newcomers += 1
        player.stands_in, player.gone = stands_in, True
        group.people.append(player)
        return player

    def take_over(self, player: Player) -> None:
        """Let somebody ask for a seat that is vacant, or their own."""
        self.write(player, SERVICE, [f"takeover {player.group.code}"])

    def _bring_back(self, group: PlayerGroup) -> None:
        """Let those come back for whom somebody stands in: only they can give up."""
        for player in group.people:
            if player.away and player.gone:
                player.away = False
                self.take_over(player)

    def _first_left(self, group: PlayerGroup) -> Player | None:
        return next((player for player in group.people if player.seat_address and not player.gone), None)

    def token(self) -> str:
        """Return a sentence that no other letter contains."""
        self._tokens += 1
        return f"words-{self._tokens:06}"

    def write(
        self, player: Player, to: str, lines: Sequence[str], *, answers: Received | None = None, after: float = 0.0
    ) -> None:
        """Write a letter and hand it to the players' mail server, sometimes twice."""
        name = f"<{self.count + 1}.{player.chance.getrandbits(48):x}@mail.example>"
        self.written(name, player, to, lines, via="smtp")
        queued = QueuedLetter(name, player.address, to, _letter(name, player, to, lines, answers))
        self.mta.bring(queued, after)
        if player.chance.random() < self.plan.twice:
            again = QueuedLetter(queued.name, queued.sender, queued.recipient, _relayed(queued.raw), 1)
            self.mta.bring(again, after + player.chance.choice((0.0, 0.0, 1.5)))

    def written(self, name: str, player: Player, to: str, lines: Sequence[str], *, via: str) -> None:
        """Log a letter before it is sent."""
        self.count += 1
        self._writers[name] = player
        self._progress.set()
        self.diary.note("written", name=name, sender=player.address, recipient=to, lines=list(lines), via=via)

    def writer_of(self, name: str) -> Player | None:
        """Tell who wrote a letter; None for nobody who is known."""
        return self._writers.get(name)

    def now(self) -> datetime:
        """Tell the time by the clocks of the service."""
        return self.clock()

    def ask_for_digests(self) -> None:
        """Let everybody who plays by a digest ask for one, if they wait in vain."""
        for player in self._digest_players:
            player.ask_for_digest()

    def begin(self, doing: Coroutine[Any, Any, None]) -> None:
        """Let somebody do something that takes a while."""
        task = asyncio.get_running_loop().create_task(doing)
        self._doing.add(task)
        task.add_done_callback(self._done)

    @property
    def visits(self) -> int:
        """Count those who wait for a page."""
        return len(self._doing)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._doing.discard(task)
        if not task.cancelled() and task.exception() is not None:
            self.diary.note("broken", why=repr(task.exception()))

    def _seat(self) -> None:
        group = PlayerGroup(len(self.groups) + 1, next(self._games))
        group.house = self._chance.random() < WITH_HOUSE
        by_digest = not group.house and self._chance.random() < BY_DIGEST
        self.groups.append(group)
        least, most = _games()[group.game]
        seats = self._chance.randint(least, min(most, 3))
        group.people += [self._person(group, NAMES[seat], seat) for seat in range(1 if group.house else seats)]
        if by_digest:
            group.people[0] = self._digest_player().sit(group)
        group.seats = len(group.people)
        others = [player.address for player in group.people[1:]] or ["house"] * (least - 1)
        self.write(group.people[0], SERVICE, [f"new {group.game} with {' '.join(others)} {TERMS}"])

    def _digest_player(self) -> DigestPlayer:
        """Find somebody who plays by a digest and has time for another match, or let them come."""
        for player in self._digest_players:
            if not player.busy:
                return player
        number = len(self._digest_players) + 1
        address = f"dina{number}@players.example"
        player = DigestPlayer(self, "Dina", address, Random(f"{self.plan.seed} {address}"), PlayerGroup(0, ""))
        self._digest_players.append(player)
        self._people[address] = player
        return player

    def _person(self, group: PlayerGroup, name: str, seat: int, *, pages: bool = True) -> Player:
        address = f"{name.lower()}{group.number}@players.example"
        chance = Random(f"{self.plan.seed} {address}")
        player: Player
        if (
            pages and seat and chance.random() < self.plan.pages * 2
        ):  # the first one writes, so that both ways meet at a table
            number = len(self._people) + 2
            source = f"127.{1 + number // 60000}.{number // 250 % 240}.{1 + number % 250}"
            browser = HttpBrowser(self._pages_at.host, self._pages_at.port, source)
            player = WebPlayer(self, name, address, chance, group, browser=browser)
        else:
            player = Player(self, name, address, chance, group)
        self._people[address] = player
        return player


def _games() -> dict[str, tuple[int, int]]:
    """List the games with the fewest and the most who play them."""
    return {engine.rules.name: (engine.rules.seats.start, engine.rules.seats.stop - 1) for engine in engines().values()}


def _letter(name: str, player: Player, to: str, lines: Sequence[str], answers: Received | None) -> bytes:
    letter = EmailMessage(policy=SMTP)
    letter["From"] = f"{player.name} <{player.address}>"
    letter["To"] = to
    letter["Message-ID"] = name
    letter["Subject"] = f"Re: {answers.subject}" if answers else "A letter"
    text = "\n".join(lines) + "\n"
    if answers is not None:
        letter["In-Reply-To"] = answers.message_id
        text += f"\nOn Fri, 27 Nov 2026 at 20:00, Adjudicator <{to}> wrote:\n\n{_quoted(answers.text)}"
    letter.set_content(text)
    return letter.as_bytes()


def _quoted(text: str) -> str:
    return "".join(f"> {line}".rstrip() + "\n" for line in text.splitlines())


def _relayed(raw: bytes) -> bytes:
    """Add a trace field of another mail server; the service must still recognise the copy."""
    return b"Received: from elsewhere.example; Fri, 27 Nov 2026 20:00:00 +0000\r\n" + raw
