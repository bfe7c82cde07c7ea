"""Command ``import``: write a clip or a table of poses as a recording that CARLA can replay."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from viewer.cli import arguments
from viewer.cli.terminal import Progress, Status
from viewer.export.target import check_target, replacing
from viewer.file_error import printable
from viewer.importing.log_writer import USUAL_STYLE, WRITER_STYLES

PARSER = arguments.parser(
    "Write a clip or a table of poses as a recording that CARLA can replay: a clip of Bench2Drive, a "
    "scenario of OPV2V or OpenCDA, or a csv of poses. What the source does not hold is not made up.",
    ("source", {"type": Path, "metavar": "SOURCE", "help": "the folder or the file"}),
    ("-o --output", {
        "type": Path, "required": True, "metavar": "OUT.log", "help": "the recording to write",
    }),
    ("--map", {"metavar": "TOWN", "help": "name of the map, where the source does not tell or is wrong"}),
    ("--mapping", {
        "type": arguments.file, "metavar": "FILE.toml",
        "help": "what the columns of a csv mean; without it they are those of export --to csv",
    }),
    ("--style", {
        "choices": tuple(WRITER_STYLES), "default": USUAL_STYLE, "metavar": "VERSION",
        "help": f"write what this release of CARLA writes: {', '.join(WRITER_STYLES)} ({USUAL_STYLE})",
    }),
    "--force",
)  # fmt: skip
_MOST_TOLD = 20


def run(options: argparse.Namespace) -> int:
    """Run the command ``import`` with ``options``, and return the exit status."""
    from viewer.importing.convert import write_recording
    from viewer.importing.sources import open_source

    source, target = options.source, options.output
    check_target(target, source, overwrite=options.force)
    clip = open_source(source.absolute(), options.mapping)
    name = printable(source.name or source)
    with Progress() as progress:
        should_continue = progress.should_continue(f"Importing {name}")
        with replacing(target) as partial, partial.open("wb") as stream:
            summary = write_recording(
                clip, stream, style=options.style, map_name=options.map, should_continue=should_continue
            )
    for sentence in clip.notes.sentences[:_MOST_TOLD]:
        print(sentence, file=sys.stderr)
    if (more := clip.notes.count - _MOST_TOLD) > 0:
        print(f"{name}: {more:,} more of these.", file=sys.stderr)
    for original, stand_in in summary.replaced.items():
        print(
            f"{name}: CARLA has no blueprint {printable(original)}; {stand_in} stands for it.",
            file=sys.stderr,
        )
    if not (clip.town or options.map):
        print(f"{name}: no map is known; name it with --map, or CARLA cannot replay this.", file=sys.stderr)
    print(
        f"{name}: {summary.frames:,} frames, {summary.seconds:.3f} s, {summary.actors:,} actors, "
        f"written to {printable(target)}"
    )
    return Status.DAMAGED if clip.notes.count else Status.FINE
