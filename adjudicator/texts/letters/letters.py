"""Renders a letter: subject, plain text that suffices alone, and the same as HTML."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import Literal

from jinja2 import Template

from adjudicator.engines.contract import Seat
from adjudicator.texts.facts.answer_facts import Answer
from adjudicator.texts.facts.help_facts import CommandLine
from adjudicator.texts.facts.letter_facts import Event, MatchFacts, Offer, Press, Proposal
from adjudicator.texts.facts.line_report import Answered, LineReport
from adjudicator.texts.facts.plan_facts import KindLine, PlanBoardsAnswer
from adjudicator.texts.facts.position_facts import (
    BoardAnswer,
    DownloadAnswer,
    PositionAnswer,
    PreviewAnswer,
    RecordAnswer,
)
from adjudicator.texts.formats.plain_text import fold_text, one_line, without_underlines
from adjudicator.texts.formats.text_columns import align_columns, list_terms
from adjudicator.texts.games.event_text import write_event
from adjudicator.texts.games.order_purposes import PURPOSES
from adjudicator.texts.language.language import Language
from adjudicator.texts.letters.argument_names import name_argument
from adjudicator.texts.letters.letter_kind import F, LetterContext, LetterKind
from adjudicator.texts.letters.turn_kinds import RECEIPT, THEIR_TURN, YOUR_TURN, MatchOver, Receipt
from adjudicator.texts.plans.plan_tree import draw_plan, word_rows
from adjudicator.texts.times import time_zones, times

SERVICE = "Adjudicator"
"""The text in the brackets of the subject if a letter is about no match."""

TELLING = frozenset({YOUR_TURN.name, THEIR_TURN.name})
"""Letters that begin with the news, unless it takes more than `LONGEST_NEWS` characters: then a list has all of it."""
LONGEST_NEWS = 160
LONGEST_ORDERS = 40
"""Characters of the orders of a turn in a subject."""
TWO = 2

ABSENT = {
    "match": None,
    "account": None,
    "answers": (),
    "board": "",
    "hint": "",
    "kept_orders": None,
    "memo": "",
    "parts": (),
    "plan": None,
    "news": (),
    "offers": (),
    "press": (),
    "proposals": (),
    "stays_known": (),
}
"""Defaults of the values that shared templates use and not every letter has."""


@dataclass(frozen=True, slots=True)
class Written:
    """A rendered letter, without headers."""

    subject: str
    text: str
    html: str


@dataclass(frozen=True, slots=True)
class Summary:
    """A letter in a few lines: its news, and then the messages of players that it has."""

    text: str
    messages: tuple[tuple[int, int], ...]
    """Of each message its number, and how many paragraphs of the text it takes."""


def write_letter(kind: LetterKind[F], language: Language, facts: F) -> Written:
    """Render a letter. Raises `TypeError` unless `facts` has exactly its class: a subclass may be another letter's."""
    if type(facts) is not kind.occasion:
        raise TypeError(f"{kind.name} is written from {kind.occasion.__name__}, not from {type(facts).__name__}")
    values = _values(kind.name, language, facts)
    title = one_line(language.render(f"mail/{kind.name}/subject.txt", **values))
    if facts.reader.last_until:
        title = language.gettext("Last answer for now: %(subject)s") % {"subject": title}
    body = language.environment.get_template(f"mail/{kind.name}/body.txt")
    values["said"] = _piece_renderer(language, body, values)
    html = language.render(f"mail/{kind.name}/body.html", title=title, **values)
    # A header has one kind of space: mail programs cut subjects, they do not fold them.
    subject = title.replace("\u00a0", " ")
    text = fold_text(body.render(values))
    del values["said"]  # it holds the values: a cycle, which would wait for the garbage collector
    if facts.reader.layout == "linear":
        text = without_underlines(text)
    return Written(f"[{_tag(_match_of(facts))}] {subject}", text, html)


def summarize_letter(kind: LetterKind[F], language: Language, facts: F) -> Summary:
    """Render the summary for another letter that this one is merged into: its news, and the players' messages.

    The news is the block ``told`` of its template, if whose turn it is stands beside it, or all of its opening.
    """
    values = _values(kind.name, language, facts, listed=False)
    body = language.environment.get_template(f"mail/{kind.name}/body.txt")
    said = _piece_renderer(language, body, values)
    news = fold_text(said("told") or said("opening")).strip("\n")
    press: tuple[Press, ...] = getattr(facts, "press", ())
    messages = [fold_text(language.render("mail/_press.txt", **values | {"press": [one]})).strip("\n") for one in press]
    return Summary(
        "\n\n".join(filter(None, (news, *messages))),
        tuple((one.number, text.count("\n\n") + 1) for one, text in zip(press, messages, strict=True)),
    )


def write_part(name: str, language: Language, facts: LetterContext) -> str:
    """Render the part about one match in a letter about several; the whole letter is folded later."""
    values = _values(name, language, facts)

    def said(piece: str, **more: object) -> str:
        return language.render(f"mail/{piece}.txt", **values, **more)

    return language.render(f"mail/{name}.txt", said=said, **values).strip("\n")


