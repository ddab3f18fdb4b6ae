"""The results of an opening as sentences: letters and pages say the same. One match is told as one."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.texts.facts.archive_facts import OpeningResults
from adjudicator.texts.language.language import Language


def say_results(results: OpeningResults, language: Language) -> str:
    """Say how the matches ended that went through a position, without a full stop: ``3 matches, black won 2``."""
    played = language.ngettext("%(num)d match", "%(num)d matches", results.played) % {"num": results.played}
    return ", ".join((played, *_say_counts(results, language)))


def say_opening(results: OpeningResults, language: Language) -> str:
    """Say the same in whole sentences; where sides are told apart, say also how often who began has won."""
    said = f"{say_results(results, language)}."
    if not results.sides or not results.played:
        return said
    if results.played == 1:
        return f"{said} {_say_winner(results, language)}"
    balance = language.gettext("Who began won %(began)s, the other player %(followed)s.")
    return f"{said} {balance % {'began': results.began, 'followed': results.followed}}"


def _say_winner(results: OpeningResults, language: Language) -> str:
    return language.gettext("Who began won.") if results.began else language.gettext("The other player won.")


def _say_counts(results: OpeningResults, language: Language) -> Iterator[str]:
    if results.played == 1:
        yield from _say_single(results, language)
        return
    for side, count in results.sides:
        said = language.ngettext("%(side)s won %(num)d", "%(side)s won %(num)d", count)
        yield said % {"side": language.gettext(side), "num": count}
    if not results.sides:
        if count := results.began:
            yield language.ngettext("who began won %(num)d", "who began won %(num)d", count) % {"num": count}
        if count := results.followed:
            yield language.ngettext("others won %(num)d", "others won %(num)d", count) % {"num": count}
    if count := results.shared:
        yield language.ngettext("%(num)d drawn", "%(num)d drawn", count) % {"num": count}
    if results.nobody:
        yield language.gettext("%(count)s without a result") % {"count": results.nobody}


def _say_single(results: OpeningResults, language: Language) -> Iterator[str]:
    """Say how the one match ended."""
    for side, _ in results.sides:
        yield language.gettext("%(side)s won") % {"side": language.gettext(side)}
    if results.sides:
        return
    if results.began:
        yield language.gettext("who began won")
    if results.followed:
        yield language.gettext("who did not begin won")
    if results.shared:
        yield language.gettext("a draw")
    if results.nobody:
        yield language.gettext("without a result")
