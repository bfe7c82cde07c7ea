"""Which map is that of a recording: where its file may be, and whether vehicles drive along its lanes."""

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

if TYPE_CHECKING:  # a window looks for a map before it needs one
    from viewer.roads.road_map import RoadMap

SUFFIX = ".xodr"

_OPTIMISED = "_Opt"  # CARLA's layered maps have the roads of the map without this
_CONTENTS = (".", "Content", "*/Content", "*/*/Content")
"""Where packages and source trees of CARLA keep what Unreal loads, as ``LinuxNoEditor/CarlaUE4/Content``."""
_FOLDERS = ("*/Maps/OpenDrive", "*/Maps/*/OpenDrive", "*/ExportedMaps/OpenDrive")


def find_map(
    map_name: str,
    *,
    recording_folder: Path | None = None,
    chosen: Path | None = None,
    folders: Iterable[Path] = (),
    carla_roots: Iterable[Path] = (),
) -> Path | None:
    """Return the OpenDRIVE file of a map, None if it is nowhere.

    Files are recognised by their name, in any case; ``Town10HD_Opt`` also by ``Town10HD`` and the reverse.
    Folders that do not exist or cannot be read are passed over.

    Args:
        map_name: as in the recording, with or without folders.
        recording_folder: where the recording is; looked into, and into its ``maps``.
        chosen: the file that was chosen for this map before; it comes first if it is still there.
        folders: to look into next.
        carla_roots: installations or source trees of CARLA, or folders inside them.

    """
    if chosen is not None and chosen.is_file():
        return chosen
    name = last_name(map_name)
    other = name.removesuffix(_OPTIMISED) if name.endswith(_OPTIMISED) else name + _OPTIMISED
    names = [name + SUFFIX, other + SUFFIX] if name else []
    beside = [] if recording_folder is None else [recording_folder, recording_folder / "maps"]
    patterns = [f"{content}/{folder}" for content in _CONTENTS for folder in _FOLDERS]
    of_carla = (
        folder
        for root in carla_roots
        for folder in chain([root], (each for pattern in patterns for each in sorted(root.glob(pattern))))
    )
    return next(filter(None, (_in(folder, names) for folder in chain(beside, folders, of_carla))), None)


def _in(folder: Path, names: list[str]) -> Path | None:
    places = {name.casefold(): place for place, name in enumerate(names)}
    try:
        files = os.listdir(folder)  # noqa: PTH208 - there may be many recordings
    except OSError:
        return None
    alike = (
        (places[each.casefold()], each not in names, each) for each in files if each.casefold() in places
    )
    return next((folder / each for *_, each in sorted(alike) if (folder / each).is_file()), None)


_ALIGNED = 45.0  # degrees from a lane's heading that still go along it
_OPPOSED = 135.0  # degrees from it that go against it
_ENOUGH = 0.7  # of the places; some drive over kerbs and across parking lots, in another town most do


@dataclass(frozen=True, slots=True)
class Fit:
    """How well vehicles and lanes go together.

    Attributes:
        count: how many places were looked at.
        on_lanes: share of them on lanes with traffic; 1 if there were none.
        aligned: share of those on lanes whose heading is within 45° of the lane's; 1 if there were none.
        side: of the roads, on which most of them drive, ``left`` or ``right``, where the map has it the other
            way round; else empty.

    """

    count: int
    on_lanes: float
    aligned: float
    side: str = ""

    @property
    def fits(self) -> bool:
        """Whether the map can be that of the recording."""
        return self.on_lanes >= _ENOUGH and self.aligned >= _ENOUGH


def fit_share(road_map: RoadMap, points: ArrayLike, headings: ArrayLike) -> Fit:
    """Return how well a map fits to where moving vehicles were.

    Args:
        road_map: the map.
        points: of moving vehicles, at any times, metres in CARLA's frame, shape (N, 2) or (N, 3).
        headings: CARLA's yaws in degrees, shape (N,).

    """
    yaws = np.asarray(headings, np.float64)
    places = road_map.locate(points, yaws)
    on_lanes = places["on_lane"] & HAS_TRAFFIC[places["lane_type"]]
    turn = turn_between(yaws, places["heading"], BOTH_WAYS[places["lane_type"]])[on_lanes]
    share, opposed = _share(on_lanes), turn >= _OPPOSED
    side = ""
    if len(turn) and share >= _ENOUGH and _share(opposed) >= _ENOUGH:
        left_hand = np.array([road.left_hand for road in road_map.roads])[places["road_row"][on_lanes]]
        side = "right" if left_hand[opposed].all() else "left"
    return Fit(len(places), share, _share(turn <= _ALIGNED), side)


def _share(which: np.ndarray) -> float:
    return float(which.mean()) if len(which) else 1.0
