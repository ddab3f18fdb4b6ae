"""The refusals of orders and commands: each has a key, values for its sentence, and orders that would be legal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from adjudicator.engines.contract import AmbiguousStep, IllegalStep, Note, Seat, StepError, Value


class RefusalKey(StrEnum):
    """Every reason for a refusal; each has its sentence in ``notes/refusal.txt``."""

    ABSENT_TOO_LONG = "absent_too_long"
    ADDRESS_HELD = "address_held"
    ADDRESS_KNOWN = "address_known"
    ADDRESS_TAKEN = "address_taken"
    ADDRESS_UNKNOWN = "address_unknown"
    ADDRESSES_ENDED = "addresses_ended"
    ADDRESSES_ENOUGH = "addresses_enough"
    ALREADY_ANSWERED = "already_answered"
    AMBIGUOUS = "ambiguous"
    ASKED_ENOUGH = "asked_enough"
    BAD_ABSENCE = "bad_absence"
    BAD_ADDRESS = "bad_address"
    BAD_ARGUMENT = "bad_argument"
    BAD_DAYS = "bad_days"
    BAD_DIGEST = "bad_digest"
    BAD_FREE_TIMES = "bad_free_times"
    BAD_GREETING = "bad_greeting"
    BAD_QUIET = "bad_quiet"
    BAD_REMINDERS = "bad_reminders"
    BAD_KEY = "bad_key"
    BAD_NEW = "bad_new"
    BAD_PAUSE = "bad_pause"
    BAD_OPTION = "bad_option"
    BAD_SEARCH = "bad_search"
    BAD_SEATS = "bad_seats"
    BAD_SETTING = "bad_setting"
    BAD_SIGNATURE = "bad_signature"
    BAD_STAND_IN = "bad_stand_in"
    BAD_VALUE = "bad_value"
    BEGUN = "begun"
    BAD_TERMS = "bad_terms"
    BESIDE_ANSWER = "beside_answer"
    CALENDAR = "calendar"
    CANNOT_READ = "cannot_read"
    CALLED_OFF = "called_off"
    COMMENT_CLOSED = "comment_closed"
    COMMENT_EMPTY = "comment_empty"
    COMMENT_LATER = "comment_later"
    COMMENT_LINE = "comment_line"
    COMMENT_NOT_OWN = "comment_not_own"
    COMMENT_POSITION = "comment_position"
    COMMENT_RUNNING = "comment_running"
    COMMENT_UNKNOWN = "comment_unknown"
    COMMENTED_ENOUGH = "commented_enough"
    CONTRADICTORY = "contradictory"
    DIARY_EMPTY = "diary_empty"
    DIARY_FULL = "diary_full"
    DIARY_PUBLISHED = "diary_published"
    DIARY_UNKNOWN = "diary_unknown"
    DIGEST_ALL = "digest_all"
    DIGEST_CODE = "digest_code"
    DELAY_LENGTH = "delay_length"
    DIGEST_GONE = "digest_gone"
    DIGEST_MANY = "digest_many"
    DIGEST_NO_CODE = "digest_no_code"
    DAYS_OFF_CHANGED = "days_off_changed"
    DRAW_AGAIN = "draw_again"
    DRAW_OFFERED = "draw_offered"
    EXPIRED = "expired"
    EXPELS_ALONE = "expels_alone"
    EXPEL_OPEN = "expel_open"
    FORGED = "forged"
    FORMER = "former"
    GRANTED_ENOUGH = "granted_enough"
    GUEST_SELF = "guest_self"
    GUEST_TWICE = "guest_twice"
    HAS_LIMIT = "has_limit"
    HALVES_DIFFER = "halves_differ"
    HEDGED = "hedged"
    ILLEGAL = "illegal"
    LOOKS_ADDRESSED = "looks_addressed"
    LEAVES_OPEN = "leaves_open"
    HINT_AMONG_PEOPLE = "hint_among_people"
    HINT_OTHER_TURN = "hint_other_turn"
    HINTS_ENOUGH = "hints_enough"
    LEFT_BEFORE = "left_before"
    LOST_SEAT = "lost_seat"
    MAIN_ALREADY = "main_already"
    MAIN_STAYS = "main_stays"
    MAIN_UNKNOWN = "main_unknown"
    MATCH_OVER = "match_over"
    MISPLACED = "misplaced"
    MISSPELT_COMMAND = "misspelt_command"
    NAME_AMBIGUOUS = "name_ambiguous"
    NAMES_UNCLEAR = "names_unclear"
    NAME_UNKNOWN = "name_unknown"
    NO_FREE_SEAT = "no_free_seat"
    NO_ABSENCE = "no_absence"
    NO_ACTS = "no_acts"
    NO_GUEST = "no_guest"
    NO_LETTERS_KEPT = "no_letters_kept"
    NO_MATCH = "no_match"
    NO_DRAW = "no_draw"
    NO_PLAYER = "no_player"
    NO_SENDER = "no_sender"
    NO_TEXT = "no_text"
    NOT_ASKED = "not_asked"
    NOT_ALONE = "not_alone"
    NOT_BEGUN = "not_begun"
    NOT_INVITED = "not_invited"
    NOT_JOINABLE = "not_joinable"
    NOT_LATE = "not_late"
    NOT_OWNER = "not_owner"
    NO_HOUSE_SEAT = "no_house_seat"
    NOT_OVER = "not_over"
    NOT_PAUSED = "not_paused"
    NOT_UNDERSTOOD = "not_understood"
    NOT_VACANT = "not_vacant"
    NOT_YOU = "not_you"
    NOT_YOUR_TURN = "not_your_turn"
    NOTHING_PROPOSED = "nothing_proposed"
    NOTHING_TO_CLAIM = "nothing_to_claim"
    NOTHING_WAITS = "nothing_waits"
    NOTHING_TO_WITHDRAW = "nothing_to_withdraw"
    NOTHING_TO_GRANT = "nothing_to_grant"
    GRACE_RUNS = "grace_runs"
    NOTHING_TO_NUDGE = "nothing_to_nudge"
    NOTHING_WRITTEN = "nothing_written"
    NOTICE = "notice"
    OLD_LETTER = "old_letter"
    OLD_SIGNATURE = "old_signature"
    OLD_YES = "old_yes"
    ONLY_LETTERS = "only_letters"
    OTHER_READS = "other_reads"
    OTHERS_WORDS = "others_words"
    OWN_PROPOSAL = "own_proposal"
    HABIT_MANY = "habit_many"
    HABIT_NONE = "habit_none"
    HABIT_NOT_SET = "habit_not_set"
    HABIT_UNKNOWN = "habit_unknown"
    PLAN_AFTER_YOU = "plan_after_you"
    PLAN_ANSWER = "plan_answer"
    PLAN_BEHIND_NEXT = "plan_behind_next"
    PLAN_CHANGED = "plan_changed"
    PLAN_CONDITION = "plan_condition"
    PLAN_GOES_ON = "plan_goes_on"
    PLAN_INCOMPLETE_ANSWER = "plan_incomplete_answer"
    PLAN_LEAVES_OPEN = "plan_leaves_open"
    PLAN_NEXT_HOUSE = "plan_next_house"
    PLAN_NEXT_NOW = "plan_next_now"
    PLAN_NO_ANSWER = "plan_no_answer"
    PLAN_NOT_BEFORE_MOVE = "plan_not_before_move"
    PLAN_NO_CONDITION = "plan_no_condition"
    PLAN_NONE = "plan_none"
    PLAN_NONE_KEPT = "plan_none_kept"
    PLAN_NOTHING_HELD = "plan_nothing_held"
    PLAN_NUMBER = "plan_number"
    PLAN_NUMBERED = "plan_numbered"
    PLAN_OLD_RECORD = "plan_old_record"
    PLAN_OR_IN_ANSWER = "plan_or_in_answer"
    PLAN_ORDER_BELOW = "plan_order_below"
    PLAN_TURN_LASTS = "plan_turn_lasts"
    PLAN_OVER = "plan_over"
    PLAN_OWN_NAME = "plan_own_name"
    PLAN_PUBLISHED_LATER = "plan_published_later"
    PLAN_REVEALS = "plan_reveals"
    PLAN_SECOND_THEN = "plan_second_then"
    PLAN_SEMICOLON_IF = "plan_semicolon_if"
    PLAN_TOO_DEEP = "plan_too_deep"
    PLAN_TOO_LONG = "plan_too_long"
    PLAN_TOO_MANY = "plan_too_many"
    PLAN_UNCLEAR_PLIES = "plan_unclear_plies"
    PLAN_UNKNOWN_NAME = "plan_unknown_name"
    PLAN_UNREADABLE_ANSWER = "plan_unreadable_answer"
    PLAN_UNREADABLE_CONDITION = "plan_unreadable_condition"
    PAUSE_OPEN = "pause_open"
    PAUSED_ALREADY = "paused_already"
    PAUSED_ENOUGH = "paused_enough"
    PRESS_OR_GREETING = "press_or_greeting"
    PRESS_ENDED = "press_ended"
    PRESSED_ENOUGH = "pressed_enough"
    NUDGED_LATELY = "nudged_lately"
    OUT_OF_REACH = "out_of_reach"
    OVER_TALK = "over_talk"
    PRIVATE_MATCH = "private_match"
    PUT_OUT = "put_out"
    QUESTIONS_OPEN = "questions_open"
    REACTION = "reaction"
    REMATCHED = "rematched"
    REMATCH_OVER = "rematch_over"
    RESIGNED = "resigned"
    RESUMED_ALREADY = "resumed_already"
    REVOKED = "revoked"
    RULES_SENT = "rules_sent"
    SAID_NO = "said_no"
    SAYS_BACK = "says_back"
    SAYS_DRAW = "says_draw"
    SAYS_FEWER = "says_fewer"
    SAYS_PAUSE = "says_pause"
    SEALED = "sealed"
    SEAT_GONE = "seat_gone"
    SEAT_WANTED = "seat_wanted"
    SEATED_ALREADY = "seated_already"
    SERVICE_WAS_AWAY = "service_was_away"
    SPAM = "spam"
    STALE = "stale"
    STANDS_IN = "stands_in"
    STILL_RUNS = "still_runs"
    STOOD_FOR = "stood_for"
    TEXT_TOO_LONG = "text_too_long"
    TOO_LONG = "too_long"
    UNCLEAR = "unclear"
    UNDO_ALONE = "undo_alone"
    UNDO_AGAIN = "undo_again"
    UNDO_ASKS = "undo_asks"
    UNDO_ENTRY = "undo_entry"
    UNDO_NEVER = "undo_never"
    UNDO_NOTHING = "undo_nothing"
    UNDO_OPEN = "undo_open"
    UNDO_OR_NOTHING = "undo_or_nothing"
    UNDO_REVEALED = "undo_revealed"
    UNDO_SEAT = "undo_seat"
    UNKNOWN_COMMAND = "unknown_command"
    UNKNOWN_GAME = "unknown_game"
    UNPROVED = "unproved"
    UNREADABLE = "unreadable"
    UNSIGNED = "unsigned"
    UNSURE = "unsure"
    WANTS_NONE = "wants_none"
    WAS_HERE = "was_here"
    WEIGHTY = "weighty"
    WHICH_O = "which_o"
    WHICH_PROPOSAL = "which_proposal"
    WOULD_REVEAL = "would_reveal"
    YES_OR_NO = "yes_or_no"


LEFT_OUT = "\N{HORIZONTAL ELLIPSIS}"
"""Replacement for a value that quotes the letter."""
OWN_VALUES: Mapping[RefusalKey, frozenset[str]] = {
    key: frozenset(names.split())
    for key, names in {
        RefusalKey.BAD_DAYS: "most",
        RefusalKey.BAD_GREETING: "why most count",
        RefusalKey.BAD_NEW: "why",
        RefusalKey.BAD_OPTION: "game right",
        RefusalKey.BAD_SEARCH: "why right",
        RefusalKey.BAD_SEATS: "game seats least most",
        RefusalKey.BAD_TERMS: "why least most",
        RefusalKey.BAD_VALUE: "game option right",
        RefusalKey.CONTRADICTORY: "",
        RefusalKey.HEDGED: "doubt asks",
        RefusalKey.NO_MATCH: "",
        RefusalKey.NO_PLAYER: "command",
        RefusalKey.NO_SENDER: "",
        RefusalKey.NOT_INVITED: "match",
        RefusalKey.NOT_JOINABLE: "match",
        RefusalKey.NOT_VACANT: "match begun",
        RefusalKey.NOTHING_WRITTEN: "",
        RefusalKey.RULES_SENT: "game",
        RefusalKey.SEAT_WANTED: "match",
        RefusalKey.UNKNOWN_GAME: "",
    }.items()
}
"""The values that are ours, for each refusal with values that a stranger is told. All other values quote the letter.

