"""Names and the word before them, in the languages where they depend on each other."""

from __future__ import annotations

import pytest
from markupsafe import Markup

from adjudicator.texts.language.fitted_names import fit_names
from adjudicator.texts.language.language import LANGUAGES, language_for
from testkit.cases import check_cases

SENTENCES = {
    ("fr", "de %(name)s"): {
        "Odette": "d\u2019Odette", "Bob": "de Bob", "Élodie": "d\u2019Élodie", "Hélène": "d\u2019Hélène",
        "Hans": "de Hans",
        "Yves": "d\u2019Yves", "Yann": "de Yann", "A3": "de A3", "O": "de O", "8 jours": "de 8 jours",
        "La Maison": "de la Maison", "La Roche": "de La Roche", "": "de ",
    },
    ("fr", "Celui que %(name)s joue"): {"Anna": "Celui qu\u2019Anna joue", "Bob": "Celui que Bob joue"},
    ("fr", "%(name)s a joué"): {"La Maison": "La Maison a joué", "Anna": "Anna a joué"},
    ("fr", "À %(name)s de jouer"): {"La Maison": "À la Maison de jouer", "Anna": "À Anna de jouer"},
    ("fr", "Place 1, %(name)s : 3"): {"La Maison (2)": "Place 1, la Maison (2) : 3"},
    ("it", "Tocca a %(name)s"): {
        "Anna": "Tocca ad Anna", "Elena": "Tocca a Elena", "La Casa": "Tocca alla Casa",
        "A3": "Tocca ad A3", "E3": "Tocca a E3", "A C4": "Tocca a A C4",
    },
    ("it", "A %(name)s"): {"Anna": "Ad Anna", "La Casa": "Alla Casa"},
    ("it", "Bob e %(name)s"): {"Elena": "Bob ed Elena", "Anna": "Bob e Anna", "La Casa": "Bob e la Casa"},
    ("it", "Il turno di %(name)s"): {"Anna": "Il turno di Anna", "La Casa": "Il turno della Casa"},
    ("it", "Sei via il %(name)s"): {"8 dicembre": "Sei via l\u20198 dicembre", "3 dicembre": "Sei via il 3 dicembre"},
    ("it", "Dal %(name)s"): {"8 maggio": "Dall\u20198 maggio"},
    ("it", "dal %(name)s"): {"11 marzo": "dall\u201911 marzo", "18 marzo": "dal 18 marzo", "8": "dal 8"},
    ("it", "fino al %(name)s"): {"8 maggio 2027": "fino all\u20198 maggio 2027"},
    ("nl", "van %(name)s"): {"Het Huis": "van het Huis", "Het Huis, Bob": "van Het Huis, Bob", "Odette": "van Odette"},
    ("de", "von %(name)s"): {"Odette": "von Odette", "Haus": "von Haus"},
}  # fmt: skip


def test_a_name_fits_into_its_sentence() -> None:
    with check_cases() as case:
        for (language, sentence), names in SENTENCES.items():
            for name, said in names.items():
                with case(language, sentence, name):
                    text, values = (
                        fit_names(language, sentence, {"name": name})
                        if language != "de"
                        else (sentence, {"name": name})
                    )
                    assert text % values == said


def test_a_name_in_html_stays_escaped_and_keeps_its_tags() -> None:
    text, values = fit_names("fr", "de %(name)s", {"name": Markup("<b>Odette</b>")})
    assert Markup(text) % values == "d\u2019<b>Odette</b>"
    text, values = fit_names("fr", "de %(name)s", {"name": Markup("<b>La Maison</b>")})
    assert Markup(text) % values == "de <b>la Maison</b>"
    text, values = fit_names("fr", "de %(name)s", {"name": "<Odette>"})
    assert Markup(text) % values == "de &lt;Odette&gt;"


@pytest.mark.parametrize("language", LANGUAGES)
def test_templates_fit_names(language: str) -> None:
    environment = language_for(language).environment
    said = environment.from_string('{{ _("%(name)s\'s porter", name=name) }}').render(name="Odette")
    assert said.endswith({"fr": "d\u2019Odette", "en": "Odette's porter"}.get(language, " Odette"))
