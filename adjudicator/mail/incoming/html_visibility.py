"""Visibility of text in an HTML letter: only text that its sender saw may be played as an order.

Text that is certainly hidden is left out. Text that is struck out, in the colour of its background, off the screen or
hidden only in some programs is marked as doubtful, and the service asks about it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

from lxml.html import HtmlElement

from adjudicator.mail.incoming.css import PLAIN, Color, Look, Rule, Size, read_color, read_look, read_sheet

MARK = "\ufdd2"
"""Marks doubtful text during the layout; a noncharacter of Unicode."""

HIDDEN = "display:none"
"""The style of elements that are left out."""

_BLACK, _WHITE = Color(0.0, 0.0, 0.0, 1.0), Color(1.0, 1.0, 1.0, 1.0)
_UNCERTAIN_TAGS = frozenset(
    {
        "noscript", "noframes", "noembed", "select", "option", "textarea", "object", "applet", "iframe", "video",
        "audio", "canvas", "svg", "math", "progress", "meter", "rt", "marquee",
    }
)  # fmt: skip
"""Elements whose text some programs show, some show differently, and some hide."""
_EQUIVALENT_TAGS = {
    "s": "del", "strike": "del", "b": "strong", "i": "em", "u": "ins", "tt": "span", "big": "span", "small": "span",
}  # fmt: skip
"""Renames elements that libxml2 closes before a paragraph, unlike browsers, to equivalents that it leaves open."""
_TAG = re.compile(rf"(?i)<(/?)({'|'.join(_EQUIVALENT_TAGS)}|del)(?=[\s/>])")
_TAG_OR_TEXT = re.compile(r"<[^>]*>?|[^<]+")
_HIDDEN_TAGS = frozenset({"head", "script", "style", "template", "title", "datalist", "rp", "param", "area"})
_LEAST_CONTRAST = 0.12
"""Smallest visible distance between colour and background, for one of red, green and blue, from 0 to 1."""
_LEAST_ALPHA = 0.15
_MOST_COMPOUND = 20
"""Rules that are kept under one name although their selectors have more than that name."""


class _InheritedStyle(NamedTuple):
    """The inherited style of an element's text."""

    hidden: bool = False
    doubtful: bool = False
    visible: bool = True
    size: Size = Size.READABLE
    color: Color = _BLACK
    backdrop: Color | None = _WHITE
    """Background; None if unknown, as over a picture."""

    def within(self, look: Look) -> _InheritedStyle:
        """Apply an element's own style."""
        backdrop: Color | None = self.backdrop
        if look.background is not None and look.background.alpha >= _LEAST_ALPHA:
            backdrop = look.background
        return _InheritedStyle(
            self.hidden or look.hidden,
            self.doubtful or look.doubtful,
            self.visible if look.visible is None else look.visible,
            self.size if look.size is None else look.size,
            look.color or self.color,
            None if look.painted else backdrop,
        )

    @property
    def is_hidden(self) -> bool:
        return self.hidden or not self.visible or self.size is Size.NOTHING

    @property
    def is_doubtful(self) -> bool:
        return self.doubtful or self.size is Size.TINY or self._fades

    @property
    def _fades(self) -> bool:
        if self.color.alpha < _LEAST_ALPHA:
            return True
        if self.backdrop is None:
            return False
        return (
            max(abs(one - other) for one, other in zip(self.color[:3], self.backdrop[:3], strict=True))
            < _LEAST_CONTRAST
        )


def mark_struck(html: str) -> str:
    """Mark the text inside ``s``, ``strike`` and ``del``, in the markup.

    This is done before parsing, because libxml2 closes a strike where a paragraph begins; browsers do not.
    """
    marked: list[str] = []
    struck = at = 0
    for found in _TAG.finditer(html):
        marked.append(_marked(html[at : found.start()]) if struck > 0 else html[at : found.start()])
        name = found[2].lower()
        name = _EQUIVALENT_TAGS.get(name, name)
        if name == "del":
            struck = max(0, struck + (-1 if found[1] else 1))
        marked.append(f"<{found[1]}{name}")
        at = found.end()
    marked.append(_marked(html[at:]) if struck > 0 else html[at:])
    return "".join(marked)


def _marked(html: str) -> str:
    """Mark the text of a piece of markup that begins inside a tag."""
    inside, end, rest = html.partition(">")
    return inside + end + _TAG_OR_TEXT.sub(lambda found: found[0] if found[0][0] == "<" else _doubted(found[0]), rest)