A new name of a value is a quote until it stands here. A refusal with values that is not here is not told to strangers.
"""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refusal: key, values of its sentence, the engine's reason if any, and `nearest`, the orders to suggest."""

    key: RefusalKey
    values: tuple[tuple[str, Value], ...] = ()
    nearest: tuple[str, ...] = ()
    reason: Note | None = None

    @classmethod
    def of(
        cls,
        key: RefusalKey,
        /,
        *,
        nearest: Sequence[str] = (),
        reason: Note | None = None,
        **values: Value,
    ) -> Refusal:
        """Build a refusal from keyword values."""
        return cls(key, tuple(values.items()), tuple(nearest), reason)

    @property
    def note(self) -> Note:
        """The note for the player: the engine's own reason if there is one, else the refusal's sentence."""
        return self.reason or Note(f"refusal.{self.key}", self.values)

    def without_quotes(self) -> Refusal:
        """Leave out the letter's words, for a reader who may not have written it."""
        if self.reason or (self.values and self.key not in OWN_VALUES):
            # The commands near an unknown one are our own words; those of other refusals may repeat the letter.
            nearest = self.nearest if self.key is RefusalKey.UNKNOWN_COMMAND else ()
            return Refusal.of(RefusalKey.NOT_UNDERSTOOD, nearest=nearest)
        own = OWN_VALUES.get(self.key, frozenset())
        return Refusal(self.key, tuple((name, value if name in own else _blank(value)) for name, value in self.values))


