"""What tests of several parts share: ports, an environment, and servers of their own that stop with the run."""

import fcntl
import gc
import logging
import os
import shutil
import socket
import tempfile
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import hypothesis
import pytest
import redis
import structlog

from adjudicator.config.settings import Settings
from adjudicator.infra.private_broker import PrivateBroker
from adjudicator.infra.rare_collection import collect_rarely
from testkit.bare_environment import BareEnvironment, build_wheel
from testkit.club import Beginnings
from testkit.database import make_tables
from testkit.dovecot import DovecotMissing, PrivateDovecot, running_dovecot
from testkit.postfix import PostfixMissing
from testkit.postfix_roundtrip import PostfixRoundTrip, open_postfix_roundtrip
from testkit.postgres import PostgresMissing, PrivatePostgres, empty_database_on
from testkit.route_cache import share_compiled_routes
from testkit.smtp_servers import make_certificate
from testkit.sql_cache import share_compiled_sql

ROOT = Path(__file__).parents[1]
HERE = Path(__file__).parent
# Folders and files whose tests wait for programs and clocks, those that wait longest first.
WAITING = (
    *("chaos", "end_to_end", "run", "web/test_browser.py", "authors", "worker", "listen", "test_packaging.py"),
    *("docs/test_site.py", "test_upgrading.py", "cli/test_one_line.py", "engines/suite/test_plugin.py"),
)
# How long an example takes says more of the machine's load than of the code; speeds are measured in bench/.
hypothesis.settings.register_profile("without a deadline", deadline=None)
hypothesis.settings.load_profile("without a deadline")

share_compiled_sql()
share_compiled_routes()
collect_rarely()  # above all while 14,000 tests are collected: a third of that time

# Databases of tests are in memory where there is enough of it: the tests commit a hundred thousand times.
MEMORY = Path("/dev/shm")
if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > 2 << 30:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def pytest_configure(config: pytest.Config) -> None:
    """Let each worker import the tests in another order, so that in a fresh clone they share the work.

    pytest compiles a module with assertions when it first imports it, and leaves the result for everybody. In one order
    all workers would compile all modules: 9 seconds of CPU each.
    """
    workers, number = _workers(config), int(getattr(config, "workerinput", {}).get("workerid", "gw0")[2:])
    if workers > 1 and [Path(arg).resolve() for arg in config.args] == [HERE]:
        files = sorted(map(str, HERE.rglob("test_*.py")))
        first = len(files) * number // workers
        config.args = files[first:] + files[:first]


def _workers(config: pytest.Config) -> int:
    return int(getattr(config, "workerinput", {}).get("workercount", 1))


def pytest_collection_finish() -> None:
    """Keep the garbage collector from walking 13,000 collected tests again and again: they live to the end anyway."""
    gc.collect()
    gc.freeze()


def pytest_xdist_auto_num_workers() -> int:
    """Run half as many workers again as there are cores: a tenth of the tests wait for programs and clocks."""
    cores = len(os.sched_getaffinity(0))
    return cores + (cores + 1) // 2


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let each worker begin with tests that wait, so that the others compute meanwhile and none is left for the end.

    The tests are dealt out in equal runs, one a worker, and whoever is done takes from the end of another's run.
    """
    workers = _workers(config)
    if workers == 1:
        return
    items.sort(key=lambda item: item.path)  # the workers collect in different orders
    waiting: list[list[pytest.Item]] = [[] for _ in range(workers)]
    others: list[pytest.Item] = []
    for item in items:
        name = item.path.relative_to(HERE).as_posix()
        group = next((number for number, part in enumerate(WAITING) if name.startswith(part)), None)
        (others if group is None else waiting[group % workers]).append(item)
    run = len(items) // workers
    for number, own in enumerate(waiting):
        share = max(0, run - len(own)) if number < workers - 1 else len(others)
        own.extend(others[:share])
        del others[:share]
    items[:] = [item for own in waiting for item in own]


@pytest.fixture(scope="session")
def free_port() -> Callable[[], int]:
    """Find ports that nobody listens on, a different one each time."""
    given: set[int] = set()

    def find() -> int:
        while True:
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", 0))
                port: int = probe.getsockname()[1]
            if port not in given:
                given.add(port)
                return port

    return find


@pytest.fixture(scope="session")
def short_folder() -> Iterator[Path]:
    """Make a folder whose path leaves room for the name of a socket."""
    folder = Path(tempfile.mkdtemp(prefix="adj-", dir="/tmp"))
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def valkey_server(short_folder: Path) -> Iterator[PrivateBroker]:
    """Run one broker for the whole session."""
    with PrivateBroker.in_folder(short_folder).running() as server:
        yield server


@pytest.fixture
def valkey(valkey_server: PrivateBroker) -> PrivateBroker:
    """Hand out the broker, empty."""
    with redis.Redis.from_url(valkey_server.url) as client:
        client.flushall()
    return valkey_server


@pytest.fixture
def environ(tmp_path: Path, free_port: Callable[[], int]) -> dict[str, str]:
    """Set up an installation in a folder of its own, on free ports, with a broker of its own when it starts one."""
    return {
        "PATH": os.environ["PATH"],
        "ADJUDICATOR_SECRET": "a secret for the tests and for nothing else",
        "ADJUDICATOR_VAR": str(tmp_path / "var"),
        "ADJUDICATOR_WEB": f"127.0.0.1:{free_port()}",
        "ADJUDICATOR_SMTP_IN": f"127.0.0.1:{free_port()}",
    }


@pytest.fixture
def settings(environ: dict[str, str]) -> Settings:
    """Read that installation's settings."""
    return Settings.read(environ)


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """Run a private PostgreSQL for the session and name its first, empty database."""
    try:
        installed = PrivatePostgres.find()
    except PostgresMissing as fault:
        pytest.skip(str(fault))
    with installed.running() as server:
        yield server.url("postgres")


