"""The layout: imports only point down, nothing below the services has a clock or a die, functions are short."""

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TypeVar

import pytest

from testkit.source_nodes import list_nodes

ROOT = Path(__file__).parents[1]
SOURCES = sorted(
    path for top in ("adjudicator", "worker") for path in (ROOT / top).rglob("*.py") if "versions" not in path.parts
)
TESTS = sorted((ROOT / "tests").rglob("*.py"))
PROOFS = sorted(path for top in ("chaos", "testkit") for path in (ROOT / top).rglob("*.py"))

# What each package may import. The packages stand in layers, lowest first; the entry points are last.
PURE: dict[str, set[str]] = {
    "codec": set(),
    "engines": set(),
    "match": {"codec", "engines"},
    "mail": set(),
    "texts": {"codec", "engines", "match", "mail"},
    "store": {"codec", "engines", "match", "mail"},
    "services": {"codec", "engines", "match", "mail", "texts", "store"},
}
OUTER: dict[str, set[str]] = {
    "config": {"mail"},
    "infra": {"codec", "config", "mail", "store", "services"},
    "bootstrap": {"config", "infra", "engines", "mail", "store", "services"},
    "listen": {"config", "infra", "mail", "store", "services"},
    "web": {"config", "infra", "bootstrap", "listen", *PURE},
    "run": {"config", "infra", "bootstrap", "listen", *PURE},
    "worker": {"config", "infra", "bootstrap", "listen", *PURE},
    "cli": {"config", "infra", "bootstrap", "listen", "web", "run", *PURE},
}
PACKAGES = PURE | OUTER
# Sub-packages in layers, lowest first: each may import those before it, and the modules beside the sub-packages.
# A module that stands above sub-packages has its own place among them.
ROOMS_OF_AN_ENGINE = ("position", "notation", "steps", "view", "orders", "house")
LAYERS = {
    "engines.egyptos": ROOMS_OF_AN_ENGINE,
    "engines.cheops": ROOMS_OF_AN_ENGINE,
    "engines.pharao": ROOMS_OF_AN_ENGINE,
    "texts": (
        "formats", "facts", "language", "times", "games", "statistics", "plans", "letters",
        "catalogs", "author_checks",
    ),
    "mail.commands": ("words", "arguments", "table", "lines"),
    "match": ("timekeeping", "dealing", "rulings", "record", "course", "plans", "house"),
    "web": ("request", "rendering", "forms", "accounts", "matches", "positions", "archive", "lobby", "mailbox"),
    "mail": ("text", "lexicon", "trust", "incoming", "reply", "commands", "outgoing"),
    "services": (
        "outbox", "players", "matches", "archive", "identity", "inbound", "automated", "host", "answers", "orders",
        "requests", "digest", "jobs",
    ),
    "services.orders": ("commands", "interpretation", "confirmed_orders", "waiting_letter", "seat_handler"),
    "services.matches": (
        "clock", "rows", "positions", "plans", "names", "finished", "annotations", "view", "statistics", "letters",
        "opening", "seats", "deadlines",
    ),
}  # fmt: skip
ITSELF = "__init__"
AMBIENT = {"random", "secrets", "time", "uuid"}
ASKS_THE_CLOCK = {"now", "today", "utcnow"}
VAGUE = {"utils", "util", "helpers", "helper", "common", "base", "misc"}

FUNCTION_LINES = 60
LINES_WITH_ANY = 20

T = TypeVar("T")


def label(path: Path) -> str:
    return str(path.relative_to(ROOT))


def module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def package(name: str) -> str | None:
    """Name the package of a module as the tables do; None for other people's, and for the root itself."""
    top, _, rest = name.partition(".")
    if top == "worker":
        return top
    return rest.partition(".")[0] if top == "adjudicator" and rest and rest != "__version__" else None


def rooms(name: str) -> Iterator[tuple[str, str]]:
    """Name a module's sub-package in each layered package around it: ("mail", "reply"), or ("mail", "") beside them.

    The package's own module has a room of its own above all others: it may put them together.
    """
    for layered, layers in LAYERS.items():
        top = f"adjudicator.{layered}"
        if name == top:
            yield layered, ITSELF
        elif name.startswith(f"{top}."):
            below = name.removeprefix(f"{top}.").partition(".")[0]
            yield layered, below if below in layers else ""


@cache
def imports(path: Path) -> tuple[str, ...]:
    return tuple(_imports(path))


def _imports(path: Path) -> Iterator[str]:
    for node in list_nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def modules(path: Path, known: Mapping[str, Path]) -> set[str]:
    """Find the modules that a file needs: `from web import pages` needs `web.pages`, and not `web`."""
    names = set(imports(path))
    return {
        name
        for name in names & known.keys()
        if not any(deeper in known for deeper in names if name == deeper.rpartition(".")[0])
    }


@cache
def needed() -> Mapping[str, set[str]]:
    """Map each module of ours to the modules that it needs."""
    known = {module(path): path for path in SOURCES}
    return {name: modules(path, known) - {name} for name, path in known.items()}


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in list_nodes(path) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def cycle(edges: Mapping[T, set[T]]) -> set[T]:
    """Find what stands on a cycle of a graph, or leads from one: nothing is left of a graph without."""
    left = {name: others - {name} for name, others in edges.items()}
    while free := [name for name, others in left.items() if not others & left.keys()]:
        for name in free:
            del left[name]
    return set(left)


