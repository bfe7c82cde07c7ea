"""From a vehicle's motion to what its driver's hands and feet do: pedals, gear, wheel, lamps."""

from __future__ import annotations

import math
from typing import NamedTuple

from sample import cast
from sample.parts import Driven
from sample.scene import Scene
from sample.vehicle import Vehicle
from viewer.logfile.enums import VehicleLightState

_STEERING_RANGE = math.radians(70.0)  # of the front wheels, at full lock
_DRAG = 0.15  # m/s² at a walk, and
_DRAG_PER_SPEED = 0.02  # 1/s more
_FULL_THROTTLE = 4.5  # m/s²
_FULL_BRAKE = 8.0  # m/s²
_COASTING = 0.35  # m/s² that the engine brakes by itself
_HOLDING = 0.5  # brake while standing
_GEARS = (4.5, 8.5)  # m/s, above which the second and the third gear are in
_INDICATED = 28.0  # m before a junction
_INDICATES = 2.0  # s before one pulls out
_IN_LANE = 0.4  # m from the middle of the lane; nearer, pulling out is over
_HAZARD = 1.4  # s after the accident


class Control(NamedTuple):
    """CARLA's VehicleControl."""

    steer: float
    throttle: float
    brake: float
    hand_brake: bool
    gear: int


def control(part: Driven, car: Vehicle, elapsed: float) -> Control:
    """Return the control that goes with the motion."""
    if part.departs > elapsed:
        return Control(0.0, 0.0, 0.0, hand_brake=True, gear=0)
    if car.wrecked:
        return Control(0.0, 0.0, 1.0, hand_brake=False, gear=1)
    steer = car.steering / _STEERING_RANGE
    gear = 1 if part.model.base_type == "bicycle" else 1 + sum(car.speed > limit for limit in _GEARS)
    push = car.acceleration + _DRAG + _DRAG_PER_SPEED * car.speed
    if car.speed == 0.0:
        return Control(steer, 0.0, _HOLDING, hand_brake=False, gear=gear)
    if push > 0.0:
        return Control(steer, min(push / _FULL_THROTTLE, 1.0), 0.0, hand_brake=False, gear=gear)
    brake = min(-push / _FULL_BRAKE, 1.0) if push < -_COASTING else 0.0
    return Control(steer, 0.0, brake, hand_brake=False, gear=gear)


def lamps(part: Driven, scene: Scene) -> VehicleLightState:
    """Return the lamps that are lit; bicycles have none."""
    lit = VehicleLightState.NONE
    car = scene.vehicles[part.name]
    if part.model.base_type == "bicycle" or part.departs == math.inf:
        return lit
    if scene.elapsed >= part.departs:
        lit |= part.lamps
        if control(part, car, scene.elapsed).brake > 0.0:
            lit |= VehicleLightState.BRAKE
    return lit | _indicators(part, car, scene)


def _indicators(part: Driven, car: Vehicle, scene: Scene) -> VehicleLightState:
    left, right = VehicleLightState.LEFT_BLINKER, VehicleLightState.RIGHT_BLINKER
    if part.name in (cast.CULPRIT, cast.VICTIM) and scene.crashed_at is not None:
        return left | right if scene.elapsed > scene.crashed_at + _HAZARD else VehicleLightState.NONE
    if part.kerbside and scene.elapsed > part.departs - _INDICATES and car.shift.at(car.s)[0] > _IN_LANE:
        return left
    for gate in car.route.gates:
        if gate.begin - _INDICATED < car.s and car.rear < gate.end:
            return {"left": left, "right": right, "straight": VehicleLightState.NONE}[gate.way.turn]
    return VehicleLightState.NONE
