"""Reads CSS declarations as far as they decide on the visibility of text: hidden, doubtful, size, colours.

Only properties that hide, strike out or move text are read. A value that depends on unknown things (`calc`, `var`)
makes the text doubtful.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import tinycss2
from tinycss2.ast import Declaration, Node
from tinycss2.color3 import RGBA, parse_color

Declared: TypeAlias = dict[str, tuple[Node, ...]]
"""Values by property, as tokens."""


class Color(NamedTuple):
    """A colour; each part is from 0 to 1."""

    red: float
    green: float
    blue: float
    alpha: float


class Size(IntEnum):
    """Font size, as far as it matters."""

    NOTHING = 0
    TINY = 1
    READABLE = 2


@dataclass(frozen=True, slots=True)
class Look:
    """The declared style of one element; None means inherited."""

    hidden: bool = False
    doubtful: bool = False
    """Struck out, moved away, or only perhaps hidden."""
    visible: bool | None = None
    size: Size | None = None
    color: Color | None = None
    background: Color | None = None
    painted: bool = False
    """Whether there is a background picture."""


PLAIN = Look()

_SHORT = 300
_LENGTH = re.compile(r"([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]{1,2})?)([a-z]*|%)")
_POINTS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "in": 96.0, "cm": 37.8, "mm": 3.78, "q": 0.945}
_RELATIVE = {"em": 1.0, "rem": 1.0, "ex": 0.5, "ch": 0.5, "%": 0.01}
_LEAST = 3.0
"""Largest font size in pixels that is too small to read."""
_LEAST_SHARE = 0.25
_FAR = 150.0
"""Pixels from which an offset moves text away rather than indents it."""
_FAR_SHARE = 0.9
_FAINT, _INVISIBLE = 0.35, 0.05
_SQUEEZED = -3.0

_DOUBTED = {
    "mso-hide": ("all",),
    "unicode-bidi": ("bidi-override", "isolate-override"),
    "flex-direction": ("row-reverse", "column-reverse"),
    "flex-flow": ("reverse",),
    "-webkit-text-security": ("disc", "circle", "square"),
    "filter": ("opacity", "blur", "brightness", "contrast"),
    "text-decoration": ("line-through",),
    "text-decoration-line": ("line-through",),
    "-webkit-text-decoration": ("line-through",),
    "-webkit-text-decoration-line": ("line-through",),
}
_MOVING = ("transform", "-webkit-transform", "-ms-transform", "translate", "scale", "rotate")
_CLIPPING = ("clip", "clip-path", "-webkit-clip-path", "mask", "mask-image", "-webkit-mask", "-webkit-mask-image")
_SIDES = ("left", "right", "top", "bottom", "inset")
_MARGINS = ("margin", "margin-left", "margin-right", "margin-top", "margin-bottom")
_EXTENTS = ("height", "max-height", "width", "max-width", "block-size", "inline-size")
_OVERFLOWS = ("overflow", "overflow-x", "overflow-y")
_NO_EFFECT = frozenset({"none", "auto", "initial", "unset", "inherit", "revert", "normal"})
_UNKNOWN = re.compile(r"(?:var|calc|min|max|clamp|env|attr)\(")
_STATES = frozenset({"hover", "active", "focus", "visited", "link", "before", "after", "selection", "placeholder"})
_DECISIVE = ("display", "visibility", "opacity", "font-size", "content-visibility", "color")


def read_look(style: str) -> Look:
    """Read a ``style`` attribute."""
    return _read_short(style) if len(style) <= _SHORT else _read(style)


def _read(style: str) -> Look:
    return _look(_declared(tinycss2.parse_blocks_contents(style, skip_comments=True, skip_whitespace=True)))


_read_short = lru_cache(maxsize=2048)(_read)
"""Mail programs repeat a few short styles; long ones are not cached, to limit memory."""


class Rule(NamedTuple):
    """A rule of a style sheet, reduced to the last compound of its selector (`div p.x` to `p.x`)."""

    tag: str
    ids: frozenset[str]
    classes: frozenset[str]
    exact: bool
    """Whether that is the whole selector, outside of conditions such as `@media`; otherwise a match is uncertain."""
    look: Look


def read_sheet(css: str) -> list[Rule]:
    """Read the rules of a style sheet that affect visibility."""
    return list(_rules(tinycss2.parse_stylesheet(css, skip_comments=True, skip_whitespace=True), exact=True))


def _rules(nodes: Iterable[Node], *, exact: bool) -> Iterator[Rule]:
    for node in nodes:
        if (
            node.type == "at-rule" and node.content is not None and exact
        ):  # one condition within another is none of ours
            inner = tinycss2.parse_rule_list(node.content, skip_comments=True, skip_whitespace=True)
            yield from _rules(inner, exact=False)
        elif node.type == "qualified-rule":
            contents = tinycss2.parse_blocks_contents(node.content, skip_comments=True, skip_whitespace=True)
            look = _look(_declared(contents))
            if look != PLAIN:
                yield from (rule._replace(look=look) for rule in _selectors(node.prelude, exact=exact))


def _selectors(prelude: Sequence[Node], *, exact: bool) -> Iterator[Rule]:
    selector: list[Node] = []
    for part in (*prelude, None):
        if part is not None and part != ",":
            selector.append(part)
            continue
        rule = _last_part(selector, exact=exact)
        if rule is not None:
            yield rule
        selector = []


def _last_part(selector: list[Node], *, exact: bool) -> Rule | None:
    """Read the last compound of a selector; None if it is for a state or pseudo-element only (`:hover`, `::before`)."""
    while selector and selector[-1].type in ("whitespace", "comment"):
        selector.pop()
    tag, ids, classes = "", set(), set()
    while selector:
        part = selector.pop()
        if part.type == "whitespace" or part in (">", "+", "~"):
            exact = False
            break
        if part.type == "hash":
            ids.add(part.value)
        elif part.type == "ident" and selector and selector[-1] == ".":
            classes.add(part.value)
            selector.pop()
        elif selector and selector[-1] == ":":
            if part.type == "ident" and part.lower_value in _STATES:
                return None
            exact = False
            selector.pop()
        elif part.type == "ident":
            tag = part.lower_value
        elif part != "*":
            exact = False
    return Rule(tag, frozenset(ids), frozenset(classes), exact, PLAIN)


def read_color(text: str) -> Color | None:
    """Read the colour in an attribute such as ``bgcolor``, with or without `#`; None if it is none."""
    return _color(parse_color(text.strip()) or parse_color(f"#{text.strip()}"))


def _declared(nodes: Iterable[Node]) -> Declared:
    """Pick the declaration of each property that wins: the last ``!important`` one, else the last."""
    kept: dict[str, Declaration] = {}
    for node in nodes:
        if node.type != "declaration":
            continue
        known = kept.get(node.lower_name)
        if known is None or node.important or not known.important:
            kept[node.lower_name] = node
    return {name: tuple(token for token in node.value if token.type != "comment") for name, node in kept.items()}


def _look(declared: Declared) -> Look:
    if not declared:
        return PLAIN
    said = {name: tinycss2.serialize(tokens).strip().lower() for name, tokens in declared.items()}
    visibility = said.get("visibility", "")
    return Look(
        hidden=_hides(said),
        doubtful=_doubts(said),
        visible=None if visibility not in ("hidden", "collapse", "visible") else visibility == "visible",
        size=_size(said),
        color=_color(_first_color(declared, "-webkit-text-fill-color", "color")),
        background=_color(_first_color(declared, "background-color", "background")),
        painted="url(" in said.get("background", "") + said.get("background-image", ""),
    )


def _hides(said: Mapping[str, str]) -> bool:
    if said.get("display") == "none" or said.get("content-visibility") == "hidden":
        return True
    opacity = _share(said.get("opacity", ""))
    return (opacity is not None and opacity <= _INVISIBLE) or (_is_cut_off(said) and _least_extent(said) <= 0)


def _doubts(said: Mapping[str, str]) -> bool:
    if any(word in said.get(name, "") for name, words in _DOUBTED.items() for word in words):
        return True
    if any(said.get(name, "none") not in _NO_EFFECT for name in (*_MOVING, *_CLIPPING)):
        return True
    if any(_UNKNOWN.search(said.get(name, "")) for name in _DECISIVE):
        return True
    opacity = _share(said.get("opacity", ""))
    if opacity is not None and opacity < _FAINT:
        return True
    if (_is_cut_off(said) and _least_extent(said) <= _LEAST) or _share(said.get("zoom", "")) == 0:
        return True
    return _is_moved(said)


def _is_moved(said: Mapping[str, str]) -> bool:
    """Is text off the screen, or are its letters on top of each other?"""
    if said.get("position", "static") != "static" and any(_is_far(said.get(side, "")) for side in _SIDES):
        return True
    if any(_is_far(said.get(name, ""), back=True) for name in _MARGINS) or _is_far(said.get("text-indent", "")):
        return True
    return any(
        pixels is not None and pixels <= _SQUEEZED
        for pixels in (_pixels(said.get(name, "")) for name in ("letter-spacing", "word-spacing"))
    )


def _is_far(value: str, *, back: bool = False) -> bool:
    for part in value.split():
        pixels, share = _pixels(part), _share(part) if part.endswith("%") else None
        if pixels is not None and (pixels <= -_FAR or (pixels >= _FAR and not back)):
            return True
        if share is not None and (share <= -_FAR_SHARE or (share >= _FAR_SHARE and not back)):
            return True
    return False


def _is_cut_off(said: Mapping[str, str]) -> bool:
    return any(word in said.get(name, "") for name in _OVERFLOWS for word in ("hidden", "clip", "scroll", "auto"))


def _least_extent(said: Mapping[str, str]) -> float:
    extents = (_pixels(said.get(name, "")) for name in _EXTENTS)
    return min((extent for extent in extents if extent is not None), default=_FAR)


def _size(said: Mapping[str, str]) -> Size | None:
    value = said.get("font-size", "")
    if not value:
        sizes = (part.partition("/")[0] for part in said.get("font", "").split())
        value = next((part for part in sizes if _LENGTH.fullmatch(part) and not part.isdecimal()), "")
        value = value or ("0" if re.match(r"0(?:/|\s)", said.get("font", "")) else "")
    found = _LENGTH.fullmatch(value)
    if found is None:
        return Size.READABLE if value and value not in _NO_EFFECT else None
    number, unit = float(found[1]), found[2]
    if number <= 0:
        return Size.NOTHING
    if unit in _RELATIVE and unit != "rem":
        return Size.TINY if number * _RELATIVE[unit] < _LEAST_SHARE else None
    pixels = number * (16.0 if unit == "rem" else _POINTS.get(unit, _LEAST + 1))
    return Size.READABLE if pixels > _LEAST else Size.TINY


def _pixels(value: str) -> float | None:
    """Read a length in pixels; `em` and other relative units count as 16 pixels."""
    found = _LENGTH.fullmatch(value)
    if found is None or found[2] == "%":
        return None
    return float(found[1]) * _POINTS.get(found[2], 16.0)


def _share(value: str) -> float | None:
    found = _LENGTH.fullmatch(value)
    if found is None or found[2] not in ("", "%"):
        return None
    return float(found[1]) * (0.01 if found[2] else 1.0)


def _first_color(declared: Declared, *names: str) -> RGBA | str | None:
    tokens = (token for name in names for token in declared.get(name, ()))
    return next(filter(None, map(parse_color, tokens)), None)


def _color(found: RGBA | str | None) -> Color | None:
    """Convert a colour of tinycss2; None for none and for `currentColor`."""
    return Color(*found) if isinstance(found, tuple) else None
