"""Which parts of the map are shown."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MapLayers:
    """One switch for each layer a person can turn on and off."""

    roads: bool = True
    marks: bool = True
    lane_ids: bool = False
    signals: bool = False
    driven_paths: bool = False
    props: bool = True
    labels: bool = True
    trails: bool = True
    route: bool = True
    sensors: bool = True
    grid: bool = False
    developer: bool = False
