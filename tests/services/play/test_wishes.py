"""Words that wish something are answered by what there is: draws, pauses, fewer letters, being back, hints taken up."""

from __future__ import annotations

import pytest

from adjudicator.mail.commands.lines.translation import translate_command
from adjudicator.mail.commands.table.command_words import command_named
from adjudicator.texts.language.language import LANGUAGES, language_for
from testkit.agreed_match import PEOPLE, agree
from testkit.cases import check_cases
from testkit.club import ANNA, Club, other, prose_of, to_move

SAYS_DRAW = "Do you want to offer a draw? Then write the line for it."
OFFERED = "A draw is offered to you. You agree to it, or refuse it, by a line of its own."
DRAWS = {
    "de": ("Ich biete dir Remis an.", "Wollen wir uns auf Unentschieden einigen?"),
    "en": ("What about a draw then, Bob?", "How about a draw?"),
    "fr": ("Je propose la partie nulle.", "Et si on faisait match nul ?"),
    "it": ("Ti propongo la patta.", "Ti va un pareggio?"),
    "nl": ("Ik bied je remise aan", "Zullen we er gelijkspel van maken?"),
}
BACK = {
    "de": ("Ich bin aus dem Urlaub zurück, bin wieder da!",),
    "en": ("I'm back from my holiday", "I am back!"),
    "fr": ("Je suis de retour de vacances !",),
    "it": ("Sono tornato dalle vacanze",),
    "nl": ("Ik ben terug van vakantie",),
}
FEWER = {
    "de": "Bitte weniger Briefe",
    "en": "Could I get fewer letters please?",
    "fr": "Moins de messages, s'il vous plaît",
    "it": "Troppe mail, per favore!",
    "nl": "Graag minder mails",
}
PAUSES = {
    "de": ("Können wir bis 5. Januar eine Pause machen?", "bis 5. Januar"),
    "en": ("Can we take a break until 5 January?", "until 5 January"),
    "fr": ("Peut-on faire une pause jusqu'au 5 janvier ?", "jusqu'au 5 janvier"),
    "it": ("Possiamo fare una pausa fino al 5 gennaio?", "fino al 5 gennaio"),
    "nl": ("Kunnen we een pauze houden tot 5 januari?", "tot 5 januari"),
}
QUESTIONS = {
    "de": "Hallo Bob! Hast du meine Nachricht bekommen?",
    "en": "Hi Bob! Did you get my message?",
    "fr": "Salut Bob ! Tu as reçu mon message ?",
    "it": "Ciao Bob! Hai ricevuto il mio messaggio?",
    "nl": "Hoi Bob! Heb je mijn bericht gekregen?",
}
TO_SEND = 'If that was for the others, this line sends it to them: "%(line)s"'
ASKED = 'You have not answered yet: "%(yes)s" or "%(no)s".'
THANKS = {
    "de": "Vielen Dank, das hat Spaß gemacht!",
    "en": "Thank you, that was fun!",
    "fr": "Merci beaucoup, c'était un plaisir !",
    "it": "Grazie mille, è stato bello giocare!",
    "nl": "Bedankt, het was leuk om te spelen!",
}
TAKEN_UP = {
    "de": "Ja, mach das!",
    "en": "OK, do that!",
    "fr": "D'accord, jouez cela !",
    "it": "Va bene, fallo!",
    "nl": "Ja, doe dat!",
}