def write_answers(language: Language, facts: Receipt) -> tuple[Answered, ...]:
    """Write the answers of a receipt for a page, each as it would stand in the letter."""
    values = _values(RECEIPT.name, language, facts)
    if facts.reader.layout == "wide":  # lists that fit a phone as well
        values["listed_commands"] = partial(list_commands, language=language, layout="narrow")
        values["listed_offers"] = partial(list_offers, language=language, layout="narrow")
        values["listed_kinds"] = partial(list_kinds, language=language, layout="narrow")
        values["drawn_plan"] = partial(draw_plan, language=language, layout="narrow")
    said = _piece_renderer(language, language.environment.get_template(f"mail/{RECEIPT.name}/body.txt"), values)
    return tuple(
        part
        for answer in facts.answers
        for part in (
            _answered(answer, said(f"_{answer.kind}", answer=answer), facts.board),
            *_boards_behind(answer, said),
        )
    )


def _answered(answer: Answer, text: str, board: str) -> Answered:
    match answer:
        case BoardAnswer():
            return Answered(text=text, board=_fold_board(board))
        case PreviewAnswer() | PositionAnswer():
            return Answered(text=text, board=_fold_board(answer.board))
        case RecordAnswer() | DownloadAnswer():
            return Answered(text=text, attachment=answer.attachment)
    return Answered(text=text)


def _boards_behind(answer: Answer, said: Callable[..., str]) -> Iterator[Answered]:
    """Write each board of a plan below its answer."""
    for one in answer.boards if isinstance(answer, PlanBoardsAnswer) else ():
        yield Answered(text=said("_plan_board", answer=one), board=_fold_board(one.board))


def _fold_board(board: str) -> str:
    """Fold the sentences of a linear board; the lines of the others have room."""
    return fold_text(board).rstrip("\n")


def _tag(match: MatchFacts | None) -> str:
    return match.code if match else SERVICE


def _match_of(facts: LetterContext) -> MatchFacts | None:
    return getattr(facts, "match", None)


def _table_of_places(facts: LetterContext, language: Language) -> str:
    """List the players by their places, with their scores; empty if the first sentence says it all."""
    if not isinstance(facts, MatchOver):
        return ""
    scores = facts.scores or [None] * len(facts.places)
    if len(facts.places) <= TWO and not any(score is not None for score in scores):
        return ""
    rows = sorted(zip(facts.places, facts.match.players, scores, strict=False), key=lambda row: row[0])
    said = [f"{player.name} ({language.gettext(player.side)})" if player.side else player.name for _, player, _ in rows]
    if facts.reader.layout == "linear":
        words = language.gettext("%(place)s. %(name)s: %(score)s"), language.gettext("%(place)s. %(name)s")
        lines = (
            (words[score is None]) % {"place": place, "name": name, "score": score}
            for (place, _, score), name in zip(rows, said, strict=True)
        )
        return "\n".join(lines)
    table = [
        (f"{place}.", name, "" if score is None else score) for (place, _, score), name in zip(rows, said, strict=True)
    ]
    return "\n".join(f"  {line}" for line in align_columns(table, "rlr").splitlines())


def _is_skipped_first(facts: LetterContext) -> bool:
    """Tell skipped lines first if they may be why a letter did not do what its writer meant; otherwise at the end."""
    report: LineReport | None = getattr(facts, "account", None)
    if report is None:
        return False
    return bool(report.refused) or not (report.changed or report.waiting or getattr(facts, "answers", ()))


def _offers_layouts(facts: LetterContext) -> bool:
    """Are other layouts of the board offered? Only below a wide one, in the first letters of a match, and by mail."""
    reader, match = facts.reader, _match_of(facts)
    in_first_letters = match is not None and bool(match.aim)
    return in_first_letters and bool(getattr(facts, "board", "")) and reader.layout == "wide" and reader.by_mail


