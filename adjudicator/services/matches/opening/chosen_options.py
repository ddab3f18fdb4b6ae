"""The options of a new match as people write them: ``mummy-drop=nein``.

A key and its values are names, the same in every language; only yes and no are words, in any language.
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.engines.contract import BadOption, Options
from adjudicator.engines.rules import Option, Rules
from adjudicator.mail.commands.words.match_words import OPTION_ANSWERS
from adjudicator.mail.text.text_fold import fold_line
from adjudicator.match.rulings.refusals import RefusalKey
from adjudicator.services.refused_error import RefusedError

_ANSWERS: Mapping[str, tuple[str | int, ...]] = {"yes": ("yes",), "no": ("no", "none", "not", 0)}
"""The values that a yes and a no stand for: the first that an option has."""


def read_options(rules: Rules, given: Options) -> dict[str, str | int]:
    """Read the options of a command. What cannot be read stays as it is, for `Rules.complete` to refuse."""
    known = {option.key: option for option in rules.options}
    return {key: _read_value(known[key], value) if key in known else value for key, value in given.items()}


def bad_option(rules: Rules, fault: BadOption) -> RefusedError:
    """Refuse an option that a game does not have, or a value that an option does not have."""
    if fault.key != "preset" and all(option.key != fault.key for option in rules.options):
        return RefusedError.of(RefusalKey.BAD_OPTION, game=rules.name, option=fault.key, right=fault.expected)
    given = {"option": fault.key, "value": str(fault.value)}
    return RefusedError.of(RefusalKey.BAD_VALUE, game=rules.name, right=fault.expected, **given)


def _read_value(option: Option, value: str | int) -> str | int:
    if option.admits(value):
        return value
    answer = OPTION_ANSWERS.get(fold_line(str(value)), "")
    return next((one for one in _ANSWERS.get(answer, ()) if option.admits(one)), value)
