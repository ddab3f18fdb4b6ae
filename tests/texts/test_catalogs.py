"""The catalogs are complete: these tests fail for an untranslated sentence."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from copy import deepcopy
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from adjudicator.mail.commands.lines.command_lines import read_line
from adjudicator.texts import catalogs
from adjudicator.texts.catalogs import extract_sentences, path_of, path_of_list, read_catalog, renew_catalogs
from adjudicator.texts.language.language import LANGUAGES, SOURCE
from testkit.source_nodes import list_nodes

SAID_BY_THE_READER = {
    *("no, I do not agree", "no, and nobody may invite me again", "that was not me: take it back", "yes, I agree"),
    *("yes, I play", "yes, that was me: do it", "I am back", "My matches", "I agree", "I do not agree", "My turn"),
    *("Mail me a link to sign in", "Mail me a link", "Yes, send me a digest", "Write to me again", "Yes, I give up"),
    *("Never write to me again", "My turn: all that wait for you on one page"),
    *("Tell me", "Do not tell me", "I hope that nobody sees the north side"),
}
"""Answers, buttons and headings in the first person."""
TAG = re.compile(r"<[^>]*>")
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%%")
FIXED = re.compile(r"\b[a-z_]+=[a-z0-9_]+|\b[A-Z]\d+\b|\(-?\d+:[+-]\d+\)|\S+@\S+|https?://\S+|\badjudicator [a-z]+")
"""Text that is the same in every language: typed options, squares, addresses, command lines."""


@pytest.fixture(scope="module", params=LANGUAGES)
def catalog(request: pytest.FixtureRequest) -> Catalog:
    return read_catalog(request.param)


@cache
def found() -> Catalog:
    """Extract the sentences of code and templates once."""
    return extract_sentences()


def sentences(catalog: Catalog) -> list[Message]:
    return [entry for entry in catalog if entry.id]


def ids(catalog: Catalog) -> set[tuple[str, ...]]:
    return {forms(entry.id) for entry in sentences(catalog)}


def forms(text: str | Iterable[str] | None) -> tuple[str, ...]:
    return (text or "",) if text is None or isinstance(text, str) else tuple(text)


def translations(catalog: Catalog) -> list[str]:
    return [part for entry in sentences(catalog) for part in forms(entry.string)]


def test_the_template_catalog_has_exactly_the_sentences_of_code_and_templates() -> None:
    with path_of_list().open("rb") as file:
        listed = ids(read_po(file))
    now = ids(found())
    assert len(now) > 150
    assert listed == now, "run `python -m adjudicator.texts.catalogs`"


def test_the_list_has_what_only_the_compiler_sees() -> None:
    """The extraction reads tokens, and a string of the form f"" is one token, with the calls that stand in it."""
    listed = {text for one in ids(found()) for text in one}
    marked = {text for path in Path("adjudicator").rglob("*.py") for text in _marked(path)}
    assert len(marked) > 100
    assert marked <= listed, marked - listed


def _marked(path: Path) -> Iterable[str]:
    for call in list_nodes(path):
        match call:
            case ast.Call(func=ast.Name(id="N_"), args=[ast.Constant(value=str() as text), *_]):
                yield text
            case ast.Call(func=ast.Attribute(attr="gettext"), args=[ast.Constant(value=str() as text), *_]):
                yield text


def test_every_language_has_every_sentence_and_no_other(catalog: Catalog) -> None:
    assert path_of(str(catalog.locale)).exists()
    assert ids(catalog) == ids(found())
    assert catalog.obsolete == {}


def test_nothing_is_missing(catalog: Catalog) -> None:
    missing = [entry.id for entry in sentences(catalog) if not all(part.strip() for part in forms(entry.string))]
    assert missing == []


def test_nothing_is_fuzzy(catalog: Catalog) -> None:
    assert not catalog.fuzzy
    assert [entry.id for entry in sentences(catalog) if entry.fuzzy] == []


def test_plurals_have_as_many_forms_as_the_language(catalog: Catalog) -> None:
    for entry in sentences(catalog):
        if not isinstance(entry.id, str):
            assert len(forms(entry.string)) == catalog.num_plurals, entry.id


def test_placeholders_are_the_same(catalog: Catalog) -> None:
    for entry in sentences(catalog):
        one, *_, many = (set(PLACEHOLDER.findall(form)) for form in (*forms(entry.id)[:1], *forms(entry.id)))
        for part in forms(entry.string):
            assert set(PLACEHOLDER.findall(part)) in (one, many), entry.id
            assert "%" not in PLACEHOLDER.sub("", part), entry.id


def test_untranslatable_text_is_the_same_in_every_language(catalog: Catalog) -> None:
    for entry in sentences(catalog):
        wanted = set(FIXED.findall(forms(entry.id)[-1]))
        for part in forms(entry.string):
            assert set(FIXED.findall(part)) == wanted, entry.id


def test_sentences_begin_and_end_alike(catalog: Catalog) -> None:
    for entry in sentences(catalog):
        first = forms(entry.id)[-1]
        for part in forms(entry.string):
            assert part == part.strip(), entry.id
            assert "\n" not in part, entry.id
            assert part[-1:] in ".!?" or first[-1] not in ".!?", entry.id
            assert part[-1:] == ":" or first[-1] != ":", entry.id


def test_quotation_marks_and_apostrophes_are_those_of_the_language(catalog: Catalog) -> None:
    first, last = catalogs.QUOTES.get(str(catalog.locale), ('"', '"'))
    plain = {"'"} if str(catalog.locale) == SOURCE else set()
    others = set("\"'„“”«»\u2018\u201a\u2039\u203a") - {first, last} - plain
    for part in translations(catalog):
        words = TAG.sub("", part)
        assert not others & set(words), part
        if first != last:
            assert re.findall(f"[{first}{last}]", words) == [first, last] * words.count(first), part


def test_no_line_of_french_begins_with_a_sign_that_needs_a_space() -> None:
    for part in translations(read_catalog("fr")):
        words = TAG.sub("", part)
        assert not re.search(r"[ \u202f][:;?!»]|«[^\u00a0]|[^\u00a0]»", words), part
        assert not re.search(r"[^\W\d][?!](?= |$)|\w»|[^\s:]:(?=\s|$)", words), part


def test_french_choices_speak_to_the_reader_as_the_text_beside_them_does() -> None:
    own = re.compile(r"\b(?:mon|ma|mes|me|moi|je)\b|\b[jm]\u2019", re.IGNORECASE)
    french = read_catalog("fr")
    assert {entry.id for entry in sentences(french) if any(map(own.search, forms(entry.string)))} <= SAID_BY_THE_READER


def test_other_languages_put_no_space_before_a_sign() -> None:
    for language in set(LANGUAGES) - {"fr"}:
        for part in translations(read_catalog(language)):
            assert not re.search(r"\w\s[:;!](\s|$)|«\s|\s»|„\s", TAG.sub("", part)), part


@pytest.mark.parametrize(
    ("language", "typed", "printed"),
    [
        ("fr", 'Écrivez "oui" : c\'est bien ?', "Écrivez «\u00a0oui\u00a0»\u00a0: c\u2019est bien\u00a0?"),
        ("fr", "«\u202foui\u202f» ; « non »", "«\u00a0oui\u00a0»\u00a0; «\u00a0non\u00a0»"),
        ("fr", "N:1 et A C3; flip", "N:1 et A C3; flip"),
        ("de", 'Schreib "ja"', "Schreib „ja“"),
        ("it", 'Scrivi "sì": c\'è', "Scrivi «sì»: c\u2019è"),
        ("nl", 'Schrijf <a href="%(url)s">"ja"</a>', 'Schrijf <a href="%(url)s">“ja”</a>'),
    ],
)
def test_renewing_sets_the_signs(language: str, typed: str, printed: str) -> None:
    assert catalogs.set_punctuation(typed, language) == printed
    assert catalogs.set_punctuation(printed, language) == printed


@pytest.mark.parametrize(
    ("begin", "name"), [("You need not do anything. You do not", "resign"), ("Your time for this turn was", "absences")]
)
def test_a_quoted_command_is_in_the_language_and_is_understood(catalog: Catalog, begin: str, name: str) -> None:
    first, last = catalogs.QUOTES.get(str(catalog.locale), ('"', '"'))
    (said,) = [entry.string for entry in sentences(catalog) if forms(entry.id)[0].startswith(begin) and entry.string]
    line = str(said).partition(first)[2].partition(last)[0].strip()
    given = read_line(line, "match")
    assert given is not None, said
    assert given.command.name == name


def test_english_is_the_source(catalog: Catalog) -> None:
    if str(catalog.locale) == SOURCE:
        for entry in sentences(catalog):
            assert forms(entry.string) == forms(entry.id)
    else:
        same = [entry.id for entry in sentences(catalog) if forms(entry.string) == forms(entry.id)]
        assert len(same) < len(sentences(catalog)) // 20, same


def test_renewing_keeps_translations_and_leaves_new_sentences_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogs, "FOLDER", tmp_path)
    monkeypatch.setattr(catalogs, "extract_sentences", lambda: deepcopy(found()))
    renew_catalogs()
    for language in LANGUAGES:
        filled = [entry for entry in sentences(read_catalog(language)) if any(forms(entry.string))]
        assert len(filled) == (len(sentences(found())) if language == SOURCE else 0)
    path = path_of("fr")
    done = path.read_text().replace('msgid "Your matches"\nmsgstr ""', 'msgid "Your matches"\nmsgstr "Vos parties"')
    path.write_text(done)
    renew_catalogs()
    assert path.read_text() == done
