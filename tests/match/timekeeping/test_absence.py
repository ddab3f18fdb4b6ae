"""Absences: what they cost, how they merge, how they end, automatic days (Q7 to Q13)."""

from typing import Any

import pytest

from tests.match.timekeeping.stories import BERLIN, MONDAY, TURN, UTC, due, event, last, moment, states, tell, told


def away(at: str, first: str, last: str) -> Any:
    return event(at, "absence", first=f"2027-{first}", last=f"2027-{last}")


BY_HAND = {"player": {**UTC, "auto": False}}


@pytest.mark.parametrize(
    ("events", "until", "spent", "why"),
    [
        ([away("5T15:00", "01-05", "01-06")], "5T14:00", {}, "not entered yet"),
        ([away("5T15:00", "01-05", "01-06")], "5T15:00", {"2027": 1}, "a day at least once it begins"),
        ([away("5T15:00", "01-05", "01-06")], "6T15:00", {"2027": 1}, "a day has passed"),
        ([away("5T15:00", "01-05", "01-06")], "6T15:00:01", {"2027": 2}, "the second day began"),
        ([away("5T15:00", "01-05", "01-06")], "9T15:00", {"2027": 2}, "it is over"),
        ([away("5T15:00", "01-07", "01-09")], "6T15:00", {}, "planned days are only reserved"),
        ([away("5T15:00", "01-05", "01-09"), event("5T16:00", "over")], "9T15:00", {"2027": 1}, "given back"),
        ([away("5T15:00", "01-07", "01-09"), event("6T16:00", "cancel", first="2027-01-07")], "9T15:00", {}, "back"),
        ([away("5T15:00", "01-07", "01-09"), away("5T15:00", "01-10", "01-11")], "20T00:00", {"2027": 5}, "touching"),
        ([away("5T15:00", "01-05", "01-09"), away("6T10:00", "01-06", "01-10")], "20T00:00", {"2027": 6}, "overlap"),
        ([away("5T15:00", "01-05", "01-09"), away("6T10:00", "01-06", "01-07")], "20T00:00", {"2027": 5}, "inside"),
        ([away("5T15:00", "01-05", "01-05"), event("5T16:00", "over"), away("5T17:00", "01-05", "01-05")],
         "20T00:00", {"2027": 2}, "each costs a day at least"),
    ],
)  # fmt: skip
def test_an_absence_costs_the_days_that_it_began(events: list[Any], until: str, spent: object, why: str) -> None:
    so_far = [one for one in events if one["at"] <= moment(until)]
    assert tell(*so_far, until=until)["spent"] == spent, why


def test_an_absence_that_was_ended_ends_once_and_one_that_began_cannot_be_cancelled() -> None:
    begun = [away("5T15:00", "01-05", "01-08"), event("6T10:00", "cancel", first="2027-01-05")]
    story = tell(*begun, event("6T10:00", "over"))
    assert told(story) == ["5T15:00 absence", "6T10:00 cancel", "6T10:00 over"]
    assert story["told"][1]["refused"] == "no_absence"


def test_touching_absences_end_as_one() -> None:
    story = tell(TURN, away("5T15:00", "01-05", "01-06"), away("5T15:00", "01-07", "01-08"), event("6T10:00", "over"))
    assert (states(story, "over")[0]["due"], story["spent"]["2027"]) == ("2027-01-12T04:00:00Z", 1 + 3)


def test_a_day_of_twenty_five_hours_is_one_day() -> None:
    story = tell(away("10-29T12:00", "10-31", "10-31"), until="11-05T00:00", player=BERLIN)
    assert story["spent"] == {"2027": 1}


def test_a_day_behind_which_midnight_does_not_exist_is_one_day() -> None:
    story = tell(away("04-27T12:00", "04-29", "04-29"), until="05-05T00:00", player={"zone": "Africa/Cairo"})
    assert story["spent"] == {"2027": 1}


