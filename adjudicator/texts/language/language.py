"""A language: its gettext catalog, its locale, and the Jinja environments that use them.

Games of other packages have an environment and a catalog of their own, so that they cannot change our letters.
"""

from __future__ import annotations

import gettext
import sys
from collections.abc import Callable, Hashable, Mapping, MutableMapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from functools import cache, lru_cache, partial
from importlib.resources import files
from importlib.util import cache_from_source
from io import BytesIO
from pathlib import Path
from threading import Lock
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType
from typing import Any, cast

from babel import Locale
from babel.dates import format_date
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from jinja2 import (
    ChoiceLoader,
    Environment,
    FileSystemBytecodeCache,
    FileSystemLoader,
    StrictUndefined,
    Template,
    TemplateNotFound,
    select_autoescape,
)
from jinja2.bccache import Bucket
from jinja2.runtime import Context, Macro

from adjudicator.engines.registry import engines
from adjudicator.mail.commands.lines.translation import translate_command, translate_option
from adjudicator.mail.commands.table.command_words import seat_word
from adjudicator.texts.formats.plain_text import FILTERS
from adjudicator.texts.language.lasting import format_lasting, format_lastings, format_timespan
from adjudicator.texts.language.percentages import format_share
from adjudicator.texts.language.plan_examples import say_plan_word, write_plan_example
from adjudicator.texts.language.region_names import name_region
from adjudicator.texts.language.template_sentences import Sentences, install_sentences
from adjudicator.texts.language.template_tables import GENERATION, LazyTables
from adjudicator.texts.language.written_orders import write_order_of_game

LANGUAGES = ("de", "en", "fr", "it", "nl")
SOURCE = "en"
"""The language of the msgids: it works without a compiled catalog."""

OURS = "adjudicator"
PACKAGE = Path(__file__).resolve().parents[2]
LOCALES = {"en": "en_GB"}
"""Locales of dates and numbers that differ from the language's default."""
DAY_PATTERNS = {"de": "d. MMMM"}
"""Where a day is not written as ``3 December``."""

SPACED = {"fr": "\N{NO-BREAK SPACE}"}
"""Space before a colon and a semicolon, in languages that write one. Templates take both signs from here."""

_FUNCTIONS = frozenset({FunctionType, BuiltinFunctionType, MethodType, partial, type(cache(str))})
"""Kinds of callables that ask for nothing unless they have a mark of Jinja's themselves."""

_making = Lock()
_Local = Mapping[str, object] | None


MOST_PIECES = 8192
"""Pieces of pictures that are kept, some hundred bytes each."""


class CatalogMissing(RuntimeError):
    """A catalog is not compiled, as in a checkout before the first install."""


class CompiledTemplates(FileSystemBytecodeCache):
    """Compiles a template once for all languages: its code looks a sentence up when it is rendered.

    The code is also kept in files, as Python keeps that of modules; all templates take four seconds of a core to
    compile. Jinja reads a file only if it was made from the same source by the same versions of Python and Jinja.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(str(folder), f"%s.{sys.implementation.cache_tag}-{GENERATION}.jinja")
        self._folder = folder
        self._compiled: dict[tuple[str, str], CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Hand out the code that was compiled from the same file with the same content."""
        key = bucket.key, bucket.checksum
        if key not in self._compiled:
            with suppress(OSError):
                super().load_bytecode(bucket)
            if bucket.code is not None:
                self._compiled[key] = bucket.code
            return
        bucket.code = self._compiled[key]

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the compiled code, also in a file if it can be written, and Python shall write such files at all."""
        self._compiled[bucket.key, bucket.checksum] = bucket.code
        if not sys.dont_write_bytecode:
            with suppress(OSError):
                self._folder.mkdir(parents=True, exist_ok=True)
                super().dump_bytecode(bucket)


class _LetterContext(Context):
    """The context of a template, whose calls of macros, gettext functions and plain functions are quicker.

    Jinja asks everything that is called, and its method `__call__`, what it wants to be handed. A page makes thousands
    of calls, and nearly all of them are of these kinds.
    """

    def call(
        self,
        called: Callable[..., object],
        /,
        *args: object,
        _loop_vars: _Local = None,
        _block_vars: _Local = None,
        **values: object,
    ) -> object:
        """Call something from a template. Compiled templates hand over what a loop and a block have set."""
        if type(called) is Macro:
            return called(self.eval_ctx, *args, **values)
        if type(called) is Sentences:
            return called(self, *cast("tuple[str]", args), **values)
        if type(called) in _FUNCTIONS and not hasattr(called, "jinja_pass_arg"):
            return called(*args, **values)
        return super().call(called, *args, _loop_vars=_loop_vars, _block_vars=_block_vars, **values)


class _LetterEnvironment(Environment):
    """An environment whose templates have their globals in one dict.

    Jinja chains two. The chain is copied for each of the twenty templates of a letter, key by key in Python.
    """

    context_class = _LetterContext
    code_generator_class = LazyTables

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Merge the globals of a template with those of the environment."""
        return {**self.globals, **(d or {})}


