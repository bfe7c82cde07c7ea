"""Who takes part in the minute. Names are for this script; the recording knows actors by id and blueprint.

Times are seconds since the recording starts, lengths metres. Parts are told apart by who they are.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar, NamedTuple, TypeAlias

from viewer.logfile.enums import ActorType, VehicleLightState

HERO, CULPRIT, VICTIM = "hero", "culprit", "victim"
TOWED = 36.5  # s, when both cars of the accident are taken away


class Model(NamedTuple):
    """A make of vehicle: CARLA's names, our measurements."""

    type_id: str
    length: float
    width: float
    height: float
    wheelbase: float
    base_type: str = "car"
    special_type: str = ""
    wheels: int = 4
    top_speed: float = 40.0  # m/s


@dataclass(frozen=True, eq=False)
class Driven:
    """A vehicle: where its front axle is first on its route, and how it is driven.

    With a ``kerbside`` offset it is parked that far to the right of its lane. ``halt`` is where on its
    route it stays.
    """

    kind: ClassVar = ActorType.VEHICLE
    name: str
    model: Model
    route: str
    s: float
    speed: float = 0.0
    color: str = "128,128,128"
    role_name: str = "autopilot"
    enters: float = 0.0
    lamps: VehicleLightState = VehicleLightState.POSITION | VehicleLightState.LOW_BEAM
    kerbside: float = 0.0
    halt: float = math.inf
    wanted: float = 11.0  # m/s where the law allows it
    reckless: bool = False  # minds nothing but its speed

    @property
    def type_id(self) -> str:
        """The blueprint."""
        return self.model.type_id

    @property
    def half(self) -> tuple[float, float, float]:
        """Half its size along each axis."""
        return self.model.length / 2, self.model.width / 2, self.model.height / 2

    @property
    def bicycle(self) -> bool:
        """Whether it is one, which has lanes of its own and no lamps."""
        return self.model.base_type == "bicycle"


@dataclass(frozen=True, eq=False)
class Walking:
    """A walker: places of a walk are (street, side, s) on a sidewalk, (x, y), and names of crossings."""

    kind: ClassVar = ActorType.WALKER
    name: str
    type_id: str
    pace: float
    walk: tuple[tuple[str, str, float] | tuple[float, float] | str, ...]
    enters: float = 0.0
    leaves: bool = False  # into a house, at the end of the walk
    half: tuple[float, float, float] = (0.1875, 0.1875, 0.9375)


@dataclass(frozen=True, eq=False)
class Mounted:
    """A sensor in its vehicle's frame. It goes with the vehicle."""

    kind: ClassVar = ActorType.SENSOR
    name: str
    type_id: str
    parent: str
    location: tuple[float, float, float]
    enters: float


@dataclass(frozen=True, eq=False)
class Placed:
    """A static prop: where its middle stands, its yaw in degrees, half its size along each axis."""

    kind: ClassVar = ActorType.OTHER
    type_id: str
    x: float
    y: float
    yaw: float
    half: tuple[float, float, float]
    enters: float = 0.0
    name: str = ""


Part: TypeAlias = Driven | Walking | Mounted | Placed

C3 = Model("vehicle.citroen.c3", 3.98, 1.86, 1.62, 2.47)
CHARGER = Model("vehicle.dodge.charger_police_2020", 5.24, 2.04, 1.64, 3.05, "car", "emergency")
IMPALA = Model("vehicle.chevrolet.impala", 5.36, 2.04, 1.42, 3.10, "car", "taxi")
LINCOLN = Model("vehicle.lincoln.mkz_2020", 4.90, 2.06, 1.50, 2.85)
MINI = Model("vehicle.mini.cooper_s_2021", 3.88, 1.94, 1.48, 2.50)
MODEL3 = Model("vehicle.tesla.model3", 4.78, 2.08, 1.50, 2.88, "car", "electric")
MUSTANG = Model("vehicle.ford.mustang", 4.72, 1.90, 1.30, 2.72)
PRIUS = Model("vehicle.toyota.prius", 4.52, 2.00, 1.52, 2.70)
SPRINTER = Model("vehicle.mercedes.sprinter", 5.90, 2.00, 2.64, 3.66, "van")
T2 = Model("vehicle.volkswagen.t2_2021", 4.44, 1.80, 1.96, 2.40, "van")
VESPA = Model("vehicle.vespa.zx125", 1.80, 0.76, 1.50, 1.29, "motorcycle", "", 2, 11.0)
CROSSBIKE = Model("vehicle.bh.crossbike", 1.50, 0.58, 1.62, 1.05, "bicycle", "", 2, 5.0)

_BLUE = VehicleLightState.SPECIAL1 | VehicleLightState.SPECIAL2
_PARKED = 2.75  # m from the middle of the lane to the middle of the parking strip
_PAST_PARKING = "north_2 north_1 west main_1"
_EAST, _WEST = "main_1 main_2 main_3 main_4", "main_4 main_3 main_2 main_1"

