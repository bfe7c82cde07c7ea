"""The line of Python that shows a recording in the simulator."""

from __future__ import annotations

import argparse
from pathlib import Path

from viewer.cli import arguments
from viewer.cli.recordings import files_of, for_each
from viewer.export.errors import ExportError
from viewer.export.part import times_between
from viewer.recording.index import RecordingIndex
from viewer.replay.time.server_call import LEAD, ServerFolder, replay_call, server_path


def _folder(text: str) -> ServerFolder:
    local, equals, server = text.partition("=")
    if not local or not equals or not server:
        raise argparse.ArgumentTypeError(f"'{text}' is no pair of folders: give FOLDER=THERE")
    return ServerFolder(str(Path(local).absolute()), server)


PARSER = arguments.parser(
    "Print the line of Python that shows recordings in the simulator: all of it, or from "
    f"{LEAD:g} s before a moment, or a range.",
    "files",
    ("--at", {"help": f"from {LEAD:g} s before TIME: seconds, '#FRAME' or collision:N"}),
    "--range",
    ("--follow", {"help": f"let the spectator follow this actor: {arguments.ACTOR_HELP}"}),
    ("--server", {
        "type": _folder, "action": "append", "default": [], "metavar": "FOLDER=THERE",
        "help": "where the simulator sees the files of a folder; can be given again",
    }),
)  # fmt: skip


def run(options: argparse.Namespace) -> int:
    """Print; return the exit status."""
    if options.at is not None and options.range[0] is not None:
        raise ExportError("--at and --range exclude each other")
    return for_each(files_of(options.files), lambda index, _progress: _call(index, options))


def _call(index: RecordingIndex, options: argparse.Namespace) -> str:
    path = server_path(index.path.absolute(), options.server)
    first, last = times_between(index, options.at or options.range[0], options.range[1])
    follow = None
    if options.follow is not None:
        row = options.follow.row(index.actors, index.frame_at(first))
        follow = int(index.actors.actor_id[row])
    if options.at is not None:
        return replay_call(path, first - LEAD, None, follow)
    return replay_call(path, first, None if options.range[1] is None else last, follow)
