"""Puts into packages what is made for them: texts in other languages, and the README with addresses."""

import re
import subprocess
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.core import load_toml
from hatchling.metadata.plugin.interface import MetadataHookInterface

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


class ReadmeHook(MetadataHookInterface):
    """Sets the description of packages: the README, whose links then also work outside a checkout."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Make links to files addresses below the owner's homepage; plain text as long as there is none."""
        home = load_toml(str(ROOT / "packaging" / "desktop" / "owner.toml"))["homepage"]
        text = (ROOT / "README.md").read_text(encoding="utf-8")
        for mark, view in (("!", "raw"), ("", "blob")):
            link = rf"{mark}[\1]({home}/{view}/HEAD/\2)" if home else r"\1"
            text = re.sub(rf"(?<!!){mark}\[([^\]]*)\]\((?!\w+:)([^)]*)\)", link, text)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
