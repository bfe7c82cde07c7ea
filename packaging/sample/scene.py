"""The minute as it goes: who is there, who comes and goes, and everybody's next move."""

from __future__ import annotations

from dataclasses import dataclass, field

from sample import cast
from sample.accident import Accident
from sample.driver import Situation, acceleration
from sample.parts import Driven, Mounted, Part, Walking
from sample.routes import compile_route
from sample.vehicle import Shift, Vehicle
from sample.walkers import Walker

_STEP = 0.07  # s, the longest step of the model; a longer frame takes several
_PULL_OUT = 11.0  # m over which a parked car reaches its lane
_LEAVING = 0.5  # m before the end of a route at which a vehicle is gone
_ARRIVED = 0.05  # m before the end of a walk at which a walker is


@dataclass
class Scene:
    """Everybody, now. ``came`` and ``went`` are the parts that began and ended with the last advance."""

    elapsed: float = 0.0
    vehicles: dict[str, Vehicle] = field(default_factory=dict)
    walkers: dict[str, Walker] = field(default_factory=dict)
    came: list[Part] = field(default_factory=list)
    went: list[Part] = field(default_factory=list)
    accident: Accident | None = None
    touching: bool = False
    crashed_at: float | None = None

    def __post_init__(self) -> None:
        self._waiting: list[Part] = [*cast.PROPS, *cast.VEHICLES, *cast.WALKERS, *cast.SENSORS]
        self._here: list[Part] = []
        self._enter()

    def advance(self, seconds: float) -> None:
        """Move on by one frame."""
        steps = int(seconds / _STEP) + 1
        begin = self.elapsed
        self.touching = False
        for i in range(steps):
            self._move(seconds / steps)
            self.elapsed = begin + seconds * (i + 1) / steps
        self.went = [part for part in self._here if self._leaves(part)]
        gone = {part.name for part in self.went if isinstance(part, Driven | Walking)}
        mounted = (part for part in self._here if isinstance(part, Mounted) and part not in self.went)
        self.went += [part for part in mounted if part.parent in gone]
        for part in self.went:
            self._here.remove(part)
        for name in gone:
            self.vehicles.pop(name, None)
            self.walkers.pop(name, None)
        self._enter()

    def parts(self) -> tuple[Part, ...]:
        """Return everybody who is there, in the order of their coming."""
        return tuple(self._here)

    def _move(self, seconds: float) -> None:
        vehicles = list(self.vehicles.values())
        seen = [one for walker in self.walkers.values() for one in walker.seen()]
        situation = Situation(self.elapsed, vehicles, seen)
        pedals = {part.name: self._pedals(part, situation) for part in self._here if isinstance(part, Driven)}
        for walker in self.walkers.values():
            walker.advance(vehicles, self.elapsed, seconds)
        if self.accident is None and cast.CULPRIT in self.vehicles:
            self.accident = Accident(self.vehicles[cast.CULPRIT], self.vehicles[cast.VICTIM])
        involved = (cast.CULPRIT, cast.VICTIM) if self.accident and not self.accident.over else ()
        for name, car in self.vehicles.items():
            if name not in involved:
                car.drive(pedals[name], seconds)
        if self.accident and involved:
            self.accident.advance(pedals[cast.VICTIM], seconds)
            self.touching |= self.accident.touching
            if self.crashed_at is None and self.accident.happened:
                self.crashed_at = self.elapsed
            if self.accident.happened and self.elapsed + seconds >= cast.RELEASED:
                self.accident.release()

    def _pedals(self, part: Driven, situation: Situation) -> float:
        car = self.vehicles[part.name]
        if car.wrecked or self.elapsed < part.departs:
            return 0.0
        limping = self.accident is not None and self.accident.over and car is self.accident.victim
        wanted = cast.LIMP if limping else part.briskness * cast.CRUISE
        return acceleration(car, situation, wanted, part.halt)

    def _enter(self) -> None:
        self.came = [part for part in self._waiting if part.enters <= self.elapsed]
        for part in self.came:
            self._waiting.remove(part)
            self._here.append(part)
            if isinstance(part, Driven):
                route = compile_route(part.route, part.track)
                shift = Shift(part.kerbside, part.s, _PULL_OUT)
                self.vehicles[part.name] = Vehicle(part.model, route, part.s, part.speed, shift)
            elif isinstance(part, Walking):
                self.walkers[part.name] = Walker(part.walk, part.pace)

    def _leaves(self, part: Part) -> bool:
        if isinstance(part, Driven):
            if part.name == cast.CULPRIT and self.elapsed >= cast.TOWED:
                return True
            car = self.vehicles[part.name]
            return car.bumper >= car.route.path.length - _LEAVING
        if isinstance(part, Walking):
            walker = self.walkers[part.name]
            return part.leaves and walker.s >= walker.path.length - _ARRIVED
        return isinstance(part, Mounted) and self.elapsed >= part.leaves
