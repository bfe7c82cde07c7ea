"""How fast CARLA's text is printed, against the f-strings that one writes first."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tests.benchmarks import naive
from tests.benchmarks.measure import Context, interleave
from tests.benchmarks.naive_text import text_of
from tests.benchmarks.report import Row, ratio, size
from viewer.analysis.carla_text.file_info import file_info
from viewer.logfile.source import LogFile
from viewer.recording.build.builder import read_index

_NAIVE_FRAMES = 100


def measure_text(context: Context) -> Iterator[Row]:
    """All packets as text, the whole recording, against f-strings for its first frames, decoded before."""
    frames = naive.read_frames(context.recording, _NAIVE_FRAMES)
    lengths = {}

    def ours() -> None:
        lengths["ours"] = sum(map(len, file_info(index, show_all=True)))

    def plain() -> None:
        lengths["naive"] = sum(map(len, text_of(frames)))

    with LogFile(context.recording) as file:
        index = read_index(file)
        samples = interleave({"ours": ours, "naive": plain}, context.rounds)
    speed = lengths["ours"] / samples["ours"]
    naive_speed = lengths["naive"] / samples["naive"]
    yield Row(
        f"info --all, {size(lengths['ours'])} of text",
        f"{size(float(np.median(speed)))}/s",
        f"{size(float(np.max(speed)))}/s",
        "f-strings of decoded records",
        f"{size(float(np.median(naive_speed)))}/s",
        ratio(float(np.median(speed / naive_speed))),
    )