def _blank(value: Value) -> Value:
    """Blank the words of a letter; that it says nothing may be told."""
    if isinstance(value, tuple):
        return (LEFT_OUT,)
    return value and LEFT_OUT


def match_over() -> Refusal:
    """Refuse an order for a match that has ended."""
    return Refusal(RefusalKey.MATCH_OVER)


def not_your_turn(to_move: Seat) -> Refusal:
    """Refuse an order of a seat that does not decide now."""
    return Refusal.of(RefusalKey.NOT_YOUR_TURN, seat=to_move)


def stale(letter_turn: int, turn: int, by_seat: Seat | None = None) -> Refusal:
    """Refuse an order that answers the letter of another turn than the present one.

    `by_seat` is the last other one who has played since then, if its writer has not.
    """
    if by_seat is None:
        return Refusal.of(RefusalKey.STALE, letter_turn=letter_turn, turn=turn)
    return Refusal.of(RefusalKey.STALE, letter_turn=letter_turn, turn=turn, by_seat=by_seat)


def old_letter(command: str) -> Refusal:
    """Refuse a command that decides something in an answer to an older letter of the match."""
    return Refusal.of(RefusalKey.OLD_LETTER, command=command)


def nothing_written(subject: str = "") -> Refusal:
    """Refuse a letter in which nothing is left to read once quotes and signature are cut.

    `subject` is the text that its writer wrote above it and may have meant as an order.
    """
    return Refusal.of(RefusalKey.NOTHING_WRITTEN, subject=subject)


