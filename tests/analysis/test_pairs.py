"""Two near each other: boxes as polygons of shapely see them, speeds, and who is left out."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from viewer.analysis.pairs import near_pairs
from viewer.analysis.traffic import Traffic
from viewer.logfile.source import LogFile
from viewer.recording.indexing.builder import read_index

REACH = 3.0


def all_pairs(traffic):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("viewer.analysis.pairs._BLOCK", 1 << 40)
        found = [*near_pairs(traffic, np.ones(len(traffic), np.bool_), REACH)]
    return found[0] if found else ()


def polygon(traffic, life, moment):
    """The box of a life from above, worked out by hand."""
    x, y, _, yaw = traffic.positions_at(np.array([life]), np.array([moment]))[0]
    (cx, cy, _), (ex, ey, _) = traffic.boxes.centers[life], traffic.boxes.extents[life]
    box = shapely.box(cx - ex, cy - ey, cx + ex, cy + ey)
    turned = shapely.affinity.rotate(box, yaw, origin=(0, 0))
    return shapely.affinity.translate(turned, x, y)


def test_distances_of_recorded_boxes_are_those_of_polygons(recording_file):
    with LogFile(recording_file) as file:
        traffic = Traffic(read_index(file))
        pairs = all_pairs(traffic)
        if not len(pairs):
            pytest.skip("nobody is near anybody")
        for row in np.unique(np.linspace(0, len(pairs) - 1, 400).astype(int)).tolist():
            moment = int(pairs.samples[row])
            one, other = (polygon(traffic, int(each[row]), moment) for each in (pairs.first, pairs.second))
            distance = float(pairs.distances[row])
            assert max(distance, 0.0) == pytest.approx(one.distance(other), abs=1e-6)
            assert (distance < -1e-9) == (one.intersection(other).area > 1e-9)
