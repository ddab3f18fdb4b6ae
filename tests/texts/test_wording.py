from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import get_args

import pytest

from adjudicator.engines.contract import Level, Note
from adjudicator.engines.registry import engines
from adjudicator.match.course.course import LEAVING
from adjudicator.match.house.levels import NAMES as LEVELS
from adjudicator.match.record.record import Why
from adjudicator.match.rulings.refusals import OWN_VALUES, Refusal, RefusalKey
from adjudicator.texts.formats.plain_text import one_line, shorten_headline
from adjudicator.texts.games.note_text import NoWords, render_headline, render_note
from adjudicator.texts.language.language import LANGUAGES, PACKAGE, language_for, templates_folder
from testkit.cases import check_cases
from testkit.source_nodes import list_nodes
from tests.texts.note_keys import macro_names

NAMES = ("Anna", "Ben", "Cleo")
ENGLISH = language_for("en")
SEEN_FROM = [
    (Note.of("match.resigned", seat=0), "You resigned.", "Anna resigned."),
    (
        Note.of("match.left", seat=0, match="K7Q2", house=True, back=False),
        "You resigned. The others play on, and you get the result at the end. The house player plays on for this seat.",
        "Anna resigned. The house player plays on for this seat.",
    ),
    (
        Note.of("match.stood_in", seat=0, late_seat=1),
        "The house player plays this turn, because the time of Ben had passed.",
        "The house player plays this turn for you, because your time had passed.",
    ),
    (
        Note.of("match.time", seat=0),
        "Your time had passed, and the match was claimed.",
        "The time of Anna had passed, and the match was claimed.",
    ),
    (
        Note.of("match.claimed", seat=0, late_seat=1),
        "You claimed the match, because the time of Ben had passed.",
        "Anna claimed the match, because your time had passed.",
    ),
    (
        Note.of("match.undone", seat=0, steps=("4 A2 keep", "draw 1"), told=(1,)),
        "You took back 4 A2 keep, draw 1.",
        "Anna took back 4 A2 keep, draw 1.",
    ),
    (Note.of("match.granted", seat=0, late_seat=1, days=1), "You gave Ben 1 day more.", "Anna gave you 1 day more."),
    (Note.of("match.granted", seat=0, late_seat=1, days=3), "You gave Ben 3 days more.", "Anna gave you 3 days more."),
    (Note.of("match.told", names=("Bob",)), "Only Bob gets what you wrote.", "Only Bob gets what you wrote."),
    (
        Note.of("match.noted", cleared=False),
        "Your note stands at the top of the letters of your turns. Only you read it.",
        "Your note stands at the top of the letters of your turns. Only you read it.",
    ),
    (
        Note.of("match.pressed", seat=0, read=True),
        "The other players get what you wrote.",
        "Anna wrote to the other players.",
    ),
    (
        Note.of("match.pressed", seat=0, read=False),
        "Nobody gets this: you play with the house alone, and it reads nothing. It is kept with the match.",
        "Anna wrote to the other players.",
    ),
]
DAYS_LEFT = (("years", ("2026", "2027")), ("left", ("1", "27")))
BAD_NEW = [
    Note.of("refusal.bad_new", why=why, given="egyptos")
    for why in ("no_game", "no_opponent", "bad_address", "twice", "bad_option", "two_times", "two_levels", "anything")
]
CONSENT = [
    *(
        Note.of(f"match.asks_{kind}", seat=seat, late_seat=late, name="Xaver", day="2027-01-10")
        for kind in ("pause", "expel", "takeover", "hand_over", "substitute")
        for seat, late in ((0, 1), (1, 0), (1, 2))
    ),
    *(
        Note.of("match.asks_draw", seat=seat, two=two, day="2027-01-10", house=not two and house, left=not two and left)
        for seat in (0, 1)
        for two, house, left in ((True, False, False), (False, True, False), (False, False, True))
    ),
    *(Note.of(f"match.draw_{end}", seat=seat) for end in ("declined", "refused") for seat in (0, 1)),
    *(Note.of("match.asks_undo", seat=seat, steps=("4 A2 keep", "draw 1")) for seat in (0, 1)),
    *(
        Note.of("match.taken_back", seat=seat, steps=("4 A2 keep",), told=(1,), agreed=agreed)
        for seat in (0, 1)
        for agreed in (True, False)
    ),
    Note.of("match.leaving", match="K7Q2", game="Cheops"),
    *(Note.of("match.taken", match="K7Q2", came=came) for came in ("seated", "back", "asked")),
    *(Note.of("refusal.resigned", match="K7Q2", back=back) for back in (True, False)),
    *(
        Note.of("refusal.lost_seat", match="K7Q2", why=why, back=back)
        for why in sorted(LEAVING - {"resigned"})
        for back in (True, False)
    ),
    *(
        Note.of("match.seat_lost", match="K7Q2", why=why, house=house, back=not house)
        for why in sorted(LEAVING - {"resigned"})
        for house in (True, False)
    ),
    Note.of("match.left", seat=0, match="K7Q2", house=False, back=True),
    *(
        Note.of(f"match.seat_{what}", name="Cleo", day="2027-01-10", match="K7Q2")
        for what in ("given_away", "handed_on", "lent", "given_back")
    ),
    *(Note.of("refusal.not_vacant", match="K7Q2", begun=begun) for begun in (True, False)),
    *(
        Note.of(f"refusal.{key}", match="K7Q2", name="Cleo", given="Bob", names=("Bob A: expel 1", "Bob B: expel 2"))
        for key in (
            "expel_open",
            "expels_alone",
            "former",
            "name_ambiguous",
            "name_unknown",
            "not_alone",
            "not_late",
            "put_out",
            "seat_wanted",
            "seated_already",
            "stands_in",
            "stood_for",
            "was_here",
        )
    ),
    *(Note.of("refusal.bad_stand_in", why=why, given="yesterday") for why in ("past", "unreadable")),
    Note.of("match.proposed", number=1),
    Note.of("match.answered", answer="agree"),
    *(Note.of("match.proposal_outcome", outcome=outcome) for outcome in ("agreed", "refused", "lapsed", "overtaken")),
    Note.of("match.pauses", day="2027-01-10"),
    Note.of("match.took_back", seat=0),
    Note.of("match.wish_taken_back", name="Bea"),
    Note.of("match.wish_withdrawn", match="K7Q2"),
    *(Note.of(f"match.{key}") for key in ("alone", "awarded", "annulled")),
    *(Note.of("match.paused", day="2027-01-10", resumed=resumed) for resumed in (True, False)),
    Note.of("match.resumed", seat=0),
    *(Note.of("refusal.nothing_proposed", numbers=numbers) for numbers in ((), (1, 2))),
    Note.of("refusal.which_proposal", numbers=(1, 2)),
    *(Note.of("refusal.pause_open", own=own) for own in (True, False)),
    *(
        Note.of(f"refusal.{key}", day="2027-01-10", most=3)
        for key in (
            "no_acts",
            "not_paused",
            "nothing_to_withdraw",
            "own_proposal",
            "paused_already",
            "paused_enough",
            "resumed_already",
        )
    ),
    *(Note.of("refusal.bad_pause", why=why, given="soon") for why in ("too_long", "past", "unreadable")),
]
OTHERS = [
    *(note for note, _, _ in SEEN_FROM),
    *BAD_NEW,
    Note.of("match.agreed"),
    Note.of("match.all_resigned"),
    Note.of("match.cancelled"),
    *(Note.of("settings.layout", value=layout) for layout in ("wide", "narrow", "linear")),
    *(Note.of("settings.letters", value=letters, match="") for letters in ("all", "turns", "none")),
    *(
        Note.of("settings.letters", value=letters, match="K7Q2", own=own)
        for letters in ("all", "turns", "none")
        for own in (True, False)
    ),
    Note.of("settings.address", value="ben@work.example"),
    Note.of("settings.asked", address="ben@work.example"),
    Note.of("settings.main", value="ben@work.example"),
    Note.of("settings.forget", value="ben@work.example"),
    *(
        Note.of("match.opened", match="K7Q2", waits=waits, unsaid=unsaid)
        for waits, unsaid in ((True, ""), (False, "message: Hello"))
    ),
    Note.of("match.joined", match="K7Q2"),
    Note.of("match.invited", address="carl@example.org", unsaid=""),
    Note.of("match.greeted"),
    *(Note.of("match.seat_given", to="house", match="K7Q2", name=LEVELS[one], level=str(one)) for one in Level),
    Note.of("match.seat_given", to="open", match="K7Q2"),
    *(Note.of("match.hint_asked", by_mail=by_mail) for by_mail in (True, False)),
    *(Note.of("match.fewer", players=players) for players in (1, 3)),
    Note.of("match.called_off", match="K7Q2"),
    Note.of("match.extended", late_seat=0, hours=48),
    Note.of("match.extended", late_seat=1, hours=1),
    Note.of("match.host_paused", day=""),
    Note.of("match.host_paused", day="2027-01-10"),
    *(Note.of("match.host_resumed", agreed=agreed) for agreed in (True, False)),
    Note.of("match.rewound", to=14),
    Note.of("match.rewound", to=0),
    Note.of("match.because", reason="Our relay was down."),
    *(
        Note.of(f"refusal.{key}", match="K7Q2")
        for key in ("begun", "called_off", "no_free_seat", "not_owner", "seat_gone")
    ),
    *CONSENT,
    Note.of("settings.revoke"),
    *(Note.of("settings.key", value=value) for value in ("required", "optional", "none", "0A1B2C3D4E5F")),
    Note.of("settings.language", value="fr"),
    *(
        Note.of("settings.remind", value=value, spans=spans, match=code)
        for value, spans in (("none", ()), ("usual", ()), ("times", ("259200", "86400", "14400")))
        for code in ("", "K7Q2")
    ),
    *(
        Note.of("settings.second_look", value=value, seconds=seconds, match=match)
        for value, seconds in (("off", 0), ("confirm", 0), ("delay", 1800))
        for match in ("", "K7Q2")
    ),
    *(Note.of("settings.quiet", value=value) for value in ("none", "22-7")),
    Note.of("settings.calendar"),
    *(Note.of("settings.name", value="Anna", kept=kept) for kept in (False, True)),
    *(Note.of("settings.public_name", shown=shown, name="Anna") for shown in ("name", "alias", "nothing")),
    *(Note.of("settings.erase_me", value=value) for value in ("", "K7Q2, 4TR8")),
    *(Note.of("settings.erased", reason=reason) for reason in ("", "You asked by telephone.")),
    Note.of("settings.zone", value="Europe/Rome", time="20:07"),
    *(Note.of("settings.o_means", value=side) for side in ("east", "west")),
    *(
        Note(
            f"settings.{key}",
            (("first", first), ("last", "2027-03-14"), ("unmoved", codes), ("stops", stops), *DAYS_LEFT),
        )
        for key in ("absence", "absence_planned", "absence_cancelled")
        for first in ("2026-12-20", "2027-03-14")
        for codes, stops in (((), True), (("Q8ZW",), True), (("K7Q2", "Q8ZW"), False))
    ),
    Note.of("settings.absence_longer", first="2026-12-20", last="2027-03-14"),
    Note("settings.back", DAYS_LEFT),
    *(Note.of("settings.absences", value=value) for value in ("auto", "by hand")),
    *(Note.of("settings.away_letters", value=value) for value in ("ask", "count")),
    *(
        Note.of("settings.off", days=days, night=night, region=region)
        for days, night, region in (
            ((), "", ""),
            (("5", "6"), "", ""),
            (("5", "6"), "23-7", "DE-BY"),
            ((), "23-7", ""),
            ((), "", "FR"),
        )
    ),
    Note.of(
        "settings.off",
        days=("5", "6"),
        night="",
        region="",
        honoured=("K7Q2", "M3XY"),
        partly=("P4RT",),
        unmoved=("Q8ZW",),
    ),
    Note("refusal.absent_too_long", (("days", 30), *DAYS_LEFT)),
    *(
        Note.of("refusal.bad_absence", why=why, given="soon")
        for why in ("unreadable", "past", "too_far", "backwards", "no_end", "which")
    ),
    Note.of("refusal.bad_absence", why="unreadable", given=""),
    *(
        Note.of("refusal.bad_free_times", why=why, given="nights 20-12")
        for why in (
            "nothing",
            "unreadable",
            "two_days",
            "night_unreadable",
            "night_too_long",
            "no_region",
            "unknown_region",
            "twice",
        )
    ),
    *(
        Note.of("refusal.bad_reminders", why=why, given="40d")
        for why in ("nothing", "unreadable", "no_unit", "too_early", "too_late", "too_many", "twice")
    ),
    *(Note.of("refusal.bad_quiet", why=why, given="8-21") for why in ("nothing", "unreadable", "too_long")),
    Note.of("refusal.days_off_changed", since="2026-11-27T19:00:00+00:00", again="2026-12-27T19:00:00+00:00"),
    *(Note.of("refusal.no_absence", ended=ended) for ended in (True, False)),
    Note.of("refusal.calendar"),
    Note.of("refusal.reaction"),
    Note.of("refusal.spam"),
    Note.of("refusal.already_answered"),
    Note.of("refusal.address_held", address="ben@work.example"),
    *(Note.of("refusal.main_stays", address="ben@work.example", others=others) for others in (0, 2)),
    Note.of("refusal.main_already", address="ben@work.example"),
    *(Note.of("refusal.main_unknown", address=address) for address in ("", "ben@work.example")),
    Note.of("refusal.questions_open", most=5),
    Note.of("refusal.yes_or_no"),
    Note.of("refusal.undo_or_nothing"),
    Note.of("refusal.undo_alone", words="14"),
    Note.of("refusal.undo_again"),
    Note.of("refusal.undo_asks"),
    Note.of("refusal.undo_entry", entry=14),
    Note.of("refusal.undo_open"),
    Note.of("refusal.undo_never"),
    Note.of("refusal.undo_nothing"),
    *(Note.of("refusal.undo_revealed", steps=("draw 3",), moves=moves) for moves in (True, False)),
    *(Note.of("refusal.undo_seat", moves=moves) for moves in (True, False)),
    Note.of("refusal.old_letter", command="resign"),
    Note.of("refusal.press_ended", days=30),
    Note.of("refusal.addresses_ended", match="K7Q2", days=30, service="play@club.example"),
    Note.of("refusal.address_known", address="ben@work.example"),
    Note.of("refusal.address_taken", address="anna@work.example"),
    Note.of("refusal.address_unknown", address="eve@example.org"),
    Note.of("refusal.addresses_enough", most=5),
    Note.of("refusal.ambiguous", order="M1"),
    *(
        Note.of("refusal.hedged", order="not M14", doubt=doubt, word="not", asks=False)
        for doubt in ("negation", "alternative", "correction", "condition")
    ),
    Note.of("refusal.hedged", order="what if M14?", doubt="condition", word="if", asks=True),
    Note.of("refusal.misspelt_command", order="resgin", commands=("resign",)),
    Note.of("refusal.asked_enough", most=20),
    Note.of("refusal.granted_enough", days=60, times=5, left=3),
    Note.of("refusal.granted_enough", days=60, times=5, left=0),
    Note.of("refusal.pressed_enough", most=50),
    *(
        Note.of("match.diary_kept", number=3, turn=7, private=private, over=over)
        for private in (False, True)
        for over in (False, True)
    ),
    Note.of("match.diary_taken_back", number=3, count=1),
    Note.of("match.diary_taken_back", number=0, count=2),
    Note.of(
        "match.commented",
        mark="14.2",
        line=("M12", "N13"),
        url="https://club.example/m/K7Q2/14",
        private=False,
        code="",
    ),
    Note.of("match.commented", mark="14.2", line=(), url="https://club.example/m/K7Q2/14", private=True, code="K7Q2 "),
    Note.of("match.comment_struck", mark="14.2"),
    Note.of("match.comment_news", told=True),
    Note.of("match.comment_news", told=False),
    Note.of("match.shuffled", host=False),
    Note.of("match.shuffled", host=True),
    Note.of("refusal.diary_empty"),
    Note.of("refusal.diary_full", most=50),
    Note.of("refusal.diary_published"),
    Note.of("refusal.diary_unknown", number=3),
    Note.of("refusal.diary_unknown", number=0),
    Note.of("refusal.comment_running"),
    Note.of("refusal.comment_later", day="2026-12-03", players=True),
    Note.of("refusal.comment_later", day="2026-12-03", players=False),
    Note.of("refusal.comment_position", n=99, last=14),
    Note.of("refusal.comment_unknown", mark="14.2"),
    Note.of("refusal.comment_not_own", mark="14.2"),
    Note.of("refusal.comment_empty"),
    Note.of("refusal.comment_line", number=2, step="A1", why="A1 touches no pyramid.", right="M14, N13"),
    Note.of("refusal.comment_line", number=2, step="A1", why="", right=""),
    Note.of("refusal.comment_closed"),
    Note.of("refusal.commented_enough", most=50, here=False),
    Note.of("refusal.commented_enough", most=50, here=True),
    Note.of("refusal.looks_addressed", names=("Bob",)),
    Note.of("refusal.looks_addressed", names=()),
    Note.of("refusal.names_unclear"),
    Note.of("refusal.cannot_read", name="Bob", left=True),
    Note.of("refusal.cannot_read", name="House", left=False),
    Note.of("refusal.other_reads", name="Bob", reader="Carl"),
    Note.of("refusal.text_too_long", length=1001, most=1000),
    Note.of("refusal.not_understood"),
    Note.of("refusal.rules_sent", game="Egyptos"),
    Note.of("refusal.bad_address", address="anna"),
    Note.of("refusal.bad_argument", command="zone", argument="Moon"),
    Note.of("refusal.bad_argument", command="press", argument=""),
    Note.of("refusal.bad_days", days=0, most=90),
    Note.of("refusal.bad_digest", why="no_time", given="25:00"),
    Note.of("refusal.bad_digest", why="unreadable", given="soon"),
    Note.of("refusal.digest_all", given="resign"),
    Note.of("refusal.digest_code", code="9XYZ"),
    Note.of("refusal.digest_gone"),
    Note.of("refusal.delay_length", hours=24),
    Note.of("refusal.nothing_waits"),
    Note.of("refusal.old_yes", orders="M14"),
    Note.of("refusal.digest_many", most=30),
    Note.of("refusal.digest_no_code", line="K7Q2 M16"),
    Note.of("settings.digest", at="", days=(), boards=True, turns=False),
    Note.of("settings.digest", at="18:00", days=(), boards=True, turns=False),
    Note.of("settings.digest", at="8:00", days=("0", "3"), boards=False, turns=True),
    *(Note.of("refusal.bad_key", why=why) for why in ("none", "private", "several", "large", "withdrawn")),
    Note.of("refusal.bad_signature"),
    *(
        Note.of("refusal.bad_terms", why=why, given="time=3h", least="12h", most="365d")
        for why in ("range", "no_bank", "no_idle_step", "unreadable")
    ),
    Note.of("refusal.bad_option", game="egyptos", option="size", right=("overline", "contact")),
    Note.of("refusal.bad_value", game="egyptos", option="overline", value="x", right=("wins", "not")),
    Note.of("refusal.bad_value", game="egyptos", option="preset", value="x", right=("miro", "collector")),
    *(
        Note.of("refusal.bad_search", why=why, right=("egyptos", "cheops"))
        for why in ("game", "no_game", "no_player", "date", "names", "kind")
    ),
    Note.of("refusal.bad_seats", game="Egyptos", seats=3, least=2, most=2),
    Note.of("refusal.bad_seats", game="Pharao", seats=1, least=2, most=4),
    Note.of("refusal.bad_setting", setting="layout", value="broad", right=("wide", "narrow", "linear")),
    Note.of("refusal.contradictory", commands=("M16", "resign")),
    Note.of("refusal.expired"),
    Note.of("refusal.forged"),
    Note.of("refusal.guest_self"),
    Note.of("refusal.guest_twice"),
    Note.of("refusal.illegal", order="Z9"),
    Note.of("refusal.leaves_open", address="carl@example.org"),
    Note.of("refusal.match_over"),
    Note.of("refusal.no_match", match="K7Q2"),
    Note.of("refusal.no_letters_kept", match="K7Q2"),
    Note.of("refusal.beside_answer", service="play@club.example"),
    *(Note.of("refusal.says_draw", offered=offered) for offered in (True, False)),
    *(Note.of("refusal.no_draw", why=why) for why in ("house", "stand_in")),
    Note.of("refusal.draw_again", turn=14),
    Note.of("refusal.draw_offered"),
    Note.of("refusal.over_talk"),
    Note.of("refusal.says_back"),
    Note.of("refusal.said_no"),
    Note.of("refusal.says_fewer"),
    Note.of("refusal.says_pause"),
    Note.of("refusal.no_player", command="zone"),
    Note.of("refusal.no_text"),
    Note.of("refusal.not_asked", sender="eve@example.org"),
    Note.of("refusal.not_begun"),
    Note.of("refusal.not_invited", match="K7Q2"),
    Note.of("refusal.not_joinable", match="K7Q2"),
    Note.of("refusal.not_you", sender="eve@example.org"),
    Note.of("refusal.not_your_turn", seat=0),
    Note.of("refusal.not_your_turn", seat=0, may_plan=True),
    Note.of("refusal.nothing_to_claim"),
    Note.of("refusal.nothing_written", subject="M14"),
    Note.of("refusal.halves_differ"),
    Note.of("refusal.sealed"),
    Note.of("refusal.no_sender", given="Bob <bob@bob.example"),
    Note.of("refusal.service_was_away", since="2026-12-03T19:00:00+00:00"),
    Note.of("refusal.old_signature"),
    Note.of("refusal.only_letters"),
    Note.of("refusal.revoked"),
    Note.of("refusal.stale", letter_turn=7, turn=9),
    Note.of("refusal.stale", letter_turn=7, turn=9, by_seat=1),
    Note.of("refusal.too_long"),
    Note.of("refusal.unknown_command", word="hlep"),
    *(
        Note.of("refusal.misplaced", line="L13", matches=matches, faulty=faulty, to_all=to_all)
        for matches in ((), ("K7Q2 (Egyptos)",), ("K7Q2 (Egyptos)", "4TR8 (Cheops)"))
        for to_all in (True, False)
        for faulty in ((), ("K7Q2: this match cannot be shown.",))
    ),
    Note.of("refusal.unknown_game", game="chess"),
    Note.of("refusal.unproved", sender="ben@ben.example"),
    Note.of("refusal.unclear"),
    Note.of("refusal.others_words"),
    *(
        Note.of(f"match.seat_{why}", name="Carla", before="Anna", house=house)
        for why in get_args(Why)
        for house in (True, False)
    ),
    Note.of("match.alone"),
    Note.of("match.awarded"),
    Note.of("match.annulled"),
    Note.of("match.nudged", seat=0, nudged=1),
    Note.of("match.rematch_asked", names=("Ben", "Carla"), day="2026-12-11", unsaid="press One more?"),
    *(Note.of("match.rematch_opened", match="K7Q2", waits=waits, unsaid="") for waits in (True, False)),
    Note.of("match.rematch_declined"),
    Note.of("refusal.not_over"),
    Note.of("refusal.still_runs", match="K7Q2"),
    Note.of("refusal.left_before"),
    Note.of("refusal.press_or_greeting", word="message"),
    Note.of("refusal.bad_greeting", why="long", most=300, count=301),
    Note.of("refusal.bad_greeting", why="link", given="evil.example"),
    Note.of("refusal.no_guest"),
    Note.of("refusal.rematch_over"),
    Note.of("refusal.private_match"),
    Note.of("refusal.rematched", match="K7Q2"),
    Note.of("refusal.nothing_to_nudge"),
    Note.of("refusal.has_limit"),
    Note.of("refusal.hint_among_people"),
    Note.of("refusal.hint_other_turn"),
    Note.of("refusal.hints_enough", most=30),
    Note.of("refusal.no_house_seat"),
    Note.of("refusal.nudged_lately", again="2026-12-03T19:00:00+00:00"),
    *(Note.of("refusal.out_of_reach", why=why, seat=1) for why in ("away", "paused", "bounced", "letters")),
    Note.of("refusal.nothing_to_grant"),
    Note.of("refusal.grace_runs", until="2027-01-05T12:00:00+00:00"),
    Note.of("refusal.which_o", orders=("rotate B1 NO",)),
    Note.of("refusal.weighty", command="resign"),
    Note.of("refusal.notice"),
    Note.of("refusal.unsure"),
    Note.of("refusal.unreadable", order="Good morning"),
    Note.of("refusal.unsigned"),
    Note.of("refusal.wants_none", address="carl@example.org"),
    Note.of("refusal.would_reveal", order="flip C4"),
    *(Note.of(f"refusal.plan_{key}", game=game) for key in ("no_answer", "no_condition") for game in ("egyptos", "")),
    *(
        Note.of(f"refusal.plan_{key}", about="Ann C3", names=("Bob", "Carl"), game="cheops")
        for key in (
            *("unreadable_condition", "unreadable_answer", "incomplete_answer", "unknown_name", "own_name"),
            "not_before_move",
            *("or_in_answer", "second_then", "semicolon_if", "unclear_plies", "behind_next", "numbered"),
        )
    ),
    *(Note.of(f"refusal.plan_too_{key}", most=60) for key in ("long", "deep", "many")),
    *(
        Note.of(f"refusal.plan_{key}", step="flip C4", game="pharao")
        for key in ("condition", "answer", "goes_on", "leaves_open", "reveals")
    ),
    *(
        Note.of(f"refusal.plan_{key}")
        for key in ("over", "next_now", "old_record", "none", "none_kept", "published_later", "changed", "nothing_held")
    ),
    Note.of("refusal.plan_order_below", line="M14"),
    Note.of("refusal.plan_turn_lasts"),
    Note.of("refusal.plan_next_house", game="egyptos"),
    Note.of("refusal.plan_after_you", seat=1, game="cheops"),
    Note.of("refusal.plan_number", number="1.1"),
    *(Note.of(f"refusal.habit_{key}") for key in ("none", "not_set", "many")),
    Note.of("refusal.habit_unknown", text="dance"),
    *(
        Note.of("match.plan_kept", replaced=lines)
        for lines in ((), ("if M14 then N13",), ("otherwise L12", "if M14 L12"))
    ),
    *(Note.of("match.plan_cancelled", count=count) for count in (1, 2)),
    Note.of("match.plan_part_cancelled", number="1.1"),
    *(Note.of(f"match.{key}") for key in ("plan_confirmed", "held_played", "plans_published")),
    *(
        Note.of("match.orders_wait", seconds=seconds, yes="yes", wait="wait", unseen=unseen, alone=not unseen)
        for seconds in (0, 1800)
        for unseen in ("", "flip C4")
    ),
    Note.of("match.orders_back", orders="M14"),
    *(Note.of(f"match.plan_{key}", replaced=("otherwise N13",)) for key in ("waits", "crossed")),
    *(
        Note.of("match.habit_set", habit="draw stack 2 1 3", always=always, end="draw stack 2 1 3", replaced=gone)
        for always, gone in ((True, ()), (False, ("draw family 2",)))
    ),
    Note.of("match.habit_ended", habit="draw stack 2 1 3"),
]


