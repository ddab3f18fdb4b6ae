"""A language as the program speaks it: a gettext catalog and one template environment that uses it."""

from __future__ import annotations

import gettext
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from threading import Lock

from babel import Locale
from jinja2 import ChoiceLoader, Environment, FileSystemLoader, StrictUndefined, select_autoescape

from adjudicator.engines.registry import engines
from adjudicator.texts.day_names import day_named
from adjudicator.texts.plain_text import FILTERS

LANGUAGES = ("de", "en", "fr", "it", "nl")
SOURCE = "en"
"""The language that the texts are written in: its words are there without a catalog."""

OURS = "adjudicator"
PACKAGE = Path(__file__).resolve().parent.parent
LOCALES = {"en": "en_GB"}
"""Where the days and numbers of a language are not those of its largest country."""

_making = Lock()


class CatalogMissing(RuntimeError):
    """A catalog was not compiled, as in a checkout in which nothing was installed yet."""


@dataclass(frozen=True, slots=True, eq=False)
class Tongue:
    """One language; there is one of each, shared by all threads."""

    language: str
    locale: Locale
    catalog: gettext.NullTranslations
    environment: Environment

    def gettext(self, text: str) -> str:
        """Translate a sentence."""
        return self.catalog.gettext(text)

    def ngettext(self, one: str, many: str, count: int) -> str:
        """Translate a sentence in which something is counted."""
        return self.catalog.ngettext(one, many, count)

    def day(self, day: date) -> str:
        """Write a day without its year, as it may be typed: ``14 March``."""
        return day_named(day, self.language, self.locale, year=False)

    def render(self, template: str, **values: object) -> str:
        """Fill in a template."""
        return self.environment.get_template(template).render(values)


def tongue(language: str) -> Tongue:
    """Find a language by its code. Raises `KeyError` for one that we do not speak, and `CatalogMissing`."""
    if language not in LANGUAGES:
        raise KeyError(language)
    with _making:
        return _make(language)


def N_(text: str) -> str:  # noqa: N802 (the name under which gettext's tools find it)
    """Mark a text for the catalogs; it is translated where it is read."""
    return text


def templates_folder() -> Path:
    """Find our templates: inside the installed package, or beside it in a checkout."""
    inside = PACKAGE / "templates"
    return inside if inside.is_dir() else PACKAGE.parent / "templates"


@cache
def _make(language: str) -> Tongue:
    catalog = _our_catalog(language)
    locale = Locale.parse(LOCALES.get(language, language))
    environment = Environment(
        loader=ChoiceLoader([FileSystemLoader(folder) for folder in _template_folders()]),
        extensions=["jinja2.ext.i18n"],
        undefined=StrictUndefined,
        autoescape=select_autoescape(("html", "svg")),
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.policies["ext.i18n.trimmed"] = True
    environment.filters.update(FILTERS)
    environment.globals["language"] = language
    environment.globals["language_name"] = partial(_name, locale=locale)
    environment.globals["day"] = partial(day_named, language=language, locale=locale)
    environment.install_gettext_translations(catalog, newstyle=True)  # type: ignore[attr-defined]
    return Tongue(language, locale, catalog, environment)


def _name(code: str, locale: Locale) -> str:
    return str(Locale.parse(code).get_display_name(locale))


def _our_catalog(language: str) -> gettext.NullTranslations:
    try:
        catalog = gettext.translation(OURS, PACKAGE / "locale", [language], fallback=language == SOURCE)
    except FileNotFoundError as fault:
        raise CatalogMissing(f"the words for {language} are not compiled: run `make venv` once") from fault
    for home in _other_homes():
        catalog.add_fallback(gettext.translation(home, _folder(home) / "locale", [language], fallback=True))
    return catalog


def _template_folders() -> Iterator[Path]:
    """Ours come first: an engine of somebody else adds boards and notes, it does not change our letters."""
    yield templates_folder()
    for home in _other_homes():
        yield _folder(home) / "templates"


def _other_homes() -> list[str]:
    return sorted({engine.rules.home for engine in engines().values()} - {OURS})


def _folder(package: str) -> Path:
    return Path(str(files(package)))
