"""What a desktop is told of the program: entry of the menu, type of recordings, icons, thumbnailer, man page.

The places are those of freedesktop.org's specifications, below the user's or the system's folder of data.
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
ICON = TYPE.replace("/", "-")
_UPDATES = {
    "update-mime-database": ("mime", "mime/packages", "recordings get their type"),
    "update-desktop-database": ("applications", "applications", "recordings are opened with the program"),
}
"""Programs that read what was written: their argument, the folder they read, and what is so afterwards."""


def data_home() -> Path:
    """Return the folder of the user's data, ``XDG_DATA_HOME``."""
    folder = Path(os.environ.get("XDG_DATA_HOME", ""))
    return folder if folder.is_absolute() else Path.home() / ".local" / "share"


def desktop_files(identifier: str = PROGRAM, program: str = PROGRAM) -> Iterator[tuple[str, bytes]]:
    """Yield the path below a folder of data, and the content, of each file.

    Args:
        identifier: by which desktops know the program.
        program: path of the program, or its name where that is on the search path of every desktop.

    """
    said = {"id": identifier, "type": TYPE, "icon": ICON}
    said |= {"command": _escaped(_as_argument(program)), "program": _escaped(program)}

    def filled(name: str) -> bytes:
        text = resource(f"desktop/{name}").read_text(encoding="utf-8")
        return os.fsencode(Template(text).substitute(said))

    yield f"applications/{identifier}.desktop", filled("program.desktop")
    yield f"thumbnailers/{identifier}.thumbnailer", filled("program.thumbnailer")
    yield f"mime/packages/{identifier}.xml", filled("recording.xml")
    yield f"icons/hicolor/scalable/apps/{identifier}.svg", resource("icons/app.svg").read_bytes()
    yield f"icons/hicolor/scalable/mimetypes/{ICON}.svg", resource("desktop/recording.svg").read_bytes()
    yield f"man/man1/{PROGRAM}.1", resource(f"desktop/{PROGRAM}.1").read_bytes()


def install(program: Path) -> Iterator[Path]:
    """Write all files for this user, and yield the path of each when it is written."""
    for name, content in desktop_files(program=str(program)):
        path = data_home() / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        yield path


def remove() -> Iterator[Path]:
    """Delete all files of this user, and yield the path of each that was there."""
    for name, _ in desktop_files():
        path = data_home() / name
        with suppress(FileNotFoundError):
            path.unlink()
            yield path


def update() -> Iterator[str]:
    """Let the desktop read what is there; yield a sentence for each program that this takes and is missing.

    Folders that nothing is in any more are deleted after that.
    """
    for name, (argument, folder, purpose) in _UPDATES.items():
        if shutil.which(name) is None:
            yield f"{name} is not installed: {purpose} only after it was run."
        elif (data_home() / folder).is_dir():
            subprocess.run([name, data_home() / argument], check=True)  # noqa: S603 - one of two names
    for name, _ in desktop_files():
        with suppress(OSError):  # something else is in it, or it was not there
            for parent in list(Path(name).parents)[:-1]:
                (data_home() / parent).rmdir()


def _as_argument(word: str) -> str:
    """Return ``word`` as one argument of the key Exec."""
    quoted = re.sub(r'(["`$\\])', r"\\\1", word.replace("%", "%%"))
    return quoted if re.fullmatch(r"[\w./+-]+", quoted) else f'"{quoted}"'


def _escaped(text: str) -> str:
    """Return ``text`` as the value of a key."""
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t")
