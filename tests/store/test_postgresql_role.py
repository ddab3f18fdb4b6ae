"""The PostgreSQL role and database of the docs have all the rights that the program needs."""

from __future__ import annotations

import os
import shlex
import subprocess

import pytest
from sqlalchemy import make_url
from sqlalchemy.exc import OperationalError

from adjudicator.infra.startup_errors import explain_failure
from adjudicator.store.schema import is_current, upgrade_schema
from testkit.doc_snippets import adapted, blocks
from testkit.postgres import PrivatePostgres


@pytest.mark.parametrize(
    ("part", "kind", "maker"), [("database", "database", "createdb"), ("username", "role", "createuser")]
)
def test_what_the_server_does_not_have_is_told_with_how_to_make_it(
    postgres_url: str, part: str, kind: str, maker: str
) -> None:
    url, name = make_url(postgres_url), "adjudikator"
    wrong = (url.set(database=name) if part == "database" else url.set(username=name)).render_as_string()
    with pytest.raises(OperationalError) as fault:
        is_current(wrong)
    told = explain_failure(fault.value)
    assert told.startswith(f'there is no {kind} "adjudikator" at ')
    assert told.endswith(f": make it with {maker}, or correct DATABASE_URL")


def test_a_new_role_makes_all_tables_in_its_own_database(postgres_url: str) -> None:
    (recipe,) = blocks("postgresql.md", "Make the database")
    server = make_url(postgres_url)
    programs = f"{PrivatePostgres.find().programs}:{os.environ['PATH']}"
    where = {"PATH": programs, "PGHOST": str(server.query["host"]), "PGUSER": str(server.username)}
    lines = adapted(recipe, {"sudo -u postgres ": ""}).splitlines()
    assert lines.pop() == "adjudicator migrate"
    for line in lines:
        subprocess.run(shlex.split(line), check=True, env=where)
    own = server.set(username="adjudicator", database="adjudicator").render_as_string()
    upgrade_schema(own)
    assert is_current(own)
