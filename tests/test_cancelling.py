"""Whoever reads for long asks whether to go on, tells how much is done, and stops when the answer is no."""

from __future__ import annotations

import io
from dataclasses import replace
from functools import cache
from itertools import count

import numpy as np
import pytest

from tests.extras import need
from tests.scenes import street
from viewer.analysis.find_events import find_events
from viewer.analysis.traffic import Traffic
from viewer.analysis.traffic_lights import MappedTrafficLights, TrafficLights, governed_stop_lines
from viewer.cancellation import ReadingCancelledError
from viewer.export.cut import write_cut
from viewer.export.formats import FORMATS, export
from viewer.export.selection import make_selection
from viewer.export.tables import PACKET_TABLES, read_tables, tables_of
from viewer.logfile import packets
from viewer.logfile.source import LogFile
from viewer.program import resource
from viewer.recording.indexing.builder import read_index
from viewer.recording.read.poses import read_trajectories
from viewer.recording.read.records import all_records, gather
from viewer.replay.events import light_changes
from viewer.replay.paths.driven_paths import distances_travelled, driven_paths
from viewer.replay.paths.trajectory import trajectory
from viewer.replay.time.typed_time import parse_moment
from viewer.roads import open_map
from viewer.signals import read_series
from viewer.signals.series import write_table
from viewer.signals.table import read_speed

MAP = resource("Sampletown.xodr")


@cache
def sample():
    return read_index(LogFile(resource("sample.log")))


@cache
def roads():
    return open_map(MAP)


@pytest.fixture(scope="module")
def short(tmp_path_factory):
    return street().index(tmp_path_factory.mktemp("cancelling") / "street.log")


def hero():
    return sample().actors.hero_rows[0]


def everything():
    return slice(0, len(sample().frame_starts))


def series():
    return read_series(sample(), ["speed"], hero())[0]


def light_ahead(should_continue, *, by_lane):
    lights = MappedTrafficLights(sample(), roads()) if by_lane else TrafficLights(sample())
    poses = trajectory(sample(), hero())
    places = np.column_stack((poses.locations, poses.rotations[:, 1]))
    return lights.ahead(poses.frames, places, should_continue=should_continue)


LONG = {
    "gather": lambda ask: gather(sample(), packets.POSITION, 50, everything(), should_continue=ask),
    "all_records": lambda ask: all_records(
        sample(), packets.PLATFORM_TIME, everything(), should_continue=ask
    ),
    "trajectory": lambda ask: trajectory(sample(), hero(), should_continue=ask),
    "read_trajectories": lambda ask: read_trajectories(sample(), np.arange(20), should_continue=ask),
    "driven_paths": lambda ask: driven_paths(sample(), should_continue=ask),
    "distances_travelled": lambda ask: distances_travelled(sample(), should_continue=ask),
    "light_changes": lambda ask: light_changes(sample(), ask),
    "read_speed": lambda ask: read_speed(sample(), hero(), trajectory(sample(), hero()), should_continue=ask),
    "write_table": lambda ask: write_table(
        sample(), [("speed", series())], io.StringIO(), should_continue=ask
    ),
    "read_series": lambda ask: read_series(sample(), ["speed", "throttle"], hero(), should_continue=ask),
    "find_events": lambda ask: find_events(sample(), road_map=roads(), should_continue=ask),
    "find_events of one": lambda ask: find_events(
        sample(), rows=[hero()], road_map=roads(), should_continue=ask
    ),
    "stop lines": lambda ask: governed_stop_lines(sample(), roads(), ask),
    "light ahead by lanes": lambda ask: light_ahead(ask, by_lane=True),
    "light ahead by place": lambda ask: light_ahead(ask, by_lane=False),
    "Traffic": lambda ask: Traffic(sample(), should_continue=ask),
    "write_cut": lambda ask: write_cut(sample(), range(100, 120), io.BytesIO(), should_continue=ask),
}
"""What takes ``should_continue``, each called with one."""
LATE = {"light ahead by lanes"}
"""Those that have done something before they ask."""


def shares_of(long):
    """Return what is told until the end."""
    shares = []

    def ask(share):
        shares.append(share)
        return True

    long(ask)
    return shares


def assert_that_it_asks_and_stops(long):
    shares = shares_of(long)
    assert shares
    assert min(shares) >= 0.0
    assert max(shares) <= 1.0
    assert shares == sorted(shares)
    for number in {0, len(shares) // 2, len(shares) - 1}:
        asked = count()
        with pytest.raises(ReadingCancelledError):
            long(lambda _, asked=asked, last=number: next(asked) < last)
        assert next(asked) == number + 1
    return shares


@pytest.mark.parametrize("name", LONG)
def test_it_tells_its_share_and_stops_when_nobody_wants_it_any_more(name):
    shares = assert_that_it_asks_and_stops(LONG[name])
    assert (shares[0] == 0.0) is (name not in LATE), "nothing is done when it asks for the first time"


def test_packets_of_a_part_are_told_block_by_block(monkeypatch):
    """From where the part begins to where it ends, wherever that is in the recording."""
    monkeypatch.setattr("viewer.recording.read.records._BLOCK", 1 << 15)
    part = make_selection(sample(), (parse_moment("6"), parse_moment("12")))
    tables = [each for name, each in tables_of(sample()).items() if name in PACKET_TABLES]
    shares = assert_that_it_asks_and_stops(lambda ask: list(read_tables(part, tables, ask)))
    assert shares[0] == 0.0
    assert shares[-1] > 0.8
    steps = np.diff(shares)
    assert (steps < 0.2).all()


@pytest.mark.parametrize("name", FORMATS)
def test_an_export_that_nobody_wants_any_more_leaves_nothing(name, short, tmp_path):
    form, folder = FORMATS[name], tmp_path / "exported"
    need(form.extra, *form.modules)
    folder.mkdir()
    part = replace(make_selection(short), roads=roads())
    shares = assert_that_it_asks_and_stops(lambda ask: export(part, form, folder / "target", ask))
    with pytest.raises(ReadingCancelledError):
        export(part, form, folder / "other", lambda share: share < shares[-1])
    assert [each.name for each in folder.iterdir()] == ["target"]
