"""What is read or worked out in parts is the same however large a part is."""

from __future__ import annotations

import io
from functools import cache

import numpy as np
import pytest

from viewer.analysis.carla_text.queries import find_blocked
from viewer.analysis.event_kinds import KINDS, PAIRS
from viewer.analysis.event_table import Events
from viewer.analysis.find_events import find_events
from viewer.logfile import packets
from viewer.logfile.source import LogFile
from viewer.program import resource
from viewer.recording.check import examine
from viewer.recording.indexing.builder import read_index
from viewer.recording.read.poses import read_trajectories
from viewer.recording.read.records import all_records, gather
from viewer.replay.events import light_changes
from viewer.roads import open_map
from viewer.signals import read_series
from viewer.signals.series import write_table


@cache
def sample():
    return read_index(LogFile(resource("sample.log")))


@cache
def roads():
    return open_map(resource("Sampletown.xodr"))


def hero():
    return sample().actors.hero_rows[0]


def table():
    stream = io.StringIO()
    write_table(sample(), [("speed", read_series(sample(), ["speed"], hero())[0])], stream)
    return stream.getvalue()


def points():
    return np.column_stack([np.linspace(-120.0, 120.0, 300), np.linspace(-60.0, 60.0, 300)])


def records_of(actor_id):
    return gather(sample(), packets.POSITION, actor_id, slice(0, len(sample().frame_starts)))


def clock():
    return all_records(sample(), packets.PLATFORM_TIME, slice(0, len(sample().frame_starts)))


def values_of(name):
    return read_series(sample(), [name], hero())[0].values


def lights():
    found = light_changes(sample())
    return found.frames, found.rows, found.before, found.after


def poses():
    return read_trajectories(sample(), np.arange(30)).poses


IN_PARTS = {
    "viewer.recording.read.records._SMALL": ((0, 1 << 30), lambda: records_of(52)),
    "viewer.recording.read.records._PIECES": (
        (1, 5_000),
        lambda: (records_of(52), clock(), lights(), find_blocked(sample(), 5.0)),
    ),
    "viewer.recording.read.records._NEAR": ((0, 1 << 20), lambda: (clock(), poses())),
    "viewer.recording.read.records._FEWEST": ((1, 1 << 20), lambda: (records_of(52), poses())),
    "viewer.recording.read.records._BLOCK": ((50_000,), lambda: [*examine(sample())][-1].problems),
    "viewer.recording.read.records._TOGETHER": ((4096, 50_000), lambda: (records_of(52), poses())),
    "viewer.signals.series._BLOCK": ((1, 100), table),
    "viewer.analysis.pairs._TOGETHER": ((5,), lambda: find_events(sample(), kinds=["contact"]).events),
    "viewer.analysis.pairs._BLOCK": (
        (1, 1000, 1 << 30),
        lambda: (
            find_events(
                sample(),
                kinds=[kind.name for kind in KINDS.values() if kind.finder is PAIRS],
                thresholds={"pet": 3.0, "ttc": 3.0, "near_miss.gap": 2.0},
            ).events
        ),
    ),
    "viewer.roads.locate._BLOCK": ((1, 64), lambda: roads().locate(points())),
}
"""What decides how large a part is: values that are not the usual one, and what must not depend on them."""


def plain(result):
    """Return what can be compared, with NaN."""
    if isinstance(result, tuple):
        return [plain(each) for each in result]
    return str(list(result)) if isinstance(result, np.ndarray | Events) else str(result)


@pytest.mark.parametrize("constant", IN_PARTS)
def test_the_size_of_the_parts_does_not_matter(monkeypatch, constant):
    sizes, result = IN_PARTS[constant]
    expected = plain(result())
    for size in sizes:
        monkeypatch.setattr(constant, size)
        assert plain(result()) == expected
