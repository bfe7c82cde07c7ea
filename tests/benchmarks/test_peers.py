"""Other programs' files have the poses that the recording has."""

from __future__ import annotations

from importlib.util import find_spec

import numpy as np
import pytest

from tests.benchmarks.peers import PEERS
from tests.benchmarks.synthetic import Plan, write_recording
from viewer.logfile.source import LogFile
from viewer.recording.build.builder import read_index
from viewer.recording.read.poses import read_trajectories
from viewer.replay.paths.trajectory import trajectory


def x_of(read):
    """Return x of what a library has read of one actor."""
    first = read[0]
    if hasattr(first, "samples"):
        return first.samples
    (name,) = (name for name in first.schema.names if "translation" in name)
    return np.concatenate(
        [np.stack(each[name].flatten().to_numpy(zero_copy_only=False))[:, 0] for each in read]
    )


@pytest.mark.parametrize(
    "peer", [peer for peer in PEERS if find_spec(peer.module)], ids=lambda peer: peer.name
)
def test_what_is_read_of_one_actor_is_its_trajectory(peer, tmp_path):
    write_recording(tmp_path / "traffic.log", Plan(30, 5, walkers=2, lights=1, props=1))
    with LogFile(tmp_path / "traffic.log") as file:
        index = read_index(file)
        rows = np.array(sorted(index.actors.rows_of(int(index.actors.actor_id[index.actors.hero_rows[0]]))))
        expected = trajectory(index, int(rows[0])).locations[:, 0]
        peer.write(tmp_path / "poses", index, read_trajectories(index, rows))
    (written,) = tmp_path.glob("poses*")
    assert x_of(peer.read_one(written, 0)) == pytest.approx(expected, abs=1e-3)
    peer.open(written)
    assert peer.read_all(written)
