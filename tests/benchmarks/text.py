"""How fast CARLA's text is printed, against the f-strings that one writes first."""

from __future__ import annotations

from collections.abc import Iterator

from tests.benchmarks import naive
from tests.benchmarks.measure import Context, interleave
from tests.benchmarks.naive_text import text_of
from tests.benchmarks.report import Row, rate, timed
from viewer.analysis.carla_text.file_info import file_info
from viewer.logfile.source import LogFile
from viewer.recording.build.builder import read_index

_NAIVE_FRAMES = 100


def measure_text(context: Context) -> Iterator[Row]:
    """All packets as text, the whole recording, against f-strings for its first frames, decoded before."""
    path = context.recording("traffic")
    frames = naive.read_frames(path, _NAIVE_FRAMES)
    lengths = {}

    def ours() -> None:
        lengths["ours"] = sum(map(len, file_info(index, show_all=True)))

    def plain() -> None:
        lengths["naive"] = sum(map(len, text_of(frames)))

    with LogFile(path) as file:
        index = read_index(file)
        samples = interleave({"ours": ours, "naive": plain}, context.rounds)
    share = lengths["ours"] / lengths["naive"]
    amount = rate(lengths["ours"], "MB of text", samples["ours"])
    reference = "f-strings of decoded records, scaled"
    yield timed("info --all of traffic", samples["ours"], reference, samples["naive"] * share, detail=amount)
