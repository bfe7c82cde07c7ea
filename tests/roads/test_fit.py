from __future__ import annotations

import numpy as np

from tests.roads.maps import build, lane, road, section
from viewer.roads.find import fit_share

LANES = section(lane(2, 2, "sidewalk"), lane(1), lane(-1), lane(-2, 2, "bidirectional"))


def test_vehicles_that_keep_to_their_lanes_fit(tmp_path):
    fit = fit_share(build(tmp_path, road(lanes=LANES)), [[10, 1], [20, -1], [30, 1]], [5, -175, 0])
    assert (fit.count, fit.on_lanes, fit.aligned, fit.fits) == (3, 1, 1, True)


def test_vehicles_off_the_lanes_with_traffic_do_not(tmp_path):
    fit = fit_share(build(tmp_path, road(lanes=LANES)), [[10, -4], [20, 99], [np.nan, 0], [30, 1]], [0] * 4)
    assert (fit.count, fit.on_lanes, fit.aligned, fit.fits) == (4, 0.25, 1, False)


def test_vehicles_that_drive_against_and_across_do_not(tmp_path):
    fit = fit_share(build(tmp_path, road(lanes=LANES)), [[10, 1], [20, -1], [30, 1]], [180, 0, 90])
    assert (fit.on_lanes, fit.aligned, fit.fits) == (1, 0, False)


def test_some_lanes_may_be_driven_both_ways(tmp_path):
    fit = fit_share(build(tmp_path, road(lanes=LANES)), [[10, 4], [20, 4], [20, 4]], [0, 180, 90])
    assert fit.aligned == 2 / 3


def test_without_vehicles_every_map_fits(tmp_path):
    fit = fit_share(build(tmp_path, road()), np.empty((0, 3)), [])
    assert (fit.count, fit.fits) == (0, True)
