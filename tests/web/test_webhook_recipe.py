"""The shell recipe of the docs posts a letter to the webhook over a real connection."""

from __future__ import annotations

import shutil
import subprocess
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import select
from werkzeug.serving import make_server

from adjudicator.config.settings import Settings
from adjudicator.store.tables import Inbox
from adjudicator.web import create_app
from testkit.club import Club
from testkit.doc_snippets import adapted, blocks

KEY = "the key 'that' we share with a provider"
LETTER = b"From: anna@anna.example\r\n\r\nhelp \xff\0\r\n"


@pytest.fixture
def site(club: Club, settings: Settings) -> Iterator[str]:
    app = create_app(replace(settings, hook_key=KEY), club.context, limits_url="memory://")
    server = make_server("127.0.0.1", 0, app)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
    thread.join()
    server.server_close()


def run(site: str, folder: Path, key: str, recipient: str) -> subprocess.CompletedProcess[str]:
    (folder / "letter").write_bytes(LETTER)
    (recipe,) = blocks("letters-in.md", "Posted by a provider")
    script = adapted(recipe, {"https://club.example/hook": f"{site}/hook"})
    environ = {
        "PATH": "/usr/bin:/bin",
        "ADJUDICATOR_HOOK_KEY": key,
        "letter": str(folder / "letter"),
        "recipient": recipient,
        "sender": "anna+games@anna.example",
    }
    return subprocess.run(["/bin/sh", "-e", "-c", script], env=environ, capture_output=True, text=True, check=False)


@pytest.mark.skipif(not shutil.which("curl"), reason="there is no curl here")
def test_a_letter_is_posted_with_a_few_lines_of_shell(club: Club, site: str, tmp_path: Path) -> None:
    service = club.context.addresses.service
    done = run(site, tmp_path, KEY, service)
    assert (done.returncode, done.stdout, done.stderr) == (0, "taken and kept\n", "")
    with club.context.store.reading() as session:
        ((raw, sender, recipient),) = session.execute(select(Inbox.raw, Inbox.envelope_from, Inbox.recipient)).all()
    assert (raw, sender, recipient) == (LETTER, "anna+games@anna.example", service)


@pytest.mark.skipif(not shutil.which("curl"), reason="there is no curl here")
def test_a_wrong_key_is_reported(club: Club, site: str, tmp_path: Path) -> None:
    done = run(site, tmp_path, "k" * 32, club.context.addresses.service)
    assert done.returncode == 22
    assert "401" in done.stderr
