"""How long the questions take that a window asks: a moment, and what an actor did all the time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from tests.benchmarks.measure import PLAIN, Context, interleave, read_plainly
from tests.benchmarks.report import Row, timed
from viewer.logfile.source import LogFile
from viewer.recording.actors import Category
from viewer.recording.build.builder import read_index
from viewer.recording.index import RecordingIndex
from viewer.replay.events.event_list import light_changes
from viewer.replay.paths.trajectory import trajectory
from viewer.replay.world.world import World, world_at
from viewer.signals import read_series

_CALLS = 300


def measure_world(context: Context) -> Iterator[Row]:
    """The state at random times, against reading the bytes of the same frames."""
    with LogFile(context.recording("traffic")) as file:
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


def measure_signals(context: Context) -> Iterator[Row]:
    """The path and signals of one actor over the whole recording, against a plain read."""
    for name in ("traffic", "events in every frame"):
        path = context.recording(name)
        with LogFile(path) as file:
            index = read_index(file)
            hero = index.actors.hero_rows[0]
            tasks = {
                "Trajectory of the hero": partial(trajectory, index, hero),
                "Brake of the hero": partial(read_series, index, ["brake"], hero),
                "Acceleration of the hero": partial(read_series, index, ["acceleration"], hero),
                "x of the walker who lives longest": partial(
                    read_series, index, ["x"], _oldest_walker(index)
                ),
                "Real-time factor": partial(read_series, index, ["real_time_factor"]),
                "All light changes": partial(light_changes, index),
            }
            samples = interleave({**tasks, PLAIN: partial(read_plainly, path)}, context.rounds)
        for what in tasks:
            yield timed(f"{what}, {name}", samples[what], PLAIN, samples[PLAIN])


def _oldest_walker(index: RecordingIndex) -> int:
    """Return the row of the walker with the most frames; where somebody dies each frame, its place moves."""
    actors = index.actors
    walkers = np.flatnonzero(actors.category == Category.WALKER)
    ends = np.minimum(actors.destroy_frame[walkers], len(index.heads))
    return int(walkers[np.argmax(ends - actors.spawn_frame[walkers])])
