"""Example lines of plans for each game, written in a reader's words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from adjudicator.engines.contract import Note
from adjudicator.engines.registry import newest_engine
from adjudicator.mail.lexicon.plan_words import PLAN_WORDS
from adjudicator.match.plans.plan import Game

SOMEBODY = "Bob"
"""The player who is named in an example, unless a real one is."""

FORMS: Mapping[str, str] = MappingProxyType(
    {
        "if": "if … then …",
        "two": "if … then …, if … then …",
        "named": f"if {SOMEBODY} … then …",
        "either": "if … or … then …",
        "otherwise": "otherwise …",
        "next": "next … or …",
        "anyway": "if … then … anyway",
    }
)
"""For a game without examples of its own."""

EXAMPLES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "egyptos": {
            "if": "if M14 then N13",
            "two": "if M14 then N13, if L12 then K11",
            "short": "if M14 N13 L12 K11",
            "either": "if M14 or M15 then N13",
            "fact": "if M14 free then M14",
            "otherwise": "otherwise L12",
            "next": "next M16 or N15 or L12",
        },
        "cheops": {
            "if": "if A3 then 2 A4 keep; draw 1",
            "two": "if A3 then 2 A4 keep; end, if A6 then 4 A8 keep; end",
            "named": f"if {SOMEBODY} A3 then 2 A4 keep; draw 1",
            "either": "if A3 or A5 then 2 A4 keep; draw 1",
            "fact": "if market 15 and A4 free then 2 A4 sell; draw 1",
            "anyway": "if C3 then 2 A4 keep; draw 1 anyway",
            "otherwise": "otherwise 3 A5 keep; end",
            "next": "next 2 A4 keep; end or 3 A5 keep; end",
        },
        "pharao": {
            "if": "if rotate C4 then A C4; end",
            "two": "if rotate C4 then A C4; end, if rotate C5 then A C5; end",
            "named": f"if {SOMEBODY} rotate C4 then A C4; end",
            "either": "if A C4 or P C4 then P C3; end",
            "fact": "if treasure at C4 then A C4; take 2; end",
            "anyway": "if flip C4 then A C4; end anyway",
            "otherwise": "otherwise P C3; end",
            "next": "next A C4; end or P C3; end",
        },
    }
)
"""By the name of the game and by the kind of example; in English."""

_ASKING_ON = frozenset({"or", "and", "any", "anybody"})
"""Joints behind which a condition goes on."""
_JOINT = re.compile(r"\b(?:if|then|otherwise|next|or|and|any|anybody|anyway)\b|[,;]")


def write_plan_line(line: str, game: str, language: str, name: str = SOMEBODY, *, several: bool = False) -> str:
    """Write an English line of a plan in the words of a language; `name` takes the place of `SOMEBODY`.

    A step of somebody else stands behind the name where it is told otherwise than ordered. If there are several others,
    it stands behind "anybody" there, unless the line names somebody.
    """
    planned, asks = _planned(game), False
    who = say_plan_word("anybody", language) if several else name
    first, *sides = _JOINT.split(line)
    said = [_write_side(first, planned, language, name)]
    for joint, side in zip(_JOINT.findall(line), sides, strict=True):
        asks = joint == "if" or (asks and joint in _ASKING_ON)
        said += [_write_joint(joint, language), _write_side(side, planned, language, name, who if asks else "")]
    return "".join(said)


def write_plan_example(note: Note, kind: str, language: str) -> str:
    """Write an example for a note: in the words of its `game`, and with the first of its `names`, if it has them."""
    values = dict(note.values)
    game, names = str(values.get("game", "")), values.get("names")
    name = names[0] if isinstance(names, tuple) and names else SOMEBODY
    lines = EXAMPLES.get(game, FORMS)
    several = isinstance(names, tuple) and len(names) > 1
    return write_plan_line(lines.get(kind, lines["if"]), game, language, str(name), several=several)


def say_plan_word(role: str, language: str) -> str:
    """Return the word of a language for its function in a line: if, then, anyway."""
    return PLAN_WORDS[role][language][0]


def _planned(game: str) -> Game | None:
    return Game.of(newest_engine(game)) if game in EXAMPLES else None


def _write_joint(joint: str, language: str) -> str:
    return say_plan_word(joint, language) if joint in PLAN_WORDS else joint


def _write_side(text: str, planned: Game | None, language: str, name: str, who: str = "") -> str:
    """Write the text between two joints, with the blanks around it; `who` plays it, if it is a condition."""
    said = text.strip()
    if not said:
        return text
    head, found, rest = said.partition(f"{SOMEBODY} ")
    if found and not head:
        told = planned.tell_ahead(rest, language) if planned else rest
        return text.replace(said, f"{name} {told}")
    return text.replace(said, _write_term(said, planned, language, who))


def _write_term(text: str, planned: Game | None, language: str, who: str) -> str:
    if planned is None:
        return text
    fact = planned.facts.read_fact(text) if planned.facts else None
    if fact is None or planned.facts is None:
        ordered, told = planned.planner.format_ahead(text, language), planned.tell_ahead(text, language)
        return f"{who} {told}" if who and told != ordered else ordered
    return planned.facts.format_fact(fact, language)[0]
