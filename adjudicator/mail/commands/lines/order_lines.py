"""Sorts a player's own lines into commands, orders, comments and contact lines, up to the line that ends the letter.

- `#` begins a comment, alone or behind an order; `//` does so behind an order only.
- `press` alone on its line: the lines below are press, down to a stop word or, without one, to the next blank line. So
  are those below `memo:`, below `diary:` and below `tell` with one name or with names and a colon.
- `comment 14` takes the lines below it as well, up to a stop word, a blank line or another command; a line of a
  `diary` those that a mail program broke off it.
- Below a command that begins a match, `shuffle:` gives a word for the deal.
- Below a command that invites somebody, `message:` begins what is said to them; lines that were broken are joined.
- A stop word ("end"), thanks or `--` end the letter, unless nothing was ordered yet or the word is a step of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise

from adjudicator.mail.commands.lines.command_lines import BEFORE_TALK, read_line, read_o_meaning
from adjudicator.mail.commands.table.command import GivenCommand
from adjudicator.mail.commands.words.match_words import GREETING, GREETING_TO_SERVICE, SHUFFLE
from adjudicator.mail.commands.words.reply_words import STOPS
from adjudicator.mail.lexicon.closings import ends_orders
from adjudicator.mail.lexicon.contact_lines import is_contact_line
from adjudicator.mail.lexicon.courtesy import cut_clauses, split_remark
from adjudicator.mail.lexicon.wordlist import Phrases
from adjudicator.mail.text.text_fold import fold_line, strip_decoration

MOST_LINES = 100
"""Lines of a letter that are sorted. Nobody writes more; a letter of two thousand commands is an attack."""
MOST_COMMANDS = 10
"""Commands of a letter that are carried out: each may cost a letter of ours."""
_COMMENT = "#"
_STOP = "stop"
"""A stop word that is also a command (no more letters), and so may be misunderstood."""
_COLON = ":"
_CONTACTS = 2
INVITING = frozenset({"new", "invite"})
"""Commands below which a line for a guest may stand."""
BEGINNING = frozenset({"new", "join", "rematch"})
"""Commands below which a word of one's own for the deal may stand."""
_WRAPPED = 50
"""Columns of a line that a mail program may have broken: the next line may go on with it."""


@dataclass(frozen=True, slots=True)
class PlanText:
    """A line about a plan, joined again from so many lines of the letter; or one that only begins like a plan."""

    text: str
    lines: int
    is_plan: bool


@dataclass(frozen=True, slots=True)
class OrderLines:
    """The lines of a letter by kind."""

    commands: tuple[GivenCommand, ...] = ()
    orders: tuple[str, ...] = ()
    """All other lines, for the engine."""
    plans: tuple[str, ...] = ()
    """Lines of a plan, each joined again from those that a mail program made of it."""
    below_plan: tuple[str, ...] = ()
    """Lines for the engine that stand below the first line of a plan."""
    chatter: tuple[str, ...] = ()
    """Lines that only begin like a plan."""
    comments: tuple[str, ...] = ()
    contacts: tuple[str, ...] = ()
    """Contact lines of a signature, which are never orders."""
    stop: str = ""
    """The line that ended the letter, if one did."""
    below: tuple[str, ...] = ()
    """The lines below `stop`, which are not read."""
    untried: tuple[str, ...] = ()
    """The lines beyond `MOST_LINES`."""

    @property
    def ended_by(self) -> str:
        """The line that ended the letter, if the player should know: it hid lines, or was `stop`; else empty."""
        return self.stop if self.below or fold_line(self.stop) == _STOP else ""

    @property
    def empty(self) -> bool:
        """Is there nothing to act on?"""
        return not (self.commands or self.orders or self.plans or self.below_plan)