_code = CompiledTemplates(Path(cache_from_source(__file__)).parent / "templates")


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """One language; there is one instance of each, shared by all threads."""

    language: str
    locale: Locale
    catalog: gettext.NullTranslations
    environment: Environment
    game_environments: Mapping[str, Environment] = field(default_factory=dict)
    """The environments of games from other packages, by the name of the game."""

    def environment_of(self, game: str) -> Environment:
        """Return the environment of a game: its own package's, or ours."""
        return self.game_environments.get(game, self.environment)

    def find_template(self, game: str, name: str) -> Template | None:
        """Return a template of a game; None if it has none of this name."""
        return _find_template(self.environment_of(game), name)

    def gettext(self, text: str) -> str:
        """Translate a sentence."""
        return self.catalog.gettext(text)

    def ngettext(self, one: str, many: str, count: int) -> str:
        """Translate a sentence with a plural form."""
        return self.catalog.ngettext(one, many, count)

    def day(self, day: date) -> str:
        """Write a day without its year, as a player may type it: ``14 March``."""
        return format_day(day, self.language, self.locale, year=False)

    @property
    def semicolon(self) -> str:
        """A semicolon between two pieces of a line, with the spaces that it has in the language."""
        return f"{SPACED.get(self.language, '')}; "

    @property
    def colon(self) -> str:
        """A colon between two pieces of a line, with the spaces that it has in the language."""
        return f"{SPACED.get(self.language, '')}: "

    def render(self, template: str, **values: object) -> str:
        """Fill in a template."""
        return self.environment.get_template(template).render(values)


def language_for(language: str) -> Language:
    """Return a language by its code. Raises `KeyError` for an unknown one, and `CatalogMissing`."""
    if language not in LANGUAGES:
        raise KeyError(language)
    with _making:
        return _make(language)


def N_(text: str) -> str:  # noqa: N802 (the name under which gettext's tools find it)
    """Mark a text for the catalogs; it is translated where it is shown."""
    return text


def format_day(day: date | str, language: str, locale: Locale, *, year: bool = True) -> str:
    """Format a day, a date or its ISO text: ``3 December 2026``, or without the year."""
    known = date.fromisoformat(day) if isinstance(day, str) else day
    pattern = DAY_PATTERNS.get(language, "d MMMM")
    if known.day == 1 and language == "fr":
        pattern = "d'er' MMMM"  # the first of a month is an ordinal in French
    return format_date(known, f"{pattern} y" if year else pattern, locale=locale)


def name_place(zone: str, locale: Locale) -> str:
    """Name the city of a time zone: ``Roma`` for ``Europe/Rome``. What is no place stays as it is: ``UTC+1``."""
    city = locale.time_zones.get(zone, {}).get("city")
    return str(city) if city else zone.rpartition("/")[2].replace("_", " ")


def format_first_day(first: date | str, last: date | str, language: str, locale: Locale) -> str:
    """Format the first day of a span; its year only if the last day has another one."""
    return format_day(first, language, locale, year=str(first)[:4] != str(last)[:4])


def templates_folder() -> Path:
    """Find our templates: inside the installed package, or beside it in a checkout."""
    inside = PACKAGE / "templates"
    return inside if inside.is_dir() else PACKAGE.parent / "templates"


def standalone_verifier() -> Path:
    """Find the program that verifies records and shares no code with ours: in the installed package, or beside it."""
    inside = PACKAGE / "tools" / "verify.py"
    return inside if inside.is_file() else PACKAGE.parent / "tools" / "verify.py"


def package_folder(package: str) -> Path:
    """Find the folder of an installed package, where its templates and catalogs are."""
    return Path(str(files(package)))


@cache  # Jinja remembers templates that it has found, but looks on the disk again for one that is not there
def _find_template(environment: Environment, name: str) -> Template | None:
    try:
        return environment.get_template(name)
    except TemplateNotFound:
        return None


@cache
def _make(language: str) -> Language:
    locale = Locale.parse(LOCALES.get(language, language))
    ours, homes = _our_catalog(language), _third_party_packages()
    game_environments = {}
    for home in dict.fromkeys(homes.values()):
        # The game's catalog comes first: it may translate a sentence of ours differently.
        own = _third_party_catalog(home, language)
        own.add_fallback(_our_catalog(language))
        game_environments[home] = _environment(language, locale, own, home)
        # Our letters name the sides (colours) of every game.
        ours.add_fallback(_third_party_catalog(home, language))
    games = {game: game_environments[home] for game, home in homes.items()}
    made = Language(language, locale, ours, _environment(language, locale, ours), games)
    made.environment.globals["option_words"] = partial(_option_words, made)
    return made


