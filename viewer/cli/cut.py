"""A shorter recording out of a longer one."""

from __future__ import annotations

import argparse
from pathlib import Path

from viewer.cli import arguments
from viewer.cli.arguments import ACTOR, ACTOR_HELP
from viewer.cli.recordings import for_each
from viewer.cli.terminal import Progress
from viewer.export.cut import write_cut
from viewer.export.part import make_part
from viewer.export.target import check_target, replacing
from viewer.file_error import printable
from viewer.recording.actor_name import ids_of
from viewer.recording.index import RecordingIndex

_SOME = {"type": arguments.actors, "metavar": "ACTORS"}
PARSER = arguments.parser(
    "Write a part of a recording as a recording that CARLA can replay. Ids stay; times begin at 0. One "
    "frame after the range is written too, because CARLA never shows the last.",
    "file",
    ("-o --output", {"metavar": "OUT.log", "help": "the recording to write"}),
    "--range",
    [
        ("--only", _SOME | {"help": f"these actors, each as {ACTOR_HELP}, and what is attached to them"}),
        ("--without", _SOME | {"help": "all but these and what is attached to them"}),
    ],
    (
        "--as-hero",
        {"type": arguments.actor, "metavar": ACTOR, "help": "make this actor the hero, and no other"},
    ),
    ("--map", {"metavar": "NAME", "help": "name this map in the header"}),
    "--force",
)


def run(options: argparse.Namespace) -> int:
    """Cut; return the exit status."""
    target: Path = options.output
    check_target(target, options.file, overwrite=options.force)

    def write(index: RecordingIndex, progress: Progress) -> str:
        part = make_part(index, options.range)
        actors, hero = index.actors, None
        only = None if options.only is None else ids_of(actors, options.only)
        without = ids_of(actors, options.without or ())
        if options.as_hero is not None:
            lives, there = options.as_hero.lives(actors), {*part.rows()}
            hero = int(actors.actor_id[next((row for row in lives if row in there), lives[0])])
        proceed = progress.proceed(f"Writing {target.name}")
        with replacing(target) as partial, partial.open("wb") as stream:
            summary = write_cut(
                index, part.frames, stream,
                only=only, without=without, hero=hero, map_name=options.map, proceed=proceed,
            )  # fmt: skip
        left_out = ", ".join(f"{count:,} {what}" for what, count in summary.left_out.items())
        return (
            f"{printable(index.path.name)}: {summary.frames:,} frames, {summary.seconds:.3f} s, "
            f"{summary.actors:,} actors at the start, written to {printable(target)}"
            + (f"; left out: {left_out}" if left_out else "")
        )

    return for_each([options.file], write)
