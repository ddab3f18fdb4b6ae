"""nginx with the configuration of the docs passes client address and host on, and logs no secret link."""

from __future__ import annotations

import http.client
import re
import shutil
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import cycle
from pathlib import Path
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, make_server

import pytest
from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from adjudicator.config.settings import Settings
from adjudicator.infra.parent_death import die_with_parent
from adjudicator.services.links import LinkKind, mint_link
from adjudicator.web import create_app
from testkit.club import Club
from testkit.doc_snippets import adapted, blocks, files
from testkit.waiting import await_until

NGINX = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin")
CONF = "/etc/nginx/conf.d/adjudicator.conf"
FRAME = """daemon off;
pid {folder}/pid;
error_log {folder}/errors;
events {{ }}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/adjudicator.conf;
}}
"""


class Silent(WSGIRequestHandler):
    """Answers, and writes no log."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


def seen(environ: dict[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
    """Return client address and URL as the program behind the proxy sees them."""
    start("200 OK", [("Content-Type", "text/plain")])
    return [f"{environ['REMOTE_ADDR']} {environ['wsgi.url_scheme']} {environ['HTTP_HOST']}".encode()]


@dataclass(frozen=True, slots=True)
class Proxy:
    """An nginx that runs."""

    port: int
    folder: Path

    def log(self) -> str:
        return (self.folder / "log").read_text()

    def get(self, path: str, headers: dict[str, str]) -> tuple[int, str]:
        context = ssl.create_default_context(cafile=None)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        line = http.client.HTTPSConnection("127.0.0.1", self.port, timeout=20, context=context)
        try:
            line.request("GET", path, headers=headers)
            answer = line.getresponse()
            return answer.status, answer.read().decode()
        finally:
            line.close()


@pytest.fixture
def proxy(free_port: Callable[[], int], certificate: Path, tmp_path: Path) -> Iterator[Proxy]:
    if NGINX is None:
        pytest.skip("no nginx is installed")
    port, folder = free_port(), tmp_path
    server = make_server("127.0.0.1", 0, ProxyFix(seen, x_for=1, x_proto=1, x_host=1), handler_class=Silent)
    places = {
        "    listen [::]:443 ssl;\n": "",
        "443 ssl": f"127.0.0.1:{port} ssl",
        "/etc/ssl/club.example.pem": str(certificate),
        "/etc/ssl/private/club.example.key": str(certificate),
        "/var/log/nginx/adjudicator.log": str(folder / "log"),
        "127.0.0.1:8000": f"127.0.0.1:{server.server_port}",
    }
    (folder / "adjudicator.conf").write_text(adapted(files(blocks("nginx.md", "The recipe")[0])[CONF], places))
    (folder / "nginx.conf").write_text(FRAME.format(folder=folder))
    behind = threading.Thread(target=server.serve_forever)
    behind.start()
    child = subprocess.Popen([NGINX, "-c", str(folder / "nginx.conf"), "-p", str(folder)], preexec_fn=die_with_parent())  # noqa: PLW1509  # nothing but a system call
    try:
        _await(child, Proxy(port, folder))
        yield Proxy(port, folder)
    finally:
        child.terminate()
        child.wait(20)
        server.shutdown()
        behind.join(20)
        server.server_close()


def _await(child: subprocess.Popen[bytes], proxy: Proxy) -> None:
    latest = time.monotonic() + 20
    while True:
        try:
            proxy.get("/healthz", {})
        except OSError:
            assert child.poll() is None, (proxy.folder / "errors").read_text()
            assert time.monotonic() < latest
            time.sleep(0.02)  # a server that is starting offers nothing to wait on
        else:
            return


@pytest.fixture
def app(club: Club, settings: Settings) -> Flask:
    return create_app(replace(settings, mailbox=True, hook_key="k" * 32), club.context, limits_url="memory://")


def test_its_headers_are_believed_and_no_secret_link_is_logged(proxy: Proxy, club: Club, app: Flask) -> None:
    forged = {"X-Forwarded-For": "192.0.2.66", "X-Forwarded-Proto": "gopher", "X-Forwarded-Host": "evil.example"}
    assert proxy.get("/", {"Host": "club.example"} | forged) == (200, "127.0.0.1 https club.example")
    tokens = [mint_link(club.context, kind, 7, club.now) for kind in LinkKind]
    tokens.append(club.context.addresses.confirm(7, club.now).partition("@")[0])
    rules = [rule.rule for rule in app.url_map.iter_rules() if "<token>" in rule.rule]
    assert len(rules) >= 4
    for rule, token in zip(rules, cycle(tokens), strict=False):
        proxy.get(f"{rule.replace('<token>', token)}?next={token}", {})
    proxy.get("/m/749E/12?lang=de", {})
    # It answers before it writes its log.
    await_until(lambda: '"GET /m/749E/12" 200' in proxy.log(), "the last line is written")
    log = proxy.log()
    assert not [token for token in tokens if token in log]
    assert len(re.findall(r'"GET /[a-z-]+/\.\.\." 200', log)) == len(rules)
