"""Command ``mcp``: answer a coding agent's questions about recordings, by the Model Context Protocol."""

from __future__ import annotations

import argparse
from pathlib import Path

from viewer.cli import arguments
from viewer.cli.terminal import Status
from viewer.export.errors import ExportError, require

_EXTRA = "agent"
PARSER = arguments.parser(
    "Answer a coding agent's questions about the recordings below the folders, over standard input and "
    "output by the Model Context Protocol. Nothing outside the folders is read, and nothing is written but "
    "the tables of the library.",
    ("folders", {"nargs": "+", "type": Path, "metavar": "FOLDER", "help": "a folder with recordings"}),
    ("--library", {
        "type": Path, "metavar": "FOLDER",
        "help": "folder for the tables (default: in the user's cache folder)",
    }),
    epilog="An agent starts the command itself: it is told the command line once, such as "
    '{"command": "carla-replay-viewer", "args": ["mcp", "/runs"]}.',
)  # fmt: skip


def run(options: argparse.Namespace) -> int:
    """Answer questions until standard input ends, and return the exit status."""
    require(_EXTRA, ("mcp",), "mcp")
    from viewer.agent.answers import AnswerError
    from viewer.agent.runs import Runs
    from viewer.agent.server import serve

    try:
        runs = Runs(options.folders, options.library)
    except AnswerError as error:
        raise ExportError(str(error).rstrip(".")) from error
    serve(runs)
    return Status.FINE