@pytest.fixture
def postgres_database(postgres_url: str) -> str:
    """Make a new, empty database on the session's server."""
    return empty_database_on(postgres_url)


@pytest.fixture(params=["sqlite", "postgresql"])
def new_database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Name a database without tables, of each kind that we know."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/club.sqlite3"
    return str(request.getfixturevalue("postgres_database"))


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all workers of a run have in common."""
    folder = tmp_path_factory.getbasetemp()
    return folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Keep the other workers waiting for the time of a `with` block."""
    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@pytest.fixture(scope="session")
def empty_database(shared_folder: Path) -> Path:
    """Make the tables once in a run; a copy of the file is a new club.

    Each making differs in the order of indexes, so workers that made it for themselves could not share `beginnings`.
    """
    path = shared_folder / "empty.sqlite3"
    with locked(shared_folder / "empty.lock"):
        if not path.exists():
            make_tables(f"sqlite:///{path}")
    return path


@pytest.fixture(scope="session")
def beginnings(shared_folder: Path) -> Beginnings:
    """Keep what clubs of this kind have played."""
    folder = shared_folder / "beginnings"
    folder.mkdir(exist_ok=True)
    return Beginnings(folder)


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a certificate for this machine, which is its own authority."""
    return make_certificate(tmp_path_factory.mktemp("certificate"))


@pytest.fixture(scope="session")
def dovecot(free_port: Callable[[], int], certificate: Path) -> Iterator[PrivateDovecot]:
    """Run a private IMAP server for the session."""
    try:
        with running_dovecot(free_port, certificate) as server:
            yield server
    except DovecotMissing as fault:
        pytest.skip(str(fault))


@pytest.fixture(scope="session")
def postfix_roundtrip(free_port: Callable[[], int], dovecot: PrivateDovecot) -> Iterator[PostfixRoundTrip]:
    """Run a private mail server for the session that delivers to the mailboxes of the IMAP server."""
    try:
        with open_postfix_roundtrip(free_port, dovecot) as postfix_roundtrip:
            yield postfix_roundtrip
    except PostfixMissing as fault:
        pytest.skip(str(fault))


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory, shared_folder: Path) -> Path:
    """Build our wheel from a copy of the tree, as git would hand it out: without anything compiled.

    All workers of a run share it.
    """
    out = shared_folder / "wheel"
    with locked(shared_folder / "wheel.lock"):
        if not out.exists():
            copy = tmp_path_factory.mktemp("source") / "adjudicator"
            for name in ("adjudicator", "worker", "templates", "tools"):
                shutil.copytree(
                    ROOT / name, copy / name, ignore=shutil.ignore_patterns("*.mo", "__pycache__", ".*_cache")
                )
            for name in ("pyproject.toml", "hatch_build.py", "Procfile", "README.md", "LICENSE", ".gitignore"):
                shutil.copy(ROOT / name, copy)
            build_wheel(copy, out)
    (built,) = out.glob("*.whl")
    return built


@pytest.fixture
def bare(wheel: Path, tmp_path: Path) -> BareEnvironment:
    """Make a virtual environment in which our wheel is installed, and nothing of the checkout."""
    environment = BareEnvironment.make(tmp_path / "bare")
    environment.install(wheel)
    return environment


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let a skipped test fail where the run must be complete (`NO_SKIPS=1`, as in CI)."""
    report = yield
    if os.environ.get("NO_SKIPS") == "1" and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped, but this run must be complete: {report.longrepr}"
    return report


@pytest.fixture(autouse=True)
def logs_as_before() -> Iterator[None]:
    """Take back how a program that a test ran in our own process set up the logs."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()
