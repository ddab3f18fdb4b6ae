"""Takes the HTML part of a letter apart for the linter: its texts, links, boards, and everything that it would load."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

_VOID = frozenset({"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"})
_LOADS = frozenset(
    {
        "audio", "base", "button", "embed", "form", "frame", "iframe", "img", "input", "link", "object", "picture",
        "script", "source", "svg", "video",
    }
)  # fmt: skip
"""Elements that load, run or submit something: mail programs remove them, or warn."""
_LOADING = frozenset({"src", "srcset", "background", "poster", "action", "formaction"})
_STYLE = re.compile(r"(?i)url\(|@import|expression\(")
_INLINE = frozenset({"a", "b", "strong", "em", "i", "code", "span"})


@dataclass(slots=True)
class HtmlPart:
    """The contents of an HTML part."""

    words: list[str] = field(default_factory=list)
    """Its texts; each block element begins a new one."""
    links: list[str] = field(default_factory=list)
    drawings: list[str] = field(default_factory=list)
    """Contents of ``pre`` elements: boards."""
    loaded: list[str] = field(default_factory=list)
    """Elements and attributes that load, run or submit something."""
    unclosed: list[str] = field(default_factory=list)
    """Tags that are not closed, or not in order."""


def read_page(html: str) -> HtmlPart:
    reader = _Reader()
    reader.feed(html)
    reader.close()
    reader.end_line()
    reader.page.unclosed += reader.open
    return reader.page


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.page = HtmlPart()
        self.open: list[str] = []
        self._line: list[str] = []
        self._drawing: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _LOADS:
            self.page.loaded.append(f"<{tag}>")
        for name, value in attrs:
            self._look_at(tag, name, value or "")
        if tag not in _INLINE:
            self.end_line()
        if tag == "pre":
            self._drawing = []
        if tag not in _VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in _INLINE:
            self.end_line()
        if tag == "pre" and self._drawing is not None:
            self.page.drawings.append("".join(self._drawing))
            self._drawing = None
        if self.open and self.open[-1] == tag:
            self.open.pop()
        else:
            self.page.unclosed.append(tag)

    def handle_data(self, words: str) -> None:
        if self.open and self.open[-1] == "style":
            self.page.loaded += [f"<style> with {found[0]}" for found in _STYLE.finditer(words)]
            return
        self._line.append(words)
        if self._drawing is not None:
            self._drawing.append(words)

    def end_line(self) -> None:
        words = " ".join("".join(self._line).split())
        if words:
            self.page.words.append(words)
        self._line = []

    def _look_at(self, tag: str, name: str, value: str) -> None:
        if name in _LOADING or name.startswith("on") or (name == "style" and _STYLE.search(value)):
            self.page.loaded.append(f"<{tag} {name}={value}>")
        if tag == "a" and name == "href":
            self.page.links.append(value)
