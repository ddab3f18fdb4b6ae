"""Sentences with if, wenn, si, se, als and their like that people write beside their moves, drawn from a seed.

None is a plan, none is told as a broken plan, and an order below one is read, in every game. They talk of the weather,
of dates and hours, of letters and of the match, as letters to friends do.

    python -m testkit.if_chatter --seed 7 --count 100000
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from adjudicator.engines.registry import engine_for
from adjudicator.engines.suite.chance import Chance
from adjudicator.mail.lexicon.plan_words import PLAN_WORDS
from adjudicator.match.plans.letter_lines import read_lines
from adjudicator.match.plans.lexicon import Lexicon
from adjudicator.match.plans.line_reader import Setting
from adjudicator.match.plans.plan import Game
from adjudicator.match.plans.plan_line import Chatter
from adjudicator.match.plans.side import Side
from adjudicator.match.rulings.table import open_table

ORDERS = {"egyptos/1": "M12", "cheops/1": "1 A1 sell", "pharao/1": "end"}
NAMES = ("Anna", "Bob", "Dan")
_IFS: Mapping[str, str] = {
    "en": """you like | you want to play another one | I am late again | the weather stays so good | Bob has time
        it takes me 3 days | we finish before 12 May | you do not mind | nothing comes between | that was a mistake
        that is fine with you | that is fine
        you get this twice | anybody knows the rule | we ever meet | I understand that right | not, tell me""",
    "de": """du magst | ihr noch eine Partie wollt | ich wieder so spät bin | das Wetter hält | Bob Zeit hat
        es 3 Tage dauert | wir vor dem 12. Mai fertig sind | es dir nichts ausmacht | nichts dazwischenkommt
        das ein Fehler war | du das doppelt bekommst | jemand die Regel kennt | ich recht habe | nicht, sag es""",
    "fr": """tu veux | vous voulez encore jouer | je suis en retard | le temps reste beau | Bob a le temps
        cela prend 3 jours | nous finissons avant le 12 mai | cela ne te dérange pas | rien ne se passe
        c'était une erreur | tu reçois ceci deux fois | quelqu'un connaît la règle | j'ai bien compris | possible""",
    "it": """vuoi | volete giocare ancora | sono di nuovo in ritardo | il tempo resta bello | Bob ha tempo
        ci vogliono 3 giorni | finiamo prima del 12 maggio | non ti dispiace | non succede niente
        è stato un errore | ricevi questo due volte | qualcuno conosce la regola | ho capito bene | possibile""",
    "nl": """je wilt | jullie nog eens willen spelen | ik weer zo laat ben | het weer zo goed blijft | Bob tijd heeft
        het 3 dagen duurt | we voor 12 mei klaar zijn | je het niet erg vindt | er niets tussen komt
        dat een fout was | je dit dubbel krijgt | iemand de regel kent | ik het goed begrijp | het kan""",
}
_THENS: Mapping[str, str] = {
    "en": """we can play again | please wait | I write at 14:30 | tell me | all is well | see you on Monday
        you win | I need coffee | that is fine with me | I will be back in 2 weeks | we will see""",
    "de": """spielen wir noch einmal | warte bitte | schreibe ich um 14:30 | sag Bescheid | ist alles gut | bis Montag
        gewinnst du | brauche ich Kaffee | ist mir das recht | bin ich in 2 Wochen zurück | sehen wir weiter""",
    "fr": """on rejoue | attends un peu | j'écris à 14:30 | dis-le-moi | tout va bien | à lundi
        tu gagnes | il me faut un café | cela me va | je reviens dans 2 semaines | on verra""",
    "it": """giochiamo ancora | aspetta un po' | scrivo alle 14:30 | dimmelo | va tutto bene | a lunedì
        vinci tu | mi serve un caffè | per me va bene | torno tra 2 settimane | vedremo""",
    "nl": """spelen we nog eens | wacht even | schrijf ik om 14:30 | laat het weten | is alles goed | tot maandag
        win jij | heb ik koffie nodig | is dat prima | ben ik over 2 weken terug | zien we wel""",
}
_BEGINNINGS: Mapping[str, Sequence[str]] = {
    "en": ("", "", "Hello Bob, ", "Well, ", "PS: ", "And "),
    "de": ("", "", "Hallo Bob, ", "Tja, ", "PS: ", "Und "),
    "fr": ("", "", "Salut Bob, ", "Bon, ", "PS : ", "Et "),
    "it": ("", "", "Ciao Bob, ", "Beh, ", "PS: ", "E "),
    "nl": ("", "", "Hallo Bob, ", "Tja, ", "PS: ", "En "),
}
_ENDS = (".", "!", "", " :-)", "...", "?", ",")


