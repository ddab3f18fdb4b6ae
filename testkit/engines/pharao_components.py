"""Component files of a host."""

from importlib.resources import files

SHIPPED_FILE = files("adjudicator.engines.pharao").joinpath("data", "pharao.toml").read_text("utf-8")


def file_with(old: str, new: str) -> str:
    """Write the shipped file with a change."""
    assert old in SHIPPED_FILE
    return SHIPPED_FILE.replace(old, new, 1)