@pytest.mark.parametrize(("note", "actor", "other"), SEEN_FROM)
def test_a_note_is_worded_from_the_readers_side(note: Note, actor: str, other: str) -> None:
    assert render_note(note, ENGLISH, 0, NAMES) == actor
    assert render_note(note, ENGLISH, 1, NAMES) == other


def test_a_spectator_is_nobody_in_it() -> None:
    note = Note.of("match.claimed", seat=0, late_seat=1)
    assert render_note(note, ENGLISH, None, NAMES) == "Anna claimed the match, because the time of Ben had passed."
    note = Note.of("match.granted", seat=0, late_seat=1, days=2)
    assert render_note(note, ENGLISH, 2, NAMES) == "Anna gave Ben 2 days more."


@pytest.mark.parametrize("note", OTHERS, ids=lambda note: note.key)
def test_every_note_is_one_line_of_sentences_in_every_language(note: Note) -> None:
    with check_cases() as case:
        for language, reader in product(LANGUAGES, (0, 1, None)):
            sentence = render_note(note, language_for(language), reader, NAMES)
            with case(language, reader):
                assert sentence == one_line(sentence)
                assert sentence.endswith((".", "?", "=7"))
                assert not [word for word in sentence.split() if ".." in word or word in ("None", "True")]
                assert "..." not in shorten_headline(sentence)  # subjects tell it, and cut nothing off


