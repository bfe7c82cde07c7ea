"""How long the window does not answer while a recording is read in the background, and just after."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from PySide6.QtCore import QCoreApplication

from tests.benchmarks.measure import PLAIN, Context, Samples, read_plainly
from tests.benchmarks.recordings import BUSY
from tests.benchmarks.report import IDLE, Row, late_row
from tests.benchmarks.windows import Beat, beat_while_idle, beat_while_opening, program
from viewer.logfile.source import LogFile
from viewer.recording.build.builder import IndexBuilder
from viewer.recording.index import RecordingIndex
from viewer.resources import resource
from viewer.ui.app import Viewer
from viewer.ui.background.reader import RecordingReader
from viewer.ui.commands.files import SAMPLE

_BEAT = 5  # milliseconds
_OPENINGS = 4
"""Openings in a round, at least, as long as they are short: a single one gives but a few ticks."""
_LOADING = 4.0
"""Seconds of loading in a round, after which that is enough."""
_SETTLED = 0.5
"""Seconds after which a window that shows nothing has nothing more to do."""
_AFTER = 15.0
"""Seconds after opening, in which the window is not touched but examines the file."""
_LONG = 0.05
"""Seconds of lateness that everybody sees."""
_VIEWS = 4
"""Views of a recording that are told to the window, at most."""


def measure_lateness(context: Context) -> Iterator[Row]:
    """By how much a beat of 5 ms comes late from opening a file until it is shown, against an idle one.

    The processor's time of the main thread in its longest turn does not depend on what else runs.
    """
    with program(context.scratch) as viewer:
        for name in BUSY:
            path = context.recording(name)
            beat_while_opening(viewer, path)  # everything is warm now
            loading, idle = [], []
            for _ in range(context.rounds):
                loading.append(_while_loading(viewer, path))
                viewer.workspace.close()
                beat_while_idle(_SETTLED)
                idle.append(beat_while_idle(_LOADING / 2, _BEAT))
            late, usual = ([_late(beat.gaps) for beat in beats] for beats in (loading, idle))
            for measure, share in (("99th percentile", 99), ("longest", 100)):
                yield late_row(f"Lateness while {name} loads in the window, {measure}", late, usual, share)
            longest, short = (tuple(float(beat.turns.max()) for beat in beats) for beats in (loading, idle))
            yield Row(f"Longest turn of the main thread while {name} loads", longest, IDLE, short)


def measure_lateness_after(context: Context) -> Iterator[Row]:
    """By how much a beat of 5 ms comes late just after opening, while all records are examined."""
    duration = max(_AFTER * context.scale, 2.0)
    with program(context.scratch) as viewer:
        names = ("traffic", "small frames", "changing lights", "collisions")
        paths = {name: context.recording(name) for name in names}
        for name, path in {"the sample": resource(SAMPLE), **paths}.items():
            late, idle = [], []
            for _ in range(context.rounds):
                beat_while_opening(viewer, path)
                late.append(_late(beat_while_idle(duration, _BEAT).gaps))
                viewer.workspace.close()
                idle.append(_late(beat_while_idle(duration, _BEAT).gaps))
            yield late_row(f"Lateness just after {name} was opened, 99th percentile", late, idle, 99)
            many, usual = (tuple(float((each > _LONG).sum()) for each in rounds) for rounds in (late, idle))
            yield Row(
                f"Ticks over {_LONG * 1000:.0f} ms late just after {name} was opened",
                many,
                IDLE,
                usual,
                unit="count",
            )


def measure_views(context: Context) -> Iterator[Row]:
    """How long the main thread works for each view of a recording that is told to the window."""
    taken = {}
    with program(context.scratch) as viewer:
        for name in BUSY:
            rounds = [_seconds_a_view(viewer, context.recording(name)) for _ in range(context.rounds + 1)]
            taken[name] = tuple(rounds[1:])  # everything is warm after the first
    usual = BUSY[0]
    for name, figures in taken.items():
        yield Row(f"Main thread for a view of {name}, painted", figures, f"{usual}, the same", taken[usual])


def measure_again(context: Context) -> Iterator[Row]:
    """Opening in the window, for the first time and again, to the last view."""
    with program(context.scratch) as viewer:
        for name in BUSY:
            path, copy = context.recording(name), context.scratch / "copy.log"
            first, again, plain = [], [], []
            for _ in range(context.rounds):
                shutil.copyfile(path, copy)  # a file that nobody has seen yet
                for took in (first, again):
                    took.append(float(beat_while_opening(viewer, copy).gaps.sum()))
                    viewer.workspace.close()
                start = time.perf_counter()
                read_plainly(copy)
                plain.append(time.perf_counter() - start)
                copy.unlink()
            yield Row(f"Open {name} in the window", tuple(first), PLAIN, tuple(plain))
            yield Row(
                f"Open {name} in the window again, unchanged", tuple(again), "the first time", tuple(first)
            )


def _while_loading(viewer: Viewer, path: Path) -> Beat:
    """Load a recording several times, until that took long enough; return the beat of all of them."""
    parts: list[Beat] = []
    while len(parts) < _OPENINGS or sum(part.gaps.sum() for part in parts) < _LOADING:
        parts.append(beat_while_opening(viewer, path, _BEAT))
    return Beat(*(np.concatenate(each) for each in zip(*parts, strict=True)))


def _late(gaps: Samples) -> Samples:
    return np.maximum(gaps - _BEAT / 1000, 0.0)


def _seconds_a_view(viewer: Viewer, path: Path) -> float:
    """Tell the window views of a recording as it grows; return the most that one took, but the first."""
    reader = viewer.recording.findChild(RecordingReader)
    assert reader is not None
    took = []
    for number, view in enumerate(_views(path)):
        for prepare in (RecordingIndex.prepare, *reader.prepare):
            prepare(view)
        start = time.thread_time()
        (reader.grown if number else reader.opened).emit(view)
        QCoreApplication.processEvents()
        while viewer.bars.painting.under_way:
            QCoreApplication.processEvents()
        took.append(time.thread_time() - start)
    viewer.workspace.close()
    return max(took[1:])


def _views(path: Path) -> Iterator[RecordingIndex]:
    """Yield views, evenly over a recording, and the complete one."""
    file = LogFile(path)  # it is closed when the views are gone
    builder = IndexBuilder(file)
    due = 0.0
    for part in builder.walk:
        builder.take(part)
        if builder.walk.position >= due:
            yield builder.view(complete=False)
            due = builder.walk.position + file.size() / _VIEWS
    yield builder.view(complete=True)
