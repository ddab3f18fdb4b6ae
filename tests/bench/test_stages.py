"""Where the samples of a letter's processor time are counted."""

import sys

import pytest

from bench.stages import OTHERS, STAGES, Sampler, owner_of


@pytest.mark.parametrize(
    ("path", "owner"),
    [
        ("/srv/venv/lib/python3.11/site-packages/sqlalchemy/engine/default.py", "SQLite"),
        ("/srv/venv/lib/python3.11/site-packages/sqlalchemy/orm/session.py", "SQLAlchemy"),
        ("/srv/venv/lib/python3.11/site-packages/markupsafe/__init__.py", "Jinja"),
        ("/srv/venv/lib/python3.11/site-packages/msgspec/json.py", "other libraries"),
        ("/usr/lib/python3.11/email/message.py", "Python's library"),
        ("/srv/adjudicator/templates/mail/_letter.txt", "templates"),
        ("/srv/adjudicator/adjudicator/engines/egyptos/legal.py", "the engines"),
        ("/srv/adjudicator/adjudicator/services/context.py", "this project"),
        ("<string>", OTHERS),
    ],
)
def test_a_file_is_somebodys(path: str, owner: str) -> None:
    assert owner_of(path) == owner


def test_the_innermost_stage_counts() -> None:
    def inner() -> None:
        sampler.note(sys._getframe())

    def outer() -> None:
        sampler.note(sys._getframe())
        inner()

    sampler = Sampler({outer.__code__: "outer", inner.__code__: "inner"})
    with sampler.measuring():
        outer()
        sampler.note(sys._getframe())
    outer()
    assert {stage: count for (stage, _), count in sampler.counts.items()} == {"outer": 1, "inner": 1}


def test_a_stage_begins_with_functions_of_its_own() -> None:
    functions = [function for functions in STAGES.values() for function in functions]
    assert len({function.__code__ for function in functions}) == len(functions)
