"""The table of all commands: the parser, the help letters, the handbook and the tests are made from it.

Each topic has a module beside this one. CONTRIBUTING.md lists the steps of adding a command.
"""

from __future__ import annotations

from adjudicator.mail.commands.table.club_table import CLUB_COMMANDS
from adjudicator.mail.commands.table.credential_table import CREDENTIAL_COMMANDS
from adjudicator.mail.commands.table.decision_table import DECISION_COMMANDS
from adjudicator.mail.commands.table.owner_table import OWNER_COMMANDS
from adjudicator.mail.commands.table.past_table import PAST_COMMANDS
from adjudicator.mail.commands.table.plan_table import PLAN_COMMANDS
from adjudicator.mail.commands.table.play_table import PLAY_COMMANDS
from adjudicator.mail.commands.table.settings_table import SETTINGS_COMMANDS

COMMANDS = (
    *PLAY_COMMANDS,
    *PLAN_COMMANDS,
    *DECISION_COMMANDS,
    *CLUB_COMMANDS,
    *PAST_COMMANDS,
    *SETTINGS_COMMANDS,
    *OWNER_COMMANDS,
    *CREDENTIAL_COMMANDS,
)