def _environment(language: str, locale: Locale, catalog: gettext.NullTranslations, home: str = "") -> Environment:
    folders = [templates_folder(), *([package_folder(home) / "templates"] if home else [])]
    environment = _LetterEnvironment(
        loader=ChoiceLoader([FileSystemLoader(folder) for folder in folders]),
        extensions=["jinja2.ext.i18n"],
        undefined=StrictUndefined,
        autoescape=select_autoescape(("html", "svg")),
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        bytecode_cache=_code,
        cache_size=-1,  # all templates stay; a bounded cache takes a lock at each of the forty pieces of a letter
    )
    environment.policies["ext.i18n.trimmed"] = True
    environment.filters.update(FILTERS)
    environment.globals["language"] = language
    environment.globals["semicolon"] = f"{SPACED.get(language, '')}; "
    environment.globals["colon"] = f"{SPACED.get(language, '')}: "
    environment.globals["language_name"] = partial(_name, locale=locale)
    environment.globals["zone_place"] = partial(name_place, locale=locale)
    environment.globals["region_name"] = partial(name_region, locale=locale)
    environment.globals["weekday"] = partial(name_weekday, locale=locale)
    environment.globals["lastings"] = partial(format_lastings, catalog=catalog, locale=locale)
    environment.globals["lasting"] = partial(format_lasting, catalog=catalog)
    environment.globals["written"] = partial(write_order_of_game, language=language)
    environment.globals["plan_word"] = partial(say_plan_word, language=language)
    environment.globals["plan_example"] = partial(write_plan_example, language=language)
    environment.globals["option"] = partial(translate_option, language=language)
    environment.globals["seat_word"] = partial(seat_word, language=language)
    environment.globals["suggest"] = partial(translate_command, language=language)
    environment.globals["timespan"] = partial(format_timespan, locale=locale)
    environment.globals["percent"] = partial(format_share, locale=locale)
    environment.globals["reuse"] = reuse_piece
    environment.globals["day"] = partial(format_day, language=language, locale=locale)
    environment.globals["first_day"] = partial(format_first_day, language=language, locale=locale)
    environment.install_gettext_translations(catalog, newstyle=True)  # type: ignore[attr-defined]
    install_sentences(environment, catalog, language)
    environment.globals["_"] = environment.globals["gettext"]  # Jinja's own `_` looks it up again at each call
    return environment


def _option_words(language: Language, game: str) -> object:
    """Return the macros that put the options of a game into words; None for a game without them."""
    words = language.find_template(game, f"options/{game}.txt")
    return words and words.module


@lru_cache(maxsize=MOST_PIECES)
def reuse_piece(macro: Macro, *given: Hashable) -> str:
    """Draw a piece of a picture by a macro; from one position to the next most pieces are the same.

    Templates call it as ``reuse(shapes.macro, ...)``. The piece may depend on nothing but what is `given`, and the
    macro has to come from an imported template: one of the same template is another one each time.
    """
    return macro(*given)


def name_weekday(number: int | str, locale: Locale) -> str:
    """Name a day of the week in full; Monday is 0."""
    return str(locale.days["stand-alone"]["wide"][int(number)])


def _name(code: str, locale: Locale) -> str:
    return str(Locale.parse(code).get_display_name(locale))


def _our_catalog(language: str) -> gettext.NullTranslations:
    try:
        return gettext.translation(OURS, PACKAGE / "locale", [language], fallback=language == SOURCE)
    except FileNotFoundError as fault:
        raise CatalogMissing(f"the words for {language} are not compiled: run `make venv` once") from fault


def _third_party_catalog(home: str, language: str) -> gettext.NullTranslations:
    """Read the catalog of another package. If there is no .mo file, the .po file is compiled in memory."""
    folder = package_folder(home) / "locale"
    try:
        return gettext.translation(home, folder, [language])
    except FileNotFoundError:
        source = folder / language / "LC_MESSAGES" / f"{home}.po"
    if not source.exists():
        return gettext.NullTranslations()
    compiled = BytesIO()
    with source.open("rb") as file:
        write_mo(compiled, read_po(file, locale=language))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def _third_party_packages() -> dict[str, str]:
    """Map every game of another package to its package.

    Such a game cannot change our letters: its environment is separate, and our templates come first in it.
    """
    rules = [engine.rules for _, engine in sorted(engines().items())]
    return {one.name: one.home for one in rules if one.home != OURS}
