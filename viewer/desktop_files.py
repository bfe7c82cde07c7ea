"""Files that tell a Linux desktop about the program: menu entry, MIME type, icons, thumbnailer, man page.

Their paths follow freedesktop.org's specifications, below the data folder of the user or the system.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from string import Template

from viewer.program import PROGRAM, resource

TYPE = "application/x-carla-recording"
"""MIME type of recordings of CARLA, for the desktop."""
ICON = TYPE.replace("/", "-")
"""Name of the icon that desktops show for recordings."""
_UPDATES = {
    "update-mime-database": ("mime", "mime/packages", "recordings get their type"),
    "update-desktop-database": ("applications", "applications", "recordings are opened with the program"),
}
"""Programs that update desktop databases: argument, folder that must exist, and what the update achieves.

Argument and folder are paths relative to the user's data folder.
"""


def data_home() -> Path:
    """Return the user's data folder for desktop files: ``XDG_DATA_HOME``, or ``~/.local/share``."""
    folder = Path(os.environ.get("XDG_DATA_HOME", ""))
    return folder if folder.is_absolute() else Path.home() / ".local" / "share"


def desktop_files(identifier: str = PROGRAM, program: str = PROGRAM) -> Iterator[tuple[str, bytes]]:
    """Yield the path, relative to a data folder, and the content of each file for the desktop.

    Args:
        identifier: id under which desktops know the program.
        program: path of the program, or its name if that is on the PATH of every desktop.
    """
    values = {"id": identifier, "type": TYPE, "icon": ICON}
    values |= {"command": _escaped(_as_argument(program)), "program": _escaped(program)}

    def filled(name: str) -> bytes:
        """Return the content of the template file ``name`` with its placeholders replaced."""
        text = resource(f"desktop/{name}").read_text(encoding="utf-8")
        return os.fsencode(Template(text).substitute(values))

    yield f"applications/{identifier}.desktop", filled("program.desktop")
    yield f"thumbnailers/{identifier}.thumbnailer", filled("program.thumbnailer")
    yield f"mime/packages/{identifier}.xml", filled("recording.xml")
    yield f"icons/hicolor/scalable/apps/{identifier}.svg", resource("icons/app.svg").read_bytes()
    yield f"icons/hicolor/scalable/mimetypes/{ICON}.svg", resource("desktop/recording.svg").read_bytes()
    yield f"man/man1/{PROGRAM}.1", resource(f"desktop/{PROGRAM}.1").read_bytes()


def install(program: Path) -> Iterator[Path]:
    """Write the menu entry, icons and other desktop files into the user's data folder, and yield their paths.

    A path is yielded after its file is written.
    """
    for name, content in desktop_files(program=str(program)):
        path = data_home() / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        yield path


def remove() -> Iterator[Path]:
    """Delete the user's menu entry, icons and other desktop files; yield the path of each that existed."""
    for name, _ in desktop_files():
        path = data_home() / name
        with suppress(FileNotFoundError):
            path.unlink()
            yield path


def update() -> Iterator[str]:
    """Update the desktop's databases; yield a sentence for each program for this that is not installed.

    Folders for the program's files below the user's data folder are deleted if they are empty afterwards.
    """
    for name, (argument, folder, purpose) in _UPDATES.items():
        if shutil.which(name) is None:
            yield f"{name} is not installed: {purpose} only after it was run."
        elif (data_home() / folder).is_dir():
            subprocess.run([name, data_home() / argument], check=True)  # noqa: S603 - a constant name
    for name, _ in desktop_files():
        with suppress(OSError):  # not empty, or does not exist
            for parent in list(Path(name).parents)[:-1]:
                (data_home() / parent).rmdir()


def _as_argument(word: str) -> str:
    """Return ``word`` quoted as one argument of the key ``Exec`` in a desktop entry."""
    quoted = re.sub(r'(["`$\\])', r"\\\1", word.replace("%", "%%"))
    return quoted if re.fullmatch(r"[\w./+-]+", quoted) else f'"{quoted}"'


def _escaped(text: str) -> str:
    """Return ``text`` escaped as a value in a desktop entry."""
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t")
