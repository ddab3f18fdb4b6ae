"""What templates call: sentences and macros take a shorter way than Jinja's, with the same result."""

from __future__ import annotations

import pytest
from jinja2 import Environment
from jinja2.runtime import Context
from markupsafe import Markup

from adjudicator.texts.language.language import LANGUAGES, language_for

TEMPLATE = """\
{% macro bold(name, end="!") %}<b>{{ name }}{{ end }}</b>
{% if caller is defined %}{{ caller() }}{% endif %}{% endmacro %}
{% macro loose() %}{{ varargs|length }}{{ kwargs|length }}{% endmacro %}
{% set kept = "k" %}
{% for one in ("a<", "b") %}
{% set inner = one %}
{{ _("%(name)s has won.", name=one) }} {{ _("100%%") }} {{ _("Archive") }} {{ bold(inner) }} {{ bold(one, end=kept) }}
{{ ngettext("%(num)d move", "%(num)d moves", loop.index) }} {{ loose(1, 2, three=3) }}
{% call bold(name="x") %}{{ inner }}{% endcall %}
{{ dict(a=one).a }} {{ seen() }} {{ "-".join(["p", "q"]) }}
{% endfor %}
"""


@pytest.mark.parametrize("escaped", [True, False])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_shorter_way_leads_to_the_same(language: str, *, escaped: bool) -> None:
    made = language_for(language).environment
    plain = made.overlay(autoescape=escaped)
    plain.context_class = Context
    quick = made.overlay(autoescape=escaped)
    assert quick.context_class is not Context
    assert _render(quick) == _render(plain)


def test_a_sentence_without_values_is_safe_only_where_templates_escape() -> None:
    made = language_for("en").environment
    for escaped, kind in ((True, Markup), (False, str), (True, Markup)):
        found: list[object] = []
        made.overlay(autoescape=escaped).from_string('{{ found.append(_("Archive")) }}').render(found=found)
        assert [type(one) for one in found] == [kind]


def _render(environment: Environment) -> str:
    return environment.from_string(TEMPLATE).render(seen=lambda: "<i>")