@pytest.mark.parametrize("key", OWN_VALUES)
def test_a_refusal_that_strangers_get_has_words_without_what_the_letter_says(key: RefusalKey) -> None:
    samples = [note for note in OTHERS if note.key == f"refusal.{key}"]
    assert samples
    for note, language in product(samples, LANGUAGES):
        quoting = tuple(
            (name, value if name in OWN_VALUES[key] else ("planted", "7777") if isinstance(value, tuple) else "planted")
            for name, value in note.values
        )
        told = Refusal(key, quoting, nearest=("planted",)).without_quotes()
        sentence = render_note(told.note, language_for(language), None, NAMES)
        assert told.key is key
        assert not told.nearest
        assert "planted" not in sentence
        assert sentence.endswith((".", "?", "=7"))


def test_a_reason_stays_short_however_much_was_written() -> None:
    sentence = render_note(Note.of("refusal.unreadable", order="blah " * 200), ENGLISH, 0, NAMES)
    assert len(sentence) < 110


def test_names_and_orders_are_shown_literally() -> None:
    assert (
        render_note(Note.of("match.resigned", seat=0), ENGLISH, 1, ("<Anna> & %(name)s",))
        == "<Anna> & %(name)s resigned."
    )


@pytest.mark.parametrize("key", ["match.flew", "weather.rain", "match"])
def test_a_note_without_words_is_an_error(key: str) -> None:
    with pytest.raises(NoWords, match=key):
        render_note(Note.of(key), ENGLISH, None, NAMES)


