"""How the time grows with the length of a recording: opening in proportion to the bytes, the rest not at all.

Told is the exponent: the slope of a line through the logarithms of bytes and of times.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial

import numpy as np
from PySide6.QtCore import QCoreApplication

from tests.benchmarks.measure import Context, Samples, interleave
from tests.benchmarks.opening import open_whole
from tests.benchmarks.report import Row, seconds
from tests.benchmarks.windows import delete, shown_map
from viewer.logfile.source import LogFile
from viewer.recording.build.builder import read_index
from viewer.recording.index import RecordingIndex
from viewer.replay.world.world import world_at
from viewer.ui.app import make_application
from viewer.ui.background.tasks import Tasks
from viewer.ui.map import MapView
from viewer.ui.theme import load_theme
from viewer.ui.timeline.view import TimelineView

_TIMES = (0.25, 0.5, 1.0, 2.0)
"""How long the four recordings are, compared with the one of all other measures."""
_TIMER = 1e-6
"""Seconds that can be told from none."""
_SIZE = (1600, 400)


def measure_scaling(context: Context) -> Iterator[Row]:
    """Opening, seeking, scrubbing and painting in four recordings of the same traffic."""
    paths = [context.recording("traffic", times) for times in _TIMES]
    amounts = [path.stat().st_size for path in paths]
    shortest = partial(open_whole, context.recording("traffic", 0.0))
    opens = [partial(open_whole, path) for path in paths]
    yield _row(
        "Open, beyond what two frames take, by bytes", amounts, opens, context.rounds,
        ("in proportion to the bytes", 1.0), shortest,
    )  # fmt: skip
    make_application()
    with ExitStack() as files:
        indexes = [read_index(files.enter_context(LogFile(path))) for path in paths]
        work = Tasks()
        views = [_views(work, index) for index in indexes]
        questions: dict[str, tuple[int, list[Callable[[float], object]]]] = {
            "Seek: find the frame and read it": (1_000, [partial(_seek, index) for index in indexes]),
            "Scrub: the world at a time": (200, [partial(_scrub, index) for index in indexes]),
            "Paint map and timeline": (
                40,
                [partial(_paint, *pair) for pair in zip(indexes, views, strict=True)],
            ),
        }
        for what, (calls, ask) in questions.items():
            tasks = [partial(_at_random, calls, *each) for each in zip(ask, indexes, strict=True)]
            expected = ("whatever the length", 0.0)
            yield _row(f"{what}, by bytes", amounts, tasks, context.rounds, expected, calls=calls)
        work.shut_down()
        for view in (each for pair in views for each in pair):
            delete(view)


def exponents(amounts: Sequence[float], samples: Sequence[Samples]) -> Samples:
    """Return the slope in each round, shape (K,), of a line through the logarithms.

    ``samples[i]`` has shape (K,): what took so long with ``amounts[i]``.
    """
    slopes: Samples = np.polyfit(np.log(amounts), np.log(np.stack(samples)), 1)[0]
    return slopes


def _row(
    what: str,
    amounts: Sequence[int],
    tasks: Sequence[Callable[[], object]],
    rounds: int,
    expected: tuple[str, float],
    fixed: Callable[[], object] = lambda: None,
    calls: int = 1,
) -> Row:
    """Return the exponent of the time beyond that of what is ``fixed``."""
    named = {str(number): task for number, task in enumerate((fixed, *tasks))}
    least, *samples = interleave(named, rounds).values()
    first, last = (seconds(float(np.median(each)) / calls) for each in (samples[0], samples[-1]))
    beyond = [np.maximum(each - least, _TIMER) for each in samples]
    name, exponent = expected
    return Row(
        what, tuple(exponents(amounts, beyond).tolist()), name, (exponent,),
        unit="exponent", detail=f"{first} → {last}",
    )  # fmt: skip


def _views(work: Tasks, index: RecordingIndex) -> tuple[MapView, TimelineView]:
    timeline = TimelineView()
    timeline.set_theme(load_theme("dark"))
    timeline.resize(*_SIZE)
    timeline.set_recording(index)
    timeline.show()
    return shown_map(work, index), timeline


def _at_random(calls: int, ask: Callable[[float], object], index: RecordingIndex) -> None:
    for elapsed in np.random.default_rng(0).uniform(0.0, index.duration, calls).tolist():
        ask(elapsed)


def _seek(index: RecordingIndex, elapsed: float) -> None:
    index.read_frame(index.frame_at(elapsed))


def _scrub(index: RecordingIndex, elapsed: float) -> object:
    return world_at(index, elapsed).locations


def _paint(index: RecordingIndex, views: tuple[MapView, TimelineView], elapsed: float) -> None:
    map_view, timeline = views
    map_view.set_world(world_at(index, elapsed))
    timeline.model.set_playhead(elapsed)
    QCoreApplication.processEvents()