def said(sentence: str, language: str) -> str:
    return " ".join(language_for(language).gettext(sentence).split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_draw_in_words_is_answered_by_its_line_and_offers_nothing(club: Club, language: str) -> None:
    club.begin()
    person = to_move(club)
    club.answer(club.last(person), f"language {language}")
    line = command_named("offer draw").word(language)
    with check_cases() as case:
        for words in DRAWS[language]:
            with case(words):
                club.answer(club.last(person), words)
                answer = prose_of(club.last(person))
                assert said(SAYS_DRAW, language) in answer
                assert line in answer
    club.answer(club.last(person), f"M14\n{DRAWS[language][0]}")
    assert to_move(club) != person
    assert said(SAYS_DRAW, language) in prose_of(club.last(person))
    club.answer(club.last(other(person)), "offer draw")
    club.answer(club.last(person), DRAWS[language][0])
    answer = prose_of(club.last(person))
    assert said(OFFERED, language) in answer
    assert command_named("agree").word(language) in answer
    assert club.match().end is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_wishes_for_fewer_letters_or_a_pause_or_asks_the_others_is_told_the_line(club: Club, language: str) -> None:
    club.begin()
    person = to_move(club)
    club.answer(club.last(person), f"language {language}")
    fewer = [translate_command(line, language) for line in ("letters turns", "digest 18:00")]
    asks, days = PAUSES[language]
    pause = f"{command_named('pause').word(language)} {days}"
    send = f"{command_named('press').word(language)} {QUESTIONS[language]}"
    club.answer(club.last(person), f"M14\n{QUESTIONS[language]}")
    assert to_move(club) != person
    assert prose_of(club.last(person)).count(said(TO_SEND, language) % {"line": send}) == 1
    with check_cases() as case:
        for words, lines in ((FEWER[language], fewer), (asks, [pause]), (QUESTIONS[language], [send])):
            with case(words):
                club.answer(club.last(person), words)
                assert all(line in prose_of(club.last(person)) for line in lines)
    club.write(person, club.context.addresses.service, FEWER[language])
    assert all(line in prose_of(club.last(person)) for line in fewer)


def test_a_question_to_the_others_is_offered_as_a_message_by_who_is_to_move_and_no_greeting_is(club: Club) -> None:
    club.begin()
    person = to_move(club)
    club.answer(club.last(person), QUESTIONS["en"])
    assert f"press {QUESTIONS['en']}" in prose_of(club.last(person))
    club.answer(club.last(person), "M14\nHi Bob!\nHave a nice evening")
    assert "for the others" not in prose_of(club.last(person))


def test_an_open_question_says_how_it_is_answered_until_it_is(club: Club) -> None:
    agree(club, "cheops", PEOPLE[:3])
    mover = PEOPLE[club.match().to_move or 0]
    asker, third = (person for person in PEOPLE[:3] if person != mover)
    club.answer(club.last(asker), "pause until 5 January")
    club.answer(club.last(mover), "language fr\nboard")
    asked = said(ASKED, "fr") % {"yes": "d'accord", "no": "pas d'accord"}
    assert asked in prose_of(club.last(mover))
    club.answer(club.last(mover), "OK pour la pause, bonnes fêtes !")
    club.answer(club.last(mover), "board")
    assert asked not in prose_of(club.last(mover))
    question = next(one for one in club.letters(third) if "asks for a pause" in prose_of(one))
    club.answer(question, "Sure, happy holidays!", sender=third)
    assert "It is agreed: no time runs until then" in prose_of(club.last(asker))


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_says_that_they_are_back_is_told_the_line_for_it(club: Club, language: str) -> None:
    club.begin()
    person = other(to_move(club))
    club.answer(club.last(person), f"language {language}\nabsence until {(club.now.day + 1):02d} Nov")
    line = translate_command("absence over", language)
    with check_cases() as case:
        for words in BACK[language]:
            with case(words):
                club.answer(club.last(person), words)
                assert line in prose_of(club.last(person))
    club.answer(club.last(person), line)
    club.answer(club.last(person), BACK[language][0])
    assert line not in prose_of(club.last(person))


@pytest.mark.parametrize("language", LANGUAGES)
def test_thanks_behind_the_end_are_offered_as_a_message_and_a_rematch(club: Club, language: str) -> None:
    club.begin()
    person = to_move(club)
    club.answer(club.last(person), f"language {language}")
    club.answer(club.last(other(person)), "resign")
    club.answer(club.last(person), THANKS[language])
    answer = prose_of(club.last(person)).replace("\u00a0", " ")
    assert f"{command_named('press').word(language)} {THANKS[language]}" in answer
    assert translate_command("rematch", language) in answer
    assert " L " not in answer  # no board


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("taken_up", [True, False])
def test_a_yes_to_a_hint_plays_it(club: Club, language: str, *, taken_up: bool) -> None:
    club.write(ANNA, club.context.addresses.service, "new egyptos with house house=easy")
    club.answer(club.last(ANNA), "yes")
    club.answer(club.last(ANNA), f"language {language}\nhint")
    hint, before = club.last(ANNA), club.match().entry_count
    words = TAKEN_UP[language] if taken_up else language_for(language).gettext("yes")
    assert club.inbox(club.answer(hint, words)).verdict == "played"
    assert club.match().entry_count > before
    assert club.inbox(club.answer(hint, words)).verdict != "played"
