"""The options of a game in plain language. A game without such labels shows its keys and values.

A key and its values have one name in all languages: players of one match may have several, and its record has none.
So letters show both, the words for the reader and the name to type.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from jinja2 import Template

from adjudicator.engines.contract import Option, Options, Rules
from adjudicator.texts.formats.plain_text import one_line
from adjudicator.texts.language.language import Language


@dataclass(frozen=True, slots=True)
class OptionLabels:
    """The labels of one game in one language, from the macros of ``options/<game>.txt``."""

    rules: Rules
    language: Language

    def preset(self, name: str) -> str:
        """Describe a preset."""
        return self._say("preset", name)

    def label(self, key: str) -> str:
        """Name an option."""
        return self._say("label", key)

    def value(self, key: str, value: str | int) -> str:
        """Describe a value of an option."""
        return self._say("value", key, value)

    def choices(self, option: Option) -> list[tuple[str | int, str]]:
        """List the choices for an option; the first is none."""
        unpicked = self.language.gettext("as chosen above") if self.rules.presets else self.language.gettext("as usual")
        return [("", unpicked), *((value, self.value(option.key, value)) for value in option.values)]

    def terms(self, options: Options) -> list[tuple[str, str]]:
        """Describe the options of a match that differ from the defaults."""
        return [(self.label(key), self.value(key, value)) for key, value in self._unusual(options)]

    def lines(self, options: Options) -> tuple[str, ...]:
        """Describe the same in one line each, with what one types for it: ``Six or more in a row: win too (…)``."""
        return tuple(self._line(key, value) for key, value in self._unusual(options))

    def summary(self, preset: str, changed: Mapping[str, str]) -> str:
        """Say in one line by which rules it is played: the preset, and the options that differ from it."""
        rules = self.preset(preset) if preset in self.rules.presets else self.language.gettext("the usual ones")
        return "; ".join((rules, *(f"{self.label(key)}: {self.value(key, value)}" for key, value in changed.items())))

    def _unusual(self, options: Options) -> list[tuple[str, str | int]]:
        given = [(option, options[option.key]) for option in self.rules.options]
        return [(option.key, value) for option, value in given if value != option.default]

    def _line(self, key: str, value: str | int) -> str:
        typed, label = f"{key}={value}", self.label(key)
        return typed if label == key else f"{label}{self.language.colon}{self.value(key, value)} ({typed})"

    def _say(self, macro: str, *keys: str | int) -> str:
        labels = self.language.find_template(self.rules.name, f"options/{self.rules.name}.txt")
        return _render_label(labels, macro, keys) if labels else str(keys[-1])


@lru_cache(maxsize=4096)  # a macro translates all labels to find one: 0.3 ms, and a page has a dozen
def _render_label(labels: Template, macro: str, keys: tuple[str | int, ...]) -> str:
    return one_line(str(getattr(labels.module, macro)(*keys)))
