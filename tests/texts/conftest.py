from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Any

import pytest

from adjudicator.texts.facts import (
    account_facts,
    annotation_facts,
    archive_facts,
    help_facts,
    line_report,
    lobby_facts,
    position_facts,
)
from adjudicator.texts.facts.letter_facts import (
    NO_LIMIT,
    Absent,
    Counted,
    Event,
    MatchFacts,
    Offer,
    Player,
    Press,
    Reader,
    RequestOrigin,
    TermsFacts,
)
from adjudicator.texts.language.language import language_for
from adjudicator.texts.letters import (
    account_kinds,
    clock_kinds,
    confirmation_kinds,
    host_kinds,
    opening_kinds,
    turn_kinds,
)
from adjudicator.texts.letters.letter_kind import LetterContext
from adjudicator.texts.statistics.said_openings import say_opening, say_results
from adjudicator.texts.statistics.said_statistics import say_statistics
from tests.texts.absence_samples import gone, late
from tests.texts.consent_samples import together
from tests.texts.digest_samples import digest_samples
from tests.texts.plan_samples import plan_samples
from tests.texts.waiting_samples import waiting

SEAT_ADDRESS = "play+k7q2-1-9-dygsnhv6iujjgv2x@club.example"
DUE = datetime(2026, 12, 3, 19, tzinfo=UTC)
BOARDS = {
    "wide": """\
      K  L  M  N  O
 16   .  .  .  .  .   16
 15   .  O (X) .  .   15
 14   .  .  X  O  .   14
      K  L  M  N  O""",
    "narrow": """\
    KLMNO
 16 ..... 16
 15 .OX.. 15
    KLMNO""",
    "linear": "black: M14, M15; gold: L15, N14; last move: black M15",
}
READER = Reader(
    name="Ben",
    seat=1,
    zone="Europe/Berlin",
    service="play@club.example",
    site="https://club.example",
    stop_url="https://club.example/l/4ghj.Kq2-x_7",
)
UNUSUAL = "Six or more in a row: do not win: it must be exactly five (overline=not)"
HOUR = 3600
A_WEEK = TermsFacts(kind="turn", base=7 * 24 * HOUR)
LONG = TermsFacts(kind="turn", base=30 * 24 * HOUR, grace=24 * HOUR, wait=14 * 24 * HOUR)
MATCH = MatchFacts(
    code="K7Q2",
    game="Egyptos",
    game_word="egyptos",
    url="https://club.example/m/K7Q2",
    players=(Player(name="Anna", side="black"), Player(name="Ben", side="gold")),
    turn=9,
    to_move=1,
    due=DUE,
    terms=A_WEEK,
    chain="5f3a 91c0 77aa 0b12",
)
THEIRS = replace(MATCH, to_move=0)
OVER = replace(MATCH, to_move=None, due=None)
NOT_BEGUN = replace(MATCH, to_move=None, due=None, turn=0, chain=" ", players=(Player(name="Anna"), Player(name="Ben")))
NEWS = (
    Event(turn=7, seat=1, order="N14", said="You laid N14."),
    Event(turn=8, seat=0, order="M15", said="Anna laid M15."),
)


def by_mail(order: str, purpose: str = "play", address: str = SEAT_ADDRESS) -> Offer:
    return Offer.by_mail(order, purpose, address, "[K7Q2]")


