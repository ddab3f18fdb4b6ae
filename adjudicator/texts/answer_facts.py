"""The answers to questions in a letter (help, board, status ...). The template of each is ``mail/_<kind>.txt``."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import ClassVar, Literal, TypeAlias

from adjudicator.engines.contract import Seat
from adjudicator.texts.clock_facts import SeatTime, TurnTime
from adjudicator.texts.letter_facts import Event, MatchFacts, Offer, PlanNews
from adjudicator.texts.move_list import Group


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandLine:
    """A row of the help. `argument` is a key of `argument_names.NAMES`, `summary` a msgid of the catalogs."""

    word: str
    argument: str
    summary: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpAnswer:
    """The commands that matter most in this letter, and the topics of all others."""

    kind: ClassVar[str] = "help"
    order: str
    commands: tuple[CommandLine, ...]
    topics: tuple[CommandLine, ...]
    example: str
    """How to ask about one command."""
    offers: tuple[Offer, ...] = ()
    """Orders that are valid as an answer to this letter."""
    notation: str = ""
    """How moves of the game are written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpTopicAnswer:
    """The commands of a topic, described by the msgid `summary`."""

    kind: ClassVar[str] = "help_topic"
    order: str
    summary: str
    commands: tuple[CommandLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StepHelp:
    """How orders of one kind are written in a game; `rules` is the line that asks for all of its rules."""

    game: str
    rules: str
    orders: tuple[Offer, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpStepAnswer:
    """The orders that have a word, in each game that knows it."""

    kind: ClassVar[str] = "help_step"
    order: str
    word: str
    games: tuple[StepHelp, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpCommandAnswer:
    """One command, with examples that are right where the reader stands."""

    kind: ClassVar[str] = "help_command"
    order: str
    command: CommandLine
    examples: tuple[str, ...]
    words: tuple[str, ...]
    """All words for it in the reader's language."""
    only_in_match: bool
    """Whether the command works in answers to a match, and not where the reader wrote."""
    topic: str
    """The line that lists its topic."""
    greeting: str = ""
    """A line that may stand below the command, for a guest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoodElsewhere:
    """In how many other matches that are over a position stood, and where they are listed."""

    matches: int
    more: bool
    """Whether there are more than `matches`."""
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardAnswer:
    """The current board."""

    kind: ClassVar[str] = "board"
    order: str
    elsewhere: StoodElsewhere | None = None
    """Of a match that is over, if its position stood in others too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionAnswer:
    """The board after an entry of the match."""

    kind: ClassVar[str] = "position"
    order: str
    n: int
    last: int
    board: str
    said: str = ""
    """What the entry was; empty at the opening."""
    turn: int = 0
    seen_by: str = ""
    """The player from whose seat it is shown, if the writer asked for that and the match is over."""
    too_early: bool = False
    """Whether the writer asked for another's seat while the match may still go on: it is their own view then."""
    elsewhere: StoodElsewhere | None = None
    """Of a match that is over, if its position stood in others too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusAnswer:
    """The state of the match, and the reader's settings."""

    kind: ClassVar[str] = "status"
    order: str
    language: str
    """The code of the reader's language."""
    letters: str = "turns"
    """Which letters about the match the reader gets: ``turns``, ``all`` or ``none``."""
    letters_here: bool = False
    """Did they choose that for this match alone?"""
    shown: str = "name"
    """What the public sees of the reader: ``name``, ``alias`` or ``nothing``."""
    public_name: str = ""
    """The name or the alias."""
    times: tuple[str, ...] = ()
    """When letters come: sentences about reminders and quiet hours."""
    second_look: str = ""
    """Whether their orders wait before they are played, in a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LegalAnswer:
    """All legal orders of the reader."""

    kind: ClassVar[str] = "legal"
    order: str
    count: int
    """0 if the reader is not to move."""
    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeAnswer:
    """Why the deadline of the running turn is where it is, and the time of every seat."""

    kind: ClassVar[str] = "time"
    order: str
    turn: TurnTime | None
    """None if no clock runs."""
    nudge: str
    """The reader's word for the command."""
    seats: tuple[SeatTime, ...]
    """Empty if the match does not run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryAnswer:
    """Every step so far, or those of some turns."""

    kind: ClassVar[str] = "history"
    order: str
    events: tuple[Event, ...]
    first: int = 0
    """The first turn that was asked for; 0 for all."""
    last: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordAnswer:
    """The record of the match; `attachment` is its file name."""

    kind: ClassVar[str] = "record"
    order: str
    attachment: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadAnswer:
    """A whole match as a file; `attachment` is its name, and empty if only its address is told."""

    kind: ClassVar[str] = "download"
    order: str
    game: str
    code: str
    url: str
    attachment: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewAnswer:
    """The board after a step that was only tried."""

    kind: ClassVar[str] = "preview"
    order: str
    step: str
    board: str
    said: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GameLine:
    """A game that can be played here. `seats` lists the possible numbers of players."""

    name: str
    title: str
    seats: tuple[int, ...]
    presets: tuple[tuple[str, str], ...] = ()
    """Its rule sets, and what each means."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GamesAnswer:
    """The games that can be played here."""

    kind: ClassVar[str] = "games"
    order: str
    games: tuple[GameLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesAnswer:
    """The rules of a game, from `rulebook.rulebook`."""

    kind: ClassVar[str] = "rules"
    order: str
    title: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchLine:
    """One of the reader's matches; the reader has the seat `seat`."""

    match: MatchFacts
    seat: Seat
    waiting: bool = False
    """Whether it has not begun because an invitation is unanswered."""

    @property
    def state(self) -> str:
        """Tell which sentence says how it stands: ``waiting``, ``over``, or whose turn it is, as in ``mine_until``."""
        if self.waiting or self.match.to_move is None:
            return "waiting" if self.waiting else "over"
        whose = "mine" if self.match.to_move == self.seat else "theirs"
        return f"{whose}_until" if self.match.due else whose


@dataclass(frozen=True, slots=True, kw_only=True)
class ListAnswer:
    """The reader's matches."""

    kind: ClassVar[str] = "list"
    order: str
    matches: tuple[MatchLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoAnswer:
    """The reader's own notes about the match; empty without any."""

    kind: ClassVar[str] = "memo"
    order: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DiaryLine:
    """An entry of the reader's own diary."""

    number: int
    turn: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DiaryAnswer:
    """The reader's own diary of the match, the oldest entry first."""

    kind: ClassVar[str] = "diary"
    order: str
    notes: tuple[DiaryLine, ...]
    left_out: int
    """Older entries that the page has."""
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CommentLine:
    """A comment on a position; `mark` is its name, as in 14.2."""

    mark: str
    author: str
    text: str
    line: tuple[str, ...]
    struck: bool
    hidden_because: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CommentsAnswer:
    """The comments on a match, by position; each is followed by its answers."""

    kind: ClassVar[str] = "comments"
    order: str
    comments: tuple[CommentLine, ...]
    left_out: int
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLine:
    """A match with seats that the reader may take, and the line that takes one."""

    match: MatchFacts
    free: int
    line: str
    seed: str = ""
    """The first digits of its seed's digest; empty once the match has begun."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyAnswer:
    """The seats that the reader may take."""

    kind: ClassVar[str] = "lobby"
    order: str
    seats: tuple[SeatLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PastMatch:
    """A match that is over; `seat` is the reader's, if they played in it."""

    match: MatchFacts
    seat: Seat | None
    ended: datetime | None
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveAnswer:
    """Matches that are over, the newest first."""

    kind: ClassVar[str] = "archive"
    order: str
    searched: bool
    """Whether only some were asked for."""
    own: tuple[PastMatch, ...]
    others: tuple[PastMatch, ...]
    more: str
    """The page with all that was asked for."""
    record: str
    """The reader's word for the command that sends a record."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundEntry:
    """An entry whose digest was looked for; entry 0 is the beginning. `turn` is the one that ran after it."""

    match: MatchFacts
    n: int
    last: int
    at: datetime | None
    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyAnswer:
    """Whether the archive has what the last line of a letter says. `code` and `turn` are the line's, if it has them."""

    kind: ClassVar[str] = "verify"
    order: str
    outcome: Outcome
    digits: str
    found: tuple[FoundEntry, ...] = ()
    code: str = ""
    turn: int = 0

    @property
    def right_turn(self) -> int:
        """The turn that the digits belong to."""
        return self.found[0].turn if self.found else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class AddressesAnswer:
    """The reader's credentials: addresses and OpenPGP key."""

    kind: ClassVar[str] = "addresses"
    order: str
    address: str
    further: tuple[str, ...]
    fingerprint: str
    """The fingerprint of the key; empty if there is none."""
    required: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DaysAway:
    """An absence by its first and its last day."""

    first: date
    last: date


@dataclass(frozen=True, slots=True, kw_only=True)
class YearLeft:
    """How many days of absence are left in a year."""

    year: int
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AbsencesAnswer:
    """The reader's absences and free times."""

    kind: ClassVar[str] = "absences"
    order: str
    coming: tuple[DaysAway, ...]
    """Those that run and those to come."""
    past: tuple[DaysAway, ...]
    years: tuple[YearLeft, ...]
    longest: int
    """The days a year that the host allows."""
    automatic: bool
    counts: bool
    """Whether an out-of-office reply with a date counts as an absence."""
    off: str
    """The free times, in the reader's words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarAnswer:
    """The player's calendar; `attachment` is the name of its file, and `url` the address that always has it."""

    kind: ClassVar[str] = "calendar"
    order: str
    attachment: str
    turns: int
    absences: int
    url: str
    renew: str
    """The command that makes another address."""
    end: str
    """The command that ends the address."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DigestAnswer:
    """When the reader's digest comes, and what waits for it, in their words."""

    kind: ClassVar[str] = "digest"
    order: str
    said: str


@dataclass(frozen=True, slots=True)
class OpeningResults:
    """How the matches ended that went through a position. A side is a msgid, such as ``black``."""

    played: int
    sides: tuple[tuple[str, int], ...]
    """The matches that each side won; empty in a game without sides."""
    began: int
    """The matches won by who had begun."""
    followed: int
    shared: int
    nobody: int


@dataclass(frozen=True, slots=True)
class OpeningLine:
    """A position of an opening: the moves that lead there, or each of several that do, and its matches."""

    moves: tuple[str, ...]
    results: OpeningResults
    last: date | None


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningsAnswer:
    """A position of the openings of a game and what was played next. Without `told` the game has none to compare."""

    kind: ClassVar[str] = "openings"
    order: str
    url: str
    title: str = ""
    """The game; empty if none was named."""
    compared: tuple[str, ...] = ()
    """The games whose openings can be compared."""
    told: OpeningLine | None = None
    variant: str = ""
    """The options that change the opening and are not the usual ones."""
    apart: tuple[str, ...] = ()
    """The options that change an opening."""
    branches: tuple[OpeningLine, ...] = ()
    more: int = 0
    """How many branches are left out."""
    ends: bool = False
    """Whether the openings go no further."""
    matches: tuple[str, ...] = ()
    """The codes of the newest matches."""
    matches_url: str = ""
    next: str = ""
    """The line that goes on with the move that was played most."""


@dataclass(frozen=True, slots=True)
class SharePoint:
    """How often who began came first, and the limits of the true share with a confidence of 95 percent."""

    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class StatisticsLine:
    """The matches of a game with one number of players, or with one value of an option."""

    name: str
    """The title of the game, or the option as one types it."""
    seats: int
    matches: int
    began: SharePoint | None
    turns: tuple[int, int, int] | None
    """The quartiles of the numbers of turns."""
    pace: int | None = None
    """The median of the seconds of a turn."""
    endings: tuple[tuple[str, int], ...] = ()
    """How matches ended, in words, with how many."""
    options: tuple[StatisticsLine, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StatisticsAnswer:
    """The statistics of a game, or of all games."""

    kind: ClassVar[str] = "statistics"
    order: str
    lines: tuple[StatisticsLine, ...]
    batch: int
    """How many private matches are counted at once."""
    url: str


Outcome: TypeAlias = Literal["right", "other_turn", "differs", "no_match", "unknown", "unreadable"]
"""What became of a search for a digest. `differs`: its match does not have it; `unknown`: no match was named."""
PlanMark: TypeAlias = Literal["", "open", "later", "doubt"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanRow:
    """One answer of a plan: its number in the tree, what has to happen, and what is then played."""

    number: str
    when: str
    """Empty for the line of last resort, which holds when no other does."""
    plays: str
    """All choices, the first that is legal counts; ends in the reader's word for *anyway* if it has that."""
    mark: PlanMark = ""
    """What the check of a new line said: it leaves the turn open, is looked at when it comes, or is unlikely."""
    reason: str = ""
    """Why it is unlikely, as the game says it."""
    waits: bool = False
    """Whether it counts only after a yes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanAnswer:
    """The reader's plan for the match, which only they see."""

    kind: ClassVar[str] = "plan"
    order: str
    rows: tuple[PlanRow, ...]
    other: str = ""
    """The only other player, if there is one."""
    clashes: tuple[tuple[str, str], ...] = ()
    """Pairs of conditions that may both hold, with different answers: then nothing would be played."""
    cancel: str = ""
    """The line that cancels the plan."""
    boards: str = ""
    """The line that shows the boards to which it leads."""
    gone: PlanNews | None = None
    """What became of the plan in the running turn of the reader."""

    @property
    def waits(self) -> bool:
        """Whether some lines count only after a yes."""
        return bool(self.waiting)

    @property
    def waiting(self) -> tuple[str, ...]:
        """The numbers of those lines."""
        return tuple(row.number for row in self.rows if row.waits)

    @property
    def later(self) -> tuple[str, ...]:
        """The numbers of the lines that are checked when they come; of those that wait for a yes more is told."""
        return tuple(row.number for row in self.rows if row.mark == "later" and not row.waits)

    @property
    def all_later(self) -> bool:
        """Whether no line could be checked yet."""
        return len(self.later) == len(self.rows)

    @property
    def foresees_all(self) -> bool:
        """Whether a line of last resort answers whatever comes first."""
        return any(not (row.when or row.waits or "." in row.number) for row in self.rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class KindLine:
    """A kind of condition or habit: an example in the reader's words, and the msgid of what it means."""

    example: str
    summary: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanBoard:
    """The board behind one answer of a plan."""

    row: PlanRow
    board: str = ""
    """Empty where it depends on what nobody knows yet."""
    left: str = ""
    """What the answer still plays behind it, and brings to light."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanBoardsAnswer:
    """The boards to which the reader's plan leads; without any, there is no plan."""

    kind: ClassVar[str] = "plan_boards"
    order: str
    boards: tuple[PlanBoard, ...]
    others: str = ""
    """The line that shows the board behind the next answer, if there are more than one letter shows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HabitsAnswer:
    """What is done for the reader whenever it comes up in the match, and what could be."""

    kind: ClassVar[str] = "habits"
    order: str
    habits: tuple[str, ...]
    """Lines that set them, as they are."""
    kinds: tuple[KindLine, ...]
    """All kinds that the game has; the examples are lines that set one."""
    cancel: str = ""
    """The line that ends the first of `habits`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpPlansAnswer:
    """How a plan is written in this game."""

    kind: ClassVar[str] = "help_plans"
    order: str
    examples: tuple[KindLine, ...]
    """Whole lines, and what they mean."""
    facts: tuple[KindLine, ...]
    """What a condition may say of the board."""
    habits: tuple[KindLine, ...]
    commands: tuple[CommandLine, ...]


Answer = (
    HelpAnswer | HelpTopicAnswer | HelpStepAnswer | HelpCommandAnswer | BoardAnswer | StatusAnswer | LegalAnswer
    | TimeAnswer | HistoryAnswer | RecordAnswer | PreviewAnswer | GamesAnswer | RulesAnswer | ListAnswer
    | AddressesAnswer | AbsencesAnswer | CalendarAnswer | DigestAnswer | MemoAnswer | LobbyAnswer | ArchiveAnswer
    | VerifyAnswer | PositionAnswer | DownloadAnswer | DiaryAnswer | CommentsAnswer | PlanAnswer
    | PlanBoardsAnswer | HabitsAnswer | HelpPlansAnswer | OpeningsAnswer | StatisticsAnswer
)  # fmt: skip
HELP = (HelpAnswer, HelpTopicAnswer, HelpStepAnswer, HelpCommandAnswer)
"""The answers to `help`."""
