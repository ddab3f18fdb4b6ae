"""The private broker: where it is, what it keeps, and that it never outlives the one who started it."""

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest
import redis
from celery import Celery

from adjudicator.config.settings import Settings
from adjudicator.infra import private_broker
from adjudicator.infra.private_broker import BrokerMissing, PrivateBroker, broker_url, redis_url
from tests.run.up_process import ON_LINUX, ends

SECRET = "s" * 32


def settings_in(var: Path, redis_url: str = "") -> Settings:
    return Settings.read({"ADJUDICATOR_SECRET": SECRET, "ADJUDICATOR_VAR": str(var), "REDIS_URL": redis_url})


@pytest.mark.parametrize(
    ("given", "for_celery", "for_redis"),
    [
        ("redis://broker:6379/1", "redis://broker:6379/1", "redis://broker:6379/1"),
        ("rediss://:pw@broker", "rediss://:pw@broker", "rediss://:pw@broker"),
        ("unix:///run/r.sock", "redis+socket:///run/r.sock", "unix:///run/r.sock"),
        ("redis+socket:///run/r.sock", "redis+socket:///run/r.sock", "unix:///run/r.sock"),
        ("", "redis+socket:///srv/var/broker/valkey.sock", "unix:///srv/var/broker/valkey.sock"),
    ],
)
def test_a_broker_is_named_as_each_library_wants_it(given: str, for_celery: str, for_redis: str) -> None:
    settings = settings_in(Path("/srv/var"), given)
    assert (broker_url(settings), redis_url(settings)) == (for_celery, for_redis)


def test_a_long_path_gets_a_short_socket_that_every_program_finds() -> None:
    var = Path("/srv", "long" * 25)
    one, again, other = (PrivateBroker.in_folder(path).socket for path in (var, var, var / "other"))
    assert one == again != other
    assert len(os.fsencode(one)) < 100


def test_a_socket_folder_of_somebody_else_is_not_trusted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    server = PrivateBroker.in_folder(tmp_path)
    monkeypatch.setattr(os, "getuid", lambda: tmp_path.stat().st_uid + 1)
    with pytest.raises(BrokerMissing, match="belongs to somebody else"):
        server.command()


def test_a_system_without_a_private_broker_is_told_to_name_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(private_broker, "find_spec", lambda _name: None)
    with pytest.raises(BrokerMissing, match="set REDIS_URL"):
        PrivateBroker.in_folder(tmp_path).command()


def test_celery_and_redis_reach_the_same_server_in_an_odd_folder(short_folder: Path) -> None:
    var = short_folder / "odd 100% name"
    with PrivateBroker.in_folder(var).running():
        app = Celery(broker=broker_url(settings_in(var)))
        app.send_task("judge", queue="odd")
        app.close()
        with redis.Redis.from_url(redis_url(settings_in(var))) as client:
            assert client.llen("odd") == 1


def test_nobody_else_may_open_the_socket(valkey_server: PrivateBroker) -> None:
    assert stat.S_IMODE(valkey_server.socket.stat().st_mode) == 0o700


def test_what_was_accepted_survives_a_kill(short_folder: Path) -> None:
    server = PrivateBroker.in_folder(short_folder / "killed")
    with server.running(), redis.Redis.from_url(server.url) as client:
        client.rpush("judge", *range(100))
        os.kill(int(client.info("server")["process_id"]), signal.SIGKILL)
    with server.running(), redis.Redis.from_url(server.url) as client:
        assert client.llen("judge") == 100


def test_a_server_that_cannot_start_says_where_its_log_is(short_folder: Path) -> None:
    server = PrivateBroker.in_folder(short_folder / "broken")
    log = server.folder / "appendonlydir"
    server.folder.mkdir(parents=True)
    log.write_text("a file where a folder must be")
    with pytest.raises(BrokerMissing, match=r"did not start; its log is .*valkey\.log"), server.running():
        pass


@ON_LINUX
def test_it_ends_when_its_parent_is_killed(short_folder: Path) -> None:
    var = short_folder / "orphan"
    script = f"""
import redis, sys
from pathlib import Path
from adjudicator.infra.private_broker import PrivateBroker
with PrivateBroker.in_folder(Path({str(var)!r})).running() as server:
    print(redis.Redis.from_url(server.url).info("server")["process_id"], flush=True)
    sys.stdin.read()
"""
    with subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        ended = ends(int(parent.stdout.readline()))
        parent.kill()
    assert ended()
