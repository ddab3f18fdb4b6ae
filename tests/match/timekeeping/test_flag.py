"""Flag, grace, and what follows; strikes; claims; giving time (Q17 to Q19, Q27, Q28)."""

from typing import Any

import pytest

from tests.match.timekeeping.stories import TURN, UTC, due, event, last, states, tell, told

PLAYER = {**UTC, "auto": False}
SOON = {"player": PLAYER, "time": "24h"}
MOVE = event("6T12:00", "move")


@pytest.mark.parametrize(
    ("terms", "fallen"),
    [
        ({"seats": 2}, ["5T09:00:01 flag", "6T09:00:01 grace_over", "20T09:00:01 wait_over", "20T09:00:01 lost"]),
        ({"seats": 2, "wait": 86400},
         ["5T09:00:01 flag", "6T09:00:01 grace_over", "7T09:00:01 wait_over", "7T09:00:01 lost"]),
        ({"seats": 3}, ["5T09:00:01 flag", "6T09:00:01 grace_over", "6T09:00:01 house"]),
        ({"seats": 3, "late": "skip"}, ["5T09:00:01 flag", "6T09:00:01 grace_over", "6T09:00:01 skip"]),
        ({"seats": 3, "late": "lose"}, ["5T09:00:01 flag", "6T09:00:01 grace_over", "6T09:00:01 lost"]),
        ({"seats": 3, "late": "claim"},
         ["5T09:00:01 flag", "6T09:00:01 grace_over", "20T09:00:01 wait_over", "20T09:00:01 house"]),
        ({"seats": 2, "late": "house", "grace": 0}, ["5T09:00:01 flag", "5T09:00:01 grace_over", "5T09:00:01 house"]),
    ],
)  # fmt: skip
def test_what_follows_the_flag_is_the_matchs_choice(terms: dict[str, object], fallen: list[str]) -> None:
    assert told(tell(TURN, **SOON, **terms))[1:] == fallen


@pytest.mark.parametrize(
    ("at", "refused", "clock"),
    [
        ("5T09:00", None, "none"),
        ("6T09:00", None, "none"),
        ("6T09:00:02", None, "none"),
        ("21T00:00", "over", "over"),
    ],
)
def test_a_move_counts_until_somebody_claims_or_the_wait_is_over(at: str, refused: str | None, clock: str) -> None:
    (state,) = states(tell(TURN, event(at, "move"), **SOON), "move")
    assert (state.get("refused"), state["clock"]) == (refused, clock)


def test_at_one_instant_the_letter_is_first() -> None:
    assert told(tell(TURN, event("5T09:00:01", "move"), **SOON))[1:] == ["5T09:00:01 move"]


def test_the_house_has_played_before_a_late_move() -> None:
    (state,) = states(tell(TURN, MOVE, **SOON, seats=3), "move")
    assert state["refused"] == "not_your_turn"


@pytest.mark.parametrize(
    ("seats", "at", "follows", "refused"),
    [
        (2, "5T12:00", None, "nothing_to_claim"),
        (2, "6T12:00", "lost", None),
        (3, "6T12:00", "house", None),
        (2, "4T12:00", None, "nothing_to_claim"),
    ],
)
def test_a_claim_needs_grace_to_be_over(seats: int, at: str, follows: str | None, refused: str | None) -> None:
    story = tell(TURN, event(at, "claim"), **SOON, seats=seats, late="claim", until="7T00:00")
    place = [state["what"] for state in story["told"]].index("claim")
    assert story["told"][place].get("refused") == refused
    if follows:
        assert story["told"][place + 1]["what"] == follows


def test_grace_leaves_out_free_times_and_the_wait_does_not() -> None:
    player = {**PLAYER, "days_off": ["sat", "sun"]}
    friday = tell(event("7T12:00", "turn"), player=player, time="24h", off=["weekends"], wait=172800)
    assert told(friday)[1:] == [
        "8T12:00:01 flag", "11T12:00:01 grace_over", "13T12:00:01 wait_over", "13T12:00:01 lost",
    ]  # fmt: skip


@pytest.mark.parametrize("kind", ["pause", "host_pause"])
def test_a_pause_stops_grace_and_the_wait(kind: str) -> None:
    story = tell(
        TURN,
        event("6T08:00", kind, until="2027-01-10T08:00:00Z"),
        event("10T10:00", kind, until="2027-01-12T10:00:00Z"),
        **SOON,
    )
    assert states(story, "grace_over")[0]["at"] == "2027-01-10T09:00:01Z"
    assert states(story, "lost")[0]["at"] == "2027-01-26T09:00:01Z"


def turns(count: int, ends: dict[int, Any]) -> list[Any]:
    """Write turns of a day, each a week after the other; those in `ends` end by a move after some hours."""
    story = []
    for number in range(count):
        story.append(event(f"{number + 1:02}-01T00:00", "turn"))
        if number in ends:
            story.append(event(f"{number + 1:02}-{ends[number]}", "move"))
    return story