def test_imports_only_point_down() -> None:
    assert not {
        (name, other)
        for name, others in needed().items()
        for other in others
        if (here := package(name)) != (there := package(other)) and here and there and there not in PACKAGES[here]
    }
    assert not needed()["adjudicator"]


def test_imports_between_sub_packages_only_point_down() -> None:
    def points_up(here: tuple[str, str], there: tuple[str, str]) -> bool:
        layers = ("", *LAYERS[here[0]], ITSELF)
        return here[0] == there[0] and layers.index(here[1]) < layers.index(there[1])

    assert not {
        (name, other)
        for name, others in needed().items()
        for other in others
        for here in rooms(name)
        for there in rooms(other)
        if points_up(here, there)
    }


def test_an_engine_knows_the_contract_and_no_other_engine() -> None:
    folder = ROOT / "adjudicator" / "engines"
    shared = {file.stem for file in folder.glob("*.py")}
    for path in (path for path in SOURCES if folder in path.parents):
        names = [name for name in imports(path) if name.startswith("adjudicator.engines.")]
        strangers = [n for n in names if n.split(".")[2] not in shared | {path.relative_to(ROOT).parts[2]}]
        assert not strangers, label(path)


def test_no_two_modules_import_each_other() -> None:
    assert not cycle(needed())


def test_no_two_packages_import_each_other() -> None:
    edges: dict[str, set[str]] = defaultdict(set)
    for name, others in needed().items():
        if here := package(name):
            edges[here] |= {there for other in others if (there := package(other))}
    assert not cycle(edges)


def test_no_two_sub_packages_import_each_other() -> None:
    edges: dict[tuple[str, str], set[tuple[str, str]]] = defaultdict(set)
    for name, others in needed().items():
        for here in rooms(name):
            edges[here] |= {there for other in others for there in rooms(other) if there[0] == here[0]}
    assert not cycle(edges)


@pytest.mark.parametrize("below", sorted(PURE.keys() - {"services"}))
def test_below_the_services_time_and_chance_are_arguments(below: str) -> None:
    for path in (path for path in SOURCES if package(module(path)) == below):
        assert not AMBIENT & set(imports(path)), label(path)
        called = {
            node.func.attr
            for node in list_nodes(path)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        }
        assert not ASKS_THE_CLOCK & called, label(path)


def test_a_function_is_read_in_one_go() -> None:
    assert not [
        (label(path), node.name)
        for path in (*SOURCES, *TESTS, *PROOFS)
        for node in functions(path)
        if (node.end_lineno or 0) - node.lineno >= FUNCTION_LINES
    ]


def test_a_file_is_named_for_its_subject() -> None:
    assert not [label(path) for path in SOURCES if path.stem in VAGUE or path.parent.name in VAGUE]


def test_hardly_a_line_gives_its_types_up() -> None:
    said = {
        (label(path), node.lineno)
        for path in SOURCES
        for node in list_nodes(path)
        if isinstance(node, ast.Name) and node.id == "Any"
    }
    assert len(said) < LINES_WITH_ANY, sorted(said)


# What has one name in several packages is the same thing for different games or for an earlier version of records, or
# the entry point of a program.
SAME_THING = {"__init__", "__main__"}


def test_no_two_modules_have_one_name_but_in_engines_and_versions() -> None:
    apart = {ROOT / "adjudicator" / "engines", ROOT / "adjudicator" / "match" / "record" / "v1"}
    places: dict[str, list[str]] = defaultdict(list)
    for path in SOURCES:
        if not apart.intersection(path.parents) and "migrations" not in path.parts:
            places[path.stem].append(label(path))
    assert not {name: paths for name, paths in places.items() if len(paths) > 1 and name not in SAME_THING}


def test_every_package_has_its_place_in_the_picture() -> None:
    assert {package(module(path)) for path in SOURCES} - {None} == PACKAGES.keys()
    for name, layers in LAYERS.items():
        folder = ROOT / "adjudicator" / name.replace(".", "/")
        folders = {path.parent.name for path in folder.glob("*/__init__.py")}
        assert folders == set(layers) - {path.stem for path in folder.glob("*.py")}


def test_the_picture_itself_points_down() -> None:
    order = [*PURE, *OUTER]
    assert all(order.index(below) < order.index(above) for above, those in PACKAGES.items() for below in those)


def test_testkit_is_shared_and_the_folders_around_it_do_not_import_each_other() -> None:
    """Rigs that two of them need are in testkit. Only tests import the others, to test them."""
    allowed = {"testkit": set(), "bench": {"testkit"}, "chaos": {"testkit"}, "tests": {"testkit", "bench", "chaos"}}
    found = [
        (label(path), name)
        for folder, below in allowed.items()
        for path in (ROOT / folder).rglob("*.py")
        for name in imports(path)
        if name.partition(".")[0] in allowed.keys() - below - {folder}
    ]
    assert not found
