"""A cast of actors, and what a list of them has to show: worked out one actor after the other."""

from __future__ import annotations

import math
from typing import NamedTuple

from tests.scenes import Scene, actor, pose
from viewer.logfile import packets
from viewer.ui.actors.groups import FEW, Group

FRAMES, DELTA = 8, 0.5
CATEGORIES = (
    "vehicle", "bicycle", "walker", "traffic light", "traffic sign", "sensor", "prop", "spectator"
)  # fmt: skip
GROUPS = {
    "walker": "Walkers", "sensor": "Sensors", "traffic light": "Traffic lights", "traffic sign": "Signs",
    "prop": "Props", "controller": "Controllers", "spectator": "Other",
}  # fmt: skip


Line = int | str
"""A row or a group."""


class Life(NamedTuple):
    """One of the cast, as the file tells it."""

    id: int
    type: str
    category: str
    short: str
    role: str = ""
    spawn: int = 0
    destroy: int = FRAMES
    carrier: int | None = None
    place: tuple[float, float] | None = (0.0, 0.0)
    velocity: float = 0.0


CAST = [
    Life(7, "vehicle.tesla.model3", "vehicle", "tesla model3", "autopilot", place=(30.0, 4.0), velocity=0.5),
    Life(3, "vehicle.lincoln.mkz2017", "vehicle", "lincoln mkz2017", "hero", velocity=2.0),
    *[Life(n, f"walker.pedestrian.{n:04}", "walker", f"walker {n:04}", place=(n, -5)) for n in range(20, 32)],
    Life(32, "walker.pedestrian.0012", "walker", "walker 0012", "jogger", destroy=3, place=(0.0, 9.0)),
    Life(40, "traffic.traffic_light", "traffic light", "traffic light", place=(12.0, -5.0)),
    Life(41, "traffic.speed_limit.30", "traffic sign", "speed limit 30", place=(14.0, -5.0)),
    Life(42, "static.prop.trafficcone01", "prop", "prop trafficcone01", place=(8.0, 8.0)),
    Life(43, "spectator", "spectator", "spectator", place=(-10.0, 0.0)),
    Life(50, "sensor.camera.rgb", "sensor", "camera rgb", "front", 1, FRAMES, 1, (1.5, 0.0)),
    Life(51, "sensor.lidar.ray_cast", "sensor", "lidar ray cast", "", 1, FRAMES, 0, (0.0, 0.0)),
    Life(52, "sensor.other.gnss", "sensor", "other gnss", "", 1, FRAMES, 19, (1.0, 0.0)),
    Life(53, "sensor.other.imu", "sensor", "other imu", "", 1, FRAMES, None, None),
    Life(54, "sensor.other.radar", "sensor", "other radar", "", 1, FRAMES, 17, (0.0, 0.0)),
    Life(5, "vehicle.audi.tt", "vehicle", "audi tt", "Tram", 2, 4, place=(20.0, 0.0), velocity=1.0),
    Life(5, "vehicle.bh.crossbike", "bicycle", "bh crossbike", "", 5, place=(25.0, 0.0), velocity=3.0),
]  # fmt: skip
"""In the order of the file, which is that of the rows; ids are used again."""
ROWS = range(len(CAST))
TIMES = ("spawned", "destroyed", "lifetime")
"""Columns with two figures after the point."""
FILTERS = (
    *("",) * 4, "vehicle", "sensor", "traffic", "gnss", "alive=yes", "alive=no", "role=auto", "2", "nobody"
)  # fmt: skip
TITLES = tuple(dict.fromkeys(GROUPS.values()))
NUMBER = dict(zip(TITLES, (~Group.WALKERS, ~Group.SENSORS, ~Group.TRAFFIC_LIGHTS, ~Group.TRAFFIC_SIGNS,
                           ~Group.PROPS, ~Group.CONTROLLERS, ~Group.OTHERS), strict=True))  # fmt: skip
SIZES = {group: [GROUPS.get(life.category) for life in CAST].count(group) for group in TITLES}


def scene() -> Scene:
    scene = Scene()
    for frame in range(FRAMES):
        here = [life for life in CAST if life.spawn <= frame < life.destroy]
        new = [life for life in here if life.spawn == frame]
        moving = [life for life in here if life.category in CATEGORIES[:3]]
        born = [
            actor(
                life.id,
                life.type,
                (*(life.place or (3.0, 3.0)), 0.0),
                **({"role_name": life.role} if life.role else {}),
                **({"number_of_wheels": "2"} if life.category == "bicycle" else {}),
            )
            for life in new
        ]
        poses = [
            pose(life.id, (life.place[0] + DELTA * frame * life.velocity, life.place[1], 0.0))
            for life in moving
        ]
        speeds = [(life.id, (speed(life, frame), 0.0, 0.0), (0.0, 0.0, 0.0)) for life in moving]
        scene.frame(
            DELTA,
            add=born,
            remove=[life.id for life in CAST if life.destroy == frame],
            parents=[(life.id, CAST[life.carrier].id) for life in new if life.carrier is not None],
            poses=poses,
            extra={packets.KINEMATICS: speeds},
        )
    return scene