@dataclass(slots=True)
class _Sorter:
    lines: Sequence[str]
    where: str
    is_step: Callable[[str], bool]
    asides: Phrases
    read_plan: Callable[[Sequence[str]], PlanText | None]
    plans: list[str] = field(default_factory=list)
    below_plan: list[str] = field(default_factory=list)
    chatter: list[str] = field(default_factory=list)
    commands: list[GivenCommand] = field(default_factory=list)
    orders: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    contacts: list[str] = field(default_factory=list)
    in_block: frozenset[int] = frozenset()
    """Indexes of lines in a paragraph of contact lines; alone, such a line might be an order."""

    def sort(self) -> OrderLines:
        at = 0
        self.in_block = frozenset(self._find_blocks())
        while at < len(self.lines):
            line = self.lines[at].strip()
            plan_lines = len(self.plans) + len(self.below_plan) + len(self.chatter)
            if len(self.commands) + len(self.orders) + plan_lines >= MOST_LINES:
                return self._sorted(untried=_written(self.lines[at:]))
            if self._stops(line):
                return self._sorted(stop=line, below=_written(self.lines[at + 1 :]))
            at = self._take(line, at)
        return self._sorted()

    def _take(self, line: str, at: int) -> int:
        """Sort one line, or all lines of a message; return the index of the next line."""
        if not line:
            return at + 1
        if line.startswith(_COMMENT):
            self.comments.append(line)
            return at + 1
        if below := self._take_below(line, at):
            return below
        if plan := self.read_plan(self.lines[at:]):
            (self.plans if plan.is_plan else self.chatter).append(plan.text)
            return at + plan.lines
        if settled := read_o_meaning(line, self.where):
            given, line = settled
            self.commands.append(given)
        said = self._read_command(line)
        if said is None and (at in self.in_block or is_contact_line(line)):
            self.contacts.append(line)
        elif said is None:
            order, remark = split_remark(line)
            (self.below_plan if self.plans else self.orders).append(order)
            self.comments += filter(None, [remark])
        elif self._begins_text(said, at):
            return self._take_text(said, at + 1)
        else:
            self.commands.append(replace(said, orders_above=len(self.orders)))
        return at + 1

    def _read_command(self, line: str) -> GivenCommand | None:
        """Read a line as a command. One without the argument that it needs, such as ``NEW``, is first of all a step.

        A setting before a step is none: nobody can tell what becomes of the step.
        """
        said = read_line(line, self.where, self.asides)
        if said and said.command.name in BEFORE_TALK and any(map(self.is_step, cut_clauses(line)[1:])):
            return None
        incomplete = said is not None and not said.argument and not said.command.argument.stands_alone
        return None if incomplete and self.is_step(line) else said

    def _read_greeting(self, line: str) -> str:
        """Read ``message: ...`` below a command that invites somebody; empty for every other line."""
        last = self.commands[-1] if self.commands else None
        if last is None or last.command.name not in INVITING or last.greeting:
            return ""
        return _words_behind(line, GREETING_TO_SERVICE if self.where == "service" else GREETING)

    def _take_below(self, line: str, at: int) -> int:
        """Take a line that belongs to the command above it; return the index of the next line, 0 for every other."""
        if word := self._read_shuffle_word(line):
            self.commands[-1] = replace(self.commands[-1], word=word)
            return at + 1
        greeting = self._read_greeting(line)
        return self._take_greeting(greeting, at) if greeting else 0

    def _read_shuffle_word(self, line: str) -> str:
        """Read ``shuffle: ...`` below a command that begins a match; empty for every other line."""
        last = self.commands[-1] if self.commands else None
        return _words_behind(line, SHUFFLE) if last is not None and last.command.name in BEGINNING else ""

    def _take_greeting(self, text: str, at: int) -> int:
        words = [text, *_broken_off(self.lines[at:], self._goes_on)]
        self.commands[-1] = replace(self.commands[-1], greeting=" ".join(words))
        return at + len(words)

    def _goes_on(self, line: str) -> bool:
        return bool(line) and not (self._stops(line) or read_line(line, self.where, self.asides))

    def _find_blocks(self) -> Iterator[int]:
        """Find paragraphs with several contact lines: their other lines are contact data too, such as an office "B12".

        A step or command counts all the same if it stands above the first contact line, or begins the paragraph.
        """
        for _, block in groupby(range(min(len(self.lines), MOST_LINES)), lambda at: bool(self.lines[at].strip())):
            paragraph = list(block)
            contacts = [at for at in paragraph if is_contact_line(self.lines[at])]
            if len(contacts) < _CONTACTS or self._acts(paragraph[0]):
                continue
            yield from (at for at in paragraph if at > contacts[0] or not self._acts(at))

    def _acts(self, at: int) -> bool:
        return read_line(self.lines[at], self.where) is not None or self.is_step(self.lines[at].strip())

    def _begins_text(self, said: GivenCommand, at: int) -> bool:
        """Does a command leave its text to the lines below? ``memo`` alone is a question unless text follows."""
        name, below = said.command.name, "".join(self.lines[at + 1 : at + 2]).strip()
        if name == "comment":
            return said.argument[:1].isdigit() and bool(below) and self._goes_on(below)
        if name == "diary" and said.argument:
            return is_broken_off(self.lines[at], below) and not self._acts(at + 1) and not _is_stop(below)
        if name in ("memo", "diary") and not said.argument:
            return said.line.endswith(_COLON) or bool(below and not self._acts(at + 1) and not _is_stop(below))
        if name == "tell":
            return bool(said.argument and below) and (said.argument.endswith(_COLON) or " " not in said.argument)
        return name == "press" and not said.argument

    def _take_text(self, said: GivenCommand, start: int) -> int:
        below = self.lines[start:]
        if said.command.name == "comment" or (said.command.name == "diary" and said.argument):
            return self._take_going_on(said, start)
        stop = next((at for at, line in enumerate(below) if _is_stop(line)), None)
        blank = next((at for at, line in enumerate(below) if at and not line.strip()), len(below))
        text = "\n".join(below[: blank if stop is None else stop]).strip()
        named = f"{said.argument.rstrip(_COLON)}{_COLON} " if said.argument else ""
        self.commands.append(replace(said, argument=named + text))
        return start + (blank if stop is None else stop + 1)

    def _take_going_on(self, said: GivenCommand, start: int) -> int:
        """Join a text with the lines below that belong to it."""
        end = start
        for at in range(start, len(self.lines)):
            line = self.lines[at].strip()
            broken_off = said.command.name == "comment" or is_broken_off(self.lines[at - 1], line)
            if not line or not broken_off or not self._goes_on(line) or self.is_step(line):
                break
            end = at + 1
        text = "\n".join([said.argument, *(line.strip() for line in self.lines[start:end])])
        self.commands.append(replace(said, argument=text))
        return end

    def _stops(self, line: str) -> bool:
        """Does the letter end with this line? Thanks and `--` do not end it before the first command or order."""
        begun = bool(self.commands or self.orders or self.plans)
        if ends_orders(line):
            return begun
        return _is_stop(line) and not self.is_step(line) and (begun or read_line(line, self.where) is None)

    def _sorted(self, *, stop: str = "", below: Sequence[str] = (), untried: Sequence[str] = ()) -> OrderLines:
        return OrderLines(
            commands=tuple(self.commands),
            orders=tuple(self.orders),
            plans=tuple(self.plans),
            below_plan=tuple(self.below_plan),
            chatter=tuple(self.chatter),
            comments=tuple(self.comments),
            contacts=tuple(self.contacts),
            stop=stop,
            below=tuple(below),
            untried=tuple(untried),
        )