def test_every_shared_note_has_a_sample_here() -> None:
    for prefix in ("match", "refusal", "settings"):
        assert macro_names(prefix) == {
            note.key.partition(".")[2] for note in OTHERS if note.key.startswith(f"{prefix}.")
        }


def test_every_refusal_has_words() -> None:
    assert set(RefusalKey) == macro_names("refusal")


def test_every_note_in_the_code_has_words() -> None:
    worded = {
        f"{file.stem}.{name}"
        for file in (templates_folder() / "notes").glob("*.txt")
        for name in macro_names(file.stem)
    }
    used = set(_keys_in_the_code())
    assert len(used) > 30
    assert used - worded == set()


def _keys_in_the_code() -> Iterator[str]:
    """Find the notes of all template files, except those of engines that are not installed."""
    folders = {folder for folder in (PACKAGE / "engines").iterdir() if folder.is_dir()}
    installed = {PACKAGE / "engines" / engine.rules.name for engine in engines().values()}
    for file in PACKAGE.rglob("*.py"):
        if (folders - installed).intersection(file.parents):
            continue
        for node in list_nodes(file):
            if isinstance(node, ast.Call) and node.args:
                yield from _keys_of_call(node)


def _keys_of_call(call: ast.Call) -> Iterator[str]:
    """Find ``Note.of("egyptos.laid")`` and ``Note("egyptos.laid")``."""
    first = call.args[0]
    keys = [part.value for part in ast.walk(first) if isinstance(part, ast.Constant) and isinstance(part.value, str)]
    match call.func:
        case ast.Attribute(value=ast.Name(id="Note"), attr="of") | ast.Name(id="Note"):
            yield from (key for key in keys if "." in key and not key.endswith("."))


