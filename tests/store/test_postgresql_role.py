"""The PostgreSQL role and database of the docs have all the rights that the program needs."""

from __future__ import annotations

import os
import shlex
import subprocess

from sqlalchemy import make_url

from adjudicator.store.schema import is_current, upgrade_schema
from testkit.doc_snippets import adapted, blocks
from testkit.postgres import PrivatePostgres


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
