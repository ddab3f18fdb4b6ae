"""The gettext functions of templates: they translate a sentence, fit names into it, and fill in values.

Jinja has such functions, too. These are quicker: a sentence without values is the same each time, and most are.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from gettext import NullTranslations

from jinja2 import Environment, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from adjudicator.texts.language.fitted_names import FITTED, fit_names

MOST = 4096
"""Sentences that are kept; all templates together have fewer."""


class Sentences:
    """The function `gettext` of an environment: ``_("%(name)s has won", name=name)``.

    A sentence is a format string also without values: ``%%`` is a percent sign. Where a template escapes, values are
    escaped, and the sentence is safe.
    """

    def __init__(self, catalog: NullTranslations, language: str) -> None:
        self._catalog = catalog
        self._language = language
        self._plain = lru_cache(MOST)(self._write_plain)

    @pass_context
    def __call__(self, context: Context, text: str, /, **values: object) -> str:
        """Translate a sentence."""
        if not values:
            return self._plain(text, context.eval_ctx.autoescape)
        return self.fill_in(context, self._catalog.gettext(text), values)

    def fill_in(self, context: Context, text: str, values: Mapping[str, object]) -> str:
        """Fill values into a translated sentence."""
        if self._language in FITTED:
            text, values = fit_names(self._language, text, values)
        return (Markup(text) if context.eval_ctx.autoescape else text) % values  # noqa: S704  # a sentence of ours

    def _write_plain(self, text: str, safe: bool, /) -> str:  # noqa: FBT001  # a key of the cache
        translated = self._catalog.gettext(text)
        return (Markup(translated) if safe else translated) % {}  # noqa: S704  # a sentence of ours


def install_sentences(environment: Environment, catalog: NullTranslations, language: str) -> None:
    """Give an environment its gettext functions."""
    sentences = Sentences(catalog, language)

    @pass_context
    def translate_number(context: Context, one: str, many: str, number: int, /, **values: object) -> str:
        return sentences.fill_in(context, catalog.ngettext(one, many, number), {"num": number, **values})

    environment.globals.update(gettext=sentences, ngettext=translate_number)
