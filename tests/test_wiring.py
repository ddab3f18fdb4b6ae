"""A host's own printed parts of games take the place of ours, or are refused in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.bootstrap import load_component_files, open_dkim_signer
from adjudicator.config.env_reader import BadSetting
from adjudicator.config.settings import Settings
from adjudicator.engines import registry
from adjudicator.engines.contract import AnyEngine, opaque
from adjudicator.engines.registry import engine_for
from testkit.engines.shafts import SHAFTS, Shafts
from testkit.mail.dkim_keys import RSA


class Printed(Shafts):
    """A game with printed parts, of which any text but "torn" will do."""

    def __init__(self, text: str = "ours") -> None:
        self.text = text

    def with_components(self, text: str, origin: str) -> Printed:
        if text == "torn":
            raise ValueError(f"{origin}: line 1: torn")
        return Printed(text)


@pytest.fixture(params=[opaque(Printed()), opaque(SHAFTS)], ids=["with parts", "without parts"])
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> AnyEngine:
    given: AnyEngine = request.param
    installed = {given.rules.key: given}
    monkeypatch.setattr(registry, "_installed", lambda: installed)
    return given


@pytest.mark.parametrize("engine", [opaque(Printed())], indirect=True)
def test_a_file_of_the_host_takes_the_place_of_ours(engine: AnyEngine, tmp_path: Path) -> None:
    (tmp_path / "shafts.toml").write_text("theirs")
    load_component_files(tmp_path)
    found: object = engine_for("shafts/1")
    assert isinstance(found, Printed)
    assert found.text == "theirs"


@pytest.mark.parametrize(
    ("engine", "name", "text", "right"),
    [
        (Printed(), "shafts.toml", "torn", "shafts.toml: line 1: torn"),
        (Printed(), "chess.toml", "", "no game is called chess"),
        (SHAFTS, "shafts.toml", "", "has no parts that could be replaced"),
    ],
    indirect=["engine"],
)
def test_a_file_that_cannot_be_used_is_refused_in_one_line(
    engine: AnyEngine, tmp_path: Path, name: str, text: str, right: str
) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(BadSetting, match=right) as fault:
        load_component_files(tmp_path)
    assert str(tmp_path / name) in str(fault.value)
    assert "\n" not in str(fault.value)
    assert engine_for("shafts/1") is engine


def test_a_folder_that_does_not_exist_changes_nothing(engine: AnyEngine, tmp_path: Path) -> None:
    load_component_files(tmp_path / "nowhere")
    assert engine_for("shafts/1") is engine


def with_key(environ: dict[str, str], path: Path) -> Settings:
    return Settings.read(environ | {"ADJUDICATOR_DKIM_KEY": str(path), "ADJUDICATOR_MAIL_DOMAIN": "club.example"})


def test_letters_are_signed_with_the_hosts_key_for_his_domain(environ: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "dkim.pem"
    path.write_text(RSA)
    sealer = open_dkim_signer(with_key(environ, path))
    assert sealer is not None
    assert sealer.record_name == "adjudicator._domainkey.club.example"


def test_without_a_key_letters_go_out_as_they_are(settings: Settings) -> None:
    assert open_dkim_signer(settings) is None


@pytest.mark.parametrize("text", [None, "", RSA[:900], "kä"])
def test_a_key_that_cannot_be_used_is_refused_in_one_line(
    environ: dict[str, str], tmp_path: Path, text: str | None
) -> None:
    path = tmp_path / "dkim.pem"
    if text is not None:
        path.write_text(text)
    with pytest.raises(BadSetting, match=r"ADJUDICATOR_DKIM_KEY=.*dkim\.pem: ") as fault:
        open_dkim_signer(with_key(environ, path))
    assert "\n" not in str(fault.value)
    assert not text or text not in str(fault.value)
