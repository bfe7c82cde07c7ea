"""Drawing a picture without a display."""

from __future__ import annotations

import argparse
import sys

from viewer.cli import arguments
from viewer.cli.terminal import Status, status_of
from viewer.cli.window import ready_to_draw
from viewer.export.errors import ExportError
from viewer.file_error import printable
from viewer.logfile.errors import RecordingError
from viewer.recording.actor_name import ActorNotFoundError
from viewer.replay.time.moment import MomentError

PARSER = arguments.parser(
    "Draw a moment of a recording to a picture.",
    "file",
    ("-o --output", {"metavar": "OUT.png", "help": "the picture to write"}),
    "--at",
    "--select",
    ("--size", {"default": (1600, 1000)}),
    "--window",
    ("--center", {"help": "what is in the middle of the map"}),
    *("--span", "--roads", "--routes", "--theme"),
)


def run(options: argparse.Namespace) -> int:
    """Draw; return the exit status."""
    if not ready_to_draw():
        return Status.WRONG_USAGE
    from viewer.ui.render import PictureError, RenderRequest, draw, without_expected_messages

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