OFFERS = (by_mail("M16"), by_mail("? M16", "preview"), by_mail("help", "help"))
TURN: dict[str, Any] = {"reader": READER, "match": MATCH, "board": BOARDS["wide"], "news": NEWS, "offers": OFFERS}
ELSE: dict[str, Any] = {"reader": READER, "match": THEIRS, "board": BOARDS["wide"], "news": NEWS}
ACCOUNT = line_report.LineReport(
    played=(
        line_report.Played(order="m 16", step="M16", said=("You laid M16.",)),
        line_report.Played(order="", step="pass"),
    ),
    done=(line_report.Done(order="zone Europe/Rome", said="Times are shown in the zone Europe/Rome from now on."),),
    after_turn=("M17",),
    beyond=("board",),
    ignored=tuple(f"Nice game number {n}!" for n in range(7)),
    quoted=21,
    quoted_from="On Mon, 30 Nov 2026, Adjudicator wrote:",
    signature=("Ben", "Sent from my phone"),
)
REFUSED = line_report.LineReport(
    refused=(line_report.Refused(order="Z9", reason="Z9 touches no pyramid. Lay it beside one.", nearest=OFFERS[:1]),),
    undone=("M16",),
)
COMMANDS = (
    help_facts.CommandLine(word="board", argument="", summary="send me the board"),
    help_facts.CommandLine(word="new", argument="INVITATION", summary="write to the other players"),
)
TOPICS = (help_facts.CommandLine(word="help time", argument="", summary="deadlines and absences"),)
ASKED = confirmation_kinds.AskedMatch(
    code="K7Q2",
    seed_digest="ab12" * 16,
    order="new egyptos with a@club.example",
    game="Egyptos",
    opponents=("a@club.example",),
    terms=A_WEEK,
    greeting="Fancy a slow game over the winter? <b>",
    greeting_length=38,
)
CONFIRM: dict[str, Any] = {
    "reader": replace(READER, seat=None),
    "offers": (by_mail("yes", "confirm", "play+c-12-dygsnhv6iujjgv2x@club.example"),),
    "url": "https://club.example/r/c-12-dygsnhv6iujjgv2x",
    "expires": DUE,
}
BY_LETTER = RequestOrigin(at=DUE, by="letter", sender="ben@club.example", match="K7Q2", turn=5)
BY_PAGE = RequestOrigin(at=DUE, by="page", sender="ben@club.example", browser="Firefox, Android")
STOOD = position_facts.StoodElsewhere(matches=3, more=False, url="https://club.example/positions/5f3a91c077aa0b12")
RESULTS = archive_facts.OpeningResults(20, (("black", 11), ("gold", 6)), 10, 7, 2, 1)
LOST = archive_facts.OpeningResults(2, (), 1, 1)
ENGLISH = language_for("en")
OPENINGS = (
    archive_facts.OpeningsAnswer(order="openings", compared=("egyptos",), url="https://club.example/openings"),
    archive_facts.OpeningsAnswer(order="openings", title="Cheops", url="https://club.example/openings/cheops"),
    archive_facts.OpeningsAnswer(
        order="openings egyptos M14",
        title="Egyptos",
        url="https://club.example/openings/egyptos?options=opening%3Dswap&moves=M14",
        told=archive_facts.OpeningLine(("M13", "M14"), say_opening(RESULTS, ENGLISH), DUE.date()),
        variant="opening=swap",
        branches=(
            archive_facts.OpeningLine(("N15", "L15"), say_results(RESULTS, ENGLISH), DUE.date()),
            archive_facts.OpeningLine(
                ("L13",), say_results(archive_facts.OpeningResults(1, followed=1), ENGLISH), None
            ),
        ),
        more=2,
        matches=("K7Q2", "4TR8"),
        matches_url="https://club.example/positions/5f3a91c077aa0b12",
        next="openings egyptos opening=swap M14 N15",
    ),
    archive_facts.OpeningsAnswer(
        order="openings egyptos M14",
        title="Egyptos",
        url="https://club.example/openings/egyptos",
        told=archive_facts.OpeningLine(
            ("M13",) * 12, say_opening(archive_facts.OpeningResults(2, (), 1, 1), ENGLISH), None
        ),
        ends=True,
    ),
)
POINT = archive_facts.SharePoint(0.634, 0.551, 0.702)
COUNTED = archive_facts.StatisticsLine(
    name="Egyptos",
    seats=2,
    matches=120,
    began=POINT,
    turns=(20, 28, 41),
    pace=93600,
    house=(archive_facts.HouseLine("Ani (house, easy)", 12, POINT),),
    endings=(("by the rules of the game", 100), ("somebody resigned", 20)),
    options=(
        archive_facts.StatisticsLine("opening=none", 2, 80, POINT, (20, 28, 41)),
        archive_facts.StatisticsLine("opening=swap", 2, 1, None, None),
    ),
)
STATISTICS = (
    archive_facts.StatisticsAnswer(
        order="statistics egyptos",
        lines=(say_statistics(COUNTED, ENGLISH),),
        batch=10,
        url="https://club.example/statistics/egyptos",
    ),
    archive_facts.StatisticsAnswer(
        order="statistics",
        lines=(say_statistics(archive_facts.StatisticsLine("Cheops", 0, 0, None, None), ENGLISH),),
        batch=10,
        url="https://club.example/statistics",
    ),
)
QUESTIONS: dict[str, dict[str, Any]] = {
    "address": {
        "order": "Letters from eve@work.example count as yours, and it can sign in for you.",
        "asked": BY_LETTER,
        "new_address": "eve@work.example",
    },
    "service": {"order": "Your key is forgotten.", "asked": replace(BY_LETTER, match="")},
    "page": {"order": "Our letters to you go to b@c.example.", "asked": BY_PAGE},
    "match page": {"order": "Your key is forgotten.", "asked": replace(BY_PAGE, match="K7Q2")},
    "some page": {"order": "Your key is forgotten.", "asked": replace(BY_PAGE, browser="")},
}
UGLY_PRESS = Press(author="Anna", text="Well played!\n> From here --\n--")
FAULT: dict[str, Any] = {"reader": READER, "number": 12, "about": "Re: [K7Q2] Your turn 9", "received": DUE}
SERVICE: dict[str, Any] = {"reader": replace(READER, seat=None)}

