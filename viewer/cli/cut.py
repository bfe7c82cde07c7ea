"""A shorter recording out of a longer one."""

from __future__ import annotations

import argparse
from pathlib import Path

from viewer.cli import arguments
from viewer.cli.progress import Progress
from viewer.cli.recordings import for_each
from viewer.export.cut import Choice, CutSummary, write_cut
from viewer.export.part import Part, make_part
from viewer.export.target import check_target, replacing
from viewer.file_error import printable
from viewer.recording.actor_name import ids_of
from viewer.recording.index import RecordingIndex


def make_parser(program: str) -> argparse.ArgumentParser:
    """Return the parser of this command's arguments."""
    parser = argparse.ArgumentParser(
        program,
        description="Write a part of a recording as a recording that CARLA can replay. Ids stay; times begin "
        "at 0. One frame after the range is written too, because CARLA never shows the last.",
    )
    arguments.add(parser, "file")
    parser.add_argument(
        "-o", "--output", required=True, type=Path, metavar="OUT.log", help="the recording to write"
    )
    arguments.add(parser, "--range")
    who = parser.add_mutually_exclusive_group()
    who.add_argument(
        "--only",
        type=arguments.actors,
        metavar="ACTORS",
        help=f"these actors, each as {arguments.ACTOR_HELP}, and what is attached to them",
    )
    who.add_argument(
        "--without",
        type=arguments.actors,
        metavar="ACTORS",
        help="all but these and what is attached to them",
    )
    parser.add_argument(
        "--as-hero",
        type=arguments.actor,
        metavar=arguments.ACTOR,
        help="make this actor the hero, and no other",
    )
    parser.add_argument("--map", metavar="NAME", help="name this map in the header")
    arguments.add(parser, "--force")
    return parser


def run(options: argparse.Namespace) -> int:
    """Cut; return the exit status."""
    target: Path = options.output
    check_target(target, options.file, overwrite=options.force)

    def write(index: RecordingIndex, progress: Progress) -> str:
        part = make_part(index, options.range)
        choice = _choice(part, options)

        proceed = progress.proceed(f"Writing {target.name}")
        with replacing(target) as partial, partial.open("wb") as stream:
            summary = write_cut(index, part.frames, choice, stream, map_name=options.map, proceed=proceed)
        return _said(index, target, summary)

    return for_each([options.file], write)


def _choice(part: Part, options: argparse.Namespace) -> Choice:
    actors, hero = part.index.actors, None
    only, without = (
        None if names is None else frozenset(ids_of(actors, names))
        for names in (options.only, options.without)
    )
    if options.as_hero is not None:
        lives = options.as_hero.lives(actors)
        there = set(part.rows())
        hero = int(actors.actor_id[next((row for row in lives if row in there), lives[0])])
    return Choice(only, without or frozenset(), hero)


def _said(index: RecordingIndex, target: Path, summary: CutSummary) -> str:
    left_out = ", ".join(f"{count:,} {what}" for what, count in summary.left_out.items())
    return (
        f"{printable(index.path.name)}: {summary.frames:,} frames, {summary.seconds:.3f} s, "
        f"{summary.actors:,} actors at the start, written to {printable(target)}"
        + (f"; left out: {left_out}" if left_out else "")
    )
