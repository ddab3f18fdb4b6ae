"""What a build adds to the files as they stand: compiled catalogs, and the templates inside the package."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def compile_catalogs(root: Path) -> list[Path]:
    """Write every catalog of the package in the form that gettext reads, beside its source."""
    written = []
    for source in sorted(root.glob("adjudicator/locale/*/LC_MESSAGES/*.po")):
        compiled = source.with_suffix(".mo")
        with source.open("rb") as text, compiled.open("wb") as out:
            write_mo(out, read_po(text))
        written.append(compiled)
    return written


class Hook(BuildHookInterface[Any]):
    """Runs before every build, editable ones too."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the catalogs; lay the templates into a wheel. An editable install reads them where they are."""
        compile_catalogs(Path(self.root))
        if self.target_name == "wheel" and version == "standard":
            build_data["force_include"][str(Path(self.root, "templates"))] = "adjudicator/templates"


if __name__ == "__main__":
    compile_catalogs(Path(__file__).parent)
