"""Letters of a match that runs: turns, receipts, messages, hints, and the result."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from adjudicator.texts.facts.answer_facts import Answer
from adjudicator.texts.facts.letter_facts import Counted, Event, Offer, PlanNews, Press, Proposal
from adjudicator.texts.facts.line_report import LineReport
from adjudicator.texts.letters.letter_kind import LetterKind, MatchLetterContext
from adjudicator.texts.letters.opening_kinds import ChanceFacts


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn(MatchLetterContext):
    """The state of a match; your_turn and their_turn need nothing else. `news`: steps new to the reader."""

    board: str = ""
    news: tuple[Event, ...] = ()
    offers: tuple[Offer, ...] = ()
    """Orders that the reader can send back; moves come first."""
    press: tuple[Press, ...] = ()
    hint: str = ""
    """A warning of `boards.draw_warning`, if the letter has no board that shows it."""
    proposals: tuple[Proposal, ...] = ()
    """Proposals of players that are not decided yet."""
    memo: str = ""
    """The reader's own notes, in a letter of their own turn."""
    stays_known: tuple[Event, ...] = ()
    """Steps that the host took back; their revelations stay known, and have not been shown again."""
    plan: PlanNews | None = None
    """Result of the reader's plan in this turn of theirs, if they have to know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Start(Turn):
    """The match begins. `commitment` is the digest that commits us to the seed and all that was added to it."""

    commitment: str
    chance: ChanceFacts
    is_first: bool = True
    """Whether the reader has begun no match before: then it is told how matches go on."""
    first_of_game: bool = True
    rematch_of: str = ""
    """The code of the match of which it is the rematch."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt(Turn):
    """The report on the reader's letter. It has board and offers if it is their turn or if they asked for them."""

    account: LineReport
    answers: tuple[Answer, ...] = ()
    ends: bool = False
    """Whether the match ended by a request of the letter, such as to resign."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchOver(Turn):
    """The result, and the seed and salts that everything was dealt from."""

    places: tuple[int, ...]
    """A place for each seat; 1 is best."""
    reason: str
    scores: tuple[int | None, ...] = ()
    commitment: str
    seed: str
    """In hexadecimal digits; empty while a host can still open the match again."""
    seed_public: datetime
    """When the seed is published at the latest."""
    salts: tuple[str, ...]
    record_url: str
    attached: bool = False
    """Whether the record goes with the letter."""
    counted: tuple[Counted, ...] = ()
    """Those for whom the result does not count in full."""
    hints: int = 0
    """How many hints the house player gave."""
    unasked: tuple[str, ...] = ()
    """The lines of the reader's plan that were not asked any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PressLetter(MatchLetterContext):
    """Messages from other players of the match: to all (press), or to some (tell)."""

    press: tuple[Press, ...]
    offers: tuple[Offer, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HintLetter(Turn):
    """The house player `adviser` would play the first of the `offers` in the reader's place."""

    adviser: str


START = LetterKind("start", Start)
YOUR_TURN = LetterKind("your_turn", Turn)
THEIR_TURN = LetterKind("their_turn", Turn)
RECEIPT = LetterKind("receipt", Receipt)
MATCH_OVER = LetterKind("match_over", MatchOver)
PRESS = LetterKind("press", PressLetter)
TELL = LetterKind("tell", PressLetter)
HINT = LetterKind("hint", HintLetter)
