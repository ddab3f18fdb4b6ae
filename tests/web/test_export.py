"""The export is served beside the archive, and linked from it when there is one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.config.settings import Settings
from adjudicator.services.archive.export import write_export
from adjudicator.services.archive.export_files import ALL, EXPORTED
from adjudicator.web import create_app
from testkit.club import Club


@pytest.mark.parametrize("wanted", [True, False])
def test_it_is_found_on_the_archive_page_and_only_its_own_files_are_sent(
    club: Club, settings: Settings, tmp_path: Path, wanted: bool
) -> None:
    folder = tmp_path / "export"
    settings = replace(settings, site=club.context.site, export_dir=folder if wanted else None)
    browser = create_app(settings, club.context, limits_url="memory://").test_client()
    assert ALL not in browser.get("/archive").text
    assert browser.get(f"/archive/{ALL}").status_code == 404
    write_export(club.context.store, folder, club.now, lambda _count: None)
    assert (ALL in browser.get("/archive").text) is wanted
    for name in EXPORTED:
        with browser.get(f"/archive/{name}") as answer:
            assert answer.status_code == (200 if wanted else 404)
            sent, etag = answer.data, answer.headers.get("ETag", "")
        if wanted:
            assert sent == (folder / name).read_bytes()
            with browser.get(f"/archive/{name}", headers={"If-None-Match": etag}) as answer:
                assert answer.status_code == 304
            with browser.get(f"/archive/{name}", headers={"Range": "bytes=0-3"}) as answer:
                assert answer.status_code == 206
    for path in ("/archive/.frames", "/archive/lock", "/archive/..%2Fclub.sqlite3", "/archive/.frames/lock"):
        assert browser.get(path).status_code == 404
