"""Cleans texts that somebody wrote for others to read on pages and in feeds.

Letters are read with the same care (`mail.text.charset`); a form of a page has not passed through there.
"""

from __future__ import annotations

import re

from adjudicator.mail.text.charset import tidy_text
from adjudicator.mail.text.line_kind import DOUBT

_UNSEEN = re.compile("[\u034f\u061c\u180e\u200e\u200f\u202a-\u202e\u2066-\u206f\ufffe\uffff]")
"""Characters that turn the direction of a text, hide in it, or may not stand in XML."""
_GAP = re.compile(r"\n{3,}")


def clean_text(text: str) -> str:
    """Remove control characters and those that change the direction of the text; keep lines and single blank lines."""
    plain = _UNSEEN.sub("", tidy_text(text).replace(DOUBT, ""))
    return _GAP.sub("\n\n", "\n".join(line.rstrip() for line in plain.split("\n"))).strip()
