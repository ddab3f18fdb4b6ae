"""The reference for authors names what there is: the contract's functions, the templates, the filters."""

import re

import pytest
from jinja2.filters import FILTERS

from adjudicator.engines import contract
from adjudicator.engines.contract import Engine, StepError
from adjudicator.texts.language.language import language_for, templates_folder
from testkit.doc_snippets import ROOT

PAGES = ROOT / "docs" / "authors"


def test_every_function_of_the_contract_has_its_line() -> None:
    told = set(re.findall(r"^\| `(\w+)", (PAGES / "contract.md").read_text(), re.MULTILINE))
    owed = {name for name in vars(Engine) if not name.startswith("_")}
    assert owed <= told
    for name in told - owed:
        assert issubclass(getattr(contract, name), StepError)


def test_every_template_that_is_named_is_one_of_ours_too() -> None:
    named = re.findall(r"^\| `([\w./]+GAME[\w./]*)`", (PAGES / "texts.md").read_text(), re.MULTILINE)
    assert len(named) == 9
    games = ("egyptos", "cheops", "pharao")
    assert [
        name for name in named if not any((templates_folder() / name.replace("GAME", game)).exists() for game in games)
    ] == []


@pytest.mark.parametrize("name", ["columns", "beside", "margin", "underlined", "shortened", "headline"])
def test_every_filter_that_is_named_is_there(name: str) -> None:
    assert f"`{name}`" in (PAGES / "texts.md").read_text()
    assert name in language_for("en").environment.filters.keys() - FILTERS.keys()
