"""What templates call: sentences and macros take a shorter way than Jinja's, with the same result."""

from __future__ import annotations

from functools import partial

import pytest
from jinja2 import Environment, UndefinedError, pass_context
from jinja2.compiler import CodeGenerator
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
{{ dict(a=one).a }} {{ seen() }} {{ "-".join(["p", "q"]) }} {{ contextual() }} {{ partly("r") }}
{{ {"a<": _("Archive"), "b": bold(one)}[one] }} {{ {"1": "text", 1: one, 2: kept}[loop.index] }}
{{ {1: "first", 2: "last"}[loop.index0 + 1] }}
{% endfor %}
"""


@pytest.mark.parametrize("escaped", [True, False])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_shorter_way_leads_to_the_same(language: str, *, escaped: bool) -> None:
    made = language_for(language).environment
    plain = made.overlay(autoescape=escaped)
    plain.context_class, plain.code_generator_class = Context, CodeGenerator
    quick = made.overlay(autoescape=escaped)
    assert quick.context_class is not Context
    assert quick.code_generator_class is not CodeGenerator
    assert _render(quick) == _render(plain)


def test_a_sentence_without_values_is_safe_only_where_templates_escape() -> None:
    made = language_for("en").environment
    for escaped, kind in ((True, Markup), (False, str), (True, Markup)):
        found: list[object] = []
        made.overlay(autoescape=escaped).from_string('{{ found.append(_("Archive")) }}').render(found=found)
        assert [type(one) for one in found] == [kind]


@pytest.mark.parametrize(("key", "one"), [("one", "b"), ("one.key.word", {"key": {"word": "b"}})])
def test_of_a_table_only_the_value_of_the_key_is_computed(key: str, one: object) -> None:
    said: list[str] = []

    def say(word: str) -> str:
        said.append(word)
        return word

    template = '{{ {"a": say("a"), "b": say("b")}[KEY] }}'.replace("KEY", key)
    assert language_for("en").environment.from_string(template).render(one=one, say=say) == "b"
    assert said == ["b"]


@pytest.mark.parametrize("template", ['{{ {"a": 1}[one] }}', '{{ {"a": 1}[one]|default("none") }}', "{{ {}[one] }}"])
def test_a_key_that_a_table_has_not_is_the_same_fault(template: str) -> None:
    made = language_for("en").environment
    plain = made.overlay()
    plain.code_generator_class = CodeGenerator
    assert _outcome(made, template) == _outcome(plain, template)


def _outcome(environment: Environment, template: str) -> str:
    try:
        return environment.from_string(template).render(one="z")
    except UndefinedError as fault:
        return f"failed: {fault}"


def _render(environment: Environment) -> str:
    values = {"seen": lambda: "<i>", "contextual": _count_names, "partly": partial("{}{}".format, "q")}
    return environment.from_string(TEMPLATE).render(values)


@pass_context
def _count_names(context: Context) -> str:
    return str(sorted(context.get_exported()))
