"""What CARLA's ``show_recorder_actors_blocked`` prints."""

from __future__ import annotations

import argparse
import math

from viewer.analysis.carla_text.blocked import MIN_DISTANCE, MIN_TIME, Blocked, blocked, find_blocked
from viewer.cli import questions
from viewer.cli.questions import Facts, actor_facts, frame_facts
from viewer.export.errors import ExportError
from viewer.recording.actors import MOVERS, Category
from viewer.recording.index import RecordingIndex
from viewer.recording.units import CENTIMETRES_PER_METRE


def make_parser(program: str) -> argparse.ArgumentParser:
    """Return the parser of this command's arguments."""
    parser = argparse.ArgumentParser(
        program,
        description="Print what CARLA's show_recorder_actors_blocked prints, byte for byte; with --json, who "
        "stood from when to when and what ended it: vehicles and walkers, unless --everybody is asked for.",
        epilog=questions.EPILOG,
    )
    questions.add_usual(parser)
    parser.add_argument(
        "--min-time", type=_at_least_zero, default=MIN_TIME, metavar="SECONDS",
        help="for how long at least (default: %(default)g)",
    )  # fmt: skip
    parser.add_argument(
        "--min-distance", type=_at_least_zero, default=MIN_DISTANCE, metavar="CM",
        help="who moves less than this is blocked (default: %(default)g)",
    )  # fmt: skip
    parser.add_argument(
        "--everybody", action="store_true", help="with --json: also what cannot move, as props and signs"
    )
    return parser


def run(options: argparse.Namespace) -> int:
    """Print; return the exit status."""
    if options.everybody and not options.json:
        raise ExportError("--everybody goes with --json: CARLA's text names everybody as it is")
    categories = tuple(Category) if options.everybody else MOVERS
    distance = options.min_distance / CENTIMETRES_PER_METRE
    return questions.ask(
        options,
        lambda index: blocked(index, options.min_time, options.min_distance, utc=options.utc),
        lambda index: {
            "blocked": [
                _facts(index, each)
                for each in find_blocked(index, options.min_time, distance, categories=categories)
            ]
        },
    )


def _at_least_zero(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0.0 <= value < math.inf:
        raise argparse.ArgumentTypeError(f"'{text}' is no number from 0 on")
    return value


def _facts(index: RecordingIndex, found: Blocked) -> Facts:
    return {
        "actor": actor_facts(index, found.row, int(index.actors.actor_id[found.row])),
        "first": frame_facts(index, found.first_frame),
        "last": frame_facts(index, found.last_frame),
        "duration": found.duration,
        "at_least": found.at_least,
        "location": list(found.location),
        "ended_by": found.end,
    }
