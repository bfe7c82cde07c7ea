"""Commands ``info``, ``collisions`` and ``blocked``: CARLA's own answers byte for byte, or JSON."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from viewer.analysis.carla_text import queries
from viewer.analysis.carla_text.file_info import STYLES, file_info
from viewer.cli import arguments, recordings
from viewer.cli.arguments import FLAG
from viewer.cli.terminal import Progress, Status, worst
from viewer.export.errors import ExportError
from viewer.export.rows import Row, finite, write_json
from viewer.file_error import printable
from viewer.logfile.enums import SCENERY
from viewer.recording.actors import MOVERS, Category
from viewer.recording.index import NO_COLLISION_SENSOR, RecordingIndex
from viewer.recording.units import CENTIMETRES_PER_METRE
from viewer.run_folder.search import find_run_folder
from viewer.tables.actors import ACTORS, ActorRows
from viewer.tables.column import pick, rows
from viewer.tables.recording_facts import FACTS

_EPILOG = (
    "With several files, a line '==> FILE <==' comes before the text of each. Exit status: 0 fine; 1 nothing "
    "usable; 2 wrong usage; 3 damaged, but read; of several files the worst of 1, 3 and 0."
)
_SIDES = 2
_DESCRIPTION = pick(ACTORS, "type_id", "category", "role_name", "hero")


class _Command(NamedTuple):
    """Command that gives the same answer as a method of CARLA's client, such as ``show_recorder_file_info``.

    Attributes:
        description: first paragraph of its help.
        text: function that yields CARLA's text of the answer, in parts.
        facts: function that returns the answer as JSON.
        rows: command-line arguments of this command only, in addition to those that all these commands have.
    """

    description: str
    text: Callable[[RecordingIndex, argparse.Namespace], Iterable[bytes]]
    facts: Callable[[RecordingIndex, argparse.Namespace], Row]
    rows: tuple[arguments.Row, ...]


def run(options: argparse.Namespace) -> int:
    """Run ``info``, ``collisions`` or ``blocked`` on all files, and return the exit status."""
    given = vars(options)
    if options.json and given.get("all"):
        raise ExportError("--all is for the text; every packet as JSON is what export --to jsonl writes")
    if given.get("everybody") and not options.json:
        raise ExportError("--everybody goes with --json: CARLA's text names everybody as it is")
    files = recordings.files_of(options.files)
    return (_write_json if options.json else _write_text)(files, options)


def _write_text(files: Sequence[Path], options: argparse.Namespace) -> Status:
    """Print CARLA's answer for each file in parts, because it can be larger than the memory."""
    output = sys.stdout

    def put(part: bytes) -> None:
        if output.isatty():
            lines = part.decode(errors="backslashreplace").split("\n")
            output.write("\n".join(map(printable, lines)))
        else:
            output.buffer.write(part)

    def write(index: RecordingIndex, progress: Progress) -> None:
        progress.clear()
        for part in options.command.text(index, options):
            put(part)

    statuses = set()
    for number, path in enumerate(files):
        if len(files) > 1:
            title = f"==> {printable(path)} <==\n".encode(errors="backslashreplace")
            put(b"\n" * (number > 0) + title)
        for each in recordings.opened([path], write):
            output.flush()
            statuses.add(each.report())
    output.flush()
    return worst(statuses)


def _write_json(files: Sequence[Path], options: argparse.Namespace) -> Status:
    statuses, objects = set(), []
    for each in recordings.opened(files, lambda index, _progress: options.command.facts(index, options)):
        statuses.add(each.report())
        objects.append(each.facts | (each.answer or {}))
    write_json(objects, sys.stdout)
    return worst(statuses)


# -- JSON


def _actor(index: RecordingIndex, row: int, actor_id: int | None = None) -> Row | None:
    """Return id, spawn frame and description of the actor in ``row`` as JSON; None for scenery.

    Of an actor that the recording does not describe (``row`` is negative), only ``actor_id`` is known.
    """
    if row < 0:
        return None if actor_id == SCENERY else {"id": actor_id, "spawn_frame": None}
    (description,) = rows(_DESCRIPTION, ActorRows(index, np.array([row])))
    return index.actor(row)._asdict() | description


def _time(index: RecordingIndex, first: int, last: int) -> Row:
    """Return start, end and duration in seconds, and ids, of the frames with the indices given, as JSON."""
    ids, (start, end) = index.frame_ids, index.elapsed[[first, last]].tolist()
    frames = {"frame": int(ids[first]), "last_frame": int(ids[last])}
    return {"start": start, "end": end, "duration": end - start} | frames


