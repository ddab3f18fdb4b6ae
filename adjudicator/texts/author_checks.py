# ruff: noqa: S101 - the suite is made of assertions
"""Checks of a game's texts, for its author: boards, notes, rules and options, in every language that it speaks.

They run beside the contract suite, over the same matches; an author imports both into one test file. A game is always
read in English. It speaks another language if its package has a catalog for it; a sentence that is missing there fails.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from adjudicator.engines.contract import AnyPosition, Describer, Note, StepError, View
from adjudicator.engines.registry import engines
from adjudicator.engines.suite.cases import Case
from adjudicator.engines.suite.checks import NONSENSE
from adjudicator.engines.suite.walks import WALKS, random_walk, sample_positions
from adjudicator.texts.formats.plain_text import fold_text
from adjudicator.texts.games.boards import PICTURE, TEXT_SHAPES, draw_board
from adjudicator.texts.games.note_text import render_note
from adjudicator.texts.games.option_labels import OptionLabels
from adjudicator.texts.games.rulebook import render_rulebook
from adjudicator.texts.language.language import LANGUAGES, OURS, SOURCE, language_for, package_folder

NAMES = ("Anna", "Bram", "Chiara", "David", "Emma", "Femke", "Gino", "Hanna")
LONG_NAMES = tuple(f"{name} of the very long name" for name in NAMES)
WIDTHS = {"wide": 72, "narrow": 40, "linear": 72}
WALKED = 60
"""The number of steps of a walk whose notes are rendered."""
_FALSE_START = (">", "--", "From ")
_UNWORDED = re.compile(r"(?<=[^.!?] )None\b|\b(True|False)\b|%\(|\{\{")
"""Signs of a value that was not put into words. A sentence may begin with None."""
_JINJA = {"trimmed": "true", "silent": "false"}


@pytest.mark.parametrize("shape", TEXT_SHAPES)
def test_a_text_board_survives_every_mail_program(contract_case: Case, shape: str) -> None:
    for language in _languages(contract_case):
        for view in _views(contract_case):
            for names in (NAMES, LONG_NAMES):
                text = draw_board(view, shape, language_for(language), names=names[: contract_case.seats])
                assert text
                assert fold_text(text) == f"{text}\n"
                for line in text.splitlines():
                    # A language may have accents in its sentences; drawings are ASCII, as English shows.
                    assert language != SOURCE or line.isascii(), line
                    assert "\t" not in line
                    assert not line.startswith(_FALSE_START), line
                    assert len(line) <= WIDTHS[shape], line


def test_the_picture_is_xml_without_a_script(contract_case: Case) -> None:
    for language in _languages(contract_case):
        for view in _views(contract_case):
            drawn = draw_board(view, PICTURE, language_for(language), names=NAMES[: contract_case.seats])
            tags = [str(one.tag).rpartition("}")[2] for one in ET.fromstring(drawn).iter()]  # noqa: S314 - our own
            assert tags[0] == "svg"
            assert {"script", "style", "foreignObject", "image"}.isdisjoint(tags)


def test_what_can_be_clicked_in_the_picture_is_understood(contract_case: Case) -> None:
    engine = contract_case.engine
    for position in sample_positions(contract_case):
        asked: list[str] = []

        def link(order: str, asked: list[str] = asked) -> str:
            asked.append(order)
            return "/order"

        seat, legal = engine.to_move(position), [engine.format(step) for step in engine.legal_steps(position)]
        names = NAMES[: contract_case.seats]
        draw_board(engine.view(position, seat), PICTURE, language_for(SOURCE), legal=legal, names=names, link=link)
        assert all(_is_understood(contract_case, position, order) for order in asked)


def test_every_note_is_worded_in_every_language(contract_case: Case) -> None:
    for note in _notes(contract_case):
        for language in _languages(contract_case):
            for reader in (*range(contract_case.seats), None):
                said = render_note(note, language_for(language), reader, NAMES[: contract_case.seats])
                assert said, note.key
                assert not _UNWORDED.search(said), f"{note.key}: {said}"


def test_what_a_step_would_do_is_worded_in_every_language(contract_case: Case) -> None:
    for note in _descriptions(contract_case):
        for language in _languages(contract_case):
            said = render_note(note, language_for(language), None, ())
            assert said, note.key
            assert not _UNWORDED.search(said), f"{note.key}: {said}"
            assert not said.endswith("."), f"{note.key}: {said}"


def test_the_end_is_told_by_a_note_named_after_its_reason(contract_case: Case) -> None:
    engine = contract_case.engine
    for number in range(WALKS):
        played = random_walk(contract_case, number)
        outcome = engine.outcome(played.positions[-1])
        if outcome is not None:
            key = f"{engine.rules.name}.{outcome.reason}"
            told = next((note for note in played.notes[-1] if note.key == key), Note(key))
            assert render_note(told, language_for(SOURCE), None, NAMES[: contract_case.seats])


def test_the_rules_are_told_in_every_language(contract_case: Case) -> None:
    game, languages = contract_case.engine.rules.name, _languages(contract_case)
    english = render_rulebook(game, language_for(SOURCE))
    assert english.strip()
    for language in languages:
        assert language == SOURCE or render_rulebook(game, language_for(language)) != english


def test_the_rules_name_every_option(contract_case: Case) -> None:
    rules = contract_case.engine.rules
    text = render_rulebook(rules.name, language_for(SOURCE))
    for option in rules.options:
        assert f"{option.key}=" in text


def test_every_option_has_words_in_every_language(contract_case: Case) -> None:
    rules = contract_case.engine.rules
    for language in _languages(contract_case):
        labels = OptionLabels(rules, language_for(language))
        for option in rules.options:
            assert labels.label(option.key) != option.key, f"{option.key} in {language}"
            for value in (one for one in option.values if str(one).isidentifier() and language != SOURCE):
                assert labels.value(option.key, value) != value, f"{option.key}={value} in {language}"
        for name in rules.presets:
            assert labels.preset(name) != name, f"preset={name} in {language}"


def test_no_sentence_is_left_untranslated(contract_case: Case) -> None:
    rules = contract_case.engine.rules
    for language in _languages(contract_case):
        if language != SOURCE and rules.home != OURS:
            wanted = _sentences(rules.home) | frozenset(rules.sides)
            assert not wanted - _translated(rules.home, language), language


def _languages(case: Case) -> list[str]:
    assert case.engine.rules.key in engines(), "install the package: its texts are found by its entry point"
    home = case.engine.rules.home
    return [language for language in LANGUAGES if language == SOURCE or home == OURS or _catalog(home, language)]


def _is_understood(case: Case, position: AnyPosition, order: str) -> bool:
    """Tell whether an order is legal, or a part of a legal one (a piece, a cell): then the page asks for the rest."""
    try:
        case.engine.parse(position, order)
    except StepError as error:
        return bool(error.nearest)
    return True


def _views(case: Case) -> Iterator[View]:
    for position in _positions(case):
        for seat in (None, *range(case.seats)):
            yield case.engine.view(position, seat)


def _positions(case: Case) -> list[AnyPosition]:
    """Choose positions to draw: many with the default options, and a few for each other case."""
    found = sample_positions(case)
    return found[::3] if case.usual else [found[0], found[len(found) // 2 - 1]]


@cache
def _notes(case: Case) -> frozenset[Note]:
    """Collect the notes of the walks, and the refusals of nonsense and of orders from other positions."""
    engine = case.engine
    found: set[Note] = set()
    for number in range(WALKS):
        played = random_walk(case, number)
        for notes in (*played.notes[:WALKED], *played.notes[-2:]):
            found.update(notes)
        for position in _positions(case):
            for text in (*NONSENSE, *map(engine.format, played.steps[::20])):
                try:
                    engine.parse(position, text)
                except StepError as error:
                    found.add(error.reason)
    return frozenset(found)


@cache
def _descriptions(case: Case) -> frozenset[Note]:
    """Collect the descriptions of the steps that are legal in the positions to draw."""
    engine = case.engine
    if not isinstance(engine, Describer):
        return frozenset()
    legal = ((position, step) for position in _positions(case) for step in engine.legal_steps(position))
    return frozenset(engine.describe(position, step) for position, step in legal)


def _catalog(home: str, language: str) -> Path | None:
    path = package_folder(home) / "locale" / language / "LC_MESSAGES" / f"{home}.po"
    return path if path.exists() else None


@cache
def _sentences(home: str) -> frozenset[str]:
    """List the sentences of a package's templates."""
    folder = package_folder(home) / "templates"
    found = extract_from_dir(
        folder,
        [("**.*", "jinja2.ext:babel_extract")],
        {"**.*": _JINJA},
        {"_": None, "gettext": None, "ngettext": (1, 2)},
    )
    return frozenset(text if isinstance(text, str) else text[0] for _, _, text, _, _ in found)


@cache
def _translated(home: str, language: str) -> frozenset[str]:
    path = _catalog(home, language)
    if path is None:
        return frozenset()
    with path.open("rb") as file:
        entries = [entry for entry in read_po(file, locale=language) if entry.id and not entry.fuzzy]
    forms = {entry.id if isinstance(entry.id, str) else entry.id[0]: entry.string for entry in entries}
    return frozenset(text for text, said in forms.items() if said and all([said] if isinstance(said, str) else said))
