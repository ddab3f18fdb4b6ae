"""Names a browser in two words, so that players recognise it in the list of their sessions."""

from __future__ import annotations

import re

# The first match counts: most browsers also send the names of their ancestors (Chrome says Safari).
_BROWSERS = (
    ("Edge", "edg"),
    ("Opera", "opr/|opera"),
    ("Samsung Internet", "samsungbrowser"),
    ("Firefox", "firefox|fxios"),
    ("Chrome", "chrome|chromium|crios"),
    ("Safari", "safari"),
    ("w3m", "w3m"),
    ("Lynx", "lynx"),
)
_SYSTEMS = (
    ("iPhone", "iphone"),
    ("iPad", "ipad"),
    ("Android", "android"),
    ("Windows", "windows"),
    ("macOS", "mac os x|macintosh"),
    ("ChromeOS", "cros"),
    ("Linux", "linux|x11"),
)


def name_browser(user_agent: str) -> str:
    """Name a browser by its User-Agent header: ``Firefox, Windows``; empty for one that we do not know."""
    found = (_first(_BROWSERS, user_agent), _first(_SYSTEMS, user_agent))
    return ", ".join(filter(None, found))


def _first(names: tuple[tuple[str, str], ...], user_agent: str) -> str:
    return next((name for name, words in names if re.search(words, user_agent[:400], re.IGNORECASE)), "")
