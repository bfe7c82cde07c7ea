"""Numbers over time that the agent wrote, and how far its plans were from the path that was driven."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from viewer.arrays import Floats
from viewer.cancellation import ShouldContinue, always, cancellable
from viewer.file_error import plain
from viewer.recording.index import RecordingIndex
from viewer.replay.paths.trajectory import Trajectory, trajectory
from viewer.run_folder.contents import AgentSignal, Meta
from viewer.run_folder.folder import RunFolder
from viewer.signals.series import Series

PREFIX = "agent."
"""Beginning of the name of each signal that is the agent's, not the program's."""
_HORIZON = 2.0
"""Seconds after a step at which its plan is compared with the path that was driven, or its last point."""
_MOST_NAMES = 200


def read_agent_series(
    folder: RunFolder, index: RecordingIndex, hero: int | None, should_continue: ShouldContinue = always
) -> tuple[Series, ...]:
    """Return all numbers of a run's folder over the elapsed seconds of the recording.

    These are the numbers in the files of each step and in tables, and the errors of plans. Their names begin
    with ``agent.``; values outside the recording are left out. Files that cannot be read are gaps.

    Args:
        folder: the run's folder, placed on the recording.
        index: the recording.
        hero: row of the agent's vehicle in the actor table; None leaves out the errors of plans.
        should_continue: called with the fraction done, 0 to 1; returns False to cancel.

    Raises:
        ChangedError: the recording was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
        ReadingCancelledError: ``should_continue`` returned False.
    """
    poses = None if hero is None else trajectory(index, hero)
    signals = [*folder.contents.signals, *_of_metas(folder, index, poses, should_continue)]
    series = (_series(folder, index, each) for each in signals)
    return tuple(each for each in series if len(each))


def _of_metas(
    folder: RunFolder, index: RecordingIndex, poses: Trajectory | None, should_continue: ShouldContinue
) -> Iterator[AgentSignal]:
    """Yield a signal for each number in the files of each step, then those of the errors of plans."""
    contents = folder.contents
    steps = contents.meta_steps.astype(np.float64)
    values: dict[str, Floats] = {}
    errors = np.full((len(steps), 2), np.nan)
    for number in cancellable(range(len(steps)), should_continue, 8):
        try:
            meta = folder.meta(number)
        except ValueError:
            continue
        for name, value in numbers_in(meta).items():
            if name not in values and len(values) < _MOST_NAMES:
                values[name] = np.full(len(steps), np.nan)
            if name in values:
                values[name][number] = value
        if poses is not None:
            errors[number] = plan_error(folder, number, meta, index, poses)
    for name, column in values.items():
        yield AgentSignal(plain(name), contents.units.get(name, ""), steps, column)
    for number, name in enumerate(("plan_longitudinal_error", "plan_lateral_error")):
        if np.isfinite(errors[:, number]).any():
            yield AgentSignal(name, "m", steps, errors[:, number])


def numbers_in(meta: Meta) -> Mapping[str, float]:
    """Return the numbers and flags among the values of one step, by name."""
    return {
        name: float(value)
        for name, value in meta.items()
        if isinstance(value, (bool, int, float)) and abs(value) < 1e9  # noqa: PLR2004 - no number of a drive is larger
    }


def plan_error(
    folder: RunFolder, number: int, meta: Meta, index: RecordingIndex, poses: Trajectory
) -> tuple[float, float]:
    """Return how far the plan of one step lies ahead of, and to the right of, the path driven, in metres.

    Both are measured at the time of the plan's point nearest to 2 s ahead, in the direction in which the
    vehicle then drove. NaN without a plan in time, or where the recording does not reach so far.

    Args:
        folder: the run's folder.
        number: index of the step's file in ``contents.metas``.
        meta: its values.
        index: the recording.
        poses: poses of the vehicle.
    """
    nothing = np.nan, np.nan
    frame = folder.frame_of(int(folder.contents.meta_steps[number]))
    at = int(np.searchsorted(poses.frames, frame))
    if at >= len(poses) or poses.frames[at] != frame:
        return nothing
    pose = (*poses.locations[at, :2].tolist(), float(poses.rotations[at, 1]))
    path = folder.planned(number, meta, pose, index.elapsed)
    if path is None or path.times is None:
        return nothing
    point = int(np.abs(path.times - index.elapsed[frame] - _HORIZON).argmin())
    time = float(path.times[point])
    after = int(np.searchsorted(poses.elapsed, time - 1e-6))
    if after >= len(poses):
        return nothing
    before = max(after - 1, 0)
    span = float(poses.elapsed[after] - poses.elapsed[before])
    share = (time - float(poses.elapsed[before])) / span if span > 0 else 1.0
    x, y = (
        poses.locations[before, :2] + share * (poses.locations[after, :2] - poses.locations[before, :2])
    ).tolist()
    yaw = np.radians(float(poses.rotations[after, 1]))
    forward = np.array((np.cos(yaw), np.sin(yaw)))
    off = path.points[point] - ((x, y) - path.back * forward)
    return float(off @ forward), float(off @ (-forward[1], forward[0]))


def _series(folder: RunFolder, index: RecordingIndex, signal: AgentSignal) -> Series:
    """Return ``signal`` over elapsed seconds; values outside the recording are left out."""
    elapsed = index.elapsed
    if signal.by == "elapsed":
        times = signal.steps
    else:
        if signal.by == "frame":
            frames = np.searchsorted(index.frame_ids, signal.steps)
            known = frames < len(elapsed)
            known[known] = index.frame_ids[frames[known]] == signal.steps[known]
        else:
            frames = (signal.steps * folder.every + folder.placement.offset).round().astype(np.int64)
            known = (frames >= 0) & (frames < len(elapsed))
        times = np.where(known, elapsed[np.where(known, frames, 0)] if len(elapsed) else np.nan, np.nan)
    kept = np.isfinite(times)
    return Series(
        PREFIX + signal.name, signal.name, signal.unit, times[kept], signal.values[kept], recorded=True,
        steps=signal.holds,
    )  # fmt: skip
