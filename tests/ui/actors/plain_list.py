"""A cast of actors, and what a list of them has to show: worked out one actor after the other."""

from __future__ import annotations

import math
from typing import NamedTuple

from tests.scenes import Scene, actor, pose
from viewer.logfile import packets
from viewer.ui.actors.lines import Group
from viewer.ui.actors.listing import Column

FRAMES, DELTA = 8, 0.5
CATEGORIES = (
    "vehicle", "bicycle", "walker", "traffic light", "traffic sign", "sensor", "prop", "spectator"
)  # fmt: skip
GROUPS = {
    "walker": "Walkers", "sensor": "Sensors", "traffic light": "Traffic lights", "traffic sign": "Signs",
    "prop": "Props", "controller": "Controllers", "spectator": "Other",
}  # fmt: skip


Line = tuple[int | str, int, bool]
"""A row or a group, how many carriers it stands below, and whether it can be folded."""


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
FAMILY = [row for row in ROWS if CAST[row].category == "sensor" or row in {life.carrier for life in CAST}]
"""Who carries somebody or is carried."""
FILTERS = (
    "",
    "",
    "",
    "",
    "vehicle",
    "sensor",
    "traffic",
    "gnss",
    "alive=yes",
    "alive=no",
    "role=auto",
    "2",
    "nobody",
)
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
        scene.frame(
            DELTA,
            add=[
                actor(
                    life.id,
                    life.type,
                    (*(life.place or (3.0, 3.0)), 0.0),
                    **({"role_name": life.role} if life.role else {}),
                    **({"number_of_wheels": "2"} if life.category == "bicycle" else {}),
                )
                for life in new
            ],
            remove=[life.id for life in CAST if life.destroy == frame],
            parents=[(life.id, CAST[life.carrier].id) for life in new if life.carrier is not None],
            poses=[
                pose(life.id, (life.place[0] + DELTA * frame * life.velocity, life.place[1], 0.0))
                for life in moving
            ],
            extra={
                packets.KINEMATICS: [
                    (life.id, (speed(life, frame), 0.0, 0.0), (0.0, 0.0, 0.0)) for life in moving
                ]
            },
        )
    return scene


def speed(life: Life, frame: int) -> float:
    """Cars are faster in later frames, the Tesla most of all: the order by speed changes."""
    return life.velocity * (1 + frame**2 if life.id == 7 else 1)


def written(column: Column, value: float | str | None) -> str:
    if value is None:
        return "" if column is Column.CARRIER else "–"
    return f"{value:.{2 if column >= Column.SPAWNED else 1}f}" if isinstance(value, float) else str(value)


class Wishes:
    """What was asked of the list, and what it has to show for that."""

    def __init__(self) -> None:
        self.frame, self.filter, self.living, self.tree, self.room = 0, "", False, False, 0
        self.sort: tuple[Column, bool] | None = None
        self.hero: int | None = None
        self.selected: int | None = None
        self.pinned: tuple[int, ...] = ()
        self.ways: list[float] | None = None
        self.turned: dict[str, bool] = {}
        self.unfolded: set[int] = set()
        self.folded_in_filter: set[int | str] = set()
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

    def values(self, row: int) -> dict[Column, float | str | None]:
        """What each column is sorted by; None for what is not known."""
        life = CAST[row]
        moves = self.alive(row) and life.category in CATEGORIES[:3]
        return {
            Column.ID: life.id,
            Column.CATEGORY: CATEGORIES.index(life.category),
            Column.BLUEPRINT: life.short,
            Column.ROLE: life.role.lower() or None,
            Column.CARRIER: None if life.carrier is None else CAST[life.carrier].id,
            Column.SPEED: speed(life, self.frame) if moves else None,
            Column.DISTANCE: self.distance(row, self.hero),
            Column.TO_SELECTED: self.distance(row, self.selected),
            Column.TRAVELLED: None if self.ways is None else self.ways[row],
            Column.COLLISIONS: 0,
            Column.SPAWNED: DELTA * life.spawn,
            Column.DESTROYED: DELTA * life.destroy if life.destroy < FRAMES else None,
            Column.LIFETIME: DELTA * (min(life.destroy, FRAMES - 1) - life.spawn),
            Column.STATE: self.state(row),
        }

    def state(self, row: int) -> int:
        return 0 if self.alive(row) else 1 if self.frame < CAST[row].spawn else 2

    def cells(self, row: int) -> dict[Column, str]:
        said = {
            Column.CATEGORY: CAST[row].category,
            Column.ROLE: CAST[row].role,
            Column.STATE: ("alive", "not spawned", "destroyed")[self.state(row)],
        }
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

    def turn(self, of: int | str) -> None:
        """Fold what is open, and the reverse."""
        if self.filter:
            self.folded_in_filter ^= {of}
        elif isinstance(of, str):
            self.turned[of] = not self.open(of)
        else:
            self.unfolded ^= {of}

    def carrier(self, row: int) -> int | None:
        return CAST[row].carrier if self.tree and row not in self.pinned else None

    def open(self, of: int | str) -> bool:
        if self.filter:
            return of not in self.folded_in_filter
        return of in self.unfolded if isinstance(of, int) else self.turned.get(of, of in self.roomy())

    def roomy(self) -> list[str]:
        """The groups that open by themselves, one after the other while all their lines find room."""
        left = self.room - sum(map(bool, SIZES.values())) - (len(CAST) - sum(SIZES.values()))
        found = []
        for group, size in SIZES.items():
            if 0 < size <= left and group != "Other":
                found.append(group)
                left -= size
        return found

    def above(self, row: int) -> list[int]:
        carrier = self.carrier(row)
        return [] if carrier is None else [carrier, *self.above(carrier)]

    def group(self, row: int) -> str | None:
        """The group an actor is in with all it carries."""
        outermost = [row, *self.above(row)][-1]
        return None if outermost in self.pinned else GROUPS.get(CAST[outermost].category)

    def lines(self) -> list[Line]:
        passing = list(filter(self.passes, ROWS))
        needed = {above for row in passing for above in self.above(row)}.union(passing)
        listed = [row for row in self.order if row in needed]
        outermost = [row for row in listed if self.carrier(row) is None]
        outermost.sort(key=lambda row: row not in self.pinned)
        lines: list[Line] = []
        for group in (None, *TITLES):
            members = [row for row in outermost if self.group(row) == group]
            lines += [(group, 0, True)] if group and members else []
            if group is None or self.open(group):
                lines += [line for row in members for line in self.family(row, listed)]
        return lines

    def family(self, row: int, listed: list[int], depth: int = 0) -> list[Line]:
        carried = [each for each in listed if self.carrier(each) == row]
        inside = [line for each in carried for line in self.family(each, listed, depth + 1)]
        return [(row, depth, bool(carried)), *(inside if self.open(row) else ())]

    def title(self, group: str) -> str:
        return f"{group} · {sum(self.passes(row) for row in ROWS if self.group(row) == group)}"
