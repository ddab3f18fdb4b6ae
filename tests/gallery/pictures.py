"""Photographs letters in Chromium: on a phone and in a wide window, by day and by night."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from playwright.sync_api import Browser

from tests.gallery.letters import Shown

WIDTHS = (360, 800)
SCHEMES = ("light", "dark")


def photograph(browser: Browser, folder: Path, letters: Iterable[tuple[str, Shown]]) -> Iterator[str]:
    """Write a picture of each letter for each width and colour scheme; yield their paths within the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    letters = list(letters)
    for width in WIDTHS:
        for scheme in SCHEMES:
            with browser.new_context(
                viewport={"width": width, "height": 800},
                color_scheme="dark" if scheme == "dark" else "light",
                java_script_enabled=False,
            ) as context:
                page = context.new_page()
                for name, letter in letters:
                    page.set_content(letter.html)
                    path = f"{name}-{letter.kind}-{width}-{scheme}.png"
                    page.screenshot(path=folder / path, full_page=True)
                    yield path
