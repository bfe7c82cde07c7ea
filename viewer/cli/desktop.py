"""Telling the desktop of this user about the program, and taking that back."""

from __future__ import annotations

import argparse
import subprocess
import sys

from viewer import desktop_files
from viewer.cli import arguments
from viewer.cli.terminal import Status
from viewer.export.errors import ExportError
from viewer.file_error import printable
from viewer.installation import launcher

PARSER = arguments.parser(
    "Tell this user's desktop of the program: an entry of its menu, the type of recordings, what opens them "
    "and draws their thumbnails, icons and the man page. All lies below XDG_DATA_HOME, or "
    "~/.local/share.",
    [
        ("--install", {"action": "store_true", "help": "write the files, and list them"}),
        ("--remove", {"action": "store_true", "help": "delete these files, and list them"}),
    ],
)


def run(options: argparse.Namespace) -> int:
    """Write or delete; list each file on standard output, and say what remains to be done."""
    if sys.platform in ("win32", "darwin"):
        raise ExportError("desktop: Windows and macOS are told of the program by its installer")
    if not options.install and not options.remove:
        raise ExportError("desktop: give --install or --remove")
    program = launcher()
    if options.install and program is None:
        raise ExportError("desktop: the program is not installed: there is no file that starts it")
    done = desktop_files.install(program) if options.install and program else desktop_files.remove()
    for path in done:
        print(printable(path))
    try:
        for missing in desktop_files.update():
            print(missing, file=sys.stderr)
    except subprocess.CalledProcessError as error:  # it has said why
        raise ExportError(f"{error.cmd[0]} ended with status {error.returncode}") from error
    return Status.FINE
