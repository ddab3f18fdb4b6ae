from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest
from jinja2 import UndefinedError

from adjudicator.engines.contract import Note, Rules, Value
from adjudicator.texts.facts.letter_facts import Offer
from adjudicator.texts.games.note_text import render_note
from adjudicator.texts.language import language as languages
from adjudicator.texts.language.language import (
    LANGUAGES,
    CatalogMissing,
    language_for,
    templates_folder,
)
from adjudicator.texts.letters.letters import list_offers


def test_there_is_one_of_each_language_for_all_threads() -> None:
    languages._make.cache_clear()
    with ThreadPoolExecutor(8) as pool:
        for language in LANGUAGES:
            assert len(set(pool.map(lambda _, language=language: id(language_for(language)), range(32)))) == 1


def test_only_french_has_a_space_before_the_colon_that_joins_an_order_and_its_purpose() -> None:
    said = {code: list_offers((Offer("M14"),), language_for(code), "linear") for code in LANGUAGES}
    assert said.pop("fr") == "M14\N{NO-BREAK SPACE}: jouer ce coup"
    assert all(line.startswith("M14: ") for line in said.values())


@pytest.mark.parametrize("language", ["", "EN", "es", "../de"])
def test_an_unknown_language_is_an_error(language: str) -> None:
    with pytest.raises(KeyError):
        language_for(language)


def test_in_a_bare_checkout_english_works_and_the_others_say_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(languages, "PACKAGE", tmp_path)
    assert languages._our_catalog("en").gettext("The match is over.") == "The match is over."
    with pytest.raises(CatalogMissing, match=r"fr are not compiled: run `make venv` once"):
        languages._our_catalog("fr")


def test_templates_are_in_the_installed_package_or_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "adjudicator"
    monkeypatch.setattr(languages, "PACKAGE", package)
    assert templates_folder() == tmp_path / "templates"
    (package / "templates").mkdir(parents=True)
    assert templates_folder() == package / "templates"


def test_an_undefined_value_in_a_template_is_an_error() -> None:
    with pytest.raises(UndefinedError, match="nobody"):
        language_for("en").environment.from_string("{{ nobody }}").render()


def test_pages_and_pictures_are_escaped_and_texts_are_not() -> None:
    environment = language_for("en").environment
    assert callable(environment.autoescape)
    assert [name for name in ("a.txt", "a.html", "a.svg") if environment.autoescape(name)] == ["a.html", "a.svg"]


@pytest.mark.parametrize(
    ("language", "name"),
    [("de", "Französisch"), ("en", "French"), ("fr", "français"), ("it", "francese"), ("nl", "Frans")],
)
def test_languages_are_named_in_each_other(language: str, name: str) -> None:
    assert language_for(language).environment.from_string("{{ language_name('fr') }}").render() == name


def test_plurals_follow_the_rule_of_the_language() -> None:
    english = language_for("en")
    assert english.ngettext("%(num)d day", "%(num)d days", 1) % {"num": 1} == "1 day"
    assert english.ngettext("%(num)d day", "%(num)d days", 2) % {"num": 2} == "2 days"
    assert english.gettext("The match is over.") == "The match is over."


def package_of_hex(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make the package of a game, as if it were installed."""
    package = folder / "gamesfromelsewhere"
    (package / "templates" / "notes").mkdir(parents=True)
    (package / "__init__.py").touch()
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(sys.modules, package.name, raising=False)
    rules = Rules(key="hex/1", title="Hex", seats=range(2, 3), sides=(), home="gamesfromelsewhere")
    monkeypatch.setattr(languages, "engines", lambda: {"hex/1": SimpleNamespace(rules=rules)})
    return package


def test_another_packages_catalog_need_not_be_compiled_and_comes_first_in_its_templates(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = package_of_hex(tmp_path, monkeypatch)
    notes = "{% macro over(note, who, you) %}{{ _('The match is over.') }} {{ _('yes') }}{% endmacro %}"
    (package / "templates" / "notes" / "hex.txt").write_text(notes)
    catalog = package / "locale" / "de" / "LC_MESSAGES" / "gamesfromelsewhere.po"
    catalog.parent.mkdir(parents=True)
    catalog.write_text('msgid "The match is over."\nmsgstr "Aus."\n\nmsgid "crimson"\nmsgstr "purpurn"\n')
    german = languages._make.__wrapped__("de")
    assert render_note(Note.of("hex.over"), german, None, ()) == "Aus. ja"
    assert german.gettext("The match is over.") == "Die Partie ist zu Ende."
    assert german.gettext("crimson") == "purpurn"


def test_an_engine_of_another_package_brings_its_texts_and_cannot_change_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = package_of_hex(tmp_path, monkeypatch) / "templates" / "notes"
    (notes / "hex.txt").write_text("{% macro bridged(note, who, you) %}A bridge.{% endmacro %}")
    (notes / "match.txt").write_text("{% macro resigned(note, who, you) %}Ha.{% endmacro %}")
    english = languages._make.__wrapped__("en")
    assert render_note(Note.of("hex.bridged"), english, None, ()) == "A bridge."
    assert render_note(Note.of("match.resigned", seat=0), english, None, ("Anna",)) == "Anna resigned."


PLACES = {"en": "Rome", "de": "Rom", "fr": "Rome", "it": "Roma", "nl": "Rome"}
SPANS = {
    "en": ("12 December", "28 December 2026"),
    "de": ("12. Dezember", "28. Dezember 2026"),
    "fr": ("12 d\u00e9cembre", "28 d\u00e9cembre 2026"),
    "it": ("12 dicembre", "28 dicembre 2026"),
    "nl": ("12 december", "28 december 2026"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_zone_is_named_by_its_city_and_a_span_has_one_year(language: str) -> None:
    def said(key: str, **values: Value) -> str:
        return render_note(Note(key, tuple(values.items())), language_for(language), None, ()).replace("\u00a0", " ")

    assert PLACES[language] in said("settings.zone", value="Europe/Rome", time="19:00")
    assert "Europe" not in said("settings.zone", value="Europe/Rome", time="19:00")
    assert "UTC+1" in said("settings.zone", value="UTC+1", time="19:00")
    first, last = SPANS[language]
    absent: dict[str, Value] = {"left": (), "years": (), "stops": True, "unmoved": ()}
    span = said("settings.absence_planned", first="2026-12-12", last="2026-12-28", **absent)
    assert last in span
    assert first in span.partition(last)[0]
    assert "2026" not in span.partition(last)[0]
    over = said("settings.absence_planned", first="2026-12-12", last="2027-01-03", **absent)
    assert f"{first} 2026" in over
