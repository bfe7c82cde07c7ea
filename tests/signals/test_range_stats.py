"""What a range of time holds."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.scenes import Scene, actor, pose, street
from viewer.logfile import packets
from viewer.replay.events import EventKind, indexed_times
from viewer.replay.paths.trajectory import trajectory
from viewer.signals.series import motion_stats, range_stats
from viewer.signals.table import read_speed

CAR = 7


def drive(places, deltas=None, *, speeds=None, absent=()):
    """Return a scene in which a car stands at these x, one a frame; ``deltas`` are the steps of time."""
    scene = Scene()
    for k, x in enumerate(places):
        scene.frame(
            0.5 if deltas is None else deltas[k],
            add=[actor(CAR)] if k == 0 else [],
            poses=[] if k in absent else [pose(CAR, (x, 0, 0))],
            extra={packets.KINEMATICS: [(CAR, (speeds[k], 0, 0), (0, 0, 0))]} if speeds else None,
        )
    return scene


def motion(index, start, end):
    poses = trajectory(index, 0)
    return motion_stats(index, poses, read_speed(index, 0, poses), (start, end))


def seconds(index, first, last):
    """Return the times of two frames."""
    return float(index.elapsed[first]), float(index.elapsed[last])


# -- frames and events


@pytest.mark.parametrize(
    ("first", "last", "events"),
    [(0, 19, (2, 1, 1)), (2, 9, (2, 1, 0)), (5, 15, (1, 1, 1)), (6, 8, (0, 0, 0)), (16, 19, (0, 0, 0))],
)
def test_frames_and_events_from_edge_to_edge(scratch, first, last, events):
    index = street().index(scratch)
    start, end = seconds(index, first, last)
    stats = range_stats(index, indexed_times(index), (start, end))
    assert (stats.first, stats.last, stats.frames) == (first, last, last - first + 1)
    assert stats.length == end - start
    kinds = EventKind.SPAWN, EventKind.COLLISION, EventKind.DESTROY
    assert tuple(stats.events[kind] for kind in kinds) == events


def test_between_two_frames_there_is_none(scratch):
    index = drive((0, 1, 2)).index(scratch)
    stats = range_stats(index, {}, (0.6, 0.7))
    assert (stats.frames, stats.length) == (0, pytest.approx(0.1))


# -- how an actor moved

NONE = np.nan


@pytest.mark.parametrize(
    ("scene", "span", "told"),
    [
        (drive([5.0 * k for k in range(9)]), (2, 6), (20.0, 10.0, 10.0, 10.0)),
        (drive([0.0, 5.0, 0.0, 5.0, 0.0]), (0, 4), (20.0, 10.0, 0.0, 10.0)),  # not how far one gets
        # Recorded speeds come first, each weighed by how long its frame lasts.
        (drive([0.0] * 5, speeds=[1.0, 4.0, 3.0, 2.0, 9.0]), (0, 3), (0.0, 8 / 3, 1.0, 4.0)),
        (drive([0.0, 1.0, 2.8], [0.1, 0.1, 0.9]), (0, 2), (2.8, 2.8, 2.0, 10.0)),
        (drive([0.0, 1.0, 2.8], [0.1, 0.1, 0.9], speeds=[10.0, 2.0, 2.0]), (0, 2), (2.8, 2.8, 2.0, 10.0)),
        # A gap adds nothing, nor does a teleport, nor frames of equal time.
        (drive([0.0, 1.0, 2.0, 3.0, 20.0, 21.0], absent=(2, 3)), (0, 5), (2.0, 2.0, 2.0, 2.0)),
        (drive([0.0, 1.0, 2.0, 9002.0, 9003.0]), (0, 4), (3.0, 2.0, 2.0, 2.0)),
        (drive([0.0, 1.0, 1.0, 2.0], [0.5, 0.5, 0.0, 0.5]), (0, 3), (2.0, 2.0, 2.0, 2.0)),
        # Who is not there has no figures, and one pose is no way.
        (drive([0.0, 1.0, 2.0, 3.0, 4.0], absent=(2, 3, 4)), (2, 4), (NONE, NONE, NONE, NONE)),
        (drive([0.0, 1.0, 2.0], absent=(2,), speeds=[3.0, 4.0, 5.0]), (1, 2), (NONE, 4.0, 4.0, 5.0)),
    ],
)
def test_how_an_actor_moved(scratch, scene, span, told):
    index = scene.index(scratch)
    stats = motion(index, *seconds(index, *span))
    assert stats == pytest.approx(told, nan_ok=True, abs=1e-5)
    assert stats.unknown == all(np.isnan(told))


@pytest.mark.parametrize("recorded", [False, True])
def test_frames_that_are_missing_from_the_file_have_no_weight(scratch, recorded):
    speeds = [2.0, 2.0, 8.0, 2.0, 2.0] if recorded else None
    index = drive([0.0, 1.0, 2.0, 40.0, 41.0], [0.5, 0.5, 0.5, 10.0, 0.5], speeds=speeds).index(scratch)
    heads = index.frame_starts.copy()
    heads["frame"][3:] += 30
    told = motion(replace(index, frame_starts=heads), *seconds(index, 0, 4))
    assert (told.distance, told.mean) == pytest.approx((3.0, 2.0))
