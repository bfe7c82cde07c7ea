"""ScenarioRunner's own criteria, run on recordings without a simulator: poses, lights and collisions of the
file, lanes of the ``carla`` package's map.

Its criteria ask a data provider and a clock that talk to the simulator; a stage stands in for both.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from viewer.analysis.traffic import Traffic
from viewer.logfile import packets
from viewer.recording.actors import Category
from viewer.recording.index import RecordingIndex
from viewer.recording.units import metres
from viewer.replay.world.motion import derive

_PACKAGE = "srunner.scenariomanager"
_LIGHT, _STOP = "1000001", "206"
_SAME_PLACE = 2.0
_SIGN_EXTENT = 2.0
_STEP = 0.5
_MOST_STEPS = 200


class Count(NamedTuple):
    """What a criterion counted: when, its kind as it calls it, and what it wrote down."""

    time: float
    kind: str
    more: dict[str, Any]


@contextmanager
def criteria_of(folder: Path) -> Iterator[tuple[ModuleType, Stage]]:
    """Import the criteria from the folder of ScenarioRunner; yield them and what they look at."""
    import carla  # noqa: PLC0415 - who asks for this has made sure that it is there

    stage = Stage(carla)
    provider, timer = ModuleType(f"{_PACKAGE}.carla_data_provider"), ModuleType(f"{_PACKAGE}.timer")
    provider.CarlaDataProvider = stage
    timer.GameTime = SimpleNamespace(get_time=lambda: stage.time, get_frame=lambda: stage.moment)
    before, writes = set(sys.modules), sys.dont_write_bytecode
    sys.path.insert(0, str(folder))
    sys.dont_write_bytecode = True  # the folder is somebody else's
    try:
        sys.modules[provider.__name__], sys.modules[timer.__name__] = provider, timer
        yield import_module(f"{_PACKAGE}.scenarioatomics.atomic_criteria"), stage
    finally:
        sys.dont_write_bytecode = writes
        sys.path.remove(str(folder))
        for name in [each for each in sys.modules if each.partition(".")[0] == "srunner"]:
            if name not in before:
                del sys.modules[name]


@dataclass(eq=False)
class Played:
    """An actor as the criteria see one."""

    stage: Stage
    id: int
    type_id: str
    life: int
    bounding_box: Any = None
    volume: tuple[Any, Any] = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    fixed: Any = None

    def get_transform(self) -> Any:
        return self.fixed or self.stage.pose_of(self.life)

    def get_location(self) -> Any:
        return self.get_transform().location

    def get_velocity(self) -> Any:
        return self.stage.velocity_of(self.life)

    def get_world(self) -> Any:
        return self.stage.get_world()

    @property
    def trigger_volume(self) -> Any:
        return self.stage.box(*self.volume)  # a new one each time: the package changes what it turns

    @property
    def state(self) -> Any:
        return self.stage.state_of(self.id)


class Stage:
    """The world at one moment of a recording after the other."""

    def __init__(self, carla: ModuleType) -> None:
        """Show nothing yet."""
        self.carla = carla
        self.moment, self.time = 0, 0.0
        self.heard: list[Callable[[Any], None]] = []

    def show(self, index: RecordingIndex, traffic: Traffic, road_map: Any) -> None:
        """Take a recording and a map of the package."""
        self.index, self.traffic, self.map = index, traffic, road_map
        self._states: dict[int, int] = {}
        self._collisions: list[tuple[int, int]] = []
        self.lives = {int(row): life for life, row in enumerate(traffic.rows)}
        self.actors = [*map(self._mover, range(len(traffic))), *self._lights(), *self._signs()]

    # -- what the criteria ask

    def get_world(self) -> Any:
        blueprints = SimpleNamespace(find=lambda name: name)
        return SimpleNamespace(get_blueprint_library=lambda: blueprints, spawn_actor=self._sensor)

    def get_map(self) -> Any:
        return self.map

    def get_all_actors(self) -> list[Played]:
        return self.actors

    @staticmethod
    def get_location(actor: Played) -> Any:
        return actor.get_location()

    @staticmethod
    def get_transform(actor: Played) -> Any:
        return actor.get_transform()

    @staticmethod
    def get_velocity(actor: Played) -> float:
        velocity = actor.get_velocity()
        return math.hypot(velocity.x, velocity.y)

    # -- what they are answered

    def pose_of(self, life: int) -> Any:
        pose = self.traffic.positions_at(np.array([life]), np.array([self.moment]))[0].tolist()
        return self._transform(pose[:3], pose[3])

    def velocity_of(self, life: int) -> Any:
        motion = self.traffic.motion_of(life)
        velocities = derive(motion.times, motion.locations, motion.teleports[:-1])
        x, y, z = np.nan_to_num(velocities[self.moment - int(self.traffic.begins[life])]).tolist()
        return self.carla.Vector3D(x, y, z)

    def state_of(self, actor_id: int) -> Any:
        names = self.carla.TrafficLightState
        return (names.Red, names.Yellow, names.Green, names.Off)[min(self._states.get(actor_id, 3), 3)]

    def judge(self, make: Callable[[Played], Any], life: int) -> list[Count]:
        """Run a criterion over the life of one vehicle, and return what it counted."""
        import py_trees  # noqa: PLC0415 - as above

        board = py_trees.blackboard.Blackboard()
        for name in ("AC_SwitchWrongDirectionTest", "AC_SwitchActorBlockedTest"):
            board.set(name, None)  # releases from 1.0 on raise where nothing was set
        traffic, self.heard = self.traffic, []
        motion = traffic.motion_of(life)
        begin = int(traffic.begins[life])
        moments = begin + np.flatnonzero(motion.judged & np.isfinite(motion.locations[:, 0]))
        if not len(moments):
            return []
        self._look(int(moments[0]))
        criterion = make(self.actors[life])
        criterion.initialise()
        for moment in moments.tolist():
            self._look(moment)
            self._tell(life)
            criterion.update()
        criterion.terminate(py_trees.common.Status.INVALID)
        return [
            Count(float(traffic.times[each.get_frame()]), each.get_type().name, each.get_dict() or {})
            for each in criterion.events
        ]

    # -- inside

    def _look(self, moment: int) -> None:
        self.moment, self.time = moment, float(self.traffic.times[moment])
        frame = self.index.read_frame(int(self.traffic.frames[moment]))
        lights = frame.records(packets.TRAFFIC_LIGHT_STATE)
        self._states = dict(zip(lights["actor_id"].tolist(), lights["state"].tolist(), strict=True))
        hits = frame.records(packets.COLLISION)
        self._collisions = list(zip(hits["actor1_id"].tolist(), hits["actor2_id"].tolist(), strict=True))

    def _tell(self, life: int) -> None:
        mine = self.actors[life].id
        for first, second in self._collisions:
            if first == mine:
                others = [each for each in self.actors if each.id == second]
                other = others[0] if others else SimpleNamespace(id=0, type_id="static.unknown")
                for listener in self.heard:
                    listener(SimpleNamespace(other_actor=other))

    def _sensor(self, *_: Any, **__: Any) -> Any:
        return SimpleNamespace(listen=self.heard.append, stop=lambda: None, destroy=lambda: None)

    def _transform(self, place: Any, yaw: float) -> Any:
        carla = self.carla
        return carla.Transform(carla.Location(*map(float, place)), carla.Rotation(yaw=float(yaw)))

    def box(self, center: Any, extent: Any) -> Any:
        carla = self.carla
        return carla.BoundingBox(carla.Location(*map(float, center)), carla.Vector3D(*map(float, extent)))

    def _mover(self, life: int) -> Played:
        actors, row = self.index.actors, int(self.traffic.rows[life])
        boxes = self.traffic.boxes
        return Played(
            self, int(actors.actor_id[row]), actors.descriptions[row].type_id, life,
            bounding_box=self.box(boxes.centers[life], boxes.extents[life]),
        )  # fmt: skip

    def _fixed(self, row: int, volume: tuple[Any, Any]) -> Played:
        actors = self.index.actors
        pose = self._transform(actors.location[row], actors.rotation[row, 1])
        type_id = actors.descriptions[row].type_id
        return Played(self, int(actors.actor_id[row]), type_id, -1, volume=volume, fixed=pose)

    def _lights(self) -> Iterator[Played]:
        """Yield the lights with a volume across the lanes that they stop, by the package's map."""
        landmarks = self.map.get_all_landmarks_of_type(_LIGHT)
        actors = self.index.actors
        for row in np.flatnonzero(actors.category == Category.TRAFFIC_LIGHT).tolist():
            place = self.carla.Location(*map(float, actors.location[row]))
            ends = [
                end
                for landmark in landmarks
                if landmark.transform.location.distance_2d(place) <= _SAME_PLACE
                for end in self._lane_ends(landmark)
            ]
            if ends:
                yield self._fixed(row, self._volume_across(row, ends))

    def _lane_ends(self, landmark: Any) -> Iterator[tuple[float, float]]:
        """Yield where the lanes of a landmark end before the junction."""
        for first, last in landmark.get_lane_validities():
            for lane in range(first, last + 1):
                here = self.map.get_waypoint_xodr(landmark.road_id, lane, landmark.s) if lane else None
                for _ in range(_MOST_STEPS):
                    if here is None or not here.is_junction:
                        break
                    before = here.previous(_STEP)
                    here = before[0] if before else None
                if here is not None:
                    yield here.transform.location.x, here.transform.location.y

    def _volume_across(self, row: int, ends: list[tuple[float, float]]) -> tuple[Any, Any]:
        """Return centre and extent of a box across the lanes, along the x of the light as CARLA has them."""
        actors = self.index.actors
        turn = math.radians(float(actors.rotation[row, 1]))
        offsets = np.array(ends) - actors.location[row, :2]
        local = offsets @ np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
        low, high = local.min(axis=0), local.max(axis=0)
        center = (low + high) / 2.0
        return ((*center, 0.0), ((high[0] - low[0]) / 2.0 + 1.0, 1.0, 2.0))

    def _signs(self) -> Iterator[Played]:
        """Yield the stop signs with the volume that is recorded, or that CARLA makes by the map."""
        actors = self.index.actors
        records = self.index.read_frame(0).records(packets.TRIGGER_VOLUME)
        places, sizes = metres(records["origin"]), metres(records["extent"])
        volumes = dict(zip(records["actor_id"].tolist(), zip(places, sizes, strict=True), strict=True))
        for row in np.flatnonzero(actors.category == Category.TRAFFIC_SIGN).tolist():
            if actors.descriptions[row].type_id != "traffic.stop":
                continue
            actor_id = int(actors.actor_id[row])
            volumes |= {} if actor_id in volumes else self._volume_by_the_map(row, actor_id)
            if actor_id not in volumes:
                continue
            origin, extent = volumes[actor_id]
            turn = math.radians(float(actors.rotation[row, 1]))
            dx, dy = (origin[:2] - actors.location[row, :2]).tolist()
            center = (
                dx * math.cos(turn) + dy * math.sin(turn),
                dy * math.cos(turn) - dx * math.sin(turn),
                0.0,
            )
            yield self._fixed(row, (center, extent))

    def _volume_by_the_map(self, row: int, actor_id: int) -> dict[int, tuple[Any, Any]]:
        """Return the volume that CARLA makes of a sign of the map: 0.9 of the lane wide, just before it."""
        place = self.carla.Location(*map(float, self.index.actors.location[row]))
        for landmark in self.map.get_all_landmarks_of_type(_STOP):
            if landmark.transform.location.distance_2d(place) <= _SAME_PLACE:
                for first, last in landmark.get_lane_validities():
                    for lane in range(first, last + 1):
                        at = self.map.get_waypoint_xodr(landmark.road_id, lane, landmark.s) if lane else None
                        if at is not None:
                            half = 0.45 * at.lane_width
                            at = at.previous(half)[0]
                            spot = at.transform.location
                            return {actor_id: (np.array((spot.x, spot.y, spot.z)), (half, half, half))}
        return {}
