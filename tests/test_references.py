"""What comments and docstrings name in backticks exists, so that nobody looks for a name that was changed."""

from __future__ import annotations

import builtins
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
CODE = ("adjudicator", "worker", "testkit", "bench", "chaos", "tests")
SPEAKS = ("adjudicator", "worker")
"""The packages whose texts are looked at; they may name what is in the others."""
NAME = re.compile(r"(?<!`)`([A-Za-z_][\w.]*)`(?!`)")
ELSEWHERE = {
    "APGameRecord",
    "NAME_command",
    "NimView",
    "adjudicator_nim",
    "currentColor",
    "mail.club.co.uk",
    "nohup",
    "query_only",
}
"""Names of other people's formats and programs, and of examples."""
FILE = re.compile(r"\.(py|txt|html|json|svg|md|toml)$")


def tokens(text: str) -> Iterator[tokenize.TokenInfo]:
    return tokenize.generate_tokens(io.StringIO(text).readline)


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def test_every_name_in_backticks_is_one_that_exists() -> None:
    texts = {module_of(path): path.read_text() for folder in CODE for path in (ROOT / folder).rglob("*.py")}
    words: dict[str, set[str]] = {name: set() for name in texts}
    literals: set[str] = set()
    for name, text in texts.items():
        for one in tokens(text):
            if one.type == tokenize.NAME:
                words[name].add(one.string)
            elif one.type == tokenize.STRING and "`" not in one.string:
                literals.update(re.findall(r"\w+", one.string))
    known = {*vars(builtins)}.union(literals, *words.values())

    def exists(name: str) -> bool:
        parts = name.split(".")
        if len(parts) == 1:
            return name in known
        for count in range(len(parts), 0, -1):
            head = ".".join(parts[:count])
            homes = [module for module in texts if f".{module}".endswith(f".{head}")]
            if any(count == len(parts) or parts[count] in words[module] for module in homes):
                return True
        return not any(f".{module}.".startswith(f".adjudicator.{parts[0]}.") or module == parts[0] for module in texts)

    said = [
        (module, name)
        for module, text in texts.items()
        if module.partition(".")[0] in SPEAKS
        for name in NAME.findall(text)
        if name not in ELSEWHERE and not FILE.search(name)
    ]
    assert len(said) > 500
    assert [(module, name) for module, name in said if not exists(name)] == []
