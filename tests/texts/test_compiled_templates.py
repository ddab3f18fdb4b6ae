"""Templates are compiled once: for all languages of a process, and for the processes that come after it."""

import sys
from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment

from adjudicator.texts.language.language import CompiledTemplates


class Counting(Environment):
    """An environment that counts what it compiles."""

    compiled = 0

    def compile(self, *words: object, **named: object) -> object:  # type: ignore[override]
        self.compiled += 1
        return super().compile(*words, **named)  # type: ignore[call-overload]


def render(code: CompiledTemplates, source: str = "Hello {{ name }}") -> tuple[str, int]:
    """Render a template, and tell how often one was compiled for it."""
    environment = Counting(loader=DictLoader({"letter.txt": source}), bytecode_cache=code)
    return environment.get_template("letter.txt").render(name="Anna"), environment.compiled


@pytest.fixture(autouse=True)
def writing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)


def test_a_template_is_compiled_once_for_all_environments_and_processes(tmp_path: Path) -> None:
    code = CompiledTemplates(tmp_path / "new")
    assert [render(code) for _ in range(2)] == [("Hello Anna", 1), ("Hello Anna", 0)]
    assert render(CompiledTemplates(tmp_path / "new")) == ("Hello Anna", 0)


def test_a_template_that_changed_is_compiled_again(tmp_path: Path) -> None:
    render(CompiledTemplates(tmp_path))
    changed = CompiledTemplates(tmp_path)
    assert [render(changed, "Bye {{ name }}") for _ in range(2)] == [("Bye Anna", 1), ("Bye Anna", 0)]


@pytest.mark.parametrize("content", [b"", b"j2", bytes(100)])
def test_a_file_that_is_damaged_is_written_again(tmp_path: Path, content: bytes) -> None:
    render(CompiledTemplates(tmp_path))
    (kept,) = tmp_path.iterdir()
    for spoilt in (content, kept.read_bytes()[:-5]):
        kept.write_bytes(spoilt)
        assert render(CompiledTemplates(tmp_path)) == ("Hello Anna", 1)
        assert render(CompiledTemplates(tmp_path)) == ("Hello Anna", 0)


def test_a_folder_that_cannot_be_written_to_does_no_harm(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    code = CompiledTemplates(file / "below")
    assert [render(code) for _ in range(2)] == [("Hello Anna", 1), ("Hello Anna", 0)]


def test_nothing_is_written_where_python_shall_write_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    render(CompiledTemplates(tmp_path))
    assert list(tmp_path.iterdir()) == []
