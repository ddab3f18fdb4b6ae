"""The layout: imports only point down, nothing below the desk has a clock or a die, functions are short."""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = sorted(
    path for top in ("adjudicator", "worker") for path in (ROOT / top).rglob("*.py") if "versions" not in path.parts
)
TESTS = sorted((ROOT / "tests").rglob("*.py"))
PROOFS = sorted((ROOT / "chaos").rglob("*.py"))

# What each part may import. Everything else of ours, and everything that is not named here, stands above.
BELOW = {
    "shape": set(),
    "engines": set(),
    "match": {"shape", "engines"},
    "mail": {"shape"},
    "texts": {"shape", "engines", "match", "mail"},
    "store": {"shape", "engines", "match", "mail"},
    "desk": {"shape", "engines", "match", "mail", "texts", "store"},
}
ABOVE_THE_DESK = {
    "breaker", "broker", "channel", "cli", "courier", "environment", "listen", "logs", "mailfolder", "opener", "rates",
    "resolver", "run", "settings", "web", "wiring", "worker",
}  # fmt: skip
AMBIENT = {"random", "secrets", "time", "uuid"}
ASKS_THE_CLOCK = {"now", "today", "utcnow"}
VAGUE = {"utils", "util", "helpers", "helper", "common", "base", "misc"}

FUNCTION_LINES = 60


def label(path: Path) -> str:
    return str(path.relative_to(ROOT))


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


def part(path: Path) -> str:
    """Name the part of the program that a file belongs to, as the tables above do."""
    top, *rest = path.relative_to(ROOT).parts
    return top if top == "worker" else rest[0].removesuffix(".py")


def module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(tree(path)):
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


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in ast.walk(tree(path)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def ours(name: str) -> str | None:
    """Name the part that an imported name belongs to; None for other people's, and for the package itself."""
    top, _, rest = name.partition(".")
    if top == "worker":
        return top
    return rest.partition(".")[0] if top == "adjudicator" and rest and rest != "__version__" else None


@pytest.mark.parametrize("path", SOURCES, ids=label)
def test_imports_only_point_down(path: Path) -> None:
    if path.parent == ROOT / "adjudicator" and path.stem == "__init__":
        assert not any(imports(path))
        return
    here = part(path)
    allowed = BELOW[here] if here in BELOW else ABOVE_THE_DESK | BELOW.keys()
    assert {there for name in imports(path) if (there := ours(name))} <= allowed | {here}


@pytest.mark.parametrize("path", [path for path in SOURCES if part(path) == "engines"], ids=label)
def test_an_engine_knows_the_contract_and_no_other_engine(path: Path) -> None:
    shared = {file.stem for file in (ROOT / "adjudicator" / "engines").glob("*.py")}
    names = [name for name in imports(path) if name.startswith("adjudicator.engines.")]
    strangers = [name for name in names if name.split(".")[2] not in shared | {path.relative_to(ROOT).parts[2]}]
    assert not strangers


def test_no_two_modules_import_each_other() -> None:
    known = {module(path): path for path in SOURCES}
    edges = {name: modules(path, known) - {name} for name, path in known.items()}
    while free := [name for name, others in edges.items() if not others & edges.keys()]:
        for name in free:
            del edges[name]
    assert not edges


@pytest.mark.parametrize("path", [path for path in SOURCES if part(path) in BELOW.keys() - {"desk"}], ids=label)
def test_below_the_desk_time_and_chance_are_arguments(path: Path) -> None:
    assert not AMBIENT & set(imports(path))
    called = {
        node.func.attr
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    }
    assert not ASKS_THE_CLOCK & called


@pytest.mark.parametrize("path", [*SOURCES, *TESTS, *PROOFS], ids=label)
def test_a_function_is_read_in_one_go(path: Path) -> None:
    assert not [node.name for node in functions(path) if (node.end_lineno or 0) - node.lineno >= FUNCTION_LINES]


@pytest.mark.parametrize("path", SOURCES, ids=label)
def test_a_file_is_named_for_its_subject(path: Path) -> None:
    assert path.stem not in VAGUE
    assert path.parent.name not in VAGUE


def test_every_part_has_its_place_in_the_picture() -> None:
    parts = {part(path) for path in SOURCES} - {"__init__"}
    assert parts <= BELOW.keys() | ABOVE_THE_DESK


def test_the_picture_itself_points_down() -> None:
    order = list(BELOW)
    assert all(order.index(below) < order.index(part) for part, parts in BELOW.items() for below in parts)
