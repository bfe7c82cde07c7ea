"""The kinds of parts that actors play. Times are seconds since the recording starts, lengths metres.

Parts are told apart by who they are, not by what they say: two like ones are two.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias

from sample.models import Model
from sample.network import Track
from sample.walkers import Step
from viewer.logfile.enums import VehicleLightState

NEVER = math.inf


@dataclass(frozen=True, eq=False)
class Driven:
    """A vehicle: where its front axle is first on its route, and how it is driven.

    With a ``kerbside`` offset it is parked that far to the right of its lane until it ``departs``. With a
    place on its route to ``halt`` at it stays there. ``id_of`` names an actor, gone by then, to have its id.
    """

    name: str
    model: Model
    route: str
    s: float
    speed: float = 0.0
    color: str = "128,128,128"
    role_name: str = "autopilot"
    enters: float = 0.0
    briskness: float = 1.0
    track: Track = "driving"
    lamps: VehicleLightState = VehicleLightState.NONE
    kerbside: float = 0.0
    departs: float = 0.0
    halt: float = NEVER
    id_of: str = ""


@dataclass(frozen=True, eq=False)
class Walking:
    """A walker. At the end of the walk it disappears into a house if it ``leaves``, else it stands there."""

    name: str
    blueprint: int
    gender: str
    pace: float
    walk: tuple[Step, ...]
    enters: float = 0.0
    leaves: bool = False
    age: str = "adult"


@dataclass(frozen=True, eq=False)
class Mounted:
    """A sensor in its vehicle's frame: x, y, z and pitch in degrees. It goes with the vehicle or before."""

    name: str
    type_id: str
    parent: str
    location: tuple[float, float, float]
    pitch: float
    attributes: tuple[tuple[str, str, str], ...]
    enters: float
    leaves: float = NEVER


@dataclass(frozen=True, eq=False)
class Placed:
    """A static prop: where its middle stands, its yaw in degrees, half its size along each axis."""

    type_id: str
    x: float
    y: float
    yaw: float
    extent: tuple[float, float, float]
    size: str
    enters: float = 0.0


Part: TypeAlias = Driven | Walking | Mounted | Placed
