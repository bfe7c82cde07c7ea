"""Start of the window, after a check whether Qt can be loaded: a missing library would end in a traceback."""

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
    """Return the argument parser of the window; ``lines`` are printed below its help."""
    files = "the recording to open; of several, the first (Alt+PgDn opens the next); of a folder, a list"
    made = arguments.parser(
        "Replay a recording of the CARLA simulator.",
        ("files", {"nargs": "*", "help": files}),
        "--at",
        "--select",
        ("--follow", arguments.FLAG | {"help": "let the map follow the selected actor"}),
        "--with",
        "--roads",
        "--routes",
        ("--sample", arguments.FLAG | {"help": "open the sample that ships with the program"}),
        ("--new-window", arguments.FLAG | {"help": "open a new window, even if an empty one is open"}),
        ("--version", arguments.FLAG | {"help": "show the version and exit"}),
        lines=lines,
    )
    made.prog = PROGRAM
    return made


def run(options: argparse.Namespace) -> int:
    """Show the window until it is closed, and return the exit status."""
    if options.version:
        print(PROGRAM, program_version())
        return Status.FINE
    given = [*options.files, *([] if options.other is None else [options.other])]
    missing = [path for path in given if not os.path.lexists(path)]
    if missing:
        print(f"{printable(missing[0])}: there is no such file or folder.", file=sys.stderr)
        return Status.WRONG_USAGE
    if refusal := cannot_show():
        print(refusal, file=sys.stderr)
        return Status.WRONG_USAGE
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy would start useless threads, one per core
    from viewer.ui.quick_imports import import_quickly

    import_quickly()
    from viewer.ui.single_instance import hand_over

    if options.files and _is_plain(options) and hand_over(options.files):
        return Status.FINE
    from viewer.ui.app import run_window
    from viewer.ui.state.open_request import OpenRequest

    other = None if options.other is None else options.other.absolute()
    request = OpenRequest(
        options.at, options.select, options.select if options.follow else None, reference=other
    )
    return run_window(
        options.files, request, sample=options.sample, roads=options.roads, routes=options.routes
    )


def _is_plain(options: argparse.Namespace) -> bool:
    """Return whether the options only name recordings to open in the window: all others are defaults."""
    return vars(options) | {"files": []} == vars(make_parser().parse_args([]))


def cannot_show() -> str:
    """Return as text why Qt cannot show a window, and what to do; empty if it can."""
    from viewer.installation import own_name

    return _missing(qt_needs.display_names(os.environ)) or qt_needs.why_no_window(
        os.environ, f"{own_name()} {_RENDER}"
    )


def ready_to_draw() -> bool:
    """Set Qt up for drawing without a display and return True; else print why, and return False."""
    if refusal := _missing():
        print(refusal, file=sys.stderr)
        return False
    # The picture must not depend on the screen.
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from viewer.ui.quick_imports import import_quickly

    import_quickly()
    return True


def _missing(kinds: Iterable[str] = ()) -> str:
    """Return a text about the system libraries that Qt needs but that are missing; empty if none is missing.

    It is also empty if PySide6 was not installed from a wheel. ``kinds`` are Qt's names of the platforms on
    which a window may open, such as ``xcb``; empty for drawing without a window.
    """
    found = find_spec("PySide6")
    if found is None or found.origin is None or not (Path(found.origin).parent / "Qt").is_dir():
        return ""
    lacking = qt_needs.missing(kinds)
    return qt_needs.advice(lacking) if lacking else ""
