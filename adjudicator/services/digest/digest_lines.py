"""Sorts the lines of an answer to a digest by match.

- ``CODE order`` is for one match. A code alone opens a section: the lines below it, up to the next code, are for it.
- ``all COMMAND`` is for all matches of the digest.
- Without a code: commands that concern no match; and everything, if the digest listed one match only.
- Everything else without a code is asked back, never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from adjudicator.mail.commands.lines.command_lines import read_line
from adjudicator.mail.commands.lines.order_lines import INVITING, find_greeting, is_broken_off
from adjudicator.mail.commands.table.command import GivenCommand, Place
from adjudicator.mail.commands.words.reply_words import ALL, STOPS
from adjudicator.mail.lexicon.closings import ends_orders
from adjudicator.mail.lexicon.contact_lines import is_contact_line
from adjudicator.mail.lexicon.courtesy import without_courtesy
from adjudicator.mail.text.text_fold import fold_line, strip_decoration
from adjudicator.match.rulings.order_reader import Refused
from adjudicator.match.rulings.refusals import Refusal, RefusalKey
from adjudicator.match.rulings.small_talk import might_be_order
from adjudicator.services.matches.opening.match_codes import CODE_LENGTH, is_mintable, write_code
from adjudicator.store.digest_tables import Listed

MOST_MATCHES = 30
"""Matches that one letter can act in."""
MOST_LINES = 600
FOR_ALL = frozenset(
    {"press", "board", "status", "legal", "time", "history", "record", "nudge", "grant", "pause", "resume"}
)
"""Commands of a match that may stand behind ``all``; those that concern no match may, too."""
_SHORT = 2
"""Words up to which a line without a code may be an order of some game."""
_BEGINNING = re.compile(
    r"(?:[*\u2022\u2013-]\s+|\d{1,2}[.)]\s+)?(?P<open>[\[(])?(?P<code>[A-Za-z0-9]{3,8})(?P<close>[\])])?"
    r"(?P<mark>\s*[:,;=]|\s+[-\u2013\u2014](?=\s)|\.(?=\s|$))?(?:\s+(?P<rest>.*)|(?P<tight>(?<=[:,;=])\S.*))?"
)


@dataclass(frozen=True, slots=True)
class Section:
    """The lines of a letter for one match, in their order."""

    listed: Listed
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DigestLines:
    """The lines of an answer to a digest."""

    sections: tuple[Section, ...] = ()
    commands: tuple[GivenCommand, ...] = ()
    """Commands that concern no match."""
    refused: tuple[Refused, ...] = ()
    not_reached: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()
    contacts: tuple[str, ...] = ()
    stop: str = ""
    below: tuple[str, ...] = ()
    untried: tuple[str, ...] = ()

    @property
    def has_loose_words(self) -> bool:
        """Are there words that go to nobody, and may be meant for somebody who is invited?"""
        return bool(self.ignored) or any(one.refusal.key is RefusalKey.DIGEST_NO_CODE for one in self.refused)

    @property
    def empty(self) -> bool:
        """Is there nothing to act on?"""
        return not (self.sections or self.commands or self.refused)


def sort_digest_lines(lines: Sequence[str], listed: Sequence[Listed]) -> DigestLines:
    """Sort the writer's own lines by the matches that the digest listed."""
    return _Sorter(lines, {one.code.upper(): one for one in listed}).sort()


def is_for_digest(line: str, listed: Sequence[Listed]) -> bool:
    """Could a line of an answer be acted on?"""
    sorter = _Sorter((line,), {one.code.upper(): one for one in listed})
    return bool(line.strip()) and not sorter.sort().empty


