"""What a build adds to the files as they stand: compiled catalogs, and the templates inside the package."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def compile_catalogs(root: Path) -> None:
    """Write every catalog of the package in the form that gettext reads, beside its source."""
    for source in sorted(root.glob("adjudicator/locale/*/LC_MESSAGES/*.po")):
        # Under another name first: a program that runs meanwhile reads the old one or the new one, never a half.
        draft = source.with_suffix(".draft")
        with source.open("rb") as text, draft.open("wb") as out:
            write_mo(out, read_po(text))
        draft.rename(source.with_suffix(".mo"))


class Hook(BuildHookInterface[Any]):
    """Runs before every build, editable ones too."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the catalogs, and lay into a wheel what an editable install reads where it is."""
        root = Path(self.root)
        compile_catalogs(root)
        if self.target_name == "wheel" and version == "standard":
            for name in ("templates", "Procfile", "tools"):
                build_data["force_include"][str(root / name)] = f"adjudicator/{name}"


if __name__ == "__main__":
    compile_catalogs(Path(__file__).parent)
