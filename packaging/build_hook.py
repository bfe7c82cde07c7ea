"""Puts into the wheel what is made for it: texts in other languages, as Qt reads them."""

import subprocess
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parents[1]


class TranslationsHook(BuildHookInterface[Any]):
    """Writes the files where the build finds them."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name the files for the wheel; an editable one has none."""
        qt = find_spec("PySide6")
        if version == "editable" or qt is None or qt.origin is None:
            return  # the program makes the texts when it is first started
        self._folder = tempfile.TemporaryDirectory()  # goes with the hook, when the wheel has been built
        program = Path(qt.origin).with_name("lrelease")
        for source in (ROOT / "resources" / "i18n").glob("*.ts"):
            made = Path(self._folder.name, source.with_suffix(".qm").name)
            subprocess.run([program, "-silent", source, "-qm", made], check=True)
            build_data["force_include"][str(made)] = f"viewer/_resources/i18n/{made.name}"