def test_each_day_counts_for_the_year_in_which_it_begins() -> None:
    player = {**BERLIN, "allowance": 5, "spent": {"2027": 2}}
    over_new_year = event("12-20T12:00", "absence", first="2027-12-30", last="2028-01-03")
    assert tell(over_new_year, until="2028-02-01T00:00:00Z", player=player)["spent"] == {"2027": 4, "2028": 3}
    too_long = event("12-20T12:00", "absence", first="2027-12-28", last="2028-01-03")
    refused = tell(too_long, until="2028-02-01T00:00:00Z", player=player)
    assert (refused["told"][0]["refused"], refused["spent"]) == ("allowance", {"2027": 2})


@pytest.mark.parametrize(
    ("entered", "refused"),
    [
        (away("5T15:00", "01-09", "01-07"), "bad"),
        (away("5T15:00", "01-04", "01-07"), "past"),
        (away("5T15:00", "01-05", "02-05"), "allowance"),
        (event("5T15:00", "over"), "no_absence"),
        (event("5T15:00", "cancel", first="2027-01-09"), "no_absence"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(entered: Any, refused: str) -> None:
    told = tell(TURN, entered, until="5T15:00")["told"]
    assert (told[1]["refused"], told[1]["due"]) == (refused, told[0]["due"])


def test_no_time_is_won_by_declaring_and_ending_absences() -> None:
    """Forty rounds ten minutes before the deadline once moved it by forty days."""
    rounds: list[Any] = [TURN]
    for number in range(40):
        rounds += [away(f"11T08:{number:02}:00", "01-11", "01-12"), event(f"11T08:{number:02}:30", "over")]
    story = tell(*rounds, until="11T08:59", **BY_HAND)
    accepted = [state for state in states(story, "absence") if "refused" not in state]
    assert story["told"][-1]["due"] == "2027-01-11T10:00:00Z"
    assert (len(accepted), story["spent"]) == (29, {"2027": 29})


@pytest.mark.parametrize(
    ("events", "deadline", "why"),
    [
        ([away("5T09:00", "01-07", "01-08")], "13T09:00", "two days"),
        ([away("5T09:00", "01-05", "01-05")], "12T00:00", "from now to midnight"),
        ([away("5T09:00", "01-07", "01-08"), event("7T06:00", "over")], "11T15:00", "exactly what was left"),
        ([away("5T09:00", "01-07", "01-08"), event("6T06:00", "cancel", first="2027-01-07")], "11T09:00", "as before"),
        ([away("5T09:00", "01-12", "01-13")], "11T09:00", "it begins behind the deadline"),
        ([away("11T09:00", "01-11", "01-13")], "11T09:00", "at the very deadline all is used"),
    ],
)
def test_an_absence_stops_the_clock_to_the_second(events: list[Any], deadline: str, why: str) -> None:
    assert due(TURN, *events) == deadline, why


def test_a_match_without_absence_goes_on() -> None:
    story = tell(TURN, away("5T09:00", "01-05", "01-06"), absence=False)
    assert told(story)[:4] == ["4T09:00 turn", "5T09:00 absence", "7T00:00 back", "11T09:00:01 flag"]
    assert (story["told"][1]["clock"], story["spent"]) == ("running", {"2027": 2})


def test_three_automatic_days_are_taken_and_then_the_flag_falls() -> None:
    story = tell(TURN, player=UTC)
    assert told(story)[1:7] == [
        "11T09:00:01 automatic", "12T09:00 back", "12T09:00:01 automatic", "13T09:00 back",
        "13T09:00:01 automatic", "14T09:00 back",
    ]  # fmt: skip
    assert told(story)[7] == "14T09:00:01 flag"
    assert story["spent"] == {"2027": 3}


@pytest.mark.parametrize(
    ("player", "first"),
    [
        ({"auto": False}, "flag"),
        ({"spent": {"2027": 30}}, "flag"),
        ({"spent": {"2027": 29}}, "automatic"),
        ({"allowance": 0}, "flag"),
    ],
)
def test_an_automatic_day_needs_the_wish_and_an_allowance(player: dict[str, object], first: str) -> None:
    assert tell(TURN, player={**UTC, **player})["told"][1]["what"] == first


def test_a_reserved_day_is_not_taken() -> None:
    player = {**UTC, "spent": {"2027": 28}}
    assert "11T09:00:01 flag" in told(tell(TURN, away("5T09:00", "02-01", "02-02"), player=player))


def test_no_automatic_day_is_taken_for_a_dead_mailbox() -> None:
    used_up = [TURN, event("4T09:00", "bounce")]
    assert told(tell(*used_up))[2:4] == ["25T09:00 bounce_over", "02-01T09:00:01 flag"]


def test_a_move_in_an_automatic_day_is_in_time_and_over_does_not_end_it() -> None:
    early = tell(TURN, event("11T20:00", "over"), event("12T09:00", "move"), until="12T09:00")
    assert [state.get("refused") for state in early["told"]] == [None, None, "no_absence", None, None, None]
    assert early["spent"] == {"2027": 1}


def test_the_end_of_an_automatic_day_is_moved_out_of_free_times() -> None:
    player = {**UTC, "days_off": ["wed", "thu"]}
    assert due(TURN, event("12T10:00", "claim"), player=player, off=["weekends"], time="5d") == "15T00:00"


@pytest.mark.parametrize(
    ("events", "deadline", "why"),
    [
        ([event("11T20:00", "host_pause", until="2027-01-14T11:18:47Z")], "14T12:00", "out of a pause, a full hour"),
        ([event("11T20:00:10", "absence", first="2027-01-11", last="2027-01-12"), event("12T20:00:17", "over")],
         "12T21:00", "out of an absence that was ended"),
        ([event("11T20:00", "bounce")], "02-02T08:00", "behind 21 days, twelve hours and no minutes of rounding"),
        ([event("11T20:00", "grant", days=1)], "13T10:00", "a day behind its end"),
    ],
)  # fmt: skip
def test_behind_an_automatic_day_a_deadline_is_walked_anew(events: list[Any], deadline: str, why: str) -> None:
    assert due(event("4T09:20", "turn"), *events) == deadline, why


def test_an_automatic_day_ends_by_the_clock_on_the_players_wall() -> None:
    moved = [event("11T08:00", "turn"), event("11T09:00", "zone", zone="Africa/Casablanca")]
    assert due(*moved, event("02-07T00:00", "claim"), time="26d", player=UTC) == "02-07T09:00"


def test_an_automatic_day_that_is_over_when_it_is_taken_has_no_end_to_tell() -> None:
    dead = [TURN, event("11T09:00:01", "bounce"), event("14T09:00", "reachable")]
    assert told(tell(*dead, until="14T09:00"))[2:] == ["14T09:00 reachable", "14T09:00 automatic"]


def test_an_absence_inside_another_changes_nothing_in_a_turn_that_was_late() -> None:
    late = [TURN, away("11T20:00", "01-13", "01-20"), event("12T00:00", "grant", days=5)]
    assert due(*late, away("12T01:00", "01-14", "01-14"), **BY_HAND) == due(*late, **BY_HAND) == "17T00:00"


def test_an_absence_entered_in_grace_does_not_stop_this_turn() -> None:
    late = [TURN, away("11T12:00", "01-11", "01-20")]
    assert told(tell(*late, **BY_HAND))[1:4] == ["11T09:00:01 flag", "11T12:00 absence", "12T09:00:01 grace_over"]
    following = [event("12T08:00", "move"), event("12T08:30", "turn")]
    assert due(*late, *following, **BY_HAND) == "28T00:00"


def test_an_absence_known_at_the_flag_stops_grace() -> None:
    known = tell(TURN, away("5T09:00", "01-12", "01-14"), **BY_HAND)
    assert states(known, "grace_over")[0]["at"] == "2027-01-15T09:00:01Z"


def test_the_clock_stands_while_the_player_is_away() -> None:
    assert last(TURN, away("5T09:00", "01-05", "01-05"))["clock"] == "standing"
    assert last({"at": MONDAY, "what": "turn"}, away("5T09:00", "01-06", "01-06"))["clock"] == "running"
