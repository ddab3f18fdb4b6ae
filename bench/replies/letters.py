"""Letters to be judged, each made of a scene, a phrasing, a layout, a place and a signature by a seeded die."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from email.message import EmailMessage
from html import escape

from bench.replies import phrasings
from bench.replies.html_layouts import PROGRAMS, body_of
from bench.replies.positions import GamePosition
from testkit.club import address_of, text_of
from testkit.mail.reply_layouts import ATTRIBUTIONS, HEADS, NEED_MARKS, Layout, bare, indented, layouts, marked

KINDS = {"clear": 55, "hedged": 12, "corrected": 5, "nothing": 10, "third person": 12, "order above a third person": 6}
"""What is meant, and how many of a hundred letters mean it."""

FULL_WIDTH = {ord(c): ord(c) + 0xFEE0 for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"}
CYRILLIC = str.maketrans("ABCEHKMOPTX", "\u0410\u0412\u0421\u0415\u041d\u041a\u041c\u041e\u0420\u0422\u0425")

ZOE = ("Zoe", "zoe@zoe.example")
HEADS_TRIED = (
    "outlook en",
    "outlook de",
    "outlook fr",
    "outlook it",
    "outlook nl",
    "gmail forward",
    "samsung de",
    "two lines",
)


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter and what is right: each of `wanted` is a list of steps that may be played."""

    kind: str
    phrasing: str
    layout: str
    raw: bytes
    wanted: tuple[tuple[str, ...], ...]

    @property
    def orders(self) -> bool:
        """Tell whether it says clearly what is to be played."""
        return self.kind in ("clear", "order above a third person")


def make_letter(scene: GamePosition, dice: random.Random, number: int) -> Letter:
    """Make a letter; the same die makes the same one."""
    kind = dice.choices(list(KINDS), list(KINDS.values()))[0]
    order, other = dice.sample(scene.orders, 2)
    phrasing = _phrasing(kind, scene.language, dice)
    text = _filled(phrasing, order, other)
    wanted: tuple[tuple[str, ...], ...] = ((),)
    if kind == "clear":
        wanted = ((order,),)
    elif kind == "corrected":
        wanted = ((), (other,))
    if "third person" in kind:
        return _with_third_person(scene, dice, number, kind, order, other, phrasing)
    signature = dice.choice(phrasings.SIGNATURES).format(me=scene.mover.partition(" ")[0])
    name, plain, html = _laid_out(scene, dice, text, signature)
    return Letter(kind, phrasing, name, _message(scene, number, plain, html), wanted)


def _phrasing(kind: str, language: str, dice: random.Random) -> str:
    if kind == "clear":
        return dice.choice(phrasings.BARE if dice.random() < 0.4 else phrasings.CLEAR[language])
    if kind == "hedged":
        return dice.choice(phrasings.HEDGED[language])
    if kind == "corrected":
        return dice.choice(phrasings.CORRECTED[language])
    if kind == "nothing":
        return dice.choice(phrasings.NOTHING[language])
    return dice.choice(phrasings.THIRD_PERSONS)


def _filled(phrasing: str, order: str, other: str = "") -> str:
    return phrasing.format(
        o=order,
        p=other,
        O=order.upper(),
        lower=order.lower(),
        wide=order.upper().translate(FULL_WIDTH),
        nbsp=order.replace(" ", "\u00a0"),
        cyrillic=order.translate(CYRILLIC),
    )


def _laid_out(scene: GamePosition, dice: random.Random, text: str, signature: str) -> tuple[str, str, str]:
    """Lay a reply out as some program does: the name of the layout, the plain text and the HTML, each perhaps empty."""
    written = text.split("\n")
    if dice.random() < 0.3:
        program = dice.choice(list(PROGRAMS))
        return program, *PROGRAMS[program](scene, text, signature)
    layout = dice.choice(_layouts(scene))
    if layout.has_marks and dice.random() < 0.3:
        return f"{layout.name}, below", layout.bottom(written, signature), ""
    return f"{layout.name}, above", layout.top(written, signature), ""


