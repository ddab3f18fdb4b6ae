"""The part of a form that asks a visitor who has not signed in for their address."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.mail.errors import SenderFault
from adjudicator.mail.trust.from_header import check_address
from adjudicator.texts.language.language import N_
from adjudicator.web.forms.new_match_form import field_value

NO_ADDRESS = N_("That is no mail address we can write to. It should look like anna@example.org.")


@dataclass(slots=True)
class Asker:
    """A visitor who has not signed in: their address has to confirm by mail before anything is done in its name."""

    address: str
    name: str
    fault: str = ""

    @classmethod
    def sent(cls) -> Asker:
        """Read name and address from the form that was sent."""
        typed = field_value("address")
        try:
            return cls(check_address(typed), field_value("name"))
        except SenderFault:
            return cls(typed, field_value("name"), NO_ADDRESS)


NOBODY = Asker("", "")