def unclear() -> Refusal:
    """Refuse a letter whose own text cannot be told from the quoted text."""
    return Refusal(RefusalKey.UNCLEAR)


def unsure() -> Refusal:
    """Refuse a letter with a line that is struck out, hidden or damaged and could be an order."""
    return Refusal(RefusalKey.UNSURE)


def halves_differ() -> Refusal:
    """Refuse a letter whose plain text and whose HTML do not say the same."""
    return Refusal(RefusalKey.HALVES_DIFFER)


def others_words() -> Refusal:
    """Refuse a letter whose only orders are in text that somebody else wrote."""
    return Refusal(RefusalKey.OTHERS_WORDS)


def weighty(command: str) -> Refusal:
    """Refuse a command with lasting effects, because a line of the letter may not be the writer's own."""
    return Refusal.of(RefusalKey.WEIGHTY, command=command)


def notice() -> Refusal:
    """Refuse a letter that reads like an out-of-office reply."""
    return Refusal(RefusalKey.NOTICE)


def unreadable(order: str, nearest: Sequence[str], reason: Note | None = None) -> Refusal:
    """Refuse a line that is no step of this game at all; `nearest` are examples that are legal now."""
    return Refusal.of(RefusalKey.UNREADABLE, order=order, nearest=nearest, reason=reason)


