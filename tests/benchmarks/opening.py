"""How long it takes to open recordings, and to examine all of their records."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np

from tests.benchmarks import naive
from tests.benchmarks.measure import PLAIN, Context, Samples, interleave, read_plainly
from tests.benchmarks.recordings import BUSY
from tests.benchmarks.report import Row, absent, rate, timed
from tests.benchmarks.shapes import SHAPES, drawn_turns, write_turns
from viewer.logfile.source import LogFile
from viewer.recording.build.builder import build_index, read_index
from viewer.recording.check.examine import examine
from viewer.recording.index import RecordingIndex

_DRAWN = 20
"""Drawn shapes of coming and going, of some 40 MB each."""


def measure_open(context: Context) -> Iterator[Row]:
    """Opening, whole and to the first view, against other ways to read the same file."""
    for name in BUSY:
        path = context.recording(name)
        sliced = naive.Slice.of(path)
        ours = {
            "whole": partial(open_whole, path),
            "views": partial(_open_in_views, path),
            "first": partial(_open_to_first_view, path),
        }
        others = context.readers(path) | {sliced.label: partial(naive.read_frames, path, sliced.frames)}
        samples = interleave({**ours, **others}, context.rounds)
        samples[sliced.label] *= sliced.scale
        speed = rate(path.stat().st_size, "MB", samples["whole"])
        for other in others:
            yield timed(f"Open {name}", samples["whole"], other, samples[other], detail=speed)
            speed = ""
        yield timed(f"Open {name}, giving views as it grows", samples["views"], PLAIN, samples[PLAIN])
        yield Row(f"Open {name}, until the first view", tuple(samples["first"].tolist()))
    if context.native() is None:
        yield absent("a compiler of C++")


def measure_shapes(context: Context) -> Iterator[Row]:
    """Opening recordings whose actors come and go in different ways, and drawn ones: of these the slowest."""
    for name in SHAPES:
        path = context.shape(name)
        samples = interleave(
            {"whole": partial(open_whole, path), PLAIN: partial(read_plainly, path)}, context.rounds
        )
        yield timed(f"Open: {name}", samples["whole"], PLAIN, samples[PLAIN])
    worst: tuple[float, int, Samples, Samples] | None = None
    path = context.scratch / "drawn.log"
    for seed in range(context.scaled(_DRAWN)):
        write_turns(path, drawn_turns(seed))
        samples = interleave(
            {"whole": partial(open_whole, path), PLAIN: partial(read_plainly, path)}, context.rounds
        )
        ratio = float(np.min(samples["whole"]) / np.min(samples[PLAIN]))
        if worst is None or ratio > worst[0]:
            worst = ratio, seed, samples["whole"], samples[PLAIN]
    if worst is not None:
        yield timed("Open the slowest drawn shape", worst[2], PLAIN, worst[3], detail=f"seed {worst[1]}")


def measure_examination(context: Context) -> Iterator[Row]:
    """Examining every record of many small frames, and of long ones."""
    for name in ("small frames", "traffic"):
        path = context.recording(name)
        with LogFile(path) as file:
            others = context.readers(path)
            samples = interleave({"ours": partial(_examine, read_index(file)), **others}, context.rounds)
        for other in others:
            yield timed(f"Examine all records of {name}", samples["ours"], other, samples[other])


def open_whole(path: Path) -> None:
    """Open a recording and let go of it."""
    with LogFile(path) as file:
        read_index(file)


def _open_in_views(path: Path) -> None:
    with LogFile(path) as file:
        deque(build_index(file), 0)


def _open_to_first_view(path: Path) -> None:
    with LogFile(path) as file:
        next(build_index(file))


def _examine(index: RecordingIndex) -> None:
    deque(examine(index), 0)
