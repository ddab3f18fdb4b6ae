"""Templates that speak one language: what the catalog says is put in while they are compiled, not at each letter."""

from __future__ import annotations

import gettext
from collections.abc import Callable, MutableMapping
from functools import cache
from typing import Any

from jinja2 import Environment, Template, nodes
from jinja2.visitor import NodeTransformer

_NAMES = frozenset({"_", "gettext"})


class SpeakingEnvironment(Environment):
    """A template environment that serves one language for as long as it lives."""

    catalog: gettext.NullTranslations | None = None

    @cache  # noqa: B019  # it lives as long as the program, and looking whether a template was loaded takes long
    def get_template(
        self,
        name: str | Template,
        parent: str | None = None,
        globals: MutableMapping[str, Any] | None = None,  # noqa: A002  # as Jinja calls it
    ) -> Template:
        """Load a template, once: letters are put together from many pieces."""
        return super().get_template(name, parent, globals)

    def _generate(
        self,
        source: nodes.Template,
        name: str | None,
        filename: str | None,
        defer_init: bool = False,  # noqa: FBT001, FBT002  # as Jinja calls it
    ) -> str:
        """Translate a template's constant sentences on the way to its code; this is Jinja's hook for such a step."""
        if self.catalog is not None:
            source = _Translation(self.catalog.gettext).visit(source)
        return super()._generate(source, name, filename, defer_init)


class _Translation(NodeTransformer):
    """Replaces ``_("text", name=value)`` by the text in the language, which fills itself in."""

    def __init__(self, translate: Callable[[str], str]) -> None:
        self._translate = translate

    def visit_Call(self, node: nodes.Call, *args: Any, **kwargs: Any) -> nodes.Node:  # noqa: N802
        self.generic_visit(node, *args, **kwargs)
        if not _is_translated(node):
            return node
        text = nodes.Const(self._translate(node.args[0].value), lineno=node.lineno)  # type: ignore[attr-defined]
        values = [nodes.Pair(nodes.Const(given.key), given.value) for given in node.kwargs]
        # As Jinja's own gettext does it: where letters are escaped, the sentence is safe and its values are not.
        safe = nodes.MarkSafeIfAutoescape(text, lineno=node.lineno)
        return nodes.Mod(safe, nodes.Dict(values), lineno=node.lineno)


def _is_translated(node: nodes.Call) -> bool:
    """Tell whether a call asks for the translation of one text that is known already."""
    spoken = isinstance(node.node, nodes.Name) and node.node.name in _NAMES
    return (
        spoken
        and len(node.args) == 1
        and isinstance(node.args[0], nodes.Const)
        and not (node.dyn_args or node.dyn_kwargs)
    )
