"""What CARLA's ``show_recorder_collisions`` prints."""

from __future__ import annotations

import argparse

from viewer.analysis.carla_text.collisions import LETTERS, Collision, collisions, find_collisions
from viewer.cli import questions
from viewer.cli.questions import Facts, actor_facts, frame_facts, number
from viewer.recording.index import NO_COLLISION_SENSOR, RecordingIndex

_SIDES = 2


def make_parser(program: str) -> argparse.ArgumentParser:
    """Return the parser of this command's arguments."""
    parser = argparse.ArgumentParser(
        program,
        description="Print what CARLA's show_recorder_collisions prints, byte for byte; with --json, the "
        "contacts: each from its first record to its last, a hero first, with speeds and angle just before.",
        epilog=questions.EPILOG,
    )
    questions.add_usual(parser)
    letters = ", ".join(f"{letter} {word}" for letter, word in LETTERS.items())
    parser.add_argument(
        "--types", type=_types, default="aa", metavar="AB",
        help=f"who collides with whom, two letters (default: %(default)s): {letters}",
    )  # fmt: skip
    return parser


def run(options: argparse.Namespace) -> int:
    """Print; return the exit status."""
    return questions.ask(
        options,
        lambda index: collisions(index, options.types, utc=options.utc),
        lambda index: {
            "collisions": [_facts(index, each) for each in find_collisions(index, options.types)],
            "not_judged": None if index.tells_collisions else NO_COLLISION_SENSOR,
        },
    )


def _types(text: str) -> str:
    if len(text) != _SIDES or not set(text) <= set(LETTERS):
        letters = ", ".join(LETTERS)
        raise argparse.ArgumentTypeError(f"'{text}' are no types: give two of the letters {letters}, as hv")
    return text


def _facts(index: RecordingIndex, collision: Collision) -> Facts:
    contact, motion = collision.contact, collision.motion
    first, last = contact.first_frame, contact.last_frame
    return {
        "first": frame_facts(index, first),
        "last": frame_facts(index, last),
        "duration": float(index.elapsed[last] - index.elapsed[first]),
        "records": contact.records,
        "actor": actor_facts(index, collision.actor, collision.actor_id),
        "other": actor_facts(index, collision.other, collision.other_id),
        "reported_by": list(contact.reported_by),
        "speed": number(motion.speed),
        "other_speed": number(motion.other_speed),
        "relative_speed": number(motion.relative_speed),
        "angle": number(motion.angle),
        "speeds_recorded": motion.recorded,
        "frames_before": motion.frames_before,
    }
