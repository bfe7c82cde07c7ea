"""The window, and whether Qt can start here: asked before it is imported, or it ends in a traceback."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path

from viewer import qt_needs
from viewer.cli import arguments
from viewer.cli.terminal import Status
from viewer.file_error import printable
from viewer.program import PROGRAM, program_version

_RENDER = "render FILE -o picture.png"


def make_parser(lines: Sequence[str] = ()) -> argparse.ArgumentParser:
    """Return the parser of the window's arguments; the lines stand below its help."""
    files = "the recording to open; of several the first, Alt+PgDn goes on to the next; a folder is offered"
    flag = {"action": "store_true"}
    made = arguments.parser(
        "Replay a recording of the CARLA simulator.",
        ("files", {"nargs": "*", "help": files}),
        "--at",
        "--select",
        ("--follow", flag | {"help": "let the map follow the selected actor"}),
        "--roads",
        "--routes",
        ("--sample", flag | {"help": "open the sample that ships with the program"}),
        ("--new-window", flag | {"help": "open a window of its own, though an empty one is there"}),
        ("--version", flag | {"help": "show the version and exit"}),
        lines=lines,
    )
    made.prog = PROGRAM
    return made


def run(options: argparse.Namespace) -> int:
    """Show the window until it is closed."""
    if options.version:
        print(PROGRAM, program_version())
        return Status.FINE
    missing = [path for path in options.files if not os.path.lexists(path)]
    if missing:
        print(f"{printable(missing[0])}: there is no such file or folder.", file=sys.stderr)
        return Status.WRONG_USAGE
    if refusal := cannot_show():
        print(refusal, file=sys.stderr)
        return Status.WRONG_USAGE
    os.environ.setdefault(
        "OPENBLAS_NUM_THREADS", "1"
    )  # numpy would start one for each core, for nothing here
    from viewer.ui.quick_imports import import_quickly

    import_quickly()
    from viewer.ui.single_instance import hand_over

    if options.files and _is_plain(options) and hand_over(options.files):
        return Status.FINE
    from viewer.ui.app import run_window
    from viewer.ui.state.open_request import OpenRequest

    request = OpenRequest(options.at, options.select, options.select if options.follow else None)
    return run_window(
        options.files, request, sample=options.sample, roads=options.roads, routes=options.routes
    )


def _is_plain(options: argparse.Namespace) -> bool:
    """Return whether nothing is asked for but recordings."""
    return vars(options) | {"files": []} == vars(make_parser().parse_args([]))


def cannot_show() -> str:
    """Say what keeps Qt from showing a window, and what to do about it; nothing when it can."""
    from viewer.installation import own_name

    return _missing(qt_needs.named(os.environ)) or qt_needs.no_window(os.environ, f"{own_name()} {_RENDER}")


def ready_to_draw() -> bool:
    """Let Qt draw without a display; or say what keeps it from that and what to do about it."""
    if refusal := _missing():
        print(refusal, file=sys.stderr)
        return False
    # The picture must not depend on the screen that happens to be there.
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from viewer.ui.quick_imports import import_quickly

    import_quickly()
    return True


def _missing(kinds: Iterable[str] = ()) -> str:
    """Return which libraries of the system Qt lacks; other builds of it than a wheel know theirs."""
    found = find_spec("PySide6")
    if found is None or found.origin is None or not (Path(found.origin).parent / "Qt").is_dir():
        return ""
    lacking = qt_needs.missing(kinds)
    return qt_needs.advice(lacking) if lacking else ""
