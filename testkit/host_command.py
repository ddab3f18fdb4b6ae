"""The host's command, `deploy/adjudicator`, for another user and with other places."""

from __future__ import annotations

from pathlib import Path

from testkit.doc_snippets import ROOT, adapted

PLACE = "/srv/adjudicator/.venv/bin"
"""Where units, image and the docs have the programs."""


def write_host_command(path: Path, user: str, settings: Path, folder: Path, program: str) -> None:
    """Write the command to `path`: `settings` is its file, and in `folder` it runs `program`."""
    places = {
        "/etc/adjudicator.env": str(settings),
        "folder=/var/lib/adjudicator": f"folder={folder}",
        "= adjudicator ]": f"= {user} ]",
        f"exec {PLACE}/adjudicator": f"exec {program}",
    }
    path.write_text(adapted((ROOT / "deploy" / "adjudicator").read_text(), places))
    path.chmod(0o755)
