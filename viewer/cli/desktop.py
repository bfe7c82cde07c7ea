"""Command ``desktop``: install or remove the program's menu entry, icons and file type."""

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
    "Add the program to this user's desktop: menu entry, file type of recordings, thumbnails, icons and the "
    "man page. All files are below XDG_DATA_HOME, or ~/.local/share.",
    [
        ("--install", arguments.FLAG | {"help": "write the files, and list them"}),
        ("--remove", arguments.FLAG | {"help": "delete these files, and list them"}),
    ],
)


def run(options: argparse.Namespace) -> int:
    """Install or remove the menu entry, icons and file type; print each path, and return the exit status."""
    if sys.platform in ("win32", "darwin"):
        raise ExportError("desktop: on Windows and macOS the installer adds the program to the desktop")
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
    except subprocess.CalledProcessError as error:  # the program has printed why
        raise ExportError(f"{error.cmd[0]} ended with status {error.returncode}") from error
    return Status.FINE
