"""Whether a road map is that of a recording, as far as rules rely on it."""

from __future__ import annotations

from viewer.recording.index import RecordingIndex
from viewer.replay.paths.extents import moving_poses
from viewer.roads.fit import fit_share
from viewer.roads.road_map import RoadMap

_ENOUGH = 0.3
"""Share of the places driven at that are on lanes of a map that has the name of the town."""


def misfit(index: RecordingIndex, road_map: RoadMap) -> str:
    """Return why vehicles do not drive along a map's lanes, in words; empty if they do."""
    fit = fit_share(road_map, *moving_poses(index))
    # Of the town's own map it is no proof that somebody drives beside the lanes, or against them.
    named = road_map.path.stem.casefold() == index.header.map_name.removesuffix("_Opt").casefold()
    if fit.fits or (named and fit.on_lanes >= _ENOUGH):
        return ""
    return (
        f"the road map does not fit: {fit.on_lanes:.0%} of the places driven at are on its lanes, "
        f"{fit.aligned:.0%} of these along them"
    )