def speed(life: Life, frame: int) -> float:
    """Cars are faster in later frames, the Tesla most of all: the order by speed changes."""
    return life.velocity * (1 + frame**2 if life.id == 7 else 1)


def written(column: str, value: float | str | None) -> str:
    if value is None:
        return "" if column == "parent" else "–"
    if isinstance(value, str):
        return value
    text = f"{value:.{2 if column in TIMES else 1}f}" if isinstance(value, float) else str(value)
    return text.replace("-", "\u2212")  # as the window writes negative numbers


class Wishes:
    """What was asked of the list, and what it has to show for that."""

    def __init__(self) -> None:
        self.frame, self.filter, self.living = 0, "", False
        self.sort: tuple[str, bool] | None = None
        self.hero: int | None = None
        self.selected: int | None = None
        self.pinned: tuple[int, ...] = ()
        self.ways: list[float] | None = None
        self.turned: dict[str, bool] = {}
        self.folded_in_filter: set[str] = set()
        self.put_in_order()

    # One actor

    def alive(self, row: int) -> bool:
        return CAST[row].spawn <= self.frame < CAST[row].destroy

    def passes(self, row: int) -> bool:
        life = CAST[row]
        if self.living and not self.alive(row) and row not in self.pinned:
            return False
        if self.filter.startswith("alive"):
            return self.alive(row) == (self.filter == "alive=yes")
        if self.filter.startswith("role"):
            return life.role.lower().startswith("auto")
        texts = (str(life.id), life.type, life.role, life.category.replace(" ", "_"))
        return any(self.filter in text for text in texts)

    def place(self, row: int) -> tuple[float, float] | None:
        life = CAST[row]
        if not self.alive(row) or life.place is None:
            return None
        x, y = life.place
        if life.carrier is not None:
            on = self.place(life.carrier)
            return on and (x + on[0], y + on[1])
        return x + DELTA * self.frame * life.velocity, y

    def distance(self, row: int, other: int | None) -> float | None:
        here, there = self.place(row), None if other is None else self.place(other)
        return math.dist(here, there) if here and there else None

    def values(self, row: int) -> dict[str, float | str | None]:
        """What each column is sorted by; None for what is not known."""
        life = CAST[row]
        moves = self.alive(row) and life.category in CATEGORIES[:3]
        return {
            "id": life.id,
            "category": CATEGORIES.index(life.category),
            "blueprint": life.short,
            "role": life.role.lower() or None,
            "parent": None if life.carrier is None else CAST[life.carrier].id,
            "speed": speed(life, self.frame) if moves else None,
            "distance": self.distance(row, self.hero),
            "to_selected": self.distance(row, self.selected),
            "travelled": None if self.ways is None else self.ways[row],
            "collisions": 0,
            "spawned": DELTA * life.spawn,
            "destroyed": DELTA * life.destroy if life.destroy < FRAMES else None,
            "lifetime": DELTA * (min(life.destroy, FRAMES - 1) - life.spawn),
            "state": self.state(row),
        }

    def state(self, row: int) -> int:
        return 0 if self.alive(row) else 1 if self.frame < CAST[row].spawn else 2

    def cells(self, row: int) -> dict[str, str]:
        state = ("alive", "not spawned", "destroyed")[self.state(row)]
        said = {"category": CAST[row].category, "role": CAST[row].role, "state": state}
        return {column: written(column, value) for column, value in self.values(row).items()} | said

    # The order

    def put_in_order(self) -> None:
        if self.sort is None:
            heroes = dict.fromkeys([*([] if self.hero is None else [self.hero]), 1])
            others = [row for row in ROWS if row not in heroes]
            others.sort(key=lambda row: (CATEGORIES.index(CAST[row].category), CAST[row].id, CAST[row].spawn))
            self.order = [*heroes, *others]
            return
        column, descending = self.sort
        by_id = sorted(ROWS, key=lambda row: (CAST[row].id, CAST[row].spawn))
        known = [row for row in by_id if self.values(row)[column] is not None]
        known.sort(key=lambda row: self.values(row)[column], reverse=descending)  # which keeps equal ones
        self.order = known + [row for row in by_id if row not in known]

    # The lines

    def turn(self, group: str) -> None:
        """Fold what is open, and the reverse."""
        if self.filter:
            self.folded_in_filter ^= {group}
        else:
            self.turned[group] = not self.open(group)

    def open(self, group: str) -> bool:
        if self.filter:
            return group not in self.folded_in_filter
        return self.turned.get(group, SIZES[group] <= FEW)

    def group(self, row: int) -> str | None:
        return None if row in self.pinned else GROUPS.get(CAST[row].category)

    def lines(self) -> list[Line]:
        listed = sorted(filter(self.passes, self.order), key=lambda row: row not in self.pinned)
        lines: list[Line] = []
        for group in (None, *TITLES):
            members = [row for row in listed if self.group(row) == group]
            lines += [group] if group and members else []
            lines += members if group is None or self.open(group) else []
        return lines

    def title(self, group: str) -> str:
        return f"{group} · {sum(self.passes(row) for row in ROWS if self.group(row) == group)}"