CHANCE = opening_kinds.ChanceFacts("5e" * 32, "7a" * 32, "letter")

SAMPLES: dict[str, Any] = {
    **gone(TURN),
    **together(TURN),
    **late(TURN),
    **plan_samples(TURN),
    **waiting(READER, NOT_BEGUN),
    "invitation": opening_kinds.Invitation(
        seed_digest="ab12" * 16,
        reader=replace(READER, name="", stop_url=""),
        match=replace(NOT_BEGUN, options=(UNUSUAL,), terms=NO_LIMIT),
        inviter="Zoé <script>",
        greeting="> From here -- <b>fancy</b> a slow game over the winter? I have not played for years and want to.",
        offers=(by_mail("yes", "join"), by_mail("no", "decline")),
        url="https://club.example/r/c-11-dygsnhv6iujjgv2x",
        never_url="https://club.example/never/MTI.dygsnhv6iujjgv2x",
        expires=DUE,
    ),
    "start": turn_kinds.Start(**TURN, commitment="9f" * 32, chance=CHANCE),
    "start, theirs": turn_kinds.Start(
        **ELSE, commitment="9f" * 32, chance=opening_kinds.ChanceFacts("5e" * 32, "7a" * 32, "word")
    ),
    "your_turn": turn_kinds.Turn(**TURN, press=(UGLY_PRESS,), hint="X."),
    "your_turn, noted": turn_kinds.Turn(**TURN, memo=UGLY_PRESS.text),
    "your_turn, untimed": turn_kinds.Turn(reader=READER, match=replace(MATCH, due=None, terms=NO_LIMIT)),
    "your_turn, late": turn_kinds.Turn(**TURN | {"match": replace(MATCH, late=True)}),
    "their_turn": turn_kinds.Turn(**ELSE),
    "their_turn, untimed": turn_kinds.Turn(reader=READER, match=replace(THEIRS, due=None)),
    "their_turn, late": turn_kinds.Turn(reader=READER, match=replace(THEIRS, late=True)),
    "reminder": clock_kinds.Reminder(**TURN, is_last=False),
    "reminder, others": clock_kinds.Reminder(
        **TURN,
        others=(replace(MATCH, left=90_000, code="4TR8"),),
    ),
    "reminder, spare day": clock_kinds.Reminder(**TURN, spare_day=True),
    "receipt": turn_kinds.Receipt(**ELSE, account=ACCOUNT),
    "receipt, refused": turn_kinds.Receipt(**TURN, account=REFUSED),
    "receipt, both": turn_kinds.Receipt(**TURN, account=replace(REFUSED, played=ACCOUNT.played[:1])),
    "receipt, done": turn_kinds.Receipt(**TURN, account=line_report.LineReport(done=ACCOUNT.done)),
    "receipt, waiting": turn_kinds.Receipt(
        **TURN,
        account=line_report.LineReport(
            waiting=(line_report.Done(order="revoke", said="We have written to ben@club.example."),)
        ),
    ),
    "receipt, nothing": turn_kinds.Receipt(
        **TURN, account=line_report.LineReport(refused=(line_report.Refused(order="", reason="We found nothing."),))
    ),
    "receipt, over": turn_kinds.Receipt(reader=READER, match=OVER, account=ACCOUNT),
    "receipt, answers": turn_kinds.Receipt(
        **TURN,
        account=line_report.LineReport(),
        answers=(
            help_facts.HelpAnswer(order="help", commands=COMMANDS, topics=TOPICS, example="help board"),
            help_facts.HelpTopicAnswer(order="help time", summary="deadlines and absences", commands=COMMANDS),
            help_facts.HelpStepAnswer(
                order="help swap",
                word="swap",
                games=(
                    help_facts.StepHelp(
                        game="Egyptos", rules="rules egyptos", orders=(Offer("swap", said="change sides"),)
                    ),
                ),
            ),
            help_facts.HelpCommandAnswer(
                order="help claim",
                command=COMMANDS[0],
                examples=("board", "? M14"),
                words=("board", "table"),
                only_in_match=True,
                topic="help play",
            ),
            position_facts.BoardAnswer(order="board"),
            position_facts.BoardAnswer(order="board", elsewhere=STOOD),
            position_facts.StatusAnswer(
                order="status", language="fr", letters="all", times=("You get no reminders in any match.",)
            ),
            annotation_facts.MemoAnswer(order="memo", text=UGLY_PRESS.text),
            annotation_facts.MemoAnswer(order="memo", text=""),
            annotation_facts.DiaryAnswer(
                order="diary",
                notes=(annotation_facts.DiaryLine(number=2, turn=7, text=UGLY_PRESS.text),),
                left_out=1,
                url="https://club.example/m/K7Q2#diary",
            ),
            annotation_facts.DiaryAnswer(order="diary", notes=(), left_out=0, url=""),
            annotation_facts.CommentsAnswer(
                order="comment",
                comments=(
                    annotation_facts.CommentLine(
                        mark="14.1",
                        author="Anna",
                        text=UGLY_PRESS.text,
                        line=("M12", "N13"),
                        struck=False,
                        hidden_because="",
                    ),
                    annotation_facts.CommentLine(
                        mark="14.2", author="Bob", text="", line=(), struck=True, hidden_because=""
                    ),
                    annotation_facts.CommentLine(
                        mark="14.3", author="Bob", text="", line=(), struck=False, hidden_because="an insult"
                    ),
                ),
                left_out=1,
                url="https://club.example/m/K7Q2#comments",
            ),
            annotation_facts.CommentsAnswer(order="comment", comments=(), left_out=0, url=""),
            position_facts.HistoryAnswer(order="history", events=NEWS),
            position_facts.HistoryAnswer(order="history", events=()),
            position_facts.HistoryAnswer(order="history 2-3", events=NEWS, first=2, last=3),
            position_facts.PositionAnswer(
                order="board 3", n=3, last=9, board=BOARDS["wide"], said="M14", too_early=True
            ),
            position_facts.PositionAnswer(
                order="board 3", n=3, last=9, board=BOARDS["wide"], said="M14", elsewhere=replace(STOOD, more=True)
            ),
            position_facts.RecordAnswer(order="record", attachment="K7Q2.json"),
            position_facts.DownloadAnswer(
                order="download",
                game="Egyptos",
                code="K7Q2",
                url="https://club.example/m/K7Q2.txt",
                attachment="K7Q2.txt",
            ),
            position_facts.DownloadAnswer(
                order="download K7Q2", game="Egyptos", code="K7Q2", url="https://club.example/m/K7Q2.svg.zip"
            ),
            position_facts.PreviewAnswer(order="? M16", step="M16", board=BOARDS["wide"], said=("You laid M16.",)),
        ),
    ),
    "service_receipt": account_kinds.ServiceReceipt(
        **SERVICE,
        account=line_report.LineReport(ignored=("Hello,",)),
        answers=(
            help_facts.HelpAnswer(order="help", commands=COMMANDS, topics=TOPICS, example="help board"),
            help_facts.HelpTopicAnswer(order="help time", summary="deadlines and absences", commands=COMMANDS),
            help_facts.HelpCommandAnswer(
                order="help claim",
                command=COMMANDS[0],
                examples=("board", "? M14"),
                words=("board", "table"),
                only_in_match=True,
                topic="help play",
            ),
            lobby_facts.GamesAnswer(
                order="games",
                games=(
                    lobby_facts.GameLine(
                        name="egyptos", title="Egyptos", seats=(2,), presets=(("miro", "as published"),)
                    ),
                ),
            ),
            lobby_facts.RulesAnswer(order="rules egyptos", title="Egyptos", text="Aim\n===\n\nLay.\n\n  M14   lay\n"),
            account_facts.CalendarAnswer(
                order="calendar",
                attachment="adjudicator.ics",
                turns=0,
                absences=0,
                url="https://club.example/calendar/abc.def.ics",
                renew="calendar new",
                end="calendar off",
            ),
            account_facts.AbsencesAnswer(
                order="absences",
                coming=(
                    account_facts.DaysAway(first=date(2026, 12, 20), last=date(2027, 1, 3)),
                    account_facts.DaysAway(first=date(2027, 3, 1), last=date(2027, 3, 1)),
                ),
                past=(
                    account_facts.DaysAway(first=date(2026, 5, 1), last=date(2026, 5, 1)),
                    account_facts.DaysAway(first=date(2026, 6, 1), last=date(2026, 6, 9)),
                ),
                years=(account_facts.YearLeft(year=2026, left=1), account_facts.YearLeft(year=2027, left=27)),
                longest=30,
                automatic=False,
                counts=True,
                unmoved=("Q8ZW",),
                off="Your clock rests on Saturday and Sunday.",
            ),
            lobby_facts.ListAnswer(
                order="list",
                matches=(
                    lobby_facts.MatchLine(match=MATCH, seat=1),
                    lobby_facts.MatchLine(match=THEIRS, seat=1),
                    lobby_facts.MatchLine(match=replace(THEIRS, due=None), seat=1),
                    lobby_facts.MatchLine(match=replace(MATCH, due=None), seat=1),
                    lobby_facts.MatchLine(match=OVER, seat=1),
                    lobby_facts.MatchLine(match=NOT_BEGUN, seat=1, waiting=True),
                ),
            ),
            lobby_facts.ListAnswer(order="list", matches=()),
            lobby_facts.LobbyAnswer(
                order="lobby",
                seats=(
                    lobby_facts.SeatLine(match=NOT_BEGUN, free=1, line="join K7Q2"),
                    lobby_facts.SeatLine(
                        match=replace(MATCH, options=(UNUSUAL,)),
                        free=2,
                        line="takeover K7Q2",
                    ),
                ),
            ),
            lobby_facts.LobbyAnswer(order="lobby", seats=()),
            archive_facts.ArchiveAnswer(
                order="archive",
                searched="",
                own=tuple(
                    archive_facts.PastMatch(match=OVER, seat=1, ended=DUE, places=places)
                    for places in ((1, 2), (2, 1), (1, 1), ())
                ),
                others=(archive_facts.PastMatch(match=OVER, seat=None, ended=DUE, places=(1, 2)),),
                more="https://club.example/archive",
                record="record",
            ),
            *(
                archive_facts.ArchiveAnswer(
                    order="archive",
                    searched=searched,
                    own=(),
                    others=(),
                    more="https://club.example/archive",
                    record="record",
                )
                for searched in ("", "You looked for this: Game: Cheops")
            ),
            *OPENINGS,
            *STATISTICS,
            archive_facts.VerifyAnswer(
                order="verify",
                outcome="right",
                digits="5f3a 91c0 77aa 0b12",
                found=(
                    archive_facts.FoundEntry(match=OVER, n=12, last=57, at=DUE, turn=9),
                    archive_facts.FoundEntry(match=OVER, n=0, last=57, at=DUE, turn=1),
                ),
            ),
            archive_facts.VerifyAnswer(
                order="verify",
                outcome="other_turn",
                digits="5f3a 91c0",
                found=(archive_facts.FoundEntry(match=OVER, n=12, last=57, at=DUE, turn=9),),
                code="K7Q2",
                turn=8,
            ),
            archive_facts.VerifyAnswer(order="verify", outcome="differs", digits="5f3a 91c0", code="K7Q2"),
            archive_facts.VerifyAnswer(order="verify", outcome="no_match", digits="5f3a 91c0", code="K7Q2"),
            archive_facts.VerifyAnswer(order="verify", outcome="unknown", digits="5f3a 91c0"),
            archive_facts.VerifyAnswer(order="verify", outcome="unreadable", digits=""),
        ),
        offers=(by_mail("games", "games", "play@club.example"), by_mail("rules egyptos", "rules", "play@club.example")),
    ),
    "refusal": account_kinds.Refusal(
        **SERVICE, reason="The address is not ours. Answer the newest letter.", about="Re: M16"
    ),
    "refusal, match": account_kinds.Refusal(
        reader=READER, match=MATCH, reason="Somebody else wrote.", about="Hi", excerpt=("M16", "Bye"), offers=OFFERS
    ),
    "match_over": turn_kinds.MatchOver(
        seed_public=DUE,
        **TURN | {"match": OVER, "offers": (by_mail("new egyptos with a@club.example", "new", "play@club.example"),)},
        places=(2, 1),
        reason="You have five in a row.",
        commitment="9f" * 32,
        seed="0a" * 32,
        salts=("5d" * 16, "house"),
        record_url="https://club.example/m/K7Q2/record.json",
        counted=tuple(Counted(name=f"Carl {counts}", counts=counts) for counts in ("gain", "loss", "no")),
    ),
    "press": turn_kinds.PressLetter(
        reader=READER,
        match=MATCH,
        press=(Press(author="Anna", text="Good luck!\nAnna"),),
        offers=(by_mail("press ...", "press"),),
    ),
    "tell": turn_kinds.PressLetter(
        reader=READER,
        match=MATCH,
        press=(Press(author="Anna", text=UGLY_PRESS.text, alone=True),),
        offers=(by_mail("tell Anna: ...", "tell"),),
    ),
    "tell, several": turn_kinds.PressLetter(
        reader=READER,
        match=MATCH,
        press=(Press(author="Anna", text="Good luck!", alone=True, others=("Carl", "Dora")),),
        offers=(by_mail("tell Anna, Carl, Dora: ...", "tell"),),
    ),
    "overdue": clock_kinds.Overdue(**TURN | {"match": replace(MATCH, late=True)}, late=1, since=DUE, then="house"),
    "overdue_other": clock_kinds.Overdue(
        **ELSE | {"match": replace(THEIRS, late=True)},
        late=0,
        since=DUE,
        offers=(by_mail("claim", "claim"), by_mail("grant 3", "grant")),
    ),
    "overdue, grace": clock_kinds.Overdue(
        **TURN | {"match": replace(MATCH, late=True, grace_until=DUE)}, late=1, since=DUE, grace_until=DUE, then="claim"
    ),
    "overdue, lost": clock_kinds.Overdue(
        **TURN | {"match": replace(MATCH, late=True, grace_until=DUE)}, late=1, since=DUE, grace_until=DUE, then="lose"
    ),
    "overdue_other, grace": clock_kinds.Overdue(
        **ELSE | {"match": replace(THEIRS, late=True, grace_until=DUE)},
        late=0,
        since=DUE,
        grace_until=DUE,
        then="claim_turn",
        ends=DUE,
        offers=(by_mail("grant 3", "grant"),),
    ),
    "overdue_other, house": clock_kinds.Overdue(
        **ELSE | {"match": replace(THEIRS, late=True)}, late=0, since=DUE, grace_until=DUE, then="house"
    ),
    "overdue, lost at once": clock_kinds.Overdue(
        **TURN | {"match": replace(MATCH, late=True)}, late=1, since=DUE, then="lose"
    ),
    **{
        f"overdue_other, {then} at once": clock_kinds.Overdue(
            **ELSE | {"match": replace(THEIRS, late=True)}, late=0, since=DUE, then=then
        )
        for then in ("house", "lose")
    },
    "outage": turn_kinds.Turn(**TURN | {"match": replace(MATCH, outage=(DUE - timedelta(days=4), DUE))}),
    "outage, theirs": turn_kinds.Turn(**ELSE | {"match": replace(THEIRS, outage=(DUE - timedelta(days=4), DUE))}),
    "granted": clock_kinds.Granted(**TURN, giver=0, more_days=3),
    "nudge": clock_kinds.Nudge(**TURN | {"match": replace(MATCH, due=None)}, asker=0, since=DUE),
    "hint": turn_kinds.HintLetter(**TURN | {"offers": (by_mail("M16", "play"),)}, adviser="Imhotep"),
    "rematch": opening_kinds.Rematch(
        reader=TURN["reader"],
        match=TURN["match"],
        asker=0,
        expires=DUE,
        seed_digest="c0" * 32,
        offers=(by_mail("rematch", "rematch"),),
    ),
    "host_deed": host_kinds.HostDeed(**TURN, told=("The host gave you 48 hours more.", "The reason is a storm.")),
    "host_deed, theirs": host_kinds.HostDeed(**ELSE, told=("The host took it back.",), stays_known=ELSE["news"]),
    "host_deed, gone": host_kinds.HostDeed(**ELSE, told=("You are out.", "The reason is a storm."), still_here=False),
    "match_broadcast": host_kinds.MatchBroadcast(reader=TURN["reader"], match=TURN["match"], text="We move house."),
    "broadcast": host_kinds.Broadcast(reader=TURN["reader"], text="We move house."),
    "host_confirm": host_kinds.HostConfirm(
        reader=TURN["reader"], order="K7Q2 rewind 3 because we erred", preview=("Now:",), offers=(), expires=DUE
    ),
    "host_answer": host_kinds.HostAnswer(reader=TURN["reader"], order="K7Q2 resume because all is well"),
    "host_answer, no": host_kinds.HostAnswer(
        reader=TURN["reader"], order="", why_not="there is no match K7Q2", examples=("resume because all is well",)
    ),
    "granted, theirs": clock_kinds.Granted(**ELSE, giver=1, more_days=1),
    "confirm": confirmation_kinds.Confirm(**CONFIRM, order="stop"),
    "confirm_new": confirmation_kinds.ConfirmNew(
        **CONFIRM, order="", matches=(ASKED,), unsaid="message: Fancy a game?"
    ),
    "confirm_new, open": confirmation_kinds.ConfirmNew(
        **CONFIRM,
        order="",
        matches=(
            replace(
                ASKED,
                order="new egyptos open",
                opponents=("open", "house"),
                terms=NO_LIMIT,
                options=(UNUSUAL, UNUSUAL),
            ),
        ),
    ),
    "confirm_new, of a stranger": confirmation_kinds.ConfirmNew(
        **CONFIRM,
        order="",
        matches=(replace(ASKED, order="", opponents=("house",), guests=2, greeting="", greeting_length=37), ASKED),
    ),
    "confirm_join": confirmation_kinds.ConfirmJoin(
        **CONFIRM, order="join K7Q2", match=NOT_BEGUN, seed_digest="5e" * 32
    ),
    "confirm_address": confirmation_kinds.ConfirmAddress(
        **CONFIRM, order="address b@b.example", player="B", address="b@c.d"
    ),
    **{
        f"confirm_identity, {name}": confirmation_kinds.ConfirmIdentity(**CONFIRM, **facts)
        for name, facts in QUESTIONS.items()
    },
    "identity_changed": account_kinds.IdentityChanged(
        **SERVICE,
        what="Our letters to you go to ben@work.example.",
        asked=replace(BY_LETTER, agreed="ben@club.example"),
        offers=(by_mail("undo", "undo", "play+confirm-12-dygsnhv6iujjgv2x@club.example"),),
        url="https://club.example/r/play+confirm-12-dygsnhv6iujjgv2x",
        expires=DUE,
    ),
    "identity_changed, final": account_kinds.IdentityChanged(
        reader=replace(READER, stop_url=""),
        what="All reply addresses that you had are revoked.",
        asked=RequestOrigin(at=DUE, by="host"),
    ),
    "identity_restored": account_kinds.IdentityRestored(
        **SERVICE,
        undone=("Our letters to you go to ben@work.example.", "Your key is forgotten."),
        by="ben@club.example",
        at=DUE,
        answers=(
            account_facts.AddressesAnswer(
                order="", address="ben@club.example", further=("b@c.example",), fingerprint="0A1B", required=True
            ),
        ),
    ),
    "identity_restored, away": account_kinds.IdentityRestored(
        reader=replace(READER, stop_url=""), undone=("Our letters go to b@c.example.",), by="ben@club.example", at=DUE
    ),
    "sign_in": account_kinds.SignIn(**SERVICE, url="https://club.example/s/" + "x" * 80, expires=DUE),
    "fault": account_kinds.Fault(**FAULT, match=MATCH),
    "host_fault": host_kinds.HostFault(
        **FAULT | SERVICE,
        kind="KeyError, services/orders/seat_handler.py line 3",
        sender="anna@anna.example",
        recipient="play+k7q2-...@club.example",
        writer_told=True,
        trace=("Traceback", '  File "x.py", line 3'),
        commands=("adjudicator retry 12", "adjudicator drop 12", "adjudicator retry"),
    ),
    "host_sweep_fault": host_kinds.HostSweepFault(
        **SERVICE,
        kind="KeyError, engines/registry.py line 34",
        rows=("match K7Q2 (clock): KeyError: 'chess/1'", "player anna@anna.example (digest): KeyError: 'chess/1'"),
        more=2,
        trace=("Traceback", '  File "x.py", line 3'),
    ),
    "fault_dropped": account_kinds.Fault(**FAULT, match=MATCH),
}
for ending, places, scores in (
    ("draw", (1, 1), ()),
    ("lost", (1, 2), (34, 20)),
    ("off", (2, 2), ()),
    ("shared", (1, 1, 3), ()),
):
    three = (*MATCH.players, Player(name="Cleo"))[: len(places)]
    SAMPLES[f"match_over, {ending}"] = replace(
        SAMPLES["match_over"], places=places, scores=scores, match=replace(OVER, players=three), attached=True
    )