@dataclass(slots=True)
class _Sorter:
    lines: Sequence[str]
    known: dict[str, Listed]
    sections: dict[str, list[str]] = field(default_factory=dict)
    commands: list[GivenCommand] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    not_reached: list[str] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    contacts: list[str] = field(default_factory=list)
    opened: str = ""
    """The code whose section is open."""
    lost: bool = False
    """Is the open section of a code that the digest does not have?"""
    greeting: str = ""
    """This line, once its words for a guest are taken."""
    greeting_above: str = ""
    """The line above, if it has words for a guest."""

    @property
    def _section(self) -> str:
        """The code of the match that a line without a code belongs to."""
        return self.opened or (next(iter(self.known)) if len(self.known) == 1 else "")

    def sort(self) -> DigestLines:
        for at, raw in enumerate(self.lines[:MOST_LINES]):
            line = raw.strip()
            if not self._section and self._stops(line):
                return self._sorted(line, self.lines[at + 1 :])
            self.greeting_above, self.greeting = self.greeting, ""
            self._take(line)
        return self._sorted("", ())

    def _take(self, line: str) -> None:
        code, rest = self._read_code(line)
        if not line:
            if self._section:
                self.sections.setdefault(self._section, []).append("")
        elif code in self.known:
            self._take_coded(code, rest)
        elif code:
            self.refused.append(Refused(line, Refusal.of(RefusalKey.DIGEST_CODE, code=code)))
            self.opened, self.lost = "", not rest
        elif not self._take_for_all(line):
            self._take_uncoded(line)

    def _read_code(self, line: str) -> tuple[str, str]:
        """Read the code before a line, also one that no match of the digest has; empty without one."""
        found = _BEGINNING.fullmatch(line)
        if found is None:
            return "", ""
        typed, rest = found["code"], (found["rest"] or found["tight"] or "").strip()
        code, marked = typed.upper(), bool(found["mark"] or (found["open"] and found["close"]))
        if bool(found["open"]) != bool(found["close"]):
            return "", ""
        if is_mintable(code):
            return code, rest
        # The code of an older match may be a word, and that word an order of a game.
        return (code, rest) if code in self.known and typed == code and (marked or not rest) else ("", "")

    def _take_coded(self, code: str, rest: str) -> None:
        lines, self.lost = self.sections.setdefault(code, []), False
        if not rest:
            self.opened = code
            return
        lines.append(rest)
        given = read_line(rest, Place.MATCH)
        goes_on = given is not None and given.command.name == "press" and not given.argument
        self.opened = code if goes_on else ""

    def _take_for_all(self, line: str) -> bool:
        """Take a line for all matches; tell whether it is one."""
        first, _, rest = line.partition(" ")
        given = read_line(rest, Place.MATCH) if fold_line(first.rstrip(":,")) in ALL and rest else None
        if given is None:
            return False
        self.opened, self.lost = "", False
        if Place.SERVICE in given.command.where:
            self.commands.append(given)
        elif given.command.name in FOR_ALL:
            for code in self.known:
                self.sections.setdefault(code, []).append(rest)
        else:
            self.refused.append(Refused(line, Refusal.of(RefusalKey.DIGEST_ALL, given=rest)))
        return True

    def _take_uncoded(self, line: str) -> None:
        """Take a line without a code: of the open section, of the only match, or a command that concerns no match."""
        if self.lost:
            self.not_reached.append(line)
            return
        if self._section:
            self.sections.setdefault(self._section, []).append(line)
            return
        if line.startswith("#"):
            self.comments.append(line)
        elif words := self._read_greeting(line):
            last = self.commands[-1]
            self.commands[-1] = replace(last, greeting=f"{last.greeting} {words}".strip())
            self.greeting = line
        elif (given := read_line(line, Place.SERVICE)) is not None:
            self.commands.append(given)
        elif is_contact_line(line):
            self.contacts.append(line)
        elif waiting := self._only_waiting(line):
            self.sections.setdefault(waiting, []).append(line)
        elif self._asks(line) and (code := _like_code(line)):
            self.refused.append(Refused(line, Refusal.of(RefusalKey.DIGEST_CODE, code=code)))
        elif self._asks(line):
            shown = f"{write_code(next(iter(self.known)))} {line}" if self.known else line
            self.refused.append(Refused(line, Refusal.of(RefusalKey.DIGEST_NO_CODE, line=shown)))
        else:
            self.ignored.append(line)

    def _read_greeting(self, line: str) -> str:
        """Read words for a guest below a command that invites somebody; empty for every other line."""
        last = self.commands[-1] if self.commands else None
        if last is None or last.command.name not in INVITING:
            return ""
        if last.greeting:
            return line if is_broken_off(self.greeting_above, line) and read_line(line, Place.SERVICE) is None else ""
        return find_greeting((line,))

    def _only_waiting(self, line: str) -> str:
        """Return the only match that waits, for a line that is no command: others would not know an order."""
        waiting = [code for code, one in self.known.items() if one.waits]
        return waiting[0] if len(waiting) == 1 and read_line(line, Place.MATCH) is None else ""

    def _asks(self, line: str) -> bool:
        if read_line(line, Place.MATCH) is not None or might_be_order(line, frozenset()):
            return True
        plain = without_courtesy(strip_decoration(line), frozenset())
        return bool(plain) and len(plain.split()) <= _SHORT

    def _stops(self, line: str) -> bool:
        begun = bool(self.sections or self.commands)
        if ends_orders(line):
            return begun
        return fold_line(strip_decoration(line)) in STOPS and (begun or read_line(line, Place.SERVICE) is None)

    def _sorted(self, stop: str, below: Sequence[str]) -> DigestLines:
        sections = [Section(self.known[code], tuple(lines)) for code, lines in self.sections.items() if any(lines)]
        many = [
            Refused(write_code(one.listed.code.upper()), Refusal.of(RefusalKey.DIGEST_MANY, most=MOST_MATCHES))
            for one in sections[MOST_MATCHES:]
        ]
        return DigestLines(
            sections=tuple(sections[:MOST_MATCHES]),
            commands=tuple(self.commands),
            refused=(*self.refused, *many),
            not_reached=tuple(self.not_reached),
            ignored=tuple(self.ignored),
            comments=tuple(self.comments),
            contacts=tuple(self.contacts),
            stop=stop if below and any(line.strip() for line in below) else "",
            below=tuple(line.strip() for line in below if line.strip()),
            untried=tuple(line.strip() for line in self.lines[MOST_LINES:] if line.strip()),
        )


def _like_code(line: str) -> str:
    """Return the word before an order that has a mistyped code's form: capitals and digits; empty if there is none."""
    first, _, rest = line.partition(" ")
    code = first.strip("[]().:,")
    mixed = any(map(str.isdigit, code)) and any(map(str.isalpha, code)) and code.isupper() and code.isalnum()
    if len(code) != CODE_LENGTH or not mixed or read_line(line, Place.MATCH) is not None:
        return ""
    return code if rest and (might_be_order(rest, frozenset()) or read_line(rest, Place.MATCH) is not None) else ""
