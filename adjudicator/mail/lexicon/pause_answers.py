"""A yes or no that names what it answers: ``OK for the pause!``, ``d'accord pour la pause, bonnes fêtes``."""

from __future__ import annotations

from adjudicator.mail.lexicon.courtesy import without_courtesy
from adjudicator.mail.lexicon.wordlist import Phrases, Word, longest_phrase, phrase_at, phrases, words_in

_YES = phrases(
    "yes, ok, okay, sure, fine, agreed, agree, i agree, i m fine, fine by me",
    "ja, ok, okay, gut, klar, gerne, gern, einverstanden, bin einverstanden, ich bin einverstanden, geht klar",
    "oui, ok, okay, d accord, je suis d accord, va, bien",
    "sì, si, ok, okay, va bene, d accordo, sono d accordo, certo",
    "ja, ok, oké, okay, akkoord, ik ga akkoord, prima, goed, eens, graag",
)
_NO = phrases(
    "no, not ok, i don t agree, i do not agree, i disagree, disagree",
    "nein, nicht einverstanden, bin nicht einverstanden, ich bin nicht einverstanden",
    "non, pas d accord, je ne suis pas d accord, je suis pas d accord, pas ok",
    "no, non sono d accordo, non d accordo",
    "nee, niet akkoord, ik ga niet akkoord, niet eens",
)
_PAUSE = phrases(
    "for the pause, to the pause, with the pause, to a pause, for a pause, with a pause, for the break, to the break, "
    "with the break",
    "für die Pause, mit der Pause, zur Pause, für eine Pause, zu der Pause, mit einer Pause",
    "pour la pause, avec la pause, à la pause, pour une pause, pour cette pause",
    "per la pausa, con la pausa, alla pausa, sulla pausa, la pausa, per una pausa, a una pausa",
    "met de pauze, voor de pauze, tegen de pauze, met een pauze, voor een pauze",
)
_MOST = longest_phrase(_YES | _NO | _PAUSE)
_PAUSE_WORDS = frozenset(phrase[-1] for phrase in _PAUSE)


def find_consent(line: str) -> str:
    """Return ``agree`` or ``refuse`` if a line says that of a pause, and nothing else but polite words; else empty."""
    words = words_in(line)
    starts = range(len(words)) if any(word.text in _PAUSE_WORDS for word in words) else ()
    for at in starts:
        for answer, known in (("refuse", _NO), ("agree", _YES)):
            end = _answer_at(words, at, known)
            if end and not _says_more(line, words, at, end):
                return answer
    return ""


def says_only_yes(line: str) -> bool:
    """Is a line a yes with nothing but polite words around it? ``D'accord, bonnes fêtes !``."""
    words = words_in(line)
    ends = ((at, _behind_all(words, at, _YES)) for at in range(len(words)))
    return any(at < end and not _says_more(line, words, at, end) for at, end in ends)


def _behind_all(words: list[Word], at: int, known: Phrases) -> int:
    """Return the index behind phrases that follow one another: ``ok, prima``."""
    while count := phrase_at(words, at, known, _MOST):
        at += count
    return at


def _answer_at(words: list[Word], at: int, known: Phrases) -> int:
    """Return the index behind an answer to a pause that begins at a word; 0 for none. Yes may be said twice."""
    end = _behind_all(words, at, known)
    pause = phrase_at(words, end, _PAUSE, _MOST) if end > at else 0
    return end + pause if pause else 0


def _says_more(line: str, words: list[Word], start: int, end: int) -> bool:
    behind = line[words[end - 1].end :]
    return "?" in behind or bool(without_courtesy(line[: words[start].start])) or bool(without_courtesy(behind))
