"""`adjudicator serve`."""

from __future__ import annotations

import os
import signal
import sys
from concurrent.futures import Future, ThreadPoolExecutor

import click

from adjudicator.cli.listen_command import announce, take_letters
from adjudicator.cli.web_command import open_pages
from adjudicator.config import logs
from adjudicator.config.settings import Settings
from adjudicator.listen.smtp_server import StopSwitch


@click.command("serve")
def command() -> None:
    """Serve the pages and take letters in, in one process.

    It does what `web` and `listen` do, and needs less memory than both. If one of the two ends, so does the other.
    """
    logs.set_up_logging()
    settings = Settings.read(os.environ)
    pages, switch = open_pages(settings), StopSwitch()

    def stop(*_signal: object) -> None:
        switch.stop()
        sys.exit()  # `run` finishes the requests it has begun before it returns

    def stop_pages(_listener: Future[None]) -> None:
        if not switch.used:  # it ended by itself
            os.kill(os.getpid(), signal.SIGTERM)

    signal.signal(signal.SIGTERM, stop)
    with ThreadPoolExecutor(1, thread_name_prefix="listener") as thread:
        listener = thread.submit(take_letters, settings, announce, switch)
        try:
            listener.add_done_callback(stop_pages)
            pages.run()
        except SystemExit:  # the signal came before `run` could take it
            pages.close()
        finally:
            switch.stop()
        listener.result()