def _values(kind: str, language: Language, facts: LetterContext, *, listed: bool = True) -> dict[str, object]:
    """Collect what the templates of a letter say; not `listed`: no list of the news follows its first sentences."""
    values = ABSENT | {field.name: getattr(facts, field.name) for field in fields(facts)}
    reader, match = facts.reader, _match_of(facts)
    told: tuple[Event, ...] = getattr(facts, "news", ())
    # An act of which another sentence of the letter tells has no words of its own, such as the end of the match.
    values["news"] = news = tuple(event for event in told if event.said or event.order)
    if isinstance(facts, MatchOver) and news and facts.reason:
        # The first sentence tells how it ended, and nothing may be left to say of the last step.
        said = news[-1].said.replace(facts.reason, "").strip()
        last_step = (replace(news[-1], said=said),) if said or not news[-1].said else ()
        values["news"] = news = (*news[:-1], *last_step)
    latest = [event for event in news if event.turn == news[-1].turn]
    # An act among the steps, such as a seat that became vacant, is no order.
    latest_orders = ", ".join(event.order for event in latest if event.order)
    told_event = partial(write_event, seat=reader.seat, language=language)
    first = _tell_first(news, told_event) if kind in TELLING else ""
    if kind in TELLING and not listed:
        first = first or _tell_first(latest, told_event)
    if first:
        values["news"] = ()
    return values | {
        "zone": time_zones.format_zone(reader.zone),
        "until": partial(times.format_deadline, zone=reader.zone, language=language),
        "short_time": partial(times.format_short, zone=reader.zone, language=language),
        "short_end": partial(times.format_short_end, zone=reader.zone, language=language),
        "span": partial(times.format_days, language=language),
        "purpose": partial(purpose_of, language=language),
        "listed_commands": partial(list_commands, language=language, layout=reader.layout),
        "listed_offers": partial(list_offers, language=language, layout=reader.layout),
        "listed_kinds": partial(list_kinds, language=language, layout=reader.layout),
        "drawn_plan": partial(draw_plan, language=language, layout=reader.layout),
        "plan_branches": partial(word_rows, language=language),
        "told_event": told_event,
        "typed": partial(show_command, language=language),
        "table": _table_of_places(facts, language),
        "skipped_first": _is_skipped_first(facts),
        "offers_layouts": _offers_layouts(facts),
        "latest": latest,
        "latest_orders": latest_orders,
        "told_last": _tell_last(latest, latest_orders, reader.seat),
        "previewed": any(
            isinstance(answer, PreviewAnswer | PositionAnswer) for answer in getattr(facts, "answers", ())
        ),
        "told_first": first,
        "draw_by": _find_draw(facts),
        "mine": match is not None and match.to_move is not None and match.to_move == reader.seat,
    }


def _find_draw(facts: LetterContext) -> str:
    """Name the player who offers the reader a draw that they have not answered; empty without one."""
    proposals: tuple[Proposal, ...] = getattr(facts, "proposals", ())
    return next((one.asker for one in proposals if one.draw and one.asks), "")


def _tell_first(events: Sequence[Event], told_event: Callable[[Event], str]) -> str:
    """Tell events in the order in which they happened, in sentences; nothing if that is long, or lacks words."""
    told = " ".join(told_event(event) for event in events if event.said)
    latest = [event for event in events if event.turn == events[-1].turn]
    lacks_words = any(not event.said for event in events[: len(events) - len(latest)])
    return "" if lacks_words or len(told) > LONGEST_NEWS else told


def _tell_last(latest: Sequence[Event], orders: str, reader: Seat | None) -> Literal["said", "planned", "orders", ""]:
    """Tell how a subject says the last turn: in words if it is one thing, else by its orders if there is room."""
    if not latest:
        return ""
    if latest[-1].said and len(latest) == 1:
        return "said"
    if not 0 < len(orders) <= LONGEST_ORDERS:
        return ""
    if latest[-1].seat == reader:
        return "planned"
    return "" if latest[-1].seat is None else "orders"


def _piece_renderer(language: Language, body: Template, values: dict[str, object]) -> Callable[..., str]:
    """Return the function `said` of the HTML template: it renders pieces of the text part, each of them once.

    ``said("opening")`` is a block of the letter's ``body.txt``, ``said("_account")`` the shared ``mail/_account.txt``.
    """
    rendered: dict[tuple[str, int], str] = {}

    def said(name: str, **more: object) -> str:
        key = name, id(more.get("answer"))
        if key not in rendered:
            rendered[key] = render(name, more)
        return rendered[key]

    def render(name: str, more: dict[str, object]) -> str:
        if name.startswith("_"):
            return language.render(f"mail/{name}.txt", **values, **more)
        return "".join(body.blocks[name](body.new_context(values))) if name in body.blocks else ""

    return said


def purpose_of(offer: Offer, language: Language) -> str:
    """Say the effect of an offered order, or name its purpose."""
    return offer.said or language.gettext(PURPOSES[offer.purpose])


def list_commands(commands: Iterable[CommandLine], language: Language, layout: str) -> str:
    """List commands with their purposes."""
    rows = ((show_command(command, language), language.gettext(command.summary)) for command in commands)
    return list_terms(rows, layout, language.colon)


def list_offers(offers: Iterable[Offer], language: Language, layout: str) -> str:
    """List offered orders with their purposes."""
    rows = ((offer.order, purpose_of(offer, language)) for offer in offers)
    return list_terms(rows, layout, language.colon)


def list_kinds(kinds: Iterable[KindLine], language: Language, layout: str) -> str:
    """List examples of plans, facts or habits with their meanings."""
    rows = ((kind.example, language.gettext(kind.summary)) for kind in kinds)
    return list_terms(rows, layout, language.colon, alike=True)


def show_command(command: CommandLine, language: Language) -> str:
    """Show a command as it is typed, with the name of its argument."""
    return f"{command.word} {name_argument(command.argument, language)}".strip()
