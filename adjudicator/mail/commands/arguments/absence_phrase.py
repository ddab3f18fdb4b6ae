"""Reads a sentence that announces an absence, as people write it: ``I am away from 3 to 10 December``.

Such a line is a subject with a verb, words for being away, and days; greetings and thanks may stand around them. The
days may also stand first ("Vom 3. bis 10. Dezember bin ich im Urlaub"). A single day is that day alone. Who says when
they are back is away until the day before ("Back on Monday").
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from adjudicator.mail.commands.arguments.absence_order import is_absence_order, is_range, is_return
from adjudicator.mail.commands.arguments.dates import mentions_day, shape_of_day
from adjudicator.mail.commands.arguments.durations import write_digits
from adjudicator.mail.lexicon.courtesy import without_courtesy
from adjudicator.mail.text.text_fold import fold_line

LONGEST = 160
"""Characters of a line that are read."""
_MOST_WORDS = 12
"""Words of a sentence in which days are looked for."""
_LONGEST_RANGE = 12
"""Words of two dates."""
_MOST_PLACES = 3
_NOBODY: frozenset[tuple[str, ...]] = frozenset()

_PATTERNS = (
    (
        (
            r"i am (?:going to be |going )?|i'?m (?:going to be |going )?|i (?:will|shall) be |i'?ll be |i go "
            r"|we(?: are|'re| will be|'ll be) "
        ),
        (
            r"away|absent|on (?:annual |a |my |our )?(?:leave|holidays?|vacation|trip|journey|business trip)"
            r"|out of (?:the |my )?(?:office|town|country)|travell?ing|abroad|gone|off|offline|unavailable"
            r"|not (?:available|here|around|at home|in the office)"
        ),
    ),
    (
        r"(?:ich )?(?:bin|fahre|gehe) (?:ich )?|(?:ich werde|werde ich) |wir sind |sind wir ",
        (
            r"(?:weg|fort|abwesend|verreist|unterwegs|offline|im urlaub|in (?:den )?(?:urlaub|ferien)"
            r"|ausser haus|auf (?:einer )?(?:dienst|geschafts)?reisen?"
            r"|nicht (?:da|hier|zu hause|zuhause|erreichbar|verfugbar|im \w+))"
            r"(?: sein)?"
        ),
    ),
    (
        r"je (?:suis|serai|vais etre|pars) |nous (?:sommes|serons) |je m'absente(?:rai)? ",
        (
            r"absente?s?|parti(?:e|s|es)?|en (?:conges?|vacances|deplacement|voyage)|ailleurs|hors ligne"
            r"|(?:hors|absente?) du bureau|m'absente(?:rai)?"
        ),
    ),
    (
        r"je (?:ne )?(?:suis|serai) pas |nous ne (?:sommes|serons) pas ",
        r"la|disponibles?|joignables?|chez moi|au bureau",
    ),
    (
        r"(?:(?:io )?(?:sono|saro|vado|parto|mi assento|mi assentero)|siamo|saremo) ",
        (
            r"via|assent[ei]|in (?:ferie|vacanza|viaggio|trasferta)|fuori (?:sede|ufficio|citta|casa)|fuori|offline"
            r"|mi assent(?:o|ero)"
        ),
    ),
    (
        r"non (?:ci )?(?:sono|saro|siamo|saremo) ",
        r"non ci (?:sono|saro|siamo|saremo)|disponibil[ei]|raggiungibil[ei]|a casa|in ufficio",
    ),
    (
        r"(?:ik )?(?:ben|ga) (?:ik )?(?:er )?|ik zal |zal ik |(?:wij |we )zijn ",
        (
            r"(?:weg|afwezig|onderweg|offline|(?:op|met) (?:vakantie|verlof|reis)|van huis|er niet"
            r"|niet(?: (?:thuis|aanwezig|bereikbaar|beschikbaar|op kantoor|er))?)(?: zijn)?"
        ),
    ),
)
"""Subjects with their verbs, and words for being away behind them, in folded letters."""
_SENTENCES = tuple(
    (re.compile(rf"(?<![\w'])(?<!\bnon )(?:{subject})"), re.compile(rf"(?<![\w'])(?:{place})(?![\w'])"))
    for subject, place in _PATTERNS
)
_TELLS_ALL = re.compile(r"je m'absente|mi assent|non ci ")
"""Subjects that are words for being away as well."""
_BETWEEN = re.compile(
    r"(?:between|zwischen dem|zwischen|entre le|entre|tra il|fra il|tra|fra|tussen) (?P<first>.+) "
    r"(?:and|und dem|und|et le|et|e il|e|en) (?P<last>.+)"
)
_TO = " to "


def read_absence_phrase(line: str) -> str | None:
    """Return the days that a line announces as an absence, as an argument of `absence`; None for any other line.

    If the line says more than that, all of it is returned: `read_absence` refuses it, with the right form.
    """
    if len(line) > LONGEST:
        return None
    plain = write_digits(fold_line(line))
    if not mentions_day(plain):
        return None
    if is_return(whole := _bare(plain)):
        return whole
    readings = [reading for subject, place in _SENTENCES for reading in _readings(plain, subject, place)]
    return next((one for one in readings if is_absence_order(one)), line.strip() if readings else None)


def find_days(line: str) -> str:
    """Find the days in a sentence, as an argument of `absence` or `pause`: the longest words that are one."""
    words = line.split()[:_MOST_WORDS]
    for length in range(len(words), 0, -1):
        for start in range(len(words) - length + 1):
            text = " ".join(words[start : start + length]).strip("?!,;:.")
            if mentions_day(write_digits(fold_line(text))) and is_absence_order(text) and not is_return(text):
                return text
    return ""


def _readings(plain: str, subject: re.Pattern[str], place: re.Pattern[str]) -> Sequence[str]:
    """List the possible days of a sentence: the rest beside its subject and its words for being away.

    Without such words the days must be a range right behind the subject ("I am from 3 to 10 December in Rome").
    """
    found = subject.search(f"{plain} ")
    if found is None:
        return ()
    before = _bare(plain[: found.start()])
    if before and not is_absence_order(_days(before)):
        return ()  # an order stands first, or other words
    rest, spoken = plain[found.start() :], found.end() - found.start()
    readings = [rest] if _begins_with_range(rest[spoken:]) else []
    away = place.finditer(rest, 0 if _TELLS_ALL.match(rest) else spoken)
    for one in islice(away, _MOST_PLACES):
        parts = (before, _bare(rest[spoken : one.start()]), _bare(rest[max(spoken, one.end()) :]))
        said = [part for part in parts if part]
        if any(map(mentions_day, said)):
            readings.append(_days(said[0]) if len(said) == 1 else " ".join(said))
    return readings


def _begins_with_range(text: str) -> bool:
    words = text.split()[:_LONGEST_RANGE]
    return any(is_range(" ".join(words[:count])) for count in range(len(words), 2, -1))


def _days(text: str) -> str:
    if between := _BETWEEN.fullmatch(text):
        text = f"{between['first']}{_TO}{between['last']}"
    return f"on {text}" if shape_of_day(text) else text


def _bare(text: str) -> str:
    """Remove commas and polite words around a part of a sentence."""
    plain = text.strip(" ,;:.!-")
    return plain if not plain or is_absence_order(plain) else without_courtesy(plain, _NOBODY).strip(" ,;:.!-")
