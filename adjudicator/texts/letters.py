"""Letters in words: a subject, a text that suffices alone, and the same as HTML."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import partial

from jinja2 import Template

from adjudicator.texts import time_zones, times
from adjudicator.texts.answer_facts import CommandLine
from adjudicator.texts.argument_names import ARGUMENTS
from adjudicator.texts.language import Language
from adjudicator.texts.letter_facts import Event, MatchFacts, Offer
from adjudicator.texts.letter_kinds import F, LetterContext, LetterKind
from adjudicator.texts.order_purposes import PURPOSES
from adjudicator.texts.plain_text import fold_text, one_line

SERVICE = "Adjudicator"
"""What stands in the subject's brackets when a letter is about no match."""

ABSENT = {
    "match": None,
    "account": None,
    "answers": (),
    "board": "",
    "hint": "",
    "news": (),
    "offers": (),
    "press": (),
}
"""What the shared pieces look for and not every letter is told."""


@dataclass(frozen=True, slots=True)
class Written:
    """A letter in words, ready for its envelope."""

    subject: str
    text: str
    html: str


def write_letter(kind: LetterKind[F], language: Language, facts: F) -> Written:
    """Write a letter. Raises `TypeError` for facts of a class derived from its own, which may be another letter's."""
    if type(facts) is not kind.occasion:
        raise TypeError(f"{kind.name} is written from {kind.occasion.__name__}, not from {type(facts).__name__}")
    values = _values(language, facts)
    title = one_line(language.render(f"mail/{kind.name}/subject.txt", **values))
    body = language.environment.get_template(f"mail/{kind.name}/body.txt")
    values["said"] = _speaker(language, body, values)
    html = language.render(f"mail/{kind.name}/body.html", title=title, **values)
    return Written(f"[{_about(_match_of(facts))}] {title}", fold_text(body.render(values)), html)


def summarize_letter(kind: LetterKind[F], language: Language, facts: F) -> str:
    """Write what another letter of the same match would say in its place: its opening, and what others wrote."""
    values = _values(language, facts)
    body = language.environment.get_template(f"mail/{kind.name}/body.txt")
    said = _speaker(language, body, values)
    return fold_text(f"{said('opening')}\n\n{said('_press')}")


def _about(match: MatchFacts | None) -> str:
    return f"{match.game} {match.code}" if match else SERVICE


def _match_of(facts: LetterContext) -> MatchFacts | None:
    return getattr(facts, "match", None)


def _values(language: Language, facts: LetterContext) -> dict[str, object]:
    told = ABSENT | {field.name: getattr(facts, field.name) for field in fields(facts)}
    reader, match = facts.reader, _match_of(facts)
    news: tuple[Event, ...] = getattr(facts, "news", ())
    return told | {
        "zone": time_zones.format_zone(reader.zone),
        "until": partial(times.format_deadline, zone=reader.zone, language=language),
        "soon": partial(times.format_short, zone=reader.zone, language=language),
        "span": partial(times.format_days, language=language),
        "purpose": partial(purpose_of, language=language),
        "typed": partial(show_command, language=language),
        "latest": [event for event in news if event.turn == news[-1].turn],
        "mine": match is not None and match.to_move is not None and match.to_move == reader.seat,
    }


def _speaker(language: Language, body: Template, values: dict[str, object]) -> Callable[..., str]:
    """Give both parts of a letter the same words, so that each sentence is written once, and rendered once.

    ``said("opening")`` is a block of the letter's text, ``said("_account")`` a shared piece.
    """
    spoken: dict[tuple[str, int], str] = {}

    def said(name: str, **more: object) -> str:
        key = name, id(more.get("answer"))
        if key not in spoken:
            spoken[key] = render(name, more)
        return spoken[key]

    def render(name: str, more: dict[str, object]) -> str:
        if name.startswith("_"):
            return language.render(f"mail/{name}.txt", **values, **more)
        return "".join(body.blocks[name](body.new_context(values))) if name in body.blocks else ""

    return said


def purpose_of(offer: Offer, language: Language) -> str:
    """Say what an offered order is good for."""
    return language.gettext(PURPOSES[offer.purpose])


def show_command(command: CommandLine, language: Language) -> str:
    """Show a command as it is typed, with a word for what follows it."""
    argument = ARGUMENTS[command.argument]
    return f"{command.word} {language.gettext(argument)}" if argument else command.word
