"""Asking everything of a recording that the program asks; what it answers must make sense."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Iterator
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from random import Random

import numpy as np

from tests.fuzz.gauges import BrokenError
from tests.recording import plain_reader
from viewer.cli.check import as_json, in_order, lines
from viewer.cli.recordings import Opened
from viewer.export.errors import ExportError
from viewer.export.formats import FORMATS, export
from viewer.export.rows import json_text
from viewer.export.selection import make_selection
from viewer.logfile import packets
from viewer.logfile.dialect import Dialect
from viewer.logfile.source import LogFile
from viewer.recording.check import examine
from viewer.recording.index import RecordingIndex
from viewer.recording.indexing.builder import read_index
from viewer.recording.problems import Problem
from viewer.recording.repair import repair
from viewer.replay.events import indexed_times
from viewer.replay.paths.contacts import contact_position
from viewer.replay.paths.driven_paths import driven_paths, moving_positions
from viewer.replay.paths.trajectory import trajectory
from viewer.replay.world.appearance import doors_at, front_wheels_at, lamps_at, light_phases, surroundings_at
from viewer.replay.world.snapshot import ActorDetails
from viewer.replay.world.world import World, world_at
from viewer.signals import SIGNALS, Scope, read_series
from viewer.ui.file.frame_content import actor_of, decode, lines_of, packets_of, shown_bytes
from viewer.ui.file.packet_counts_view import packet_counts

_FARTHEST = 1e8  # metres
_LARGEST = 1e9  # of any unit
_SURVEYED = 4  # of so many recordings, one: it takes as long as all the rest
_EXPORTED = 8  # of so many, one is written in a format that takes longer
_DETAILS = [name for name in vars(ActorDetails) if not name.startswith("_")]


def use(index: RecordingIndex, random: Random) -> None:
    """Ask what window and commands ask; raise BrokenError, or whatever escapes."""
    _check_problems(index.problems, index)
    _check_times(index)
    for elapsed in (random.uniform(0.0, index.duration), index.duration):
        world = world_at(index, elapsed, interpolate=random.random() < 0.5)
        _check_world(world)
        _check_looks(world)
        _ask_details(world, random)
        _check_packets(world, random)
    rows = range(len(index.actors))
    for row in random.sample(rows, min(len(rows), 2)):
        _check_trajectory(index, row)
    _check_series(index, random)
    for times in indexed_times(index).values():
        _demand((np.diff(times) >= 0.0).all(), "what happens is in no order")
    if random.randrange(_SURVEYED) == 0:
        for path in (*driven_paths(index), moving_positions(index)[0]):
            _demand(np.isfinite(path).all(), "a path leads nowhere")
    for contact in index.contacts[:2]:
        contact_position(index, contact)
    packet_counts(index)


def check(index: RecordingIndex, path: Path) -> None:
    """Report as ``check`` does, for people and for programs."""
    found: tuple[Problem, ...] = ()
    for step in examine(index):
        _check_problems(step.problems, index)
        found = step.problems
    report = Opened(path, index, problems=in_order((*index.problems, *found)))
    json_text(as_json(report))
    _demand(all(line.isprintable() for line in lines(report)), "a line of the report cannot be printed")


def check_exports(index: RecordingIndex, path: Path, random: Random) -> None:
    """Write everything as JSON lines, and one of the other formats now and then."""
    part = make_selection(index)
    export(part, FORMATS["jsonl"], path)
    with path.open("rb") as stream:
        _, *frames = (json.loads(line).get("packets") for line in stream)
    path.unlink()
    _demand(len(frames) == len(index.frame_starts), "an export lacks frames")
    for number, told in enumerate(frames):
        start, layout = int(index.offsets[number]), index.layouts[index.layout_indices[number]]
        places = [(packet_id, start + at, size) for packet_id, at, size in layout.packets[1:-1]]
        written = [(each["id"], each["offset"], each["size"]) for each in told]
        _demand(written == places, "an export has other packets than the frame")
        records = sum(len(each.get("records", ())) for each in told if each["name"] == "Position")
        _demand(records == len(index.read_frame(number).records(packets.POSITION)), "poses are lost")
    if random.randrange(_EXPORTED) == 0:
        form = random.choice([form for form in FORMATS.values() if form.name != "jsonl"])
        with suppress(ExportError):  # nobody is there, or what it needs is not installed
            export(part, form, path)
        shutil.rmtree(path, ignore_errors=True)
        path.unlink(missing_ok=True)


def check_repair(index: RecordingIndex, path: Path) -> bool:
    """Write a repaired recording to ``path``: it must be whole, for us and for the plain reader.

    Return False without looking if it is taken for the recording of another build: one that was put together
    from those of two has frames that contradict each other.
    """
    stream = BytesIO()
    for _ in repair(index, stream):
        pass
    data = stream.getvalue()
    path.write_bytes(data)
    with LogFile(path) as file:
        again = read_index(file)
        if not same_habits(index.dialect, again.dialect):
            return False
        damage = [problem for problem in _all_problems(again) if problem.damage]
        _demand(not damage, f"a repaired recording is damaged: {damage[:1]}")
        _demand(len(again.frame_starts) == len(index.frame_starts), "a repaired recording lacks frames")
    if not index.dialect.early_ue5:
        frames = plain_reader.frames_of(data)
        end = frames[-1][-1].offset + 5 if frames else plain_reader.header_size(data)
        readable = (len(frames), end) == (len(again.frame_starts), len(data))
        _demand(readable, "others cannot read a repaired recording")
    return True


def same_habits(one: Dialect, other: Dialect) -> bool:
    """Tell whether two recordings are taken for those of the same build."""
    habits = ("engine", "early_ue5", "doors_first", "header_version")
    return all(getattr(one, habit) == getattr(other, habit) for habit in habits)


def _all_problems(index: RecordingIndex) -> Iterator[Problem]:
    yield from index.problems
    *_, last = examine(index)
    yield from last.problems


def _check_problems(problems: Iterable[Problem], index: RecordingIndex) -> None:
    for problem in problems:
        inside = problem.offset is None or 0 <= problem.offset <= index.size
        _demand(inside, f"a problem beyond the file: {problem}")
        for frame in (problem.frame, problem.last_frame):
            known = frame is None or 0 <= frame < max(len(index.frame_starts), 1)
            _demand(known, f"a problem in no frame: {problem}")
        says = problem.count > 0 and bool(problem.what) and bool(problem.action)
        _demand(says, f"a problem that says nothing: {problem}")


def _check_times(index: RecordingIndex) -> None:
    _demand(np.isfinite(index.elapsed).all(), "a time is no number")
    _demand((np.diff(index.elapsed) >= 0.0).all(), "time goes backwards")
    _demand((index.frames["duration"] >= 0.0).all(), "a frame ends before it begins")
    _demand(index.complete, "reading ended too early")


def _check_world(world: World) -> None:
    shown = world.has_pose
    _demand((np.abs(world.locations[shown]) < _FARTHEST).all(), "an actor is shown nowhere")
    _demand(np.isfinite(world.rotations[shown]).all(), "an actor is turned to nowhere")
    _demand(np.isfinite(world.box_extents).all(), "an actor has no size")
    _demand(not np.isinf(world.speeds).any(), "an actor has an infinite speed")
    _demand((np.diff(world.actor_ids) > 0).all(), "two actors have one id at one time")
    for row in world.rows[:3].tolist():
        _demand(world.snapshot(row) is not None, "an actor is there and is not")


def _check_looks(world: World) -> None:
    """Ask what the map draws on actors."""
    for column in (
        lamps_at(world),
        doors_at(world),
        front_wheels_at(world),
        *light_phases(world),
    ):
        _demand(len(column) == len(world.rows), "the map draws what is on other actors")
        _demand(not np.isinf(column).any(), "the map draws something infinite")


def _ask_details(world: World, random: Random) -> None:
    surroundings_at(world)
    rows = world.rows.tolist()
    for row in random.sample(rows, min(len(rows), 2)):
        details = ActorDetails(world, row)
        for name in _DETAILS:
            getattr(details, name)


def _check_packets(world: World, random: Random) -> None:
    """Look at a few packets as the panel of packets does."""
    found = packets_of(world)
    for packet in random.sample(found, min(len(found), 4)):
        payload = shown_bytes(packet, world.frame_bytes)
        _demand(len(payload) == packet.size, "a packet has another size than it is said to have")
        table = decode(packet, payload, world.index.dialect).table
        if table is None:
            continue
        _demand(len(table.rows) == len(table.actor_ids), "a table has rows of nobody")
        for line, row in enumerate(table.rows[:50]):
            _demand(len(row) == len(table.columns), "a row of a table has other columns than its title")
            owner = actor_of(table, line, 0)
            _demand(owner is None or line in lines_of(table, owner), "a line of an actor is not found")


def _check_trajectory(index: RecordingIndex, row: int) -> None:
    poses = trajectory(index, row)
    _demand((np.abs(poses.locations) < _FARTHEST).all(), "a trajectory leads nowhere")
    _demand((np.diff(poses.frames) > 0).all(), "a trajectory is in no order")
    _demand(len(poses.velocities()) == len(poses), "a trajectory lacks velocities")


def _check_series(index: RecordingIndex, random: Random) -> None:
    """Read some signals of the recording, and of an actor and another one."""
    row, other = (random.randrange(len(index.actors)) if len(index.actors) else None for _ in range(2))
    for about in {None, row}:
        names = [signal.name for signal in SIGNALS.possible(index, about)]
        if about is None:
            names = [name for name in names if SIGNALS[name].scope is Scope.SCENE]
        for series in read_series(index, random.sample(names, min(len(names), 4)), about, other=other):
            _demand(series.elapsed.shape == series.values.shape, "a signal has other times than values")
            _demand((np.diff(series.elapsed) >= 0.0).all(), "a signal is in no order")
            _demand(not (np.abs(series.values) > _LARGEST).any(), "a signal is absurd")


def _demand(holds: object, what: str) -> None:
    if not holds:
        raise BrokenError(what)
