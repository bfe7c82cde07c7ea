"""The window."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from viewer.cli import arguments
from viewer.cli.qt_probe import cannot_show
from viewer.cli.status import Status
from viewer.program import PROGRAM, program_version

_RENDER = "carla-replay-viewer render FILE -o picture.png"


def make_parser(program: str) -> argparse.ArgumentParser:
    """Return the parser of the window's arguments."""
    parser = argparse.ArgumentParser(
        program,
        description="Replay a recording of the CARLA simulator.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "files",
        nargs="*",
        type=Path,
        metavar="FILE",
        help="the recording to open; of several the first, Alt+PgDn goes on to the next; a folder is offered",
    )
    arguments.add(parser, "--at", "--select")
    parser.add_argument("--follow", action="store_true", help="let the map follow the selected actor")
    arguments.add(parser, "--roads", "--routes")
    parser.add_argument("--sample", action="store_true", help="open the sample that ships with the program")
    parser.add_argument("--version", action="store_true", help="show the version and exit")
    return parser


def run(options: argparse.Namespace) -> int:
    """Show the window until it is closed."""
    if options.version:
        print(PROGRAM, program_version())
        return Status.FINE
    if refusal := cannot_show(_RENDER):
        print(refusal, file=sys.stderr)
        return Status.WRONG_USAGE
    os.environ.setdefault(
        "OPENBLAS_NUM_THREADS", "1"
    )  # numpy would start one for each core, for nothing here
    from viewer.ui.quick_imports import import_quickly

    import_quickly()
    from viewer.ui.app import run_window
    from viewer.ui.state.open_request import OpenRequest

    request = OpenRequest(options.at, options.select, options.select if options.follow else None)
    return run_window(
        options.files, request, sample=options.sample, roads=options.roads, routes=options.routes
    )
