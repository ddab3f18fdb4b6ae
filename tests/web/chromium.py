"""Runs Chromium against an application on a real socket."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask
from playwright.sync_api import Browser, Page, sync_playwright
from werkzeug.serving import make_server

ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage")


class ChromiumMissing(RuntimeError):
    """No Chromium is installed."""


@contextmanager
def served(app: Flask) -> Iterator[str]:
    """Serve an application on a free port for a `with` block."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def chromium() -> Iterator[Browser]:
    """Run Chromium for a `with` block."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        raise ChromiumMissing("no chromium is installed")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=[*ARGUMENTS])
        try:
            yield browser
        finally:
            browser.close()


def overflow(page: Page) -> int:
    """Return the pixels by which a page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))
