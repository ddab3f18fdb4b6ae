"""`adjudicator web`."""

from __future__ import annotations

import os
import signal
import sys
from typing import TYPE_CHECKING

import click

from adjudicator.config import logs
from adjudicator.config.settings import Settings
from adjudicator.run.preflight import cannot_listen
from adjudicator.web import create_app
from adjudicator.web.evicting_server import ConnectionTimeouts, web_server

if TYPE_CHECKING:
    from waitress.server import MultiSocketServer, TcpWSGIServer


@click.command("web")
def command() -> None:
    """Serve the pages at ADJUDICATOR_WEB.

    On the Internet, put a web server with TLS in front of it, and set ADJUDICATOR_PROXIES to the number of proxies.
    """
    logs.set_up_logging()
    server = open_pages(Settings.read(os.environ))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # `run` finishes the requests it has begun before it returns
    server.run()


def open_pages(settings: Settings) -> TcpWSGIServer | MultiSocketServer:
    """Listen for requests; ``run()`` serves. Raises `BadSetting` if the place is taken or forbidden."""
    app = create_app(settings)
    try:
        return web_server(app, settings.web, ConnectionTimeouts())
    except OSError as fault:
        raise cannot_listen("ADJUDICATOR_WEB", settings.web, fault) from fault
