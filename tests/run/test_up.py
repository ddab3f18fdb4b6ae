"""`adjudicator up`, as a person runs it: with small programs in the place of the real ones."""

import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import redis

from adjudicator.config.settings import Settings
from adjudicator.infra.private_broker import PrivateBroker
from tests.run.up_process import ON_LINUX, READY, Running, connects, ends, read_until, start_up, stop

LISTENER = """
import socket, sys
host, port = sys.argv[1].split(":")
with socket.create_server((host, int(port))) as server:
    print("listening", flush=True)
    while True:
        server.accept()[0].close()
"""
PROGRAMS = {
    "web": "python {folder}/listener.py $ADJUDICATOR_WEB",
    "listen": "python {folder}/listener.py $ADJUDICATOR_SMTP_IN",
}

Start = Callable[..., Running]


@pytest.fixture
def start(environ: dict[str, str], tmp_path: Path) -> Iterator[Start]:
    """Start `adjudicator up` with a Procfile of our own; whatever is left at the end is killed."""
    (tmp_path / "listener.py").write_text(LISTENER)
    environ["ADJUDICATOR_SMTP_OUT"] = "smtp://relay.localhost"
    running: list[Running] = []

    def start(programs: dict[str, str] = PROGRAMS, **changes: str) -> Running:
        procfile = tmp_path / "Procfile"
        procfile.write_text("".join(f"{name}: {text.format(folder=tmp_path)}\n" for name, text in programs.items()))
        running.append(start_up(environ | changes, tmp_path, "--procfile", str(procfile)))
        return running[-1]

    yield start
    for child in running:
        child.kill()
        child.communicate()


def test_it_tells_where_to_look_once_everything_answers(start: Start, environ: dict[str, str]) -> None:
    told = "\n".join(read_until(start(), READY))
    assert connects(environ["ADJUDICATOR_WEB"])
    assert connects(environ["ADJUDICATOR_SMTP_IN"])
    assert f"http://{environ['ADJUDICATOR_WEB']}/" in told
    assert f"swaks --server {environ['ADJUDICATOR_SMTP_IN']}" in told
    assert "play@adjudicator.localhost" in told


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_all_of_it_and_is_no_failure(
    start: Start, environ: dict[str, str], number: signal.Signals
) -> None:
    running = start()
    read_until(running, READY)
    code, rest = stop(running, number)
    assert code == 0
    assert rest.splitlines()[-1].endswith("stopped")
    assert not connects(environ["ADJUDICATOR_WEB"])
    assert not PrivateBroker.in_folder(Path(environ["ADJUDICATOR_VAR"])).answers()


def test_the_next_start_goes_on_where_it_stopped(start: Start, environ: dict[str, str]) -> None:
    broker = PrivateBroker.in_folder(Path(environ["ADJUDICATOR_VAR"]))
    for expected in (1, 2):
        running = start()
        read_until(running, READY)
        with redis.Redis.from_url(broker.url) as client:
            assert client.incr("starts") == expected
        stop(running)


def test_the_first_start_makes_a_secret_and_the_next_one_keeps_it(start: Start, environ: dict[str, str]) -> None:
    secrets = set()
    for _ in range(2):
        running = start(ADJUDICATOR_SECRET="")
        read_until(running, READY)
        stop(running)
        secrets.add(Settings.read(environ | {"ADJUDICATOR_SECRET": ""}).secret)
    assert len(secrets) == 1


def test_a_program_that_ends_stops_all_of_it_with_one_clear_line(start: Start, environ: dict[str, str]) -> None:
    running = start({**PROGRAMS, "worker": "sh -c 'echo no such table; exit 3'"})
    out, _ = running.communicate(timeout=30)
    assert running.returncode == 1
    assert "worker  | no such table" in out
    assert out.splitlines()[-1].startswith("Error: worker ended with exit code 3 and everything else was stopped")
    assert not connects(environ["ADJUDICATOR_WEB"])


def test_the_supervisor_asks_for_sweeps_where_the_procfile_has_the_beat(start: Start, environ: dict[str, str]) -> None:
    running = start({**PROGRAMS, "beat": "python -m worker.beat"})
    read_until(running, READY)
    with redis.Redis.from_url(PrivateBroker.in_folder(Path(environ["ADJUDICATOR_VAR"])).url) as client:
        asked = client.blpop(["clock"], timeout=20)
    assert asked is not None
    assert b"clock.sweep" in asked[1]
    code, rest = stop(running)
    assert code == 0
    assert "beat" not in rest


POLLER = {**PROGRAMS, "poll": "sh -c 'echo looking; exec sleep 60'"}


def test_the_poller_runs_where_there_is_something_to_look_into(start: Start, tmp_path: Path) -> None:
    running = start(POLLER, ADJUDICATOR_MAILDIR=str(tmp_path))
    read_until(running, "poll    | looking")


def test_without_a_mailbox_no_poller_runs(start: Start) -> None:
    running = start(POLLER)
    told = read_until(running, READY)
    _, rest = stop(running)
    assert "poll" not in "\n".join([*told, rest])


def test_a_second_copy_is_refused_in_one_line(start: Start, free_port: Callable[[], int]) -> None:
    first = start()
    read_until(first, READY)
    second = start(ADJUDICATOR_WEB=f"127.0.0.1:{free_port()}", ADJUDICATOR_SMTP_IN=f"127.0.0.1:{free_port()}")
    out, _ = second.communicate(timeout=30)
    assert second.returncode == 1
    (line,) = out.splitlines()
    assert line.startswith("Error: adjudicator runs already")
    assert f"process {first.pid}" in line


@pytest.mark.parametrize(
    ("setting", "value", "line"),
    [
        ("ADJUDICATOR_WEB", "here", "Error: ADJUDICATOR_WEB=here: must be host:port"),
        (
            "ADJUDICATOR_WBE",
            "127.0.0.1:8000",
            "Error: ADJUDICATOR_WBE: is not a setting; did you mean ADJUDICATOR_WEB?",
        ),
    ],
)
def test_a_wrong_setting_is_refused_in_one_line(start: Start, setting: str, value: str, line: str) -> None:
    running = start(**{setting: value})
    out, _ = running.communicate(timeout=30)
    assert running.returncode == 1
    assert out.startswith(line)
    assert len(out.splitlines()) == 1


@contextmanager
def taken_port() -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield f"127.0.0.1:{other.getsockname()[1]}"


def test_a_taken_port_is_refused_in_one_line(start: Start) -> None:
    with taken_port() as endpoint:
        running = start(ADJUDICATOR_SMTP_IN=endpoint)
        out, _ = running.communicate(timeout=30)
    assert running.returncode == 1
    assert (
        out == f"Error: ADJUDICATOR_SMTP_IN={endpoint}: another program has this port; stop it, or set another port\n"
    )


@ON_LINUX
def test_nothing_survives_when_it_is_killed(start: Start, environ: dict[str, str]) -> None:
    running = start({**PROGRAMS, "worker": "sh -c 'echo me=$$; exec sleep 60'"})
    ended = ends(int(read_until(running, "me=")[-1].partition("=")[2]))
    running.kill()
    assert ended()
