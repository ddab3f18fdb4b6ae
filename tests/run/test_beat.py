"""The clock: it asks for sweeps, and carries nothing that a sweep needs."""

import subprocess
import sys

import redis

from adjudicator.run.embedded import EmbeddedValkey

HURRIED = "import adjudicator.broker as broker; broker.SWEEP_SECONDS = 0.1; import worker.beat; worker.beat.main()"


def test_it_asks_for_sweeps_again_and_again(environ: dict[str, str], valkey: EmbeddedValkey) -> None:
    words = [sys.executable, "-c", HURRIED]
    with (
        redis.Redis.from_url(valkey.url) as client,
        subprocess.Popen(words, env=environ | {"REDIS_URL": valkey.url}, stderr=subprocess.PIPE) as beat,
    ):
        try:
            asked = [client.blpop(["clock"], timeout=20) for _ in range(2)]
        finally:
            beat.terminate()
    assert all(request is not None and b"clock.sweep" in request[1] for request in asked)


def test_it_carries_no_database_along(environ: dict[str, str]) -> None:
    script = "import sys, worker.beat; print('sqlalchemy' in sys.modules, 'jinja2' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], env=environ, capture_output=True, text=True, check=True)
    assert done.stdout == "False False\n"
