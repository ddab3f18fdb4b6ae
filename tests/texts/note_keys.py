"""The keys of notes in the code of an engine, and the keys that templates can word."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from jinja2 import nodes

from adjudicator.texts.language.language import SOURCE, language_for
from testkit.source_nodes import list_nodes


def keys_in_the_engine(engine: ModuleType) -> set[str]:
    """Find the keys given to `Note.of`, `Note` and `told`, without the name of the game.

    Keys that are put together of variables are not found.
    """
    return {key for path in Path(str(engine.__file__)).parent.rglob("*.py") for key in _keys_in(path)}


def macro_names(prefix: str) -> frozenset[str]:
    """List the notes of a prefix that can be worded: the macros of its file."""
    environment = language_for(SOURCE).environment
    if environment.loader is None:
        return frozenset()
    source, _, _ = environment.loader.get_source(environment, f"notes/{prefix}.txt")
    return frozenset(macro.name for macro in environment.parse(source).find_all(nodes.Macro))


def _keys_in(path: Path) -> Iterator[str]:
    for call in list_nodes(path):
        if isinstance(call, ast.Call) and ast.unparse(call.func) in ("Note.of", "mover_note", "told", "Note"):
            yield from (key.rpartition(".")[2] for key in _choices(call.args[0]) if not key.endswith("."))


def _choices(key: ast.expr) -> Iterator[str]:
    """List what a key can be: a text, one of two by a condition, or one of a table."""
    match key:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=body, orelse=other):
            yield from (*_choices(body), *_choices(other))
        case ast.Call(func=ast.Attribute(value=ast.Dict(values=texts), attr="get"), args=[_, default]):
            yield from (choice for text in (*texts, default) for choice in _choices(text))
