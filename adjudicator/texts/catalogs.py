"""Updates the gettext catalogs from the code and the templates: ``python -m adjudicator.texts.catalogs``.

New msgids get an empty translation in every language, which a test refuses; English is filled in. Quotation marks,
apostrophes and the spaces of French are set as each language sets them.
"""

from __future__ import annotations

import re
from copy import deepcopy
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po, write_po

from adjudicator.texts.language.language import LANGUAGES, OURS, PACKAGE, SOURCE

ROOT = PACKAGE.parent
KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2), "N_": None}
FOLDER = PACKAGE / "locale"
WIDTH = 100
QUOTES = {"de": ("„", "“"), "fr": ("«", "»"), "it": ("«", "»"), "nl": ("“", "”")}
_TAG = re.compile(r"(<[^>]*>)")
_QUOTED = re.compile(r'"([^"]*)"')
_APOSTROPHE = re.compile(r"(?<=\w)'")
_FRENCH_SPACE = re.compile(r"(?<=«)[ \u202f]?(?=\S)|[ \u202f](?=[:;?!»])|(?<=[^\s«])(?=»)|(?<=[^\s:])(?=:(?:\s|$))")
"""A space that keeps a line from ending before the sign. It is U+00A0: many fonts for text boards lack U+202F."""


def extract_sentences() -> Catalog:
    """Extract the msgids of the checkout."""
    with (ROOT / "babel.cfg").open(encoding="utf-8") as config:
        methods, options = parse_mapping_cfg(config)  # type: ignore[no-untyped-call]
    catalog = _blank()
    for path, _line, text, comments, context in extract_from_dir(ROOT, methods, options, KEYWORDS, ("Translators:",)):
        # Line 0, because Babel would sort by line numbers, and the files are written without them.
        catalog.add(text, None, [(path, 0)], auto_comments=comments, context=context)
    return catalog


def read_catalog(language: str) -> Catalog:
    """Read the catalog of a language; an empty one if it has no file yet."""
    path = path_of(language)
    if not path.exists():
        return _blank(language)
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=OURS)


def path_of(language: str) -> Path:
    """Return the path of a language's catalog."""
    return FOLDER / language / "LC_MESSAGES" / f"{OURS}.po"


def path_of_list() -> Path:
    """Return the path of the template catalog (.pot)."""
    return FOLDER / f"{OURS}.pot"


def renew_catalogs() -> None:
    """Write the template catalog, and update the catalog of every language from it."""
    sentences = extract_sentences()
    _write(path_of_list(), sentences)
    for language in LANGUAGES:
        catalog = read_catalog(language)
        # An update keeps the message objects: two catalogs must not share them.
        catalog.update(deepcopy(sentences), no_fuzzy_matching=True)
        catalog.obsolete.clear()
        if language == SOURCE:
            _fill_in(catalog)
        else:
            _typeset(catalog, language)
        _write(path_of(language), catalog)


def _fill_in(catalog: Catalog) -> None:
    for sentence in catalog:
        if sentence.id:
            sentence.string = sentence.id


def _typeset(catalog: Catalog, language: str) -> None:
    for sentence in catalog:
        forms = sentence.string
        if sentence.id and isinstance(forms, str):
            sentence.string = set_punctuation(forms, language)
        elif sentence.id and forms:
            sentence.string = tuple(set_punctuation(form or "", language) for form in forms)


def set_punctuation(text: str, language: str) -> str:
    """Set quotation marks, apostrophes and spaces as a language sets them; HTML tags stay as they are."""
    parts = _TAG.split(text)
    return "".join(part if n % 2 else _set_words(part, language) for n, part in enumerate(parts))


def _set_words(text: str, language: str) -> str:
    first, last = QUOTES[language]
    text = _APOSTROPHE.sub("\u2019", _QUOTED.sub(rf"{first}\1{last}", text))
    return _FRENCH_SPACE.sub("\u00a0", text) if language == "fr" else text


def _blank(language: str | None = None) -> Catalog:
    # A constant date: a catalog changes only when its sentences change.
    day = datetime(2026, 1, 1, tzinfo=UTC)
    return Catalog(
        language,
        OURS,
        "# The sentences of Adjudicator.",
        project="Adjudicator",
        version="1",
        msgid_bugs_address="see CONTRIBUTING.md",
        creation_date=day,
        revision_date=day,
        last_translator="the authors",
        language_team=language or "all",
        fuzzy=False,
    )


def _write(path: Path, catalog: Catalog) -> None:
    # Babel keeps the sentences of one file in insertion order, which an update changes: sort them.
    for sentence in sorted((one for one in catalog if one.id), key=lambda one: (str(one.id), one.context or "")):
        catalog.delete(sentence.id, sentence.context)
        catalog[sentence.id] = sentence
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalog, width=WIDTH, sort_by_file=True, include_lineno=False)


if __name__ == "__main__":
    renew_catalogs()
