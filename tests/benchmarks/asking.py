"""How long the questions take that a window asks: a moment, and the path of an actor."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from tests.benchmarks.measure import Context, interleave, read_plainly
from tests.benchmarks.report import Row, timed
from viewer.analysis.series import read_series
from viewer.logfile.source import LogFile
from viewer.recording.actors import Category
from viewer.recording.build.builder import read_index
from viewer.recording.index import RecordingIndex
from viewer.replay.paths.trajectory import trajectory
from viewer.replay.world.world import World, world_at

_CALLS = 300


def measure_world(context: Context) -> Iterator[Row]:
    """The state at random times, against reading the bytes of the same frames."""
    with LogFile(context.recording) as file:
        index = read_index(file)
        times = np.random.default_rng(0).uniform(0.0, index.duration, _CALLS).tolist()
        frames = [index.frame_at(time) for time in times]
        ranges = [(int(index.offsets[i]), index.layouts[index.layout_numbers[i]].stride) for i in frames]

        def read_only() -> None:
            for offset, length in ranges:
                file.read(offset, length)

        def ask(question: Callable[[World], object], *, interpolate: bool = False) -> Callable[[], None]:
            def ask_all() -> None:
                for time in times:
                    question(world_at(index, time, interpolate=interpolate))

            return ask_all

        samples = interleave(
            {
                "read": read_only,
                "world_at": ask(lambda world: world.locations),
                "world_at, interpolated": ask(lambda world: world.locations, interpolate=True),
                "world_at with speeds": ask(lambda world: world.speeds),
            },
            context.rounds,
        )
        actors = len(world_at(index, times[0]).rows)
    reference = samples.pop("read")
    for name, figures in samples.items():
        yield timed(f"{name}, {actors} actors", figures, "reading the bytes of the frame", reference, _CALLS)


def measure_trajectory(context: Context) -> Iterator[Row]:
    """The path of the hero over the whole recording, against reading the whole recording."""
    with LogFile(context.recording) as file:
        index = read_index(file)
        hero = index.actors.hero_rows[0]
        samples = interleave(
            {"trajectory": lambda: trajectory(index, hero), "plain": lambda: read_plainly(context.recording)},
            context.rounds,
        )
    what = f"Trajectory of one actor, {len(index.heads):,} frames"
    yield timed(what, samples["trajectory"], "plain read of the file", samples["plain"])


def measure_series(context: Context) -> Iterator[Row]:
    """Signals of one actor over the whole recording, asked for the first time, against a plain read."""
    with LogFile(context.recording) as file:
        index = read_index(file)
        hero = index.actors.hero_rows[0]
        tasks = {
            "brake of the hero": lambda: read_series(index, ["brake"], hero),
            "acceleration of the hero": lambda: read_series(index, ["acceleration"], hero),
            "x of the walker who lives longest": lambda: read_series(index, ["x"], _oldest_walker(index)),
            "real-time factor": lambda: read_series(index, ["real_time_factor"]),
        }
        samples = interleave({**tasks, "plain": lambda: read_plainly(context.recording)}, context.rounds)
    for name in tasks:
        what = f"Series: {name}, {len(index.heads):,} frames"
        yield timed(what, samples[name], "plain read of the file", samples["plain"])


def _oldest_walker(index: RecordingIndex) -> int:
    """Return the row of the walker with the most frames; where somebody dies each frame, its place moves."""
    actors = index.actors
    walkers = np.flatnonzero(actors.category == Category.WALKER)
    ends = np.minimum(actors.destroy_frame[walkers], len(index.heads))
    return int(walkers[np.argmax(ends - actors.spawn_frame[walkers])])
