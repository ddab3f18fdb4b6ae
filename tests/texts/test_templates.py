"""Templates decide nothing: what is said and where it is drawn comes from views and facts, where a test can look at it.

The rules hold for our templates, and for those that show other people how a game is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from jinja2 import Environment, nodes

from adjudicator.texts.language.language import templates_folder

ROOT = Path(__file__).parents[2]
FOLDERS = (templates_folder(), ROOT / "examples")
TEMPLATES = sorted(
    path
    for folder in FOLDERS
    for path in folder.rglob("*")
    if path.suffix in {".html", ".svg", ".txt"} and "templates" in path.parts
)
BOARDS = [path for path in TEMPLATES if "boards" in path.parts]
PICTURES = [path for path in BOARDS if path.suffix == ".svg"]
CHANGES_A_LIST = {"add", "append", "extend", "insert", "namespace", "pop", "remove", "setdefault", "update"}
MEASURES = {"abs", "batch", "count", "int", "length", "max", "min", "round", "slice", "sum"}
COUNTERS = {"index", "index0", "revindex", "revindex0", "length", "depth", "depth0"}
BRANCHES = 4
"""More of them choose what is said: then a view names the sentence, and the template has a table of sentences."""

TERMS = 4
"""A condition of more of them is a rule: then a view decides, and the template asks for the result."""
PICKS = {"reject", "rejectattr", "select", "selectattr"}

Rule = Callable[[nodes.Template], Iterator[int]]

ENVIRONMENT = Environment(extensions=["jinja2.ext.i18n"], trim_blocks=True, lstrip_blocks=True, autoescape=True)


def parse(source: Path | str) -> nodes.Template:
    return ENVIRONMENT.parse(source if isinstance(source, str) else source.read_text(encoding="utf-8"))


def lists_built(template: nodes.Template) -> Iterator[int]:
    """Find where a list is changed, or a name outlives its loop."""
    for call in template.find_all(nodes.Call):
        callee = call.node
        name = callee.name if isinstance(callee, nodes.Name) else getattr(callee, "attr", "")
        if name in CHANGES_A_LIST:
            yield call.lineno


def arithmetic(template: nodes.Template) -> Iterator[int]:
    """Find all arithmetic but a place and a constant, as in ``x + 12``: a stroke beside the anchor of its drawing."""
    for sum_ in template.find_all((nodes.Add, nodes.Sub)):
        place, offset = sum_.left, sum_.right
        if not (isinstance(place, nodes.Name | nodes.Getattr) and isinstance(offset, nodes.Const)):
            yield sum_.lineno
    for product in template.find_all((nodes.Mul, nodes.Div, nodes.FloorDiv, nodes.Mod, nodes.Pow)):
        yield product.lineno


def measuring(template: nodes.Template) -> Iterator[int]:
    """Find where a picture counts or measures: its layout has done so already."""
    for filtered in template.find_all(nodes.Filter):
        if filtered.name in MEASURES:
            yield filtered.lineno
    for attribute in template.find_all(nodes.Getattr):
        if isinstance(attribute.node, nodes.Name) and attribute.node.name == "loop" and attribute.attr in COUNTERS:
            yield attribute.lineno


def decisions(template: nodes.Template) -> Iterator[int]:
    """Find chains of conditions with many branches."""
    for condition in template.find_all(nodes.If):
        if 1 + len(condition.elif_) + bool(condition.else_) > BRANCHES:
            yield condition.lineno


def rules(template: nodes.Template) -> Iterator[int]:
    """Find conditions of many terms, and those that calculate."""
    tests = [condition.test for condition in template.find_all(nodes.If)]
    tests += [choice.test for choice in template.find_all(nodes.CondExpr)]
    for test in tests:
        if count_terms(test) > TERMS or any(test.find_all((nodes.Add, nodes.Sub))):
            yield test.lineno


def count_terms(test: nodes.Node) -> int:
    if isinstance(test, nodes.And | nodes.Or):
        return count_terms(test.left) + count_terms(test.right)
    return count_terms(test.node) if isinstance(test, nodes.Not) else 1


def counted_picks(template: nodes.Template) -> Iterator[int]:
    """Find where a template picks some of a list and counts them: a view has a number for that."""
    for filtered in template.find_all(nodes.Filter):
        if filtered.name in MEASURES and any(inner.name in PICKS for inner in filtered.find_all(nodes.Filter)):
            yield filtered.lineno


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_all_templates_are_looked_at() -> None:
    assert {"boards", "headlines", "mail", "notes", "rules", "web"} <= {path.parent.name for path in TEMPLATES} | {
        path.parents[1].name for path in TEMPLATES
    }
    assert len(PICTURES) > 5


@pytest.mark.parametrize(
    ("rule", "paths"),
    [
        (lists_built, TEMPLATES),
        (decisions, TEMPLATES),
        (rules, TEMPLATES),
        (counted_picks, TEMPLATES),
        (arithmetic, BOARDS),
        (measuring, PICTURES),
    ],
    ids=["lists", "decisions", "rules", "counted picks", "arithmetic", "measuring"],
)
def test_templates_decide_nothing(rule: Rule, paths: Sequence[Path]) -> None:
    found = [f"{named(path)}:{line}" for path in paths for line in rule(parse(path))]
    assert not found


@pytest.mark.parametrize(
    ("rule", "source"),
    [
        (lists_built, '{{ parts.append(_("a wall")) or "" }}'),
        (lists_built, "{% set at = namespace(x=0) %}"),
        (decisions, "{% if a %}{% elif b %}{% elif c %}{% elif d %}{% else %}e{% endif %}"),
        (rules, "{% if a and b and not (c or d and e) %}{% endif %}"),
        (rules, "{% if turns + absences == 0 %}{% endif %}"),
        (rules, "{{ a if seats[-1] - seats[0] == 1 else b }}"),
        (counted_picks, '{% set free = players|rejectattr("name")|list|length %}'),
        (arithmetic, "{{ x + loop.index0 * 40 }}"),
        (arithmetic, "{{ x + width }}"),
        (arithmetic, "{{ width // 2 }}"),
        (measuring, "{{ lines|length }}"),
        (measuring, "{{ loop.index }}"),
    ],
)
def test_the_rules_find_what_they_forbid(rule: Rule, source: str) -> None:
    assert set(rule(parse(source))) == {1}


@pytest.mark.parametrize("source", ["{{ x + 12 }}", "{{ label.y - 6 }}", "{{ -standing.losses }}"])
def test_a_stroke_has_its_place_beside_the_anchor(source: str) -> None:
    assert not list(arithmetic(parse(source)))


def test_no_template_joins_what_it_says_by_a_sign_that_needs_a_space_in_french() -> None:
    """A colon and a semicolon between pieces are ``colon`` and ``semicolon`` of the environment."""
    joined = re.compile(r"(?:\}\}|%\}|</\w+>|\))[:;] ?(?=\{[{%])")
    said = {path.name: re.sub(r'style="[^"]*"', "", path.read_text(encoding="utf-8")) for path in TEMPLATES}
    assert [name for name, text in said.items() if joined.search(text)] == []