def test_the_search_for_notes_finds_them() -> None:
    calls = 'Note.of("a.b", x=1)\nNote("c.d" if x else "c.e")\nOther("j.k")'
    found = {key for node in ast.walk(ast.parse(calls)) if isinstance(node, ast.Call) for key in _keys_of_call(node)}
    assert found == {"a.b", "c.d", "c.e"}
    assert Path(PACKAGE, "match", "rulings", "refusals.py").exists()


@pytest.mark.parametrize(
    ("note", "words"),
    [
        (Note.of("cheops.revealed", seat=0, tile="2", cell="C3", law=7, numeral=20), "You turned over law 7"),
        (Note.of("cheops.drew", seat=0, family="2", stack=1, next="3"), ""),
        (Note.of("nothing.known", seat=0), ""),
    ],
)
def test_revealed_things_have_headlines(note: Note, words: str) -> None:
    assert render_headline(note, ENGLISH, 0, NAMES) == words


@pytest.mark.parametrize("letters", ["NE", "NES", "NEW", "SW", "E", "N"])
def test_sides_are_listed_as_one_says_them(letters: str) -> None:
    for language in LANGUAGES:
        words = language_for(language)
        module = words.environment.get_template("boards/pharao/_words.txt").module
        said = str(vars(module)["list_sides"](letters))
        assert said.count(",") == max(len(letters) - 2, 0)
        assert words.gettext("and east") in said or not letters.endswith("E") or len(letters) == 1


def test_italian_says_ed_before_east() -> None:
    assert language_for("it").gettext("and east") == "ed est"