class TakenForPlanError(AssertionError):
    """A sentence was taken for a plan."""


def draw_sentence(chance: random.Random) -> str:
    """Draw a sentence in any of the languages."""
    language = chance.choice(sorted(_IFS))
    ifs, thens = _list_phrases(_IFS[language]), _list_phrases(_THENS[language])
    role = chance.choice(("if", "if", "if", "otherwise", "next"))
    word = chance.choice(PLAN_WORDS[role][language])
    said = chance.choice(ifs if role == "if" else thens)
    if role == "if" and chance.random() < 0.8:
        then = f"{chance.choice(PLAN_WORDS['then'][language])} " if chance.random() < 0.4 else ""
        said += f"{chance.choice((', ', ' ', '; '))}{then}{chance.choice(thens)}"
    if chance.random() < 0.2:
        joint = chance.choice((*PLAN_WORDS["and"][language], *PLAN_WORDS["or"][language]))
        said += f" {joint} {chance.choice(thens)}"
    sentence = f"{chance.choice(_BEGINNINGS[language])}{word} {said}{chance.choice(_ENDS)}"
    return sentence[0].upper() + sentence[1:] if chance.random() < 0.7 else sentence


def _list_phrases(text: str) -> list[str]:
    return [phrase.strip() for line in text.split("\n") for phrase in line.split("|")]


@cache
def settings() -> Mapping[str, Setting]:
    """Begin a match of each game."""
    return dict(_begin_matches())


def _begin_matches() -> Iterator[tuple[str, Setting]]:
    lexicon = Lexicon.of(PLAN_WORDS)
    for key in ORDERS:
        engine = engine_for(key)
        options = engine.rules.complete({})
        seats = 3 if 3 in engine.rules.seats else 2
        table, _ = open_table(engine, options, seats, engine.deal(options, seats, Chance("chatter")))
        game = Game.of(engine)
        if game is None:
            raise TakenForPlanError(f"{key} takes no plans")
        yield key, Setting(Side(game, table, 0), NAMES[:seats], lexicon)


def check_sentence(sentence: str, game: str) -> None:
    """Read a sentence above an order. Raises `TakenForPlanError` if the order below it would not be read."""
    for lines in ([sentence, ORDERS[game]], [sentence, "", sentence]):
        first, *others = read_lines(lines, settings()[game])
        if not isinstance(first, Chatter) or not all(isinstance(one, Chatter) for one in others):
            raise TakenForPlanError(f"{game}: {lines} is read as {first}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="testkit.if_chatter", description="Reads chatter as if it were plans.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=10_000)
    chosen = parser.parse_args()
    chance, failed = random.Random(chosen.seed), 0
    for _ in range(chosen.count):
        sentence = draw_sentence(chance)
        for game in ORDERS:
            try:
                check_sentence(sentence, game)
            except TakenForPlanError as fault:
                failed += 1
                sys.stdout.write(f"{fault}\n")
    sys.stdout.write(f"{chosen.count:,} sentences in {len(ORDERS)} games, {failed} taken for plans\n")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
