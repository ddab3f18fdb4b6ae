"""The syntax trees of source files: several tests look through all of them, and parse each once in a process."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path


def list_nodes(path: Path) -> tuple[ast.AST, ...]:
    """List all nodes of a file's tree, from the module down."""
    return _list_nodes(path.resolve())


@cache
def _list_nodes(path: Path) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
