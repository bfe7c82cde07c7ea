"""Poses that belong to the time of the frame before."""

from __future__ import annotations

import numpy as np
import pytest

from tests.analysis.drives import events
from tests.scenes import Scene, actor, pose, read
from viewer.logfile import packets
from viewer.logfile.source import LogFile
from viewer.recording.indexing.builder import read_index
from viewer.replay.paths.trajectory import trajectory
from viewer.replay.world.world import world_at

DURATIONS = np.float32(np.random.default_rng(0).uniform(0.03, 0.2, 150)).astype(float)
TIMES = np.append(0.0, np.cumsum(DURATIONS))


def drive(*, late, walker_late=False, extra=None):
    """Return a scene of a car and a walker at 8 and 2 m/s; each may be where it was a frame ago."""
    scene = Scene()
    for k in range(len(TIMES)):
        car, walker = (TIMES[max(k - is_late, 0)] for is_late in (late, walker_late))
        scene.frame(
            DURATIONS[k - 1] if k else 0.05,
            add=[actor(1), actor(2, "walker.pedestrian.0001")] if k == 0 else [],
            poses=[pose(1, (8 * car, 0, 0)), pose(2, (0, 2 * walker, 0))],
            extra=extra,
        )
    return scene


def test_late_poses_are_recognised_and_derived_by_the_right_durations(scratch):
    index = drive(late=True).index(scratch)
    assert index.driven_elapsed[1:].tolist() == index.elapsed[:-1].tolist()
    speeds = np.linalg.norm(trajectory(index, 0).velocities(), axis=1)
    assert speeds[2:] == pytest.approx(8.0, rel=1e-3)
    for frame in (0, 1, 70, 150):
        world = world_at(index, float(index.elapsed[frame]))
        assert world.speeds[0] == pytest.approx(speeds[frame])
        assert world.speeds[1] == pytest.approx(2.0, rel=1e-3)


def test_a_pose_after_frames_that_are_missing_tells_no_speed(scratch):
    """Ten frames are lost: the first after them tells where the car was at a time that is lost, too."""
    whole = drive(late=True).index(scratch)
    data = bytearray(scratch.read_bytes())
    start, stop = whole.offsets[[70, 80]]
    data[start:stop] = b"\xff" * (stop - start)
    index = read(bytes(data), scratch)
    assert len(index.frame_starts) == len(whole.frame_starts) - 10
    assert np.isnan(index.driven_elapsed).nonzero()[0].tolist() == [0, 70]
    speeds = np.linalg.norm(trajectory(index, 0).velocities(), axis=1)
    assert np.isnan(speeds).nonzero()[0].tolist() == [70]
    assert np.delete(speeds, [0, 70]) == pytest.approx(8.0, rel=1e-3)
    assert not events(index, "teleport")


def test_poses_in_time_stay(scratch):
    index = drive(late=False).index(scratch)
    assert index.driven_elapsed is index.elapsed
    assert trajectory(index, 0).velocities()[:, 0] == pytest.approx(8.0, rel=1e-3)


def test_builds_that_write_lamps_write_poses_in_time(scratch):
    index = drive(late=True, extra={packets.VEHICLE_LIGHT: [(1, 0)]}).index(scratch)
    assert index.driven_elapsed is index.elapsed


def test_walkers_prove_nothing(scratch):
    index = drive(late=False, walker_late=True).index(scratch)
    assert index.driven_elapsed is index.elapsed


def test_few_frames_prove_nothing(scratch):
    scene = Scene()
    for k in range(10):
        scene.frame(add=[actor(1)] if k == 0 else [], poses=[pose(1, (k * k, 0, 0))])
    index = scene.index(scratch)
    assert index.driven_elapsed is index.elapsed


@pytest.mark.parametrize(
    ("name", "late"),
    [
        ("town01_carla096_walkers.rec", True),
        ("town03_carla096_collision.rec", True),
        ("town05_carla096.rec", True),
        ("town01_carla0910_additional_data.log", False),
        ("town01_carla0913_additional_data.log", False),
    ],
)
def test_real_recordings(recordings, name, late):
    """Without it, a car of the walkers' recording would brake with 7 g and accelerate with 3."""
    index = read_index(LogFile(recordings / name))
    assert (index.driven_elapsed is not index.elapsed) == late
