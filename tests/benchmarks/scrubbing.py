"""How long the inspector takes for each moment while one scrubs, by the time of its thread."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import numpy as np
from PySide6.QtCore import QCoreApplication

from tests.benchmarks.measure import Context, interleave
from tests.benchmarks.report import Row, timed
from tests.benchmarks.windows import delete
from viewer.logfile.source import LogFile
from viewer.recording.build.builder import read_index
from viewer.replay.world.world import world_at
from viewer.ui.app import make_application
from viewer.ui.inspector import Inspector
from viewer.ui.state.actor_ref import ref_of, refs_of

_CALLS = 200
_SIZE = (320, 900)


def measure_inspector(context: Context) -> Iterator[Row]:
    """What the inspector does with a moment, before and with painting, against asking for the moment."""
    make_application()
    with LogFile(context.recording("traffic")) as file:
        index = read_index(file)
        hero = index.actors.hero_rows[0]
        panel = Inspector()
        panel.resize(*_SIZE)
        panel.set_recording(index)
        panel.set_hero(ref_of(hero))
        panel.set_selected(refs_of((hero,)))
        panel.show()
        QCoreApplication.processEvents()  # what is not on the screen yet is not painted
        times = np.random.default_rng(0).uniform(0.0, index.duration, _CALLS).tolist()
        worlds = [world_at(index, elapsed) for elapsed in times]

        def ask() -> None:
            for elapsed in times:
                _ = world_at(index, elapsed).locations

        def tell(*, paint: bool) -> Callable[[], None]:
            def run() -> None:
                for world in worlds:
                    panel.set_world(world)
                    if paint:
                        QCoreApplication.processEvents()  # only what has changed

            return run

        tasks = {"told": tell(paint=False), "painted": tell(paint=True), "asked": ask}
        samples = interleave(tasks, context.rounds, time.thread_time)
        delete(panel)
    for what in ("told", "painted"):
        reference = "the world at that time"
        yield timed(
            f"Inspector of the hero, {what} another moment",
            samples[what],
            reference,
            samples["asked"],
            _CALLS,
        )