def ambiguous(order: str, nearest: Sequence[str], reason: Note | None = None) -> Refusal:
    """Refuse an order that could be several legal steps; `nearest` are those."""
    return Refusal.of(RefusalKey.AMBIGUOUS, order=order, nearest=nearest, reason=reason)


def hedged(order: str, doubt: str, word: str, nearest: Sequence[str] = (), *, asks: bool = False) -> Refusal:
    """Refuse a line in which a word leaves the order open: a no, an "or", a correction, an if, a question.

    `asks` tells that it asks for the outcome of an order, which the first of `nearest` shows.
    """
    return Refusal.of(RefusalKey.HEDGED, order=order, doubt=doubt, word=word, asks=asks, nearest=nearest)


def illegal(order: str, nearest: Sequence[str], reason: Note | None = None) -> Refusal:
    """Refuse a step that the rules forbid in this position."""
    return Refusal.of(RefusalKey.ILLEGAL, order=order, nearest=nearest, reason=reason)


def which_o(orders: Sequence[str]) -> Refusal:
    """Refuse orders with an O that may be east or west: all that the letter asks for."""
    return Refusal.of(RefusalKey.WHICH_O, orders=tuple(orders))


def would_reveal(order: str) -> Refusal:
    """Refuse to preview a step that reveals a secret: only playing it may."""
    return Refusal.of(RefusalKey.WOULD_REVEAL, order=order)


def unknown_command(word: str, nearest: Sequence[str]) -> Refusal:
    """Refuse a line to the service whose first word is no command.

    `nearest` are the closest ones in our own words, with nothing of the line: strangers are told them, too.
    """
    return Refusal.of(RefusalKey.UNKNOWN_COMMAND, word=word, nearest=nearest)


def misplaced(
    line: str, matches: Sequence[str], nearest: Sequence[str], faulty: Sequence[str] = (), *, to_all: bool
) -> Refusal:
    """Refuse a line to the service that belongs to a match; `to_all`: it answers the host's letter to everybody.

    `matches` are those in which the writer is to move, and `faulty` has a sentence for each that cannot be shown.
    """
    return Refusal.of(
        RefusalKey.MISPLACED, line=line, matches=tuple(matches), faulty=tuple(faulty), to_all=to_all, nearest=nearest
    )


def misspelt_command(order: str, commands: Sequence[str], nearest: Sequence[str]) -> Refusal:
    """Refuse a line that is no order, but a misspelt command; `nearest` are orders, as in all refusals."""
    return Refusal.of(RefusalKey.MISSPELT_COMMAND, order=order, commands=tuple(commands), nearest=nearest)


def bad_argument(command: str, argument: str, nearest: Sequence[str] = ()) -> Refusal:
    """Refuse a command whose argument cannot be used; `nearest` show how it is written."""
    return Refusal.of(RefusalKey.BAD_ARGUMENT, command=command, argument=argument, nearest=nearest)


def contradictory(commands: Sequence[str]) -> Refusal:
    """Refuse a letter that asks for two things that exclude each other, such as a move and resigning."""
    return Refusal.of(RefusalKey.CONTRADICTORY, commands=tuple(commands))


def nothing_to_claim() -> Refusal:
    """Refuse a claim, or days granted, while nobody is late."""
    return Refusal(RefusalKey.NOTHING_TO_CLAIM)


def service_was_away(since: datetime) -> Refusal:
    """Refuse a claim right after an outage of the service, before the deadline has been moved."""
    return Refusal.of(RefusalKey.SERVICE_WAS_AWAY, since=since.isoformat())


def granted_enough(days: int, times: int, left: int, nearest: Sequence[str]) -> Refusal:
    """Refuse a grant beyond the limit of one player in one turn; `left` are the days that still can be given."""
    return Refusal.of(RefusalKey.GRANTED_ENOUGH, days=days, times=times, left=left, nearest=nearest)


def from_error(order: str, error: StepError, examples: Sequence[str]) -> Refusal:
    """Turn an engine's refusal into ours; `examples` stand in where it names no nearest orders."""
    nearest = error.nearest or tuple(examples)
    if isinstance(error, AmbiguousStep):
        return ambiguous(order, nearest, error.reason)
    if isinstance(error, IllegalStep):
        return illegal(order, nearest, error.reason)
    return unreadable(order, nearest, error.reason)
