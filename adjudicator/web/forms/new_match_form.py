"""The form for a new match, converted to a `MatchSetup`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from flask import request

from adjudicator.engines.contract import BadOption, Rules
from adjudicator.engines.registry import newest_engine
from adjudicator.mail.commands.words.match_words import GREETING_WORDS
from adjudicator.mail.errors import SenderFault
from adjudicator.mail.trust.from_header import check_address
from adjudicator.match.rulings.refusals import Refusal, RefusalKey
from adjudicator.services.matches.clock.time_terms import check_terms, describe_terms, format_terms
from adjudicator.services.matches.opening.lobby import HOUSE, OPEN, MatchSetup, build_setup, with_greeting
from adjudicator.services.refused_error import RefusedError
from adjudicator.texts.facts.letter_facts import TermsFacts
from adjudicator.texts.language.language import N_
from adjudicator.web.forms.time_form import TimeForm

BY_MAIL = "mail"
NOBODY = "nobody"
NO_GUEST = N_("Write the address of the person you want to play against, or choose another opponent.")


@dataclass(frozen=True, slots=True)
class Guest:
    """The choice for one of the other seats."""

    kind: str = BY_MAIL
    address: str = ""


@dataclass(slots=True)
class FilledForm:
    """The form as it was filled in, with its errors by field.

    The first opponent, time and privacy are asked for every game. What depends on the game has its name in front of the
    fields' names, because the form shows all games at once.
    """

    rules: Rules
    guests: list[Guest]
    time: TimeForm = field(default_factory=TimeForm)
    preset: str = ""
    options: dict[str, str] = field(default_factory=dict)
    """The option values by key; an empty one stands for the preset's value."""
    private: bool = False
    """Whether only its players may see the match."""
    greeting: str = ""
    """A line for the invitation."""
    faults: dict[str, str] = field(default_factory=dict)
    refusal: Refusal | None = None
    """Why the service refuses such a match."""

    @classmethod
    def empty(cls, rules: Rules) -> FilledForm:
        """Make the form with its defaults."""
        others = rules.seats.stop - 2
        least = rules.seats.start - 1
        guests = [Guest(BY_MAIL if number < least else NOBODY) for number in range(others)]
        return cls(rules, guests, preset=next(iter(rules.presets), ""))

    def play_house(self) -> None:
        """Fill the seats that the game needs with the house player."""
        least = self.rules.seats.start - 1
        self.guests = [Guest(HOUSE if number < least else NOBODY) for number in range(len(self.guests))]

    @classmethod
    def sent(cls, rules: Rules, form: Mapping[str, str]) -> FilledForm:
        """Read the form that was sent."""
        guests = [
            Guest(form.get(f"{before}kind-{number}", unsaid), form.get(f"{before}address-{number}", "").strip())
            for number in range(1, rules.seats.stop - 1)
            for before in ("" if number == 1 else f"{rules.name}-",)
            for unsaid in ("" if number < rules.seats.start else NOBODY,)
        ]
        return cls(
            rules,
            guests,
            time=TimeForm.sent(form),
            private="private" in form,
            greeting=form.get("greeting", "").strip(),
            preset=form.get(f"{rules.name}-preset", ""),
            options={option.key: form.get(f"{rules.name}-option-{option.key}", "") for option in rules.options},
        )

    @property
    def others(self) -> list[tuple[int, Guest]]:
        """The opponents after the first, by number."""
        return list(enumerate(self.guests[1:], 2))

    @property
    def required(self) -> int:
        """How many of the opponents the game needs."""
        return self.rules.seats.start - 1

    @property
    def more_players(self) -> list[Guest]:
        """The opponents whom the game does not need, as far as they were chosen."""
        return [guest for number, guest in self.others if number > self.required and guest.kind != NOBODY]

    @property
    def changed_options(self) -> dict[str, str]:
        """The options that were chosen besides the preset."""
        return {key: value for key, value in self.options.items() if value}

    @property
    def unusual_rules(self) -> bool:
        """Whether the folded part with the rules differs from the usual."""
        return bool(self.changed_options) or self.preset not in ("", next(iter(self.rules.presets), ""))

    def terms(self) -> TermsFacts | None:
        """Describe the time as it was filled in; None if it is invalid."""
        days, order = self.time.read()
        try:
            return describe_terms(check_terms(newest_engine(self.rules.name), len(self.guests) + 1, days, order))
        except RefusedError:
            return None

    def wish(self) -> MatchSetup | None:
        """Convert the form to a setup; None if it is invalid, and then `faults` or `refusal` say why."""
        opponents = [self._opponent(number, guest) for number, guest in enumerate(self.guests, 1)]
        options = self._options()
        days, terms = self.time.read()
        if self.faults or self.time.fault:
            return None
        if self.private and OPEN in opponents:
            self.refusal = Refusal.of(RefusalKey.BAD_NEW, why="private_open", given=self.rules.name)
            return None
        try:
            wish = build_setup(self.rules.name, [one for one in opponents if one], options, days, terms)
            return with_greeting(replace(wish, private=self.private), self.greeting)
        except RefusedError as fault:
            self.refusal = fault.refusal
            return None

    def _opponent(self, number: int, guest: Guest) -> str:
        if guest.kind in (HOUSE, OPEN):
            return guest.kind
        if guest.kind == NOBODY:
            return ""
        try:
            return check_address(guest.address)
        except SenderFault:
            self.faults[f"{self.rules.name}-address-{number}" if number > 1 else "address-1"] = NO_GUEST
            return ""

    def _options(self) -> dict[str, str | int]:
        chosen = dict(self.rules.presets.get(self.preset, {}))
        for option in self.rules.options:
            text = self.options.get(option.key, "").strip()
            if not text:
                continue
            try:
                chosen[option.key] = option.read(text)
            except BadOption as fault:
                self.faults[f"{self.rules.name}-option-{option.key}"] = ", ".join(fault.expected)
        return chosen


def format_setup(wish: MatchSetup, rules: Rules, language: str) -> str:
    """Write a setup as the lines of a letter."""
    options = [
        f"{option.key}={wish.options[option.key]}"
        for option in rules.options
        if wish.options[option.key] != option.default
    ]
    private = ["private"] if wish.private else []
    words = ["new", rules.name, *private, "with", *wish.opponents, *options]
    words += [format_terms(wish.agreed or wish.terms), f"language={language}"]
    greeting = [f"{GREETING_WORDS[language][0]}: {wish.greeting}"] if wish.greeting else []
    return "\n".join((" ".join(words), *greeting))


def field_value(name: str) -> str:
    """Read one line of the form that was sent."""
    return " ".join(request.form.get(name, "").split())
