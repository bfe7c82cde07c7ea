"""Whether a road map is that of a recording, as far as rules rely on it."""

from __future__ import annotations

import numpy as np

from viewer.recording.actors import VEHICLES
from viewer.recording.index import RecordingIndex
from viewer.replay.paths.extents import moving_poses
from viewer.roads.fit import fit_share
from viewer.roads.road_map import RoadMap

_ENOUGH = 0.3
"""Share of the places driven at that are on lanes of a map that has the name of the town."""


def misfit(index: RecordingIndex, road_map: RoadMap) -> str:
    """Return why vehicles do not drive along a map's lanes, in words; empty if they do."""
    fit = fit_share(road_map, *moving_poses(index))
    if not fit.count:
        return _nobody_near(index, road_map)
    # Of the town's own map it is no proof that somebody drives beside the lanes, or against them.
    named = road_map.path.stem.casefold() == index.header.map_name.removesuffix("_Opt").casefold()
    if fit.fits or (named and fit.on_lanes >= _ENOUGH):
        return ""
    if fit.side:
        return f"the road map does not fit: vehicles drive on the {fit.side} of its roads, against its lanes"
    along = f", {fit.aligned:.0%} of these along them" if fit.on_lanes > 0.0 else ""
    return f"the road map does not fit: {fit.on_lanes:.0%} of the places driven at are on its lanes{along}"


def _nobody_near(index: RecordingIndex, road_map: RoadMap) -> str:
    """Return the same where nobody drives: somebody must stand on some lane, were it a sidewalk."""
    vehicles = np.isin(index.actors.category, VEHICLES)
    places = index.actors.location[vehicles]
    if not len(places) or road_map.locate(places)["on_lane"].any():
        return ""
    return "the road map does not fit: nobody drives, and no vehicle stands on its lanes"
