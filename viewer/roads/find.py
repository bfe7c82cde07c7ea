"""Search for a recording's map: where its file may be, and whether vehicles drive along its lanes."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from viewer.file_error import last_name
from viewer.roads.arrays import turn_between
from viewer.roads.lane_types import BOTH_WAYS, HAS_TRAFFIC
from viewer.roads.town import town_key, town_name

if TYPE_CHECKING:  # a window looks for a map before it needs one
    from viewer.roads.road_map import RoadMap

SUFFIX = ".xodr"
"""File name suffix of OpenDRIVE maps."""

_CONTENTS = (".", "Content", "*/Content", "*/*/Content")
"""Patterns of the folder Content in packages and sources of CARLA, such as ``CarlaUE4/Content``."""
_FOLDERS = ("*/Maps/OpenDrive", "*/Maps/*/OpenDrive", "*/ExportedMaps/OpenDrive")


def find_map(
    map_name: str,
    *,
    recording_folder: Path | None = None,
    chosen: Path | None = None,
    folders: Iterable[Path] = (),
    carla_roots: Iterable[Path] = (),
) -> Path | None:
    """Return the path of the OpenDRIVE file of map ``map_name``, None if it is not found.

    Files match by the name of their town (``town_key``). Folders that do not exist or cannot be read are
    skipped.

    Args:
        map_name: as in the recording, with or without folders.
        recording_folder: folder of the recording; searched with its subfolder ``maps``.
        chosen: file that was chosen for this map before; returned if it still exists.
        folders: folders searched next.
        carla_roots: installations or source trees of CARLA, or folders inside them; searched last.
    """
    if chosen is not None and chosen.is_file():
        return chosen
    beside = [] if recording_folder is None else [recording_folder, recording_folder / "maps"]
    patterns = [f"{content}/{folder}" for content in _CONTENTS for folder in _FOLDERS]
    of_carla = (
        folder
        for root in carla_roots
        for folder in chain([root], (each for pattern in patterns for each in sorted(root.glob(pattern))))
    )
    return next(filter(None, (_in(folder, map_name) for folder in chain(beside, folders, of_carla))), None)


def _in(folder: Path, map_name: str) -> Path | None:
    """Return the path of the OpenDRIVE file in ``folder`` that has the name of a town; None if no file has.

    Of several, the one whose name differs least from ``map_name`` counts.
    """
    name, town = last_name(map_name), town_key(map_name)
    try:
        files = os.listdir(folder)  # noqa: PTH208 - there may be many recordings
    except OSError:
        return None
    stems = {each: each[: -len(SUFFIX)] for each in files if each.casefold().endswith(SUFFIX)}
    alike = sorted(
        (stem.casefold() != name.casefold(), town_name(stem) != town_name(name), stem != name, each)
        for each, stem in stems.items()
        if town and town_key(stem) == town
    )
    return next((folder / each for *_, each in alike if (folder / each).is_file()), None)


_ALIGNED = 45.0  # degrees from a lane's heading that still go along it
_OPPOSED = 135.0  # degrees from it that go against it
_ENOUGH = 0.7
"""Least share of the positions: some vehicles drive over kerbs and parking lots, in another town most do."""


@dataclass(frozen=True, slots=True)
class Fit:
    """Measure of how well vehicles of a recording follow the lanes of a map.

    Attributes:
        count: number of positions checked.
        on_lanes: share of positions on lanes with traffic; 1 if there were no positions.
        aligned: share of the positions on such lanes whose heading is within 45° of the lane's; 1 if there
            were none.
        side: ``left`` or ``right``: the side of the road on which most vehicles drive, if it is not the one
            on which they drive by the map. Else empty.
    """

    count: int
    on_lanes: float
    aligned: float
    side: str = ""

    @property
    def fits(self) -> bool:
        """Whether the map may be the recording's: both ``on_lanes`` and ``aligned`` are at least 0.7."""
        return self.on_lanes >= _ENOUGH and self.aligned >= _ENOUGH


def measure_fit(road_map: RoadMap, points: ArrayLike, headings: ArrayLike) -> Fit:
    """Return how well ``road_map`` fits to positions and headings of moving vehicles.

    Args:
        road_map: the map.
        points: positions of moving vehicles, at any times, metres in CARLA's coordinates, shape (N, 2) or
            (N, 3).
        headings: CARLA's yaws in degrees, shape (N,).
    """
    yaws = np.asarray(headings, np.float64)
    lane_positions = road_map.locate(points, yaws)
    on_lanes = lane_positions["on_lane"] & HAS_TRAFFIC[lane_positions["lane_type"]]
    turn = turn_between(yaws, lane_positions["heading"], BOTH_WAYS[lane_positions["lane_type"]])[on_lanes]
    share, opposed = _share(on_lanes), turn >= _OPPOSED
    side = ""
    if len(turn) and share >= _ENOUGH and _share(opposed) >= _ENOUGH:
        left_hand = np.array([each.left_hand for each in road_map.roads])
        left_hand = left_hand[lane_positions["road_row"][on_lanes]]
        side = "right" if left_hand[opposed].all() else "left"
    return Fit(len(lane_positions), share, _share(turn <= _ALIGNED), side)


def _share(which: np.ndarray) -> float:
    """Return the share of True among the flags ``which``, 0 to 1; 1 if there are none."""
    return float(which.mean()) if len(which) else 1.0