def mark_unseen(tree: HtmlElement) -> None:
    """Remove text that is certainly hidden, and mark doubtful text. Without recursion, as elements may nest deeply."""
    sheet = _Sheet(tree)
    waiting = [(tree, _InheritedStyle())]
    while waiting:
        element, around = waiting.pop()
        seen = around
        if isinstance(element.tag, str):
            style = element.get("style", "")
            look = read_look(style) if style else PLAIN
            seen = around.within(sheet.look_of(element)).within(_own_look(element)).within(look)
            if seen.hidden:
                element.set("style", HIDDEN)
            element.text = _shown(element.text, seen)
        waiting += [(child, seen) for child in element]
        for child in element:
            child.tail = _shown(child.tail, seen)


def _shown(text: str | None, seen: _InheritedStyle) -> str | None:
    if not text or not text.strip():
        return text
    if seen.is_hidden:
        return " "
    return _doubted(text) if seen.is_doubtful else text


def _doubted(text: str) -> str:
    """Mark each line of a text; blank text stays."""
    start = len(text) - len(text.lstrip())
    return text[:start] + MARK + text[start:].replace("\n", f"\n{MARK}") if text.strip() else text


def _own_look(element: HtmlElement) -> Look:
    """Read the style that an element's name and attributes imply."""
    tag = element.tag
    if tag in _HIDDEN_TAGS or (tag == "dialog" and "open" not in element.attrib):
        return Look(hidden=True)
    if "hidden" in element.attrib:
        return Look(hidden="display" not in element.get("style", ""), doubtful=True)
    turned = tag == "bdo" and element.get("dir", "").lower() == "rtl"
    closed = tag == "details" and "open" not in element.attrib
    color = element.get("color" if tag == "font" else "text", "") if tag in ("font", "body") else ""
    backdrop = element.get("bgcolor", "")
    return Look(
        doubtful=tag == "del" or tag in _UNCERTAIN_TAGS or turned or closed,
        size=Size.READABLE if tag == "font" and "size" in element.attrib else None,
        color=read_color(color) if color else None,
        background=read_color(backdrop) if backdrop else None,
        painted="background" in element.attrib,
    )


class _Sheet:
    """The style sheets in a letter. Text that they hide is only doubtful: not every program reads style sheets."""

    def __init__(self, tree: HtmlElement) -> None:
        self._simple: dict[tuple[str, str], Look] = {}
        self._compound: dict[tuple[str, str], list[Rule]] = {}
        for style in tree.iter("style"):
            for rule in read_sheet(style.text or ""):
                self._add(rule)

    def _add(self, rule: Rule) -> None:
        """Index a rule by one name of its selector: an id, a class or a tag.

        A rule with further names is checked for each element (`_compound`). If there are too many for one name, the
        others are taken to match all its elements, with an uncertain match.
        """
        names = [*(("id", name) for name in rule.ids), *(("class", name) for name in rule.classes)]
        tag = _EQUIVALENT_TAGS.get(rule.tag, rule.tag)
        names += [("tag", tag)] if tag else []
        name = names[0] if names else ("", "")
        compound = self._compound.setdefault(name, [])
        if len(names) > 1 and len(compound) < _MOST_COMPOUND:
            compound.append(rule._replace(tag=tag))
        else:
            exact = rule.exact and len(names) < 2
            self._simple[name] = _joined(self._simple.get(name, PLAIN), rule.look, exact=exact)

    def look_of(self, element: HtmlElement) -> Look:
        """Combine the rules that match an element."""
        look = PLAIN
        if not self._compound:
            return look
        classes, own = frozenset(element.get("class", "").split()), frozenset({element.get("id", "")})
        for name in (("", ""), ("tag", element.tag), *(("class", each) for each in classes), ("id", *own)):
            if name in self._simple:
                look = _joined(look, self._simple[name], exact=True)
            for rule in self._compound.get(name, ()):
                if rule.ids <= own and rule.classes <= classes and rule.tag in ("", element.tag):
                    look = _joined(look, rule.look, exact=rule.exact)
        return look


def _joined(look: Look, new: Look, *, exact: bool) -> Look:
    """Add a rule's style. An uncertain match (not `exact`) only raises doubts; its colours and sizes do not count."""
    hides = new.hidden or new.doubtful or new.visible is False or (new.size is not None and new.size < Size.READABLE)
    if not exact:
        return replace(look, doubtful=look.doubtful or hides, painted=look.painted or new.painted)
    return Look(
        doubtful=look.doubtful or hides,
        visible=new.visible or look.visible,
        size=new.size if new.size is Size.READABLE else look.size,
        color=new.color or look.color,
        background=new.background or look.background,
        painted=look.painted or new.painted,
    )