@pytest.mark.parametrize(
    ("count", "ends", "seats", "strikes", "clock", "why"),
    [
        (3, {}, 3, [3, 3], "over", "three in a row"),
        (3, {}, 2, [3, 3], "over", "three in a row end a match of two"),
        (3, {1: "01T12:00"}, 3, [1, 2], "none", "an own move ends the row"),
        (3, {1: "02T12:00"}, 3, [1, 2], "none", "so does a move in grace"),
        (7, {2: "01T12:00", 5: "01T12:00"}, 3, [1, 5], "over", "five in all"),
        (6, {2: "01T12:00", 5: "01T12:00"}, 3, [0, 4], "none", "four are not five"),
    ],
)
def test_strikes(count: int, ends: dict[int, str], seats: int, strikes: list[int], clock: str, why: str) -> None:
    state = tell(*turns(count, ends), **SOON, seats=seats, late="house", until="08-01T00:00")["told"][-1]
    assert (state["strikes"], state["clock"]) == (strikes, clock), why


def test_a_vacant_seat_takes_somebody_with_a_new_account_or_its_player_with_the_old_one() -> None:
    gone = turns(3, {})
    somebody = [event("04-01T00:00", "person", same=False, player=PLAYER), event("04-02T00:00", "turn")]
    again = [event("04-01T00:00", "person", same=True, player=PLAYER), event("04-02T00:00", "turn")]
    terms = {"player": PLAYER, "time": "2d+1d", "seats": 3}
    new, old = last(*gone, *somebody, **terms), last(*gone, *again, **terms)
    assert (new["strikes"], new["bank"]) == ([0, 0], 2 * 86400)
    assert (old["strikes"], old["bank"]) == ([3, 3], 86400)
    assert states(tell(*gone, event("04-01T00:00", "turn"), **terms), "turn")[-1]["refused"] == "over"


def test_who_comes_back_has_their_count_of_turns() -> None:
    """Three days are added after every third turn: one was played, one was lost, and this is the third."""
    first = [TURN, event("4T10:00", "move"), event("5T09:00", "turn")]
    third = [event("02-01T00:00", "person", same=True), event("02-02T00:00", "turn"), event("02-02T01:00", "move")]
    state = last(*first, *third, player=PLAYER, time="3d/3", seats=3, late="lose")
    assert state["bank"] == 3 * 86400 + 11 * 3600


def test_who_lost_their_seat_has_no_more_time_when_they_come_back() -> None:
    back = [event("02-01T00:00", "person", same=True), event("02-02T00:00", "turn")]
    state = last(TURN, *back, player=PLAYER, time="4d+1d", seats=3, late="lose")
    assert (state["clock"], state["bank"], state["strikes"]) == ("running", 86400, [0, 0])


@pytest.mark.parametrize(
    ("at", "days", "deadline", "why"),
    [
        ("4T12:00", 3, "8T09:00", "to the running turn"),
        ("5T12:20", 3, "8T13:00", "in grace: from now, rounded"),
        ("7T12:20", 3, "10T13:00", "after grace"),
        ("4T12:00", 0, "5T09:00", "1 to 365 days"),
        ("4T12:00", 366, "5T09:00", "1 to 365 days"),
    ],
)
def test_a_grant_adds_to_the_budget(at: str, days: int, deadline: str, why: str) -> None:
    assert due(TURN, event(at, "grant", days=days), **SOON) == deadline, why


def test_the_host_gives_hours_as_others_give_days() -> None:
    assert due(TURN, event("5T12:20", "extend", hours=72), **SOON) == "8T13:00"


def test_a_grant_in_an_automatic_day_counts_from_its_end() -> None:
    granted = [TURN, event("5T20:00", "grant", days=1)]
    assert due(*granted, player=UTC, time="24h") == "7T09:00"
    assert last(*granted, player=UTC, time="24h")["left"] == 86400


def test_after_a_grant_the_flag_falls_again() -> None:
    story = tell(TURN, event("5T12:00", "grant", days=1), **SOON, until="7T12:00")
    assert told(story)[1:] == ["5T09:00:01 flag", "5T12:00 grant", "6T12:00:01 flag"]


def test_with_a_bank_a_grant_goes_to_the_bank_past_the_cap() -> None:
    story = tell(TURN, event("4T10:00", "grant", days=5), event("4T11:00", "move"), player=PLAYER, time="10d+1d")
    assert [state["bank"] // 3600 for state in story["told"][:3]] == [240, 360, 358]


@pytest.mark.parametrize(
    ("event_", "refused"),
    [
        (event("5T00:00", "move"), "not_your_turn"),
        (event("5T00:00", "grant", days=3), "not_your_turn"),
        (event("5T00:00", "undo", turns=1), "bad"),
        (event("5T00:00", "claim"), "nothing_to_claim"),
    ],
)
def test_between_turns_most_is_refused(event_: Any, refused: str) -> None:
    assert tell(event_)["told"][0]["refused"] == refused


def test_a_second_turn_is_refused_while_one_runs() -> None:
    assert states(tell(TURN, {**TURN, "at": "2027-01-05T00:00:00Z"}), "turn")[1]["refused"] == "bad"