SAMPLES |= {
    f"invitation, {name}": replace(SAMPLES["invitation"], match=replace(NOT_BEGUN, terms=terms))
    for name, terms in {
        "bank": replace(LONG, kind="bank", increment=36 * HOUR, cap=45 * 24 * HOUR),
        "periods": replace(
            LONG, kind="periods", turns=10, late="claim", grace=0, off=("weekends", "nights", "holidays")
        ),
        "house": replace(LONG, base=36 * HOUR, late="house", absence=False),
        "skip": replace(LONG, late="skip"),
        "lose": replace(LONG, late="lose"),
        "lose at a table": replace(LONG, late="lose", two=False),
        "claim at a table": replace(LONG, two=False),
    }.items()
}
SAMPLES |= digest_samples(SERVICE["reader"], MATCH, THEIRS, BOARDS["wide"], REFUSED)
SAMPLES["their_turn, somebody away"] = replace(
    SAMPLES["their_turn"],
    match=replace(
        THEIRS,
        absent=(
            Absent(seat=0, name="Anna", first=date(2026, 12, 20), last=date(2027, 1, 3), running=False),
            Absent(seat=0, name="Anna", first=date(2027, 1, 8), last=date(2027, 1, 8), running=False),
            Absent(seat=1, name="Ben", first=date(2026, 12, 20), last=date(2027, 1, 3), running=True),
        ),
    ),
)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "sample" in metafunc.fixturenames:
        metafunc.parametrize("sample", SAMPLES)


@pytest.fixture(scope="session")
def sample_letters() -> dict[str, Any]:
    return SAMPLES


def lay_out(sample: str, layout: str = "wide") -> LetterContext:
    """Return the facts of a sample for a reader with a layout."""
    told = SAMPLES[sample]
    drawn = {"board": BOARDS[layout]} if getattr(told, "board", "") else {}
    laid: LetterContext = replace(told, reader=replace(told.reader, layout=layout), **drawn)
    return laid


@pytest.fixture
def occasion(sample: str) -> Callable[[str], LetterContext]:
    """The sample that a test is about, for a reader with a layout."""
    return partial(lay_out, sample)


@pytest.fixture
def letter_name(sample: str) -> str:
    return sample.partition(",")[0]