_made: dict[str, list[Layout]] = {}


def _layouts(scene: GamePosition) -> list[Layout]:
    if scene.name not in _made:
        reply_to = address_of(scene.letter["Reply-To"])
        _made[scene.name] = list(layouts(text_of(scene.letter).rstrip("\n"), "Adjudicator", reply_to))
    return _made[scene.name]


def _with_third_person(
    scene: GamePosition, dice: random.Random, number: int, kind: str, order: str, other: str, phrasing: str
) -> Letter:
    """Let the player send on what Zoe wrote below our letter, or answer us above it."""
    own = order if kind.startswith("order") else dice.choice(phrasings.ABOVE_THIRD)
    theirs = _filled(phrasing, other if kind.startswith("order") else order, order).split("\n")
    ours = text_of(scene.letter).rstrip("\n").split("\n")
    reply_to = address_of(scene.letter["Reply-To"])
    head = dice.choice(HEADS_TRIED)
    style = dice.choice(("bare", "indented", "marked", "attribution", "html divs", "html quotes"))
    zoes, adjudicators = (HEADS[head].format(n=n, a=a).split("\n") for n, a in (ZOE, ("Adjudicator", reply_to)))
    wanted = ((order,),) if kind.startswith("order") else ((),)
    if style.startswith("html"):
        html = _forward_in_html(own, theirs, scene, zoes, adjudicators, quotes=style.endswith("quotes"))
        return Letter(kind, phrasing, f"{head}, {style}", _message(scene, number, "", html), wanted)
    if style == "attribution":
        named = dice.choice([name for name in ATTRIBUTIONS if name not in NEED_MARKS])
        zoes, adjudicators = (
            ATTRIBUTIONS[named].format(n=n, a=a).split("\n") for n, a in (ZOE, ("Adjudicator", reply_to))
        )
        style, head = "bare", named
    mark = {"bare": bare, "indented": indented, "marked": marked}[style]
    inner = mark([*theirs, "", *adjudicators, "", *mark(ours)])
    plain = "\n".join([own, "", *zoes, "", *inner, ""])
    return Letter(kind, phrasing, f"{head}, {style}", _message(scene, number, plain, ""), wanted)


def _forward_in_html(
    own: str,
    theirs: Sequence[str],
    scene: GamePosition,
    zoes: Sequence[str],
    adjudicators: Sequence[str],
    *,
    quotes: bool,
) -> str:
    body = "<br>".join(map(escape, theirs))
    heads = ["<br>".join(map(escape, head)) for head in (zoes, adjudicators)]
    if quotes:
        inner = f"{heads[1]}<blockquote>{body_of(scene)}</blockquote>"
        return f"<div>{escape(own)}</div><div>{heads[0]}</div><blockquote><div>{body}</div>{inner}</blockquote>"
    zoes_letter = f"<hr><div>{heads[0]}</div><br><div>{body}</div>"
    return f"<div>{escape(own)}</div>{zoes_letter}<hr><div>{heads[1]}</div><br>{body_of(scene)}"


def _message(scene: GamePosition, number: int, plain: str, html: str) -> bytes:
    letter = EmailMessage()
    letter["From"] = scene.mover
    letter["To"] = str(scene.letter["Reply-To"])
    letter["Subject"] = f"Re: {scene.letter['Subject']}"
    letter["Message-ID"] = f"<reply-{number}@mail.example>"
    letter["In-Reply-To"] = str(scene.letter["Message-ID"])
    letter["References"] = str(scene.letter["Message-ID"])
    if plain:
        letter.set_content(plain)
        if html:
            letter.add_alternative(html, subtype="html")
    else:
        letter.set_content(html, subtype="html")
    return letter.as_bytes()
