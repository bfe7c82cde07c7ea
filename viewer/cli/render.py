"""Drawing a picture without a display."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from viewer.cli import arguments
from viewer.cli.qt_probe import ready_to_draw
from viewer.cli.status import Status, status_of
from viewer.export.errors import ExportError
from viewer.file_error import printable
from viewer.logfile.errors import RecordingError
from viewer.recording.actor_name import ActorNotFoundError
from viewer.replay.time.moment import MomentError

_DEFAULT_SIZE = (1600, 1000)


def make_parser(program: str) -> argparse.ArgumentParser:
    """Return the parser of this command's arguments."""
    parser = argparse.ArgumentParser(program, description="Draw a moment of a recording to a picture.")
    arguments.add(parser, "file")
    parser.add_argument(
        "-o", "--output", type=Path, required=True, metavar="OUT.png", help="the picture to write"
    )
    arguments.add(parser, "--at", "--select")
    arguments.add(parser, "--size", default=_DEFAULT_SIZE)
    arguments.add(parser, "--window")
    arguments.add(parser, "--center", help="what is in the middle of the map")
    arguments.add(parser, "--span", "--roads", "--routes", "--theme")
    return parser


def run(options: argparse.Namespace) -> int:
    """Draw; return the exit status."""
    if not ready_to_draw():
        return Status.WRONG_USAGE
    from viewer.ui.render import PictureError, RenderRequest, draw
    from viewer.ui.widgets.quiet import without_expected_messages

    picture = RenderRequest(
        moment=options.at,
        actor=options.select,
        size=options.size,
        window=options.window,
        center=options.center,
        span=options.span,
        theme=options.theme,
        roads=options.roads,
        routes=tuple(options.routes),
    )
    try:
        with without_expected_messages():
            index = draw(options.file, picture, options.output)
    except RecordingError as error:
        print(error.line(), file=sys.stderr)
        return Status.NOTHING
    except (ActorNotFoundError, MomentError, PictureError) as error:
        raise ExportError(f"{printable(options.file.name)}: {error}") from error
    for problem in index.problems:
        print(f"{printable(options.file.name)}: {problem.what}; {problem.action}.", file=sys.stderr)
    return status_of(index)
