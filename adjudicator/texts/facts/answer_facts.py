"""All answers to questions in a letter (help, board, status ...). The template of each is ``mail/_<kind>.txt``."""

from __future__ import annotations

from adjudicator.texts.facts.account_facts import AbsencesAnswer, AddressesAnswer, CalendarAnswer, DigestAnswer
from adjudicator.texts.facts.annotation_facts import CommentsAnswer, DiaryAnswer, MemoAnswer
from adjudicator.texts.facts.archive_facts import ArchiveAnswer, OpeningsAnswer, StatisticsAnswer, VerifyAnswer
from adjudicator.texts.facts.help_facts import HelpAnswer, HelpCommandAnswer, HelpStepAnswer, HelpTopicAnswer
from adjudicator.texts.facts.lobby_facts import GamesAnswer, ListAnswer, LobbyAnswer, RulesAnswer
from adjudicator.texts.facts.plan_facts import HabitsAnswer, HelpPlansAnswer, PlanAnswer, PlanBoardsAnswer
from adjudicator.texts.facts.position_facts import (
    BoardAnswer,
    DownloadAnswer,
    HistoryAnswer,
    LegalAnswer,
    MatchTimeAnswer,
    PositionAnswer,
    PreviewAnswer,
    RecordAnswer,
    StatusAnswer,
    TimeAnswer,
)

Answer = (
    HelpStepAnswer | HelpAnswer | HelpTopicAnswer | HelpCommandAnswer | BoardAnswer | StatusAnswer | LegalAnswer
    | TimeAnswer | HistoryAnswer | RecordAnswer | PreviewAnswer | GamesAnswer | RulesAnswer | ListAnswer
    | AddressesAnswer | AbsencesAnswer | CalendarAnswer | DigestAnswer | MemoAnswer | LobbyAnswer | ArchiveAnswer
    | VerifyAnswer | PositionAnswer | DownloadAnswer | DiaryAnswer | CommentsAnswer | PlanAnswer | PlanBoardsAnswer
    | HabitsAnswer | HelpPlansAnswer | OpeningsAnswer | StatisticsAnswer | MatchTimeAnswer
)  # fmt: skip
HELP = (HelpAnswer, HelpTopicAnswer, HelpStepAnswer, HelpCommandAnswer)
"""The answers to `help`."""
