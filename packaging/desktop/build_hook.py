"""Puts into the wheel what is made for it.

That is what a desktop is told of the program, which pip installs below its prefix, and texts in other
languages as Qt reads them.
"""

import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))
from shares import ROOT, read_owner, shares


class DesktopHook(BuildHookInterface[Any]):
    """Writes the files where the build finds them."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name the files for the wheel; an editable one has none."""
        if version == "editable":
            return
        self._folder = tempfile.TemporaryDirectory()  # goes with the hook, when the wheel has been built
        for number, (path, content) in enumerate(shares(read_owner())):
            made = Path(self._folder.name, str(number))
            made.write_bytes(content)
            build_data["shared_data"][str(made)] = path
        qt = find_spec("PySide6")
        if qt is None or qt.origin is None:  # texts are made when the program is first started
            return
        program = Path(qt.origin).with_name("lrelease")
        for source in (ROOT / "resources" / "i18n").glob("*.ts"):
            made = Path(self._folder.name, source.with_suffix(".qm").name)
            subprocess.run([program, "-silent", source, "-qm", made], check=True)
            build_data["force_include"][str(made)] = f"viewer/_resources/i18n/{made.name}"
