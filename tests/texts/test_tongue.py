from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest
from jinja2 import UndefinedError

from adjudicator.engines.contract import Note, Rules
from adjudicator.texts import language as tongues
from adjudicator.texts.language import LANGUAGES, CatalogMissing, templates_folder, tongue
from adjudicator.texts.note_text import say


def test_there_is_one_of_each_language_for_all_threads() -> None:
    tongues._make.cache_clear()
    with ThreadPoolExecutor(8) as pool:
        for language in LANGUAGES:
            assert len(set(pool.map(lambda _, language=language: id(tongue(language)), range(32)))) == 1


@pytest.mark.parametrize("language", ["", "EN", "es", "../de"])
def test_a_language_that_we_do_not_speak_is_an_error(language: str) -> None:
    with pytest.raises(KeyError):
        tongue(language)


def test_in_a_bare_checkout_english_works_and_the_others_say_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tongues, "PACKAGE", tmp_path)
    assert tongues._our_catalog("en").gettext("The match is over.") == "The match is over."
    with pytest.raises(CatalogMissing, match=r"fr are not compiled: run `make venv` once"):
        tongues._our_catalog("fr")


def test_templates_lie_in_the_installed_package_or_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "adjudicator"
    monkeypatch.setattr(tongues, "PACKAGE", package)
    assert templates_folder() == tmp_path / "templates"
    (package / "templates").mkdir(parents=True)
    assert templates_folder() == package / "templates"


def test_what_a_template_is_not_told_is_an_error() -> None:
    with pytest.raises(UndefinedError, match="nobody"):
        tongue("en").environment.from_string("{{ nobody }}").render()


def test_pages_and_pictures_are_escaped_and_texts_are_not() -> None:
    environment = tongue("en").environment
    assert callable(environment.autoescape)
    assert [name for name in ("a.txt", "a.html", "a.svg") if environment.autoescape(name)] == ["a.html", "a.svg"]


@pytest.mark.parametrize(
    ("language", "name"),
    [("de", "Französisch"), ("en", "French"), ("fr", "français"), ("it", "francese"), ("nl", "Frans")],
)
def test_languages_are_named_in_each_other(language: str, name: str) -> None:
    assert tongue(language).environment.from_string("{{ language_name('fr') }}").render() == name


def test_sentences_are_counted_by_the_languages_own_rule() -> None:
    english = tongue("en")
    assert english.ngettext("%(num)d day", "%(num)d days", 1) % {"num": 1} == "1 day"
    assert english.ngettext("%(num)d day", "%(num)d days", 2) % {"num": 2} == "2 days"
    assert english.gettext("The match is over.") == "The match is over."


def test_an_engine_from_elsewhere_brings_its_words_and_cannot_change_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = tmp_path / "gamesfromelsewhere" / "templates" / "notes"
    notes.mkdir(parents=True)
    (notes.parent.parent / "__init__.py").touch()
    (notes / "hex.txt").write_text("{% macro bridged(note, who, you) %}A bridge.{% endmacro %}")
    (notes / "match.txt").write_text("{% macro resigned(note, who, you) %}Ha.{% endmacro %}")
    monkeypatch.syspath_prepend(tmp_path)
    rules = Rules(key="hex/1", title="Hex", seats=range(2, 3), sides=(), home="gamesfromelsewhere")
    monkeypatch.setattr(tongues, "engines", lambda: {"hex/1": SimpleNamespace(rules=rules)})
    english = tongues._make.__wrapped__("en")
    assert say(Note.of("hex.bridged"), english, None, ()) == "A bridge."
    assert say(Note.of("match.resigned", seat=0), english, None, ("Anna",)) == "Anna resigned."
