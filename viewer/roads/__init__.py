"""OpenDRIVE maps in CARLA's frame: read, drawn and asked, without Qt."""

from viewer.cancellation import ReadingCancelledError
from viewer.roads.builder import read_map as open_map
from viewer.roads.errors import RoadMapError, RoadProblem
from viewer.roads.road_map import RoadMap

__all__ = ["ReadingCancelledError", "RoadMap", "RoadMapError", "RoadProblem", "open_map"]
