"""The lines that somebody wrote, sorted before anybody acts on them: commands, orders, comments, and where he stopped.

`#` begins a comment, alone or behind an order; so does `//` behind one. `press` alone on its line takes all below it as
press, down to a stop word or, without one, to the next blank line. A stop word anywhere else ends the letter,
unless it is a step of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from adjudicator.mail.commands.command_lines import GivenCommand, read_line
from adjudicator.mail.commands.vocabulary import STOPS
from adjudicator.mail.lexicon.closings import THANKS
from adjudicator.mail.lexicon.contact_lines import is_contact_line
from adjudicator.mail.lexicon.courtesy import split_remark
from adjudicator.mail.lexicon.wordlist import Phrases
from adjudicator.mail.text.text_fold import fold_line, strip_decoration

MOST_LINES = 100
"""So many lines of a letter are acted on. Nobody writes more; a letter of two thousand commands is an attack."""
MOST_COMMANDS = 10
"""So many commands of a letter are carried out; more in one letter are an attempt to make us write."""
_THANKS = frozenset(map(fold_line, THANKS))
_COMMENT = "#"
_STOP = "stop"
"""A command as well, that many letters are ended with."""
_CONTACTS = 2
_DASHES = frozenset({"--", "\u2014"})


@dataclass(frozen=True, slots=True)
class OrderLines:
    """The lines of a letter, sorted by what they are."""

    commands: tuple[GivenCommand, ...] = ()
    orders: tuple[str, ...] = ()
    """What no command is, for an engine to read."""
    comments: tuple[str, ...] = ()
    contacts: tuple[str, ...] = ()
    """Telephones, addresses, rooms, links and devices, which are no orders whatever they look like."""
    stop: str = ""
    """The line that ended the letter, if one did."""
    below: tuple[str, ...] = ()
    """What stands below that line."""
    untried: tuple[str, ...] = ()
    """What stands behind the last line that is acted on."""

    @property
    def ended_by(self) -> str:
        """Name the line that ended the letter, unless nothing would be missed by not knowing."""
        return self.stop if self.below or fold_line(self.stop) == _STOP else ""

    @property
    def empty(self) -> bool:
        """Tell whether there is nothing to act on."""
        return not self.commands and not self.orders


@dataclass(slots=True)
class _Sorter:
    lines: Sequence[str]
    where: str
    is_step: Callable[[str], bool]
    asides: Phrases
    commands: list[GivenCommand] = field(default_factory=list)
    orders: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    contacts: list[str] = field(default_factory=list)
    in_block: frozenset[int] = frozenset()
    """The lines that belong to a block of addresses, though alone they may be anything."""

    def sort(self) -> OrderLines:
        at = 0
        self.in_block = frozenset(self._find_blocks())
        while at < len(self.lines):
            line = self.lines[at].strip()
            if len(self.commands) + len(self.orders) >= MOST_LINES:
                return self._sorted(untried=_written(self.lines[at:]))
            if self._stops(line):
                return self._sorted(stop=line, below=_written(self.lines[at + 1 :]))
            at = self._take(line, at)
        return self._sorted()

    def _take(self, line: str, at: int) -> int:
        """Sort one line, or all the lines of press; return the one behind."""
        if not line:
            return at + 1
        if line.startswith(_COMMENT):
            self.comments.append(line)
            return at + 1
        said = read_line(line, self.where, self.asides)
        if said is None and (at in self.in_block or is_contact_line(line)):
            self.contacts.append(line)
        elif said is None:
            order, remark = split_remark(line)
            self.orders.append(order)
            self.comments += filter(None, [remark])
        elif said.command.name == "press" and not said.argument:
            return self._take_press(said, at + 1)
        else:
            self.commands.append(said)
        return at + 1

    def _find_blocks(self) -> Iterator[int]:
        """Find paragraphs with several lines that tell how to reach somebody: what else stands there is their office.

        Steps stay steps above the first of these lines, and in a paragraph that begins with one.
        """
        for _, block in groupby(range(min(len(self.lines), MOST_LINES)), lambda at: bool(self.lines[at].strip())):
            paragraph = list(block)
            contacts = [at for at in paragraph if is_contact_line(self.lines[at])]
            if len(contacts) < _CONTACTS or self._acts(paragraph[0]):
                continue
            yield from (at for at in paragraph if at > contacts[0] or not self._acts(at))

    def _acts(self, at: int) -> bool:
        return read_line(self.lines[at], self.where) is not None or self.is_step(self.lines[at].strip())

    def _take_press(self, said: GivenCommand, start: int) -> int:
        below = self.lines[start:]
        stop = next((at for at, line in enumerate(below) if _is_stop(line)), None)
        blank = next((at for at, line in enumerate(below) if at and not line.strip()), len(below))
        text = "\n".join(below[: blank if stop is None else stop]).strip()
        self.commands.append(replace(said, argument=text))
        return start + (blank if stop is None else stop + 1)

    def _stops(self, line: str) -> bool:
        """Tell whether the letter ends with a line. Thanks, and `stop`, end nothing that has not begun."""
        begun = bool(self.commands or self.orders)
        plain = fold_line(strip_decoration(line))
        if line in _DASHES or plain in _THANKS:
            return begun
        return _is_stop(line) and not self.is_step(line) and (begun or read_line(line, self.where) is None)

    def _sorted(self, *, stop: str = "", below: Sequence[str] = (), untried: Sequence[str] = ()) -> OrderLines:
        return OrderLines(
            tuple(self.commands),
            tuple(self.orders),
            tuple(self.comments),
            tuple(self.contacts),
            stop,
            tuple(below),
            tuple(untried),
        )


def sort_order_lines(
    lines: Sequence[str],
    where: str,
    is_step: Callable[[str], bool] = lambda _: False,
    asides: Phrases = frozenset(),
) -> OrderLines:
    """Sort lines by what they are.

    `where` says which commands count, `is_step` which lines are steps of a game, `asides` what our own letters say
    behind a command.
    """
    return _Sorter(lines, where, is_step, asides).sort()


def _is_stop(line: str) -> bool:
    return fold_line(strip_decoration(line)) in STOPS


def _written(lines: Sequence[str]) -> tuple[str, ...]:
    return tuple(line.strip() for line in lines if line.strip())