def _collision(index: RecordingIndex, collision: queries.Collision) -> Row:
    contact, motion = collision.contact, collision.motion
    speed, other_speed, relative_speed = collision.speeds
    return _time(index, contact.first_frame, contact.last_frame) | {
        "records": contact.records,
        "actor": _actor(index, contact.actor, contact.actor_id),
        "other": _actor(index, contact.other, contact.other_id),
        "reported_by": list(contact.reported_by),
        "speed": finite(speed),
        "other_speed": finite(other_speed),
        "relative_speed": finite(relative_speed),
        "angle": finite(motion.angle),
        "speeds_recorded": motion.recorded,
        "frames_before": motion.frames_before,
    }


def _blocked_facts(index: RecordingIndex, found: queries.Blocked) -> Row:
    return _time(index, found.first_frame, found.last_frame) | {
        "actor": _actor(index, found.row),
        "at_least": found.at_least,
        "location": list(found.location),
        "ended_by": found.end,
    }


def _all_blocked(index: RecordingIndex, options: argparse.Namespace) -> Row:
    categories = tuple(Category) if options.everybody else MOVERS
    distance = options.min_distance / CENTIMETRES_PER_METRE
    found = queries.find_blocked(index, options.min_time, distance, categories=categories)
    return {"blocked": [_blocked_facts(index, each) for each in found]}


def _run_folder(index: RecordingIndex) -> Row | None:
    """Return the folder that the driving stack wrote for the run, as JSON; None if none is found."""
    heroes = index.actors.hero_lifetimes
    found = find_run_folder(index, heroes[0] if heroes else None)
    return None if found is None else found.facts()


# -- the three commands


def _types(text: str) -> str:
    if len(text) != _SIDES or not set(text) <= set(queries.LETTERS):
        letters = ", ".join(queries.LETTERS)
        raise argparse.ArgumentTypeError(f"'{text}' are no types: give two of the letters {letters}, as hv")
    return text


_COMMANDS = {
    "info": _Command(
        "Print what CARLA's show_recorder_file_info prints, byte for byte; with --json, facts about the "
        "recording and about each actor from spawn to destruction.",
        lambda index, options: file_info(
            index, show_all=options.all, style=STYLES[options.style], utc=options.utc
        ),
        lambda index, _: {
            "recording": next(rows(FACTS, index)),
            "actors": [*rows(ACTORS, ActorRows(index, np.arange(len(index.actors))))],
            "run_folder": _run_folder(index),
        },
        (
            ("--all", FLAG | {"help": "print all packets, not only the events"}),
            ("--style", {
                "choices": STYLES, "default": "0.9.15",
                "help": "CARLA version whose wording is used (default: %(default)s, which programs parse)",
            }),
        ),
    ),
    "collisions": _Command(
        "Print what CARLA's show_recorder_collisions prints, byte for byte; with --json, each collision from "
        "its first record to its last, with speeds and angle just before; a hero is named first.",
        lambda index, options: queries.collisions(index, options.types, utc=options.utc),
        lambda index, options: {
            "collisions": [_collision(index, each) for each in queries.find_collisions(index, options.types)],
            "not_judged": None if index.records_collisions else NO_COLLISION_SENSOR,
        },
        (
            ("--types", {
                "type": _types, "default": "aa", "metavar": "AB",
                "help": "types of the two actors, two letters (default: %(default)s): "
                + ", ".join(f"{letter} {word}" for letter, word in queries.LETTERS.items()),
            }),
        ),
    ),
    "blocked": _Command(
        "Print what CARLA's show_recorder_actors_blocked prints, byte for byte; with --json, which vehicles "
        "and walkers stood still, from when to when, and what ended it.",
        lambda index, options: queries.blocked(
            index, options.min_time, options.min_distance, utc=options.utc
        ),
        _all_blocked,
        (
            ("--min-time", {
                "type": arguments.at_least_zero, "default": queries.MIN_TIME, "metavar": "SECONDS",
                "help": "shortest time that counts as blocked (default: %(default)g)",
            }),
            ("--min-distance", {
                "type": arguments.at_least_zero, "default": queries.MIN_DISTANCE, "metavar": "CM",
                "help": "an actor that moves less than this is blocked (default: %(default)g)",
            }),
            ("--everybody", FLAG | {"help": "with --json: also actors that cannot move, like props"}),
        ),
    ),
}  # fmt: skip


def _parser(command: _Command) -> argparse.ArgumentParser:
    made = arguments.parser(
        command.description, "files",
        ("--utc", FLAG | {"help": "print the date in UTC, not in local time"}),
        ("--json", {"help": "write JSON without CARLA's mistakes: an array with an object per file"}),
        *command.rows, epilog=_EPILOG,
    )  # fmt: skip
    made.set_defaults(command=command)
    return made


PARSERS = {name: _parser(command) for name, command in _COMMANDS.items()}
"""Argument parsers of the commands ``info``, ``collisions`` and ``blocked``, by name."""
