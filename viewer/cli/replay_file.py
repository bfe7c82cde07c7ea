"""The line of Python that shows a recording in the simulator."""

from __future__ import annotations

import argparse
from pathlib import Path

from viewer.cli import arguments, questions
from viewer.cli.each import files_of, for_each
from viewer.export.errors import ExportError
from viewer.recording.index import RecordingIndex
from viewer.replay.time.moment import find_moment
from viewer.replay.time.server_call import LEAD, ServerFolder, replay_call, replay_range_call, server_path

SUMMARY = "print the client.replay_file(...) that shows it in the simulator"

_HERO = "hero"


def make_parser(program: str) -> argparse.ArgumentParser:
    """Return the parser of this command's arguments."""
    parser = argparse.ArgumentParser(
        program,
        description="Print the line of Python that shows recordings in the simulator: all of it, or from "
        f"{LEAD:g} s before a moment, or a range.",
    )
    parser.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="a recording, or a folder of recordings"
    )
    parser.add_argument(
        "--at", type=arguments.moment, metavar="TIME",
        help=f"from {LEAD:g} s before TIME: seconds, '#FRAME' or collision:N",
    )  # fmt: skip
    arguments.add_range(parser)
    parser.add_argument(
        "--follow", type=_actor, metavar="hero|ACTOR", help="let the spectator follow this actor"
    )
    parser.add_argument(
        "--server", type=_folder, action="append", default=[], metavar="FOLDER=THERE",
        help="where the simulator sees the files of a folder; can be given again",
    )  # fmt: skip
    return parser


def run(options: argparse.Namespace) -> int:
    """Print; return the exit status."""
    if options.at is not None and options.range[0] is not None:
        return questions.refused("--at and --range exclude each other")
    try:
        files = files_of(options.files)
    except ExportError as error:
        return questions.refused(str(error))
    return for_each(files, lambda index, _progress: _call(index, options))


def _call(index: RecordingIndex, options: argparse.Namespace) -> str:
    path = server_path(index.path.absolute(), options.server)
    follow = _followed(index, options.follow)
    if options.at is not None:
        return replay_call(path, find_moment(index, options.at), follow)
    first, last = (None if each is None else find_moment(index, each) for each in options.range)
    if first is not None and last is not None and last < first:
        raise ExportError(f"the range ends at {last:.3f} s, before it begins at {first:.3f} s")
    return replay_range_call(path, first or 0.0, last, follow)


def _followed(index: RecordingIndex, wanted: str | int | None) -> int | None:
    """Return the id of the actor to follow."""
    if wanted == _HERO:
        if not index.actors.hero_rows:
            raise ExportError("there is no hero in this recording: name the actor to follow by its id")
        return int(index.actors.actor_id[index.actors.hero_rows[0]])
    if isinstance(wanted, int) and not index.actors.rows_of(wanted):
        raise ExportError(f"there is no actor {wanted} in this recording")
    return wanted if isinstance(wanted, int) else None


def _actor(text: str) -> str | int:
    return text if text == _HERO else arguments.actor_id(text)


def _folder(text: str) -> ServerFolder:
    local, equals, server = text.partition("=")
    if not local or not equals or not server:
        raise argparse.ArgumentTypeError(f"'{text}' is no pair of folders: give FOLDER=THERE")
    return ServerFolder(str(Path(local).absolute()), server)
