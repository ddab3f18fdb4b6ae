"""Compiles tables of sentences in templates so that one sentence is formed, and not all of them.

A template chooses a sentence as ``{{ {"lay": _("…"), "pass": _("…")}[view.task] }}``, which reads well; but Jinja
forms all of them to look one up, and a board has tables of seven.
"""

from __future__ import annotations

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame

GENERATION = 2
"""Part of the names of compiled files: to be changed with the code that is generated here."""


class LazyTables(CodeGenerator):
    """The code generator of our environments: it looks for the key first. A key that is missing is as it was."""

    def visit_Getitem(self, node: nodes.Getitem, frame: Frame) -> None:  # noqa: N802 (as Jinja finds it)
        """Compile ``{…}[key]`` to ``value if key == … else …``, if the key is a name, or part of something named."""
        table = node.node
        if not isinstance(table, nodes.Dict) or not _is_plain(node.arg) or not _are_constants(table):
            super().visit_Getitem(node, frame)
            return
        self.write("(")
        for pair in table.items:
            self.visit(pair.value, frame)
            self.write(" if ")
            self.visit(node.arg, frame)
            self.write(" == ")
            self.visit(pair.key, frame)
            self.write(" else ")
        super().visit_Getitem(nodes.Getitem(nodes.Dict([]), node.arg, node.ctx), frame)
        self.write(")")


def _is_plain(key: nodes.Expr) -> bool:
    """Tell whether it does no harm to ask for the key several times."""
    while isinstance(key, nodes.Getattr):
        key = key.node
    return isinstance(key, nodes.Name)


def _are_constants(table: nodes.Dict) -> bool:
    return all(isinstance(pair.key, nodes.Const) for pair in table.items)
