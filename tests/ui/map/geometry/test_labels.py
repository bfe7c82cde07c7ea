"""Who is labelled, and with what."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from viewer.recording.actors import ActorDescription, Category
from viewer.ui.map.geometry.detail import Detail, ScreenActors
from viewer.ui.map.layers.label_layer import Labeller, LabelRoom, pill_size
from viewer.ui.state.map_options import MapOptions

pytestmark = pytest.mark.usefixtures("qapp")  # text needs it

SCREEN = (1600.0, 1200.0)
MOVERS = (Category.VEHICLE, Category.BICYCLE, Category.WALKER)

cells = st.tuples(st.integers(-1, 9), st.integers(-1, 13))  # so far from each other that all have room
crowds = st.dictionaries(cells, st.sampled_from([*MOVERS, *MOVERS, Category.TRAFFIC_LIGHT, Category.PROP]))


def actors(crowd, detail=Detail.NEAR):
    """Return who is where, as columns; rows count from 100."""
    centers = np.array([(181.0 * x + y + 40.3, 83.0 * y + 7 * x + 40.7) for x, y in crowd]).reshape(-1, 2)
    count, kinds = len(centers), np.array(list(crowd.values()), np.uint8)
    return ScreenActors(
        detail, np.arange(100, 100 + count), np.arange(count), kinds, centers,
        np.zeros(count), np.full((count, 2), 5.0), np.full(count, -1, np.int8),
    )  # fmt: skip


def description(row):
    return ActorDescription("vehicle.tesla.model3", 1, {"role_name": f"role{row}"}, actor_id=row, uid=0)


def labels(labeller, shown, named=(), hero=None, options=None, speeds=None):
    told = [description(row) for row in range(300)]
    room, options = LabelRoom(SCREEN, np.empty((0, 4)), {}), options or MapOptions()
    found = labeller.labels(shown, told, room, named=named, hero=hero, options=options, speeds=speeds)
    return {row_of(label, shown): "".join(span.text for span in label.lines[0]) for label in found}


def row_of(label, shown):
    """Return who is labelled: the nearest, for all are far from each other."""
    size = pill_size(label.lines)
    middle = label.left + size.width() / 2, label.top + size.height() / 2
    return int(shown.rows[np.linalg.norm(shown.centers - middle, axis=1).argmin()])


@given(crowds, st.lists(st.integers(95, 140), max_size=3, unique=True), st.sampled_from(Detail))
@settings(max_examples=60)
def test_at_most_twelve_the_named_and_then_the_nearest_to_the_first_of_them(crowd, named, detail):
    """Without anybody named, the nearest to the middle; from afar the named alone."""
    shown = actors(crowd, detail)
    places = dict(zip(shown.rows.tolist(), shown.centers.tolist(), strict=True))
    seen = {row for row, (x, y) in places.items() if 0 <= x <= SCREEN[0] and 0 <= y <= SCREEN[1]}
    first = [row for row in named if row in seen]
    middle = places[first[0]] if first else (800.0, 600.0)
    others = [
        row for row in seen - set(first) if shown.categories[row - 100] in MOVERS and detail is Detail.NEAR
    ]
    others.sort(key=lambda row: np.hypot(*np.subtract(places[row], middle)))
    wanted = {*first, *others[: 12 - len(first)]}
    found = set(labels(Labeller(), shown, tuple(named)))
    inside = {row for row in wanted if 120 < places[row][0] < 1480 and 60 < places[row][1] < 1140}
    assert inside <= found <= wanted  # at an edge there may be no room


def test_who_is_labelled_stays_so_while_others_come_nearer():
    crowd = {(x, y): Category.VEHICLE for x in range(1, 8) for y in (2, 5, 8, 11)}
    labeller, shown = Labeller(), actors(crowd)
    before = set(labels(labeller, shown, (100,)))
    shown.centers[0] = shown.centers[-1] + (60.0, 60.0)  # whom the others are to be near to is elsewhere
    assert set(labels(labeller, shown, (100,))) == before
    labeller.forget()
    assert set(labels(labeller, shown, (100,))) != before


@pytest.mark.parametrize("flags", list(product([False, True], repeat=4)))
def test_what_a_label_says(flags):
    """The named: name and blueprint; all others what was chosen; who moves also how fast."""
    has_id, role, blueprint, speed = flags
    options = MapOptions(label_id=has_id, label_role=role, label_blueprint=blueprint, label_speed=speed)
    shown = actors({(x, 5): Category.VEHICLE for x in (1, 3, 5)} | {(7, 5): Category.TRAFFIC_LIGHT})
    speeds = np.array([12.345, 0.0, np.nan, 1.0]) if speed else None
    said = labels(Labeller(), shown, (100, 101, 103), 100, options, speeds)
    fast, still = ("12.3 m/s", "0.0 m/s") if speed else ("", "")
    plain = [*["102"] * has_id, *["role102"] * role, *["tesla model3"] * blueprint]
    assert said.pop(100) == "role100  tesla model3" + fast
    assert said.pop(101) == "  ".join(["101", *["role101"] * role, "tesla model3"]) + still
    assert said.pop(103) == "  ".join(["103", *["role103"] * role, "tesla model3"])
    assert said == ({102: "  ".join(plain)} if plain else {})
