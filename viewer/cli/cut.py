"""A shorter recording out of a longer one."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from viewer.cli import arguments
from viewer.cli.each import for_each
from viewer.cli.progress import Progress
from viewer.cli.status import Status
from viewer.export.cut import CutSummary, write_cut
from viewer.export.cut_actors import Choice
from viewer.export.errors import ExportError
from viewer.export.part import make_part
from viewer.export.target import check_target, replacing
from viewer.file_error import printable
from viewer.recording.index import RecordingIndex


def make_parser(program: str) -> argparse.ArgumentParser:
    """Return the parser of this command's arguments."""
    parser = argparse.ArgumentParser(
        program,
        description="Write a part of a recording as a recording that CARLA can replay. Ids stay; times begin "
        "at 0. One frame after the range is written too, because CARLA never shows the last.",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the recording")
    parser.add_argument(
        "-o", "--output", required=True, type=Path, metavar="OUT.log", help="the recording to write"
    )
    arguments.add_range(parser)
    who = parser.add_mutually_exclusive_group()
    who.add_argument(
        "--only",
        type=arguments.actor_ids,
        metavar="IDS",
        help="these actors and what is attached to them",
    )
    who.add_argument(
        "--without",
        type=arguments.actor_ids,
        metavar="IDS",
        help="all but these and what is attached to them",
    )
    parser.add_argument(
        "--as-hero", type=arguments.actor_id, metavar="ID", help="make this actor the hero, and no other"
    )
    parser.add_argument("--map", metavar="NAME", help="name this map in the header")
    parser.add_argument("--force", action="store_true", help="overwrite what is there")
    return parser


def run(options: argparse.Namespace) -> int:
    """Cut; return the exit status."""
    target: Path = options.output
    try:
        check_target(target, options.file, overwrite=options.force)
    except ExportError as error:
        print(f"{error}.", file=sys.stderr)
        return Status.WRONG_USAGE
    only, without = (None if ids is None else frozenset(ids) for ids in (options.only, options.without))
    choice = Choice(only, without or frozenset(), options.as_hero)

    def write(index: RecordingIndex, progress: Progress) -> str:
        part = make_part(index, options.range, only or without)

        def proceed(share: float) -> bool:
            progress.show(f"Writing {target.name}", share)
            return True

        with replacing(target) as partial, partial.open("wb") as stream:
            summary = write_cut(index, part.frames, choice, stream, map_name=options.map, proceed=proceed)
        return _said(index, target, summary)

    return for_each([options.file], write)


def _said(index: RecordingIndex, target: Path, summary: CutSummary) -> str:
    left_out = ", ".join(f"{count:,} {what}" for what, count in summary.left_out.items())
    return (
        f"{printable(index.path.name)}: {summary.frames:,} frames, {summary.seconds:.3f} s, "
        f"{summary.actors:,} actors at the start, written to {printable(target)}"
        + (f"; left out: {left_out}" if left_out else "")
    )
