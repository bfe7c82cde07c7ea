"""How long it takes to open a recording."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tests.benchmarks import naive
from tests.benchmarks.measure import Context, interleave, read_plainly
from tests.benchmarks.report import Row, seconds, size, timed
from viewer.logfile.source import LogFile
from viewer.recording.build.builder import build_index, read_index


def measure_open(context: Context) -> Iterator[Row]:
    """Opening, whole and to the first view, against reading the bytes and against a naive reader."""
    path = context.recording
    sliced = naive.Slice.of(path)

    def open_whole() -> None:
        with LogFile(path) as file:
            read_index(file)

    def open_in_views() -> None:
        with LogFile(path) as file:
            for _ in build_index(file):
                pass

    def open_to_first_view() -> None:
        with LogFile(path) as file:
            next(build_index(file))

    samples = interleave(
        {
            "plain": lambda: read_plainly(path),
            "whole": open_whole,
            "views": open_in_views,
            "first": open_to_first_view,
            "naive": lambda: naive.read_frames(path, sliced.frames),
        },
        context.rounds,
    )
    opening = f"Open {size(path.stat().st_size)}"
    plain = "plain read in blocks of 2 MB"
    yield timed(opening, samples["whole"], plain, samples["plain"])
    yield timed(opening, samples["whole"], sliced.label, samples["naive"] * sliced.scale)
    yield timed("… giving views as it grows", samples["views"], plain, samples["plain"])
    first = samples["first"]
    yield Row("… until the first view", seconds(float(np.median(first))), seconds(float(np.min(first))))
