"""Calling subcommands where nothing but the game of the tests is installed."""

from click.testing import CliRunner, Result

from adjudicator.cli import main


class Console:
    """A console that keeps nothing between two calls."""

    def __call__(self, *words: str, given: bytes = b"") -> Result:
        return CliRunner().invoke(main, words, input=given, prog_name="adjudicator")
