"""Signals of the agent: numbers that it wrote, and how far its plans were from the path that was driven."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping

import numpy as np

from viewer.arrays import Floats
from viewer.cancellation import ShouldContinue, cancellable, check
from viewer.file_error import plain
from viewer.recording.index import RecordingIndex
from viewer.replay.paths.trajectory import Trajectory, trajectory
from viewer.run_folder.contents import AgentSignal, Meta
from viewer.run_folder.folder import RunFolder
from viewer.signals import Scope, Series, Signal
from viewer.signals.signal_source import SignalSource

PREFIX = "agent."
"""Beginning of the name of each signal that is the agent's, not the program's."""
MARK = "agent"
"""Mark that stands beside the agent's signals."""
_ERRORS = {
    "plan_longitudinal_error": "Plan ahead of the path driven",
    "plan_lateral_error": "Plan right of the path driven",
}
"""Labels of the signals of how far a plan lies from the path that was driven, by name."""
_HORIZON = 2.0
"""Seconds after a step at which its plan is compared with the path that was driven, or its last point."""
_MOST_NAMES = 200
_LOOKED_AT = 5
"""Files of steps that are read to find the names of their numbers."""
_BREATH = 0.02
"""Seconds between two checks whether a reader that waits for another was cancelled."""


def agent_signals(folder: RunFolder, index: RecordingIndex, hero: int | None) -> tuple[Signal, ...]:
    """Return the numbers of a run's folder as signals of the agent's vehicle; values are read when plotted.

    These are the numbers in the files of each step and in tables, and the errors of plans. Their names begin
    with ``agent.``; values outside the recording are left out. Files that cannot be read are gaps.

    Args:
        folder: the run's folder, placed on the recording.
        index: the recording.
        hero: row of the agent's vehicle in the actor table; None for signals of the recording as a whole,
            without errors of plans.
    """
    reader = _Reader(folder, index, hero)
    labels = {name: name for name in reader.names}
    if hero is not None and reader.has_plans:
        labels |= _ERRORS
    rows = None if hero is None else index.actors.lifetimes(hero)
    scope = Scope.SCENE if hero is None else Scope.ACTOR
    return tuple(
        Signal(
            PREFIX + name, label, reader.unit(name), reader.read_of(name),
            scope=scope, steps=reader.holds(name), rows=rows, mark=MARK,
        )
        for name, label in labels.items()
    )  # fmt: skip


class _Reader:
    """Reader of the numbers of one folder; the files of the steps are read once, for all signals."""

    def __init__(self, folder: RunFolder, index: RecordingIndex, hero: int | None) -> None:
        self._folder, self._index, self._hero = folder, index, hero
        self._tables = {signal.name: signal for signal in reversed(folder.contents.signals)}
        self._of_steps: dict[str, AgentSignal] | None = None
        self._lock = threading.Lock()
        count = len(folder.contents.metas)
        looked_at = np.unique(np.linspace(0, count - 1, _LOOKED_AT).astype(np.int64)) if count else ()
        metas = [meta for number in looked_at if (meta := _meta(folder, int(number))) is not None]
        found = dict.fromkeys(plain(name) for meta in metas for name in numbers_in(meta))
        self.names = [*self._tables, *(name for name in [*found][:_MOST_NAMES] if name not in self._tables)]
        self.has_plans = any(
            plan is not None and plan.times is not None for plan in map(folder.contents.plan_of, metas)
        )

    def unit(self, name: str) -> str:
        """Return the unit of the number ``name``; empty if the layout does not say."""
        if name in _ERRORS:
            return "m"
        return self._tables[name].unit if name in self._tables else self._folder.contents.units.get(name, "")

    def holds(self, name: str) -> bool:
        """Return whether each value of ``name`` holds until the next one."""
        return name not in self._tables or self._tables[name].holds

    def read_of(self, name: str) -> Callable[[SignalSource], Series]:
        """Return the function that reads the signal ``name``."""

        def read(source: SignalSource) -> Series:
            signal = self._tables.get(name) or self._read_steps(source.should_continue).get(name)
            if signal is None:
                signal = AgentSignal(name, self.unit(name), np.empty(0), np.empty(0))
            return _series(self._folder, self._index, signal, _ERRORS.get(name, name))

        return read

    def _read_steps(self, should_continue: ShouldContinue) -> Mapping[str, AgentSignal]:
        """Return the numbers in the files of the steps by name, and the errors of plans."""
        while not self._lock.acquire(timeout=_BREATH):
            check(should_continue, 0.0)
        try:
            if self._of_steps is None:
                hero = self._hero
                poses = None if hero is None else trajectory(self._index, hero)
                found = _signals_of_steps(self._folder, self._index, poses, should_continue)
                self._of_steps = {signal.name: signal for signal in found}
        finally:
            self._lock.release()
        return self._of_steps


def _meta(folder: RunFolder, number: int) -> Meta | None:
    try:
        return folder.meta(number)
    except ValueError:
        return None


def _signals_of_steps(
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
    for number, name in enumerate(_ERRORS):
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


def _series(folder: RunFolder, index: RecordingIndex, signal: AgentSignal, label: str) -> Series:
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
        PREFIX + signal.name, label, signal.unit, times[kept], signal.values[kept], recorded=True,
        steps=signal.holds,
    )  # fmt: skip