def sort_order_lines(
    lines: Sequence[str],
    where: str,
    is_step: Callable[[str], bool] = lambda _: False,
    asides: Phrases = frozenset(),
    read_plan: Callable[[Sequence[str]], PlanText | None] = lambda _: None,
) -> OrderLines:
    """Sort a player's own lines by kind.

    `where` is the place of the letter, which decides on its commands; `is_step` tells whether a line is a step of the
    game; `asides` are phrases that our own letters print behind a command; `read_plan` reads a line of a plan at the
    beginning of the lines that are left.
    """
    return _Sorter(lines, where, is_step, asides, read_plan).sort()


def find_greeting(lines: Sequence[str]) -> str:
    """Find ``message: ...`` in an answer that confirms an invitation; empty without one."""
    for at, line in enumerate(lines):
        if text := _words_behind(line, GREETING_TO_SERVICE):
            return " ".join([text, *_broken_off(lines[at:], bool)])
    return ""


def find_shuffle_word(lines: Sequence[str]) -> str:
    """Find ``shuffle: ...`` in an answer that says yes to a match; empty without one."""
    return next((text for line in lines if (text := _words_behind(line, SHUFFLE))), "")


def is_broken_off(above: str, line: str) -> bool:
    """May a mail program have broken a line off the one above?"""
    return len(above) >= _WRAPPED and bool(line.strip())


def _words_behind(line: str, known: Collection[str]) -> str:
    word, _, text = line.partition(":")
    return text.strip() if fold_line(strip_decoration(word)) in known else ""


def _broken_off(lines: Sequence[str], goes_on: Callable[[str], bool]) -> Iterator[str]:
    """Yield the lines below the first one that a mail program has broken off it."""
    for above, line in pairwise(lines):
        if not is_broken_off(above, line) or not goes_on(line.strip()):
            return
        yield line.strip()


def _is_stop(line: str) -> bool:
    return fold_line(strip_decoration(line)) in STOPS


def _written(lines: Sequence[str]) -> tuple[str, ...]:
    return tuple(line.strip() for line in lines if line.strip())
