"""The nightly export of all public matches that are over: one file, the program that checks it, and its checksums."""

from __future__ import annotations

from flask import Blueprint, abort, send_file
from werkzeug.wrappers import Response

from adjudicator.services.archive.export_files import ALL, EXPORTED, SCHEMA, SUMS, VERIFIER
from adjudicator.services.archive.export_state import is_export_current
from adjudicator.web.request import app_context

pages = Blueprint("export", __name__)

TYPES = {
    ALL: "application/zstd",
    SCHEMA: "application/schema+json",
    VERIFIER: "text/x-python",
    SUMS: "text/plain",
}


@pages.get(f"/archive/<any({', '.join(f'{name!r}' for name in EXPORTED)}):name>")
def download_export(name: str) -> Response:
    """Send a file of the export.

    There is none before the first night, where the host wants none, and while it holds a name that was taken back.
    """
    folder = app_context.settings().export_dir
    path = folder and (folder / name).absolute()
    if path is None or not path.is_file() or not is_export_current(app_context.context().store):
        abort(404)
    return send_file(path, mimetype=TYPES[name], as_attachment=name == ALL, conditional=True, max_age=0)


def is_exported() -> bool:
    """Tell whether there is an export to download."""
    folder = app_context.settings().export_dir
    return folder is not None and (folder / SUMS).is_file() and is_export_current(app_context.context().store)
