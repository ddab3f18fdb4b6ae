"""Decodes bytes into text: never an error, and never with a codec of Python that is no character set.

The declared character set is a hint only. The result is checked for tricks: `tidy_text` removes control and invisible
characters, and marks lines in which they could have changed the visible text.
"""

from __future__ import annotations

import codecs
import re
from functools import cache

from adjudicator.mail.text.line_kind import DOUBT

_ALIASES = {
    "windows-874": "cp874",
    "x-mac-cyrillic": "mac-cyrillic",
    "x-gbk": "gbk",
    "iso-gb2312": "gb2312",
    "gb2312": "gb18030",
    "x-sjis": "cp932",
    "windows-31j": "cp932",
    "shift_jis": "cp932",
    "cp-850": "cp850",
    "utf8mb4": "utf-8",
    # Japanese mail programs write half-width kana under this name, against RFC 1468.
    "iso-2022-jp": "iso2022_jp_ext",
    "iso-8859-8-i": "iso-8859-8",
    "iso-8859-8-e": "iso-8859-8",
    # Mail declared as Latin-1 is nearly always its Windows superset: curly quotes, dashes, the euro sign.
    "iso-8859-1": "windows-1252",
    "latin-1": "windows-1252",
    "latin1": "windows-1252",
}

_ESCAPES = {
    b"\x1b$)C": ("iso2022_kr",),
    b"\x1b$": ("iso2022_jp_ext", "iso2022_jp_2", "iso2022_jp_2004"),
    b"\x1b(": ("iso2022_jp_ext", "iso2022_jp_2"),
}
"""Escape sequences that identify a character set of the ISO 2022 family, whatever the header declares."""

_REFUSED = frozenset({"punycode", "idna", "unicode-escape", "raw-unicode-escape", "undefined", "mbcs", "oem"})
"""Codecs of Python that are no character sets. Decoding punycode takes quadratic time."""

_WIDE = ("utf-16", "utf-32")
_LETTERS = bytes((*range(0x30, 0x3A), *range(0x41, 0x5B), *range(0x61, 0x7B))) + b" +-=.,:?!()<>@#"
_NOT_PLAIN = re.compile(rb"[^\t\n\r\x20-\x7e]")

_CONTROLS = dict.fromkeys((*range(0x09), *range(0x0B, 0x20)))
_TURNING = dict.fromkeys((0x08, 0x1A, 0x1B, 0x7F, 0x202E), DOUBT)
"""Backspace, end of file, escape, delete, right-to-left override: the line looks different on a screen."""
_INVISIBLE = dict.fromkeys(
    map(
        ord,
        "\u00ad\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\ufeff",
    )
)
_BLANKS = dict.fromkeys(map(ord, "\u00a0\u2007\u202f"), " ")
_SURROGATES = dict.fromkeys(range(0xD800, 0xE000), "\ufffd")
_SAFE: dict[int, str | None] = {**_CONTROLS, **_TURNING, **_INVISIBLE, **_BLANKS, **_SURROGATES}

_NEWLINE = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")


def decode_bytes(raw: bytes, declared: str = "") -> str:
    """Decode by the declared character set, else as UTF-8, else as Windows-1252, which always succeeds.

    Two cases go before the declaration:
    - Pure ASCII is ASCII. DKIM signatures often leave Content-Type unsigned: somebody who forwards a letter could
      declare UTF-7, HZ or an EBCDIC and turn its text into another one.
    - Escape sequences of ISO 2022 identify their character set by themselves.
    """
    if not _NOT_PLAIN.search(raw):
        return raw.decode("ascii")
    known = _known(declared)
    escaped = next((names for begin, names in _ESCAPES.items() if begin in raw), ())
    for name in (known, "utf-8") if known.startswith("iso2022") else (*escaped, known, "utf-8"):
        try:
            return raw.decode(name)
        except (UnicodeError, LookupError):
            continue
    # Five bytes are undefined in Windows-1252; they become U+FFFD.
    return raw.decode("windows-1252", "replace")


def tidy_text(text: str) -> str:
    """Normalise decoded text: one kind of newline, no control or invisible characters, plain blanks.

    A control character that changes the visible text is replaced with a `DOUBT`; every other `DOUBT` is removed.
    """
    return _NEWLINE.sub("\n", text.replace(DOUBT, "")).translate(_SAFE)


def _known(declared: str) -> str:
    """Name Python's codec for a declared character set; UTF-8 where there is none, or none that is allowed."""
    name = declared.strip().strip("\"'").strip().lower().removeprefix("charset=").strip("\"' \t;")
    name = _ALIASES.get(name, name)
    try:
        found = codecs.lookup(name).name
    except (LookupError, ValueError, UnicodeError):
        return "utf-8"
    return found if found not in _REFUSED and _has_ascii(found) else "utf-8"


@cache
def _has_ascii(name: str) -> bool:
    """Is a character set a superset of ASCII (for letters, digits, common signs), or one of the wide ones?

    All others (EBCDIC, UTF-7 and so on) are refused: they would turn harmless bytes into an order.
    """
    if name.startswith(_WIDE):
        return True
    try:
        return _LETTERS.decode(name) == _LETTERS.decode("ascii")
    except (UnicodeError, LookupError):
        return False
