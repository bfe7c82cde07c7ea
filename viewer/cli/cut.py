"""Commands ``cut`` and ``replay-file``: write part of a recording; print the call that replays it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from viewer.cli import arguments
from viewer.cli.arguments import ACTOR, ACTOR_HELP
from viewer.cli.recordings import files_of, for_each
from viewer.cli.terminal import Progress
from viewer.export.cut import write_cut
from viewer.export.errors import ExportError
from viewer.export.selection import make_selection, times_between
from viewer.export.target import check_target, replacing
from viewer.file_error import printable
from viewer.recording.actor_name import ids_of
from viewer.recording.index import RecordingIndex
from viewer.replay.time.replay_check import replay_troubles
from viewer.replay.time.server_call import LEAD, ServerFolder, replay_call, server_path


def _folder(text: str) -> ServerFolder:
    """Parse a pair of folders, FOLDER=THERE: a folder here, and its path on the machine of the simulator."""
    local, equals, server = text.partition("=")
    if not local or not equals or not server:
        raise argparse.ArgumentTypeError(f"'{text}' is no pair of folders: give FOLDER=THERE")
    return ServerFolder(str(Path(local).absolute()), server)


_SOME = {"type": arguments.actors, "metavar": "ACTORS"}
PARSERS = {
    "cut": arguments.parser(
        "Write part of a recording as a new recording that CARLA can replay. Ids stay; times begin at 0. One "
        "frame after the range is written, too, because CARLA never shows the last frame.",
        "file",
        ("-o --output", {"metavar": "OUT.log", "help": "the recording to write"}),
        "--range",
        [
            ("--only", _SOME | {"help": f"keep these actors ({ACTOR_HELP}), and what is attached to them"}),
            ("--without", _SOME | {"help": "leave out these actors, and what is attached to them"}),
        ],
        (
            "--as-hero",
            {"type": arguments.actor, "metavar": ACTOR, "help": "make this actor the only hero"},
        ),
        ("--map", {"metavar": "NAME", "help": "name of the map in the new header"}),
        "--force",
    ),
    "replay-file": arguments.parser(
        "Print the line of Python that replays a recording in the simulator: all of it, a range, or from "
        f"{LEAD:g} s before a given time. What CARLA will fail on is printed on standard error.",
        "files",
        ("--at", {"help": f"from {LEAD:g} s before TIME: {arguments.TIME_HELP}"}),
        "--range",
        ("--follow", {"help": f"let the spectator follow this actor: {arguments.ACTOR_HELP}"}),
        ("--server", {
            "type": _folder, "action": "append", "default": [], "metavar": "FOLDER=THERE",
            "help": "THERE: the path of FOLDER where the simulator runs; can be given again",
        }),
    ),
}  # fmt: skip
"""Argument parsers of the commands ``cut`` and ``replay-file``, by name."""


def run(options: argparse.Namespace) -> int:
    """Run the command ``cut`` or ``replay-file`` with ``options``, and return the exit status."""
    return _cut(options) if "output" in options else _print_calls(options)


def _cut(options: argparse.Namespace) -> int:
    target: Path = options.output
    check_target(target, options.file, overwrite=options.force)

    def write(index: RecordingIndex, progress: Progress) -> str:
        selection = make_selection(index, options.range)
        actors, hero = index.actors, None
        only = None if options.only is None else ids_of(actors, options.only)
        without = ids_of(actors, options.without or ())
        if options.as_hero is not None:
            rows, there = options.as_hero.lifetimes(actors), {*selection.rows()}
            hero = int(actors.actor_id[next((row for row in rows if row in there), rows[0])])
        should_continue = progress.should_continue(f"Writing {target.name}")
        with replacing(target) as partial, partial.open("wb") as stream:
            summary = write_cut(
                index, selection.frames, stream,
                only=only, without=without, hero=hero, map_name=options.map, should_continue=should_continue,
            )  # fmt: skip
        left_out = ", ".join(f"{count:,} {what}" for what, count in summary.left_out.items())
        return (
            f"{printable(index.path.name)}: {summary.frames:,} frames, {summary.seconds:.3f} s, "
            f"{summary.actors:,} actors at the start, written to {printable(target)}"
            + (f"; left out: {left_out}" if left_out else "")
        )

    return for_each([options.file], write)


def _print_calls(options: argparse.Namespace) -> int:
    if options.at is not None and options.range[0] is not None:
        raise ExportError("--at and --range exclude each other")
    return for_each(files_of(options.files), lambda index, _progress: _call(index, options))


def _call(index: RecordingIndex, options: argparse.Namespace) -> str:
    """Return the Python call ``client.replay_file(...)`` that replays a recording in the simulator.

    What CARLA will fail on or show wrongly is printed on standard error.
    """
    if index.file.stored != index.path:
        raise ExportError("CARLA replays recordings only: the command import makes one")
    path = server_path(index.path.absolute(), options.server)
    if any("\ud800" <= each <= "\udfff" for each in path):
        raise ExportError("CARLA's client takes no name that is not UTF-8; rename the file, or its folder")
    first, last = times_between(index, options.at or options.range[0], options.range[1])
    follow = None
    if options.follow is not None:
        row = options.follow.row(index.actors, index.frame_at(first))
        follow = int(index.actors.actor_id[row])
    begin = first if options.at is None else first - LEAD
    for trouble in replay_troubles(index, begin):
        print(f"{printable(index.path.name)}: {printable(trouble)}", file=sys.stderr)
    return replay_call(path, begin, None if options.range[1] is None else last, follow)
