"""Options of a new match: yes and no in five languages, and words beside every name in letters."""

from __future__ import annotations

from itertools import product

from adjudicator.engines.registry import engines, newest_engine
from adjudicator.services.matches.opening.chosen_options import read_options
from adjudicator.texts.games.option_labels import OptionLabels
from adjudicator.texts.language.language import LANGUAGES, language_for
from testkit.cases import check_cases
from testkit.club import ANNA, Club, prose_of

ANSWERS = {"yes": ("yes", "ja", "oui", "si", "sì", "JA"), "no": ("no", "nein", "non", "nee", "Keine", "jamais")}
MEANT: dict[str, tuple[str | int, ...]] = {"yes": ("yes",), "no": ("no", "none", "not", 0)}

IN_LETTERS = (
    ("de", "neu pharao mit haus mummy-drop=nein", "erschreckt: bringt seinen Schatz heim (mummy_drop=no)"),
    ("fr", "nouveau egyptos avec maison opening=swap", "sauf Ouverture : "),
    ("it", "nuovo egyptos con casa opening=boh", "opening=boh non è possibile. Apertura: none (semplice); swap ("),
    ("nl", "nieuw cheops met huis regels=spaans", "regels=nederlands (het Nederlandse blad"),
    ("de", "neu egyptos mit haus groesse=9", "Was sie bedeuten, steht am Ende der Antwort auf „Regeln egyptos“."),
    ("it", "giochi", "regole=olandesi: "),
)


def test_yes_and_no_are_understood_in_five_languages_where_an_option_has_them() -> None:
    with check_cases() as case:
        for engine in engines().values():
            for option in engine.rules.options:
                for meaning, words in ANSWERS.items():
                    right = {one for one in MEANT[meaning] if option.admits(one)}
                    for word in words:
                        with case(option.key, word):
                            read = read_options(engine.rules, {option.key: word})[option.key]
                            assert read in (right or {word})


def test_every_value_of_every_option_has_words_beside_its_name() -> None:
    with check_cases() as case:
        for language, engine in product(LANGUAGES, engines().values()):
            rules, labels = engine.rules, OptionLabels(engine.rules, language_for(language))
            usual = rules.complete({})
            assert labels.lines(usual) == ()
            assert all(labels.preset(name) != name for name in rules.presets)
            for option in rules.options:
                for value in option.values or (option.low, option.high):
                    with case(option.key, value, language):
                        assert labels.label(option.key) != option.key
                        assert labels.value(option.key, value) != str(value) or value == option.high
                        line = f" ({option.key}={value})"
                        told = labels.lines(usual | {option.key: value})
                        assert [one[-len(line) :] for one in told] == ([line] if value != option.default else [])


def test_a_letter_tells_options_in_words(club: Club) -> None:
    match = club.begin()
    with check_cases() as case:
        for language, line, said in IN_LETTERS:
            with case(line):
                club.answer(club.last(ANNA, match.code), f"language {language}")
                club.write(ANNA, club.context.addresses.service, line)
                assert said in prose_of(club.last(ANNA)).replace("\u00a0", " ")


def test_a_value_that_is_no_answer_stays_for_the_rules_to_refuse() -> None:
    rules = newest_engine("pharao").rules
    assert read_options(rules, {"mummy_drop": "maybe", "heap": "ja"}) == {"mummy_drop": "maybe", "heap": "ja"}
