"""Between two questions whether to go on little is done, in everything that may last: so it stops soon."""

from __future__ import annotations

import io
import os
import shutil
import sys
from collections import deque
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import FrameType

import pytest

from tests.benchmarks.makers import Plan, write_recording
from tests.benchmarks.maps import write_side_by_side
from tests.extras import need
from tests.live import growing_views
from viewer.analysis.find_events import find_events
from viewer.cancellation import ShouldContinue
from viewer.export.cut import write_cut
from viewer.export.formats import FORMATS, export
from viewer.export.selection import make_selection
from viewer.library.library import Library
from viewer.logfile.source import LogFile
from viewer.program import resource
from viewer.recording.check import examine
from viewer.recording.index import RecordingIndex
from viewer.recording.indexing.builder import read_index
from viewer.recording.repair import repair
from viewer.replay.events import light_changes
from viewer.replay.paths.driven_paths import distances_travelled, driven_paths
from viewer.roads import open_map
from viewer.roads.map_file import MapFile
from viewer.signals import read_series
from viewer.ui.palette.providers.recorded import actor_search_index, event_search_index
from viewer.ui.state.recorded_events import find_event_lists

MOST_BYTES = 8_000_000
MOST_CALLS = 300_000
"""Of Python or C functions: 50,000 things that are looked at, with half a dozen for each."""
Long = Callable[[RecordingIndex, ShouldContinue], object]
PLANS = {
    "long": Plan(20_000, vehicles=3, walkers=2, lights=3, props=3),
    "crowd": Plan(25, vehicles=500, walkers=100, lights=20, props=300),
    "usual": Plan(600, vehicles=20, walkers=10, lights=10, props=20),
}
GAP = 4 << 30
"""Bytes of zeros in the recording with a gap; here and there in its first megabytes is one that is not."""


class Counter:
    """Counts what is read and called between two questions."""

    def __init__(self) -> None:
        self.bytes = self.calls = self.questions = 0
        self.most_bytes = self.most_calls = 0

    def ask(self, _share: float) -> bool:
        self.questions += 1
        self.most_bytes = max(self.most_bytes, self.bytes)
        self.most_calls = max(self.most_calls, self.calls)
        self.bytes = self.calls = 0
        return True

    def profile(self, _frame: FrameType, event: str, _of: object) -> None:
        self.calls += event in {"call", "c_call"}

    def check(self) -> None:
        self.ask(1.0)
        assert self.questions > 1, "it never asked"
        assert self.most_bytes <= MOST_BYTES
        assert self.most_calls <= MOST_CALLS


@pytest.fixture
def counter(monkeypatch):
    counter = Counter()

    def counted(read):
        def do(*words):
            got = read(*words)
            counter.bytes += got if isinstance(got, int) else len(got)
            return got

        return do

    for name in ("_pread", "read_each", "read_into"):
        monkeypatch.setattr(LogFile, name, counted(getattr(LogFile, name)))
    return counter


def count(counter: Counter, long: Callable[[ShouldContinue], object]) -> None:
    """Do what lasts, and check how much of it lies between two questions."""
    counter.bytes = counter.calls = 0
    sys.setprofile(counter.profile)
    try:
        long(counter.ask)
    finally:
        sys.setprofile(None)
    counter.check()


