"""Mutations of a letter's structure: its parts, their headers, character sets and encodings."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from testkit.mail.fuzz.bombs import HEADERS, MARKUP, TEXTS
from testkit.mail.fuzz.odd_values import BOUNDARIES, CHARSETS, DISPOSITIONS, ENCODINGS, NAMES, TAGS, TYPES, VALUES
from testkit.mail.fuzz.part import Part, encoded, several

Change = Callable[[Part, Random], Part]


def change(letter: Part, chance: Random) -> Part:
    """Apply one random mutation; the new letter may contain the old one."""
    return chance.choice(CHANGES)(letter, chance)


def _somewhere(letter: Part, chance: Random) -> Part:
    return chance.choice(list(letter.walk()))


def _leaf(letter: Part, chance: Random) -> Part:
    return chance.choice([part for part in letter.walk() if not part.parts])


def _amount(chance: Random, most: int) -> int:
    """Choose a size: mostly small, seldom the maximum."""
    return int(most ** chance.random() ** (1 if chance.random() < 0.1 else 2))


def _header(letter: Part, chance: Random) -> Part:
    part = _somewhere(letter, chance)
    name, value = chance.choice(NAMES), chance.choice(VALUES)
    if chance.random() < 0.5:
        part.set(name, value)
    else:
        part.headers.insert(chance.randrange(len(part.headers) + 1), (name, value))
    return letter


def _drop_header(letter: Part, chance: Random) -> Part:
    part = _somewhere(letter, chance)
    if part.headers:
        part.headers.pop(chance.randrange(len(part.headers)))
    return letter


def _repeat_header(letter: Part, chance: Random) -> Part:
    part = _somewhere(letter, chance)
    if part.headers:
        part.headers += [chance.choice(part.headers)] * _amount(chance, 400)
        chance.shuffle(part.headers)
    return letter


def _refold(letter: Part, chance: Random) -> Part:
    part = _somewhere(letter, chance)
    fold = chance.choice((b"\n ", b"\n\t", b"\r\n ", b"\n \n ", b"\n"))
    part.headers = [(name, value.replace(b" ", fold)) for name, value in part.headers]
    return letter


def _type(letter: Part, chance: Random) -> Part:
    part = _somewhere(letter, chance)
    boundary = b'; boundary="%s"' % part.boundary if part.boundary and chance.random() < 0.7 else b""
    part.set(b"Content-Type", chance.choice(TYPES) + boundary)
    return letter


def _charset(letter: Part, chance: Random) -> Part:
    kind = chance.choice((b"text/plain", b"text/html"))
    _leaf(letter, chance).set(b"Content-Type", kind + b"; charset=" + chance.choice(CHARSETS))
    return letter


def _encoding(letter: Part, chance: Random) -> Part:
    """Declare another transfer encoding, with or without applying it."""
    part, claimed = _leaf(letter, chance), chance.choice(ENCODINGS)
    if chance.random() < 0.5:
        part.content = encoded(part.content, claimed.decode("ascii", "replace"))
    part.set(b"Content-Transfer-Encoding", claimed)
    return letter


def _disposition(letter: Part, chance: Random) -> Part:
    _somewhere(letter, chance).set(b"Content-Disposition", chance.choice(DISPOSITIONS))
    return letter


def _boundary(letter: Part, chance: Random) -> Part:
    part = _somewhere(letter, chance)
    claimed = chance.choice(BOUNDARIES)
    if chance.random() < 0.5:
        part.boundary = claimed
    part.set(b"Content-Type", b'multipart/mixed; boundary="%s"' % claimed)
    return letter


def _more_parts(letter: Part, chance: Random) -> Part:
    part, room = _somewhere(letter, chance), 600 // sum(1 for _ in letter.walk())
    if part.parts and room:
        part.parts += [chance.choice(part.parts)] * _amount(chance, room)
    return letter


def _fewer_parts(letter: Part, chance: Random) -> Part:
    part = _somewhere(letter, chance)
    chance.shuffle(part.parts)
    part.parts = part.parts[1:]
    return letter


def _deeper(letter: Part, chance: Random) -> Part:
    """Wrap a letter into multiparts or other letters."""
    kind = chance.choice(("mixed", "alternative", "related", "report", "signed"))
    head, letter.headers = letter.headers, [h for h in letter.headers if h[0].lower().startswith(b"content-")]
    for _ in range(_amount(chance, 60)):
        letter = several(kind, [letter], chance)
    letter.headers = [h for h in head if not h[0].lower().startswith(b"content-")] + letter.headers
    return letter


def _letter_within(letter: Part, chance: Random) -> Part:
    inner = letter.written()
    for _ in range(_amount(chance, 60)):
        inner = b"Content-Type: message/rfc822\n\n" + inner
    return Part([*letter.headers[:4], (b"Content-Type", b"message/rfc822")], inner)


def _text_bomb(letter: Part, chance: Random) -> Part:
    part = _leaf(letter, chance)
    bomb = chance.choice(list(TEXTS.values()))(_amount(chance, 300_000))
    part.content = chance.choice((bomb, part.content + b"\n" + bomb, bomb + b"\n" + part.content))
    return letter


def _markup_bomb(letter: Part, chance: Random) -> Part:
    part = _leaf(letter, chance)
    bomb = chance.choice(list(MARKUP.values()))(_amount(chance, 20_000))
    part.content = chance.choice((bomb, part.content + bomb, bomb + part.content))
    part.headers = [(b"Content-Type", b"text/html; charset=utf-8")] + [h for h in part.headers if h[0][:1] != b"C"]
    return letter


def _header_bomb(letter: Part, chance: Random) -> Part:
    name, _, value = chance.choice(list(HEADERS.values()))(_amount(chance, 10_000)).partition(b": ")
    _somewhere(letter, chance).headers.insert(0, (name, value))
    return letter


def _markup_here_and_there(letter: Part, chance: Random) -> Part:
    """Insert tags, or ends of tags, at random places of a text."""
    part = _leaf(letter, chance)
    for _ in range(_amount(chance, 200)):
        at = chance.randrange(len(part.content) + 1)
        part.content = part.content[:at] + chance.choice(TAGS) + part.content[at:]
    return letter


def _lines_here_and_there(letter: Part, chance: Random) -> Part:
    """Move, repeat or drop lines of a text."""
    part = _leaf(letter, chance)
    lines = part.content.split(b"\n")
    for _ in range(_amount(chance, 40)):
        line = lines.pop(chance.randrange(len(lines))) if len(lines) > 1 else b"> "
        lines.insert(chance.randrange(len(lines) + 1), chance.choice((line, b"> " + line, b"", line[: len(line) // 2])))
    part.content = b"\n".join(lines)
    return letter


CHANGES: tuple[Change, ...] = (
    *(_header, _header, _drop_header, _repeat_header, _refold, _type, _charset, _charset, _encoding, _encoding),
    *(_disposition, _boundary, _more_parts, _fewer_parts, _deeper, _letter_within, _text_bomb, _text_bomb),
    *(_markup_bomb, _markup_bomb, _header_bomb, _markup_here_and_there, _lines_here_and_there, _lines_here_and_there),
)
