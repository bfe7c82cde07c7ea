"""Puts into the wheel what a desktop is told of the program: pip installs it below its prefix."""

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))
from shares import read_owner, shares


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