VEHICLES = (
    Driven(HERO, LINCOLN, "main_1 main_2 main_3 east north_2 north_1 west main_1", 10.0, 8.5, "16,16,16",
           HERO, wanted=8.8),
    Driven(VICTIM, PRIUS, "west north_1 north_2 east south_2 mill", 28.0, 5.0, "214,216,212", "scenario"),
    Driven(CULPRIT, MUSTANG, _WEST, 2.0, 10.5, "172,16,24", "scenario", enters=18.0, wanted=9.0,
           reckless=True),
    Driven("police", CHARGER, _WEST, 3.0, 10.0, "8,12,40", "emergency", enters=31.0,
           lamps=_BLUE, halt=31.3),
    Driven("first out", MODEL3, "main_2 main_3 main_4", 12.0, 9.5, "24,72,160"),
    Driven("van", SPRINTER, "main_1 main_2 main_3 main_4", 3.0, 9.0, "236,236,236", enters=14.0),
    Driven("to the lane", MINI, "main_1 south_1 mill", 3.0, 9.0, "180,60,24", enters=24.6),
    Driven("camper", T2, _WEST, 17.0, 9.5, "208,160,64", wanted=9.9),
    Driven("scooter", VESPA, "main_3 main_2 main_1", 30.0, 9.0, "196,224,208"),
    Driven("right turner", C3, "south_2 south_1 main_2 main_3 main_4", 100.0, 7.0, "32,112,72"),
    Driven("new in town", IMPALA, "mill south_1 main_1", 3.0, 7.0, "244,196,32", "taxi", enters=41.0),
    Driven("parked 1", C3, _PAST_PARKING, 62.0, color="96,128,160", kerbside=_PARKED),
    Driven("parked 2", T2, _PAST_PARKING, 68.5, color="48,96,136", kerbside=_PARKED),
    Driven("rides east", CROSSBIKE, _EAST, 24.0, 4.5, "200,40,40"),
    Driven("rides west", CROSSBIKE, _WEST, 62.0, 4.2, "30,60,40"),
)  # fmt: skip

_PED = "walker.pedestrian.00"

WALKERS = (
    Walking("shopper", f"{_PED}03", 1.3, (
        ("main_2", "right", 14.0), ("main_2", "right", 34.0), "mid_cross_w", ("main_2", "left", 6.0))),
    Walking("visitor", f"{_PED}07", 1.35, (
        (-24.0, -19.0), (-9.0, -27.0), "plaza", ("mid", "left", 2.0), ("north_2", "right", 24.0))),
    Walking("at the bench", f"{_PED}11", 1.0, ((-27.5, -18.1), (-27.5, -17.7))),
    Walking("bystander", f"{_PED}30", 1.3, (("main_3", "right", 4.0), ("main_3", "right", 31.0))),
    Walking("from the shop", f"{_PED}09", 1.4, (
        (24.0, -9.0), ("main_3", "left", 16.0), ("main_3", "left", 33.0), (44.0, -9.0)), 12.0, leaves=True),
    Walking("jogger", f"{_PED}34", 2.8, (
        ("main_1", "right", 34.0), ("main_1", "right", 6.0), (-96.0, 9.5)), leaves=True),
    Walking("child", f"{_PED}49", 1.1, (
        ("north_2", "right", 31.0), ("north_2", "right", 4.0), ("mid", "left", 23.0)),
        half=(0.1875, 0.1875, 0.625)),
)  # fmt: skip

SENSORS = (
    Mounted("hero's camera", "sensor.camera.rgb", HERO, (0.7, 0.0, 1.45), 0.12),
    Mounted("hero's lidar", "sensor.lidar.ray_cast", HERO, (0.0, 0.0, 1.9), 0.17),
    Mounted("hero's gnss", "sensor.other.gnss", HERO, (-0.8, 0.0, 1.6), 0.17),
    *(Mounted(f"{each}'s contacts", "sensor.other.collision", each, (0.0, 0.0, 0.0), enters)
      for each, enters in ((HERO, 0.22), (VICTIM, 0.3), (CULPRIT, 18.6))),
    Mounted("van's camera", "sensor.camera.rgb", "van", (-5.5, 0.0, 4.0), 15.0),
)  # fmt: skip
PROPS = (
    Placed("static.prop.fountain", -27.0, -25.0, 0.0, (2.6, 2.6, 2.2)),
    Placed("static.prop.bench01", -27.5, -18.8, 90.0, (0.35, 0.9, 0.5)),
    Placed("static.prop.kiosk_01", -40.0, -15.0, 0.0, (1.6, 1.6, 1.7)),
    Placed("static.prop.busstop", 22.0, 8.4, 90.0, (0.8, 2.2, 1.4)),
    Placed("static.prop.warningaccident", 62.5, -1.75, 0.0, (0.3, 0.5, 0.5), enters=28.0),
)
