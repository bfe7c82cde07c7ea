"""OpenDRIVE maps in CARLA's frame: read, drawn and asked, without Qt."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from viewer.roads.map_content import RoadMapError, RoadProblem
    from viewer.roads.road_map import RoadMap, open_map

__all__ = ["RoadMap", "RoadMapError", "RoadProblem", "open_map"]

_PLACES = {
    "RoadMap": ("viewer.roads.road_map", "RoadMap"),
    "RoadMapError": ("viewer.roads.map_content", "RoadMapError"),
    "RoadProblem": ("viewer.roads.map_content", "RoadProblem"),
    "open_map": ("viewer.roads.road_map", "open_map"),
}


def __getattr__(name: str) -> object:
    """Load what is asked for: a window shows its first picture before it needs any map."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, its_name = _PLACES[name]
    return getattr(import_module(module), its_name)