@pytest.fixture(scope="module")
def recordings(tmp_path_factory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("stopping")
    for name, plan in PLANS.items():
        write_recording(folder / f"{name}.log", plan)
    return {name: folder / f"{name}.log" for name in PLANS}


@pytest.fixture(scope="module")
def gap(tmp_path_factory) -> Path:
    """The sample, in the middle of which is a gap."""
    path, sample = tmp_path_factory.mktemp("gap") / "gap.log", resource("sample.log").read_bytes()
    half = len(sample) // 2
    with path.open("wb") as stream:
        stream.write(sample[:half])
        for number in range(16):
            stream.seek(half + (number << 20) + 70_000)
            stream.write(b"\1")
        stream.seek(half + GAP)
        stream.write(sample[half:])
    if getattr(path.stat(), "st_blocks", GAP) * 512 > GAP // 2:
        path.unlink()
        pytest.skip("this file system keeps no holes: the gap would take gigabytes of it")
    return path


def iterated(steps: object, ask: ShouldContinue) -> None:
    """Take steps, of which each is as good as a question: who takes them may stop."""
    for _ in steps:  # type: ignore[attr-defined]
        ask(0.0)


def everything(index: RecordingIndex) -> range:
    return range(len(index.frame_starts))


LONG: dict[str, Long] = {
    "story": lambda index, ask: find_events(
        index, road_map=open_map(resource("Sampletown.xodr")), should_continue=ask
    ),
    "check": lambda index, ask: iterated(examine(index), ask),
    "lights": light_changes,
    "changes": find_event_lists,
    "ways": lambda index, ask: driven_paths(index, should_continue=ask),
    "distances": lambda index, ask: distances_travelled(index, should_continue=ask),
    "signals": lambda index, ask: read_series(
        index, ["speed", "jerk", "ttc", "nearest_distance"], index.actors.hero_rows[0], should_continue=ask
    ),
    "actors of the palette": lambda index, ask: actor_search_index(id, str, index, ask),
}
OF_FEW: dict[str, Long] = {
    "repair": lambda index, ask: iterated(repair(index, io.BytesIO()), ask),
    "events of the palette": lambda index, ask: event_search_index(max, str, index, ask),
    "cut": lambda index, ask: write_cut(index, everything(index), io.BytesIO(), should_continue=ask),
}
"""What asks for each frame, and takes long with many of them; and what needs events."""


@pytest.mark.parametrize(
    ("name", "what"),
    [(name, what) for what in LONG for name in ("long", "crowd")] + [("usual", what) for what in OF_FEW],
)
def test_what_is_asked_of_a_recording(recordings, counter, name, what) -> None:
    index = read_index(LogFile(recordings[name]))
    count(counter, lambda ask: (LONG | OF_FEW)[what](index, ask))


@pytest.mark.parametrize("form", FORMATS)
def test_exports(recordings, counter, tmp_path, form) -> None:
    need(FORMATS[form].extra, *FORMATS[form].modules)
    import_module(f"viewer.export.to_{form}")  # that is no work of ours, nor can it ask
    part = make_selection(read_index(LogFile(recordings["usual"])))
    count(counter, lambda ask: export(part, FORMATS[form], tmp_path / "out", ask))


@pytest.mark.parametrize("name", PLANS)
def test_reading(recordings, counter, name) -> None:
    with LogFile(recordings[name]) as file:
        count(counter, lambda ask: read_index(file, ask))


def test_reading_over_a_gap(gap, counter) -> None:
    """Also in views; what comes after the gap is there, and nearly nothing of the gap was read."""
    with LogFile(gap) as file:
        count(counter, lambda ask: deque(growing_views(file, ask), 1))
        index = read_index(file)
    with LogFile(resource("sample.log")) as file:
        whole = read_index(file)
    assert index.complete
    assert len(whole.frame_starts) - 2 <= len(index.frame_starts) < len(whole.frame_starts)
    assert index.frame_starts["frame"][-1] == whole.frame_starts["frame"][-1]


@pytest.mark.parametrize("what", ["whole", "near"])
def test_large_maps(counter, tmp_path, what) -> None:
    path = tmp_path / "towns.xodr"
    write_side_by_side(resource("Sampletown.xodr"), 90, path)
    near = [[-100.0, -100.0, 100.0, 100.0]]
    ask_for = {
        "whole": lambda ask: MapFile(path).whole(ask),
        "near": lambda ask: MapFile(path).near(near, should_continue=ask),
    }
    count(counter, ask_for[what])


def test_the_files_of_a_library(counter, tmp_path) -> None:
    need("library", "duckdb", "pyarrow")
    night = tmp_path / "runs" / "night"  # what other tests have left beside is not looked at
    night.mkdir(parents=True)
    shutil.copy(resource("sample.log"), night / "0.log")
    for number in range(1, 400):
        os.link(night / "0.log", night / f"{number}.log")
        (night / f"{number}.json").write_text('{"_checkpoint": {"records": []}}')
    library = Library([night])
    count(counter, library.find_recordings)
