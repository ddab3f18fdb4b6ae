from __future__ import annotations

import ast

from adjudicator.texts.games.order_purposes import PURPOSES
from adjudicator.texts.language.language import PACKAGE
from testkit.source_nodes import list_nodes


def test_every_purpose_in_the_code_has_words() -> None:
    used = set()
    for file in PACKAGE.rglob("*.py"):
        for node in list_nodes(file):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and len(node.args) > 1:
                purpose = node.args[1]
                if node.func.attr in ("by_mail", "offer") and isinstance(purpose, ast.Constant):
                    used.add(purpose.value)
    assert {"play", "help"} <= used
    assert used - set(PURPOSES) == set()
