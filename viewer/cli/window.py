"""The window."""

from __future__ import annotations

import argparse
import os
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from viewer.cli import arguments
from viewer.cli.status import Status


def make_parser(program: str) -> argparse.ArgumentParser:
    """Return the parser of the window's arguments."""
    parser = argparse.ArgumentParser(
        program,
        description="Replay a recording of the CARLA simulator.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help="the recording to open")
    arguments.add_moment_and_actor(parser)
    parser.add_argument("--follow", action="store_true", help="let the map follow the selected actor")
    parser.add_argument("--roads", type=Path, metavar="MAP.xodr", help="the town's OpenDRIVE file")
    parser.add_argument("--sample", action="store_true", help="open the sample that ships with the program")
    parser.add_argument("--version", action="version", version=f"%(prog)s {_version()}")
    return parser


def run(options: argparse.Namespace) -> int:
    """Show the window until it is closed."""
    if not _has_display():
        print(
            "There is no display to show a window on. To draw a picture without one:\n"
            "  carla-replay-viewer render FILE -o picture.png",
            file=sys.stderr,
        )
        return Status.WRONG_USAGE
    from viewer.ui.app import run_window
    from viewer.ui.state.open_request import OpenRequest

    wish = OpenRequest(options.at, options.select, options.select if options.follow else None)
    return run_window(options.file, wish, sample=options.sample, roads=options.roads)


def _version() -> str:
    try:
        return version("carla-replay-viewer")
    except PackageNotFoundError:
        return "(not installed)"


def _has_display() -> bool:
    if sys.platform in ("win32", "darwin") or os.environ.get("QT_QPA_PLATFORM"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
