"""OpenDRIVE maps in CARLA's coordinates: reading, geometry to draw, lane queries; without Qt."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from viewer.roads.map_content import RoadMapError, RoadProblem
    from viewer.roads.map_file import MapFile, open_map
    from viewer.roads.road_map import RoadMap

_MODULES = {
    "MapFile": "map_file",
    "RoadMap": "road_map",
    "RoadMapError": "map_content",
    "RoadProblem": "map_content",
    "open_map": "map_file",
}
__all__ = ["MapFile", "RoadMap", "RoadMapError", "RoadProblem", "open_map"]


def __getattr__(name: str) -> object:
    """Return the attribute ``name`` of this package; its module is imported only now, at first use.

    So the window appears without waiting for the modules that read maps. Raises AttributeError if the package
    has no such name.
    """
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"viewer.roads.{_MODULES[name]}"), name)
