"""What a row says and what its signal is at that moment are one."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from tests.details_scene import detailed_street
from tests.scenes import street
from tests.ui.inspector.conftest import flat
from viewer.logfile.source import LogFile
from viewer.recording.indexing.builder import read_index
from viewer.replay.world.world import world_at
from viewer.signals import Series, read_series
from viewer.ui.inspector.contents import Contents
from viewer.ui.inspector.row import Value
from viewer.ui.speed_unit import KMH, MPS, set_speed_unit
from viewer.ui.state.view_state import ViewState

RECORDINGS = (
    "street",
    "details",
    "town01_carla0910_additional_data.log",
    "town01_carla0913_additional_data.log",
    "town03_carla096_collision.rec",
    "town01_carla096_walkers.rec",
)
IN_WORDS = {"gear": {-1.0: "reverse", 0.0: "neutral"}}
DOORS = "door_"


@pytest.fixture(scope="module", params=RECORDINGS)
def index(request, tmp_path_factory):
    path = tmp_path_factory.mktemp("signals") / "made.log"
    if request.param in ("street", "details"):
        return (street() if request.param == "street" else detailed_street()).index(path)
    return read_index(LogFile(request.getfixturevalue("recordings") / request.param))


@pytest.fixture(params=[MPS, KMH])
def unit(request, qapp):
    set_speed_unit(request.param)
    yield request.param
    set_speed_unit(MPS)


@pytest.fixture
def moments(index):
    """What is told of nobody and of two actors of each category at four moments."""
    contents = Contents()
    hero = next(iter(index.actors.hero_rows), None)
    contents.context.opened = {"scene"}
    categories = index.actors.category
    rows = [row for kind in np.unique(categories) for row in np.flatnonzero(categories == kind)[:2].tolist()]
    last = len(index.elapsed) - 1

    def told():
        for row, frame in itertools.product([None, *rows], (0, last // 3, last // 2, last)):
            world, selected = world_at(index, float(index.elapsed[frame])), () if row is None else (row,)
            contents.set_view(ViewState(index=index, world=world, hero=hero, selected=selected))
            wanted = [
                *contents.signals,
                *(key for row in flat(contents.tree()).values() for key in row.signals),
            ]
            for key in wanted:
                if key not in contents.context.series:
                    [contents.context.series[key]] = read_series(index, [key.name], key.row, other=key.other)
            yield world.elapsed, contents.context.series, flat(contents.tree()).values()

    return told


def shown(value: float, unit_of_it: str, unit: str) -> tuple[float, str]:
    return (value * 3.6, "km/h") if (unit_of_it, unit) == ("m/s", KMH) else (value, unit_of_it)


def number(text: str) -> float:
    return float(text.replace(",", "").replace("−", "-"))


def is_written(text: str, value: float) -> bool:
    """Tell whether a text is a number, rounded to as many figures as it has."""
    figures = len(text.partition(".")[2])
    return abs(number(text) - value) <= 0.5 * 10.0**-figures * (1 + 1e-6) + 1e-6 * abs(value)


def says(value: Value, series: Series, now: float, unit: str) -> bool:
    """Tell whether a value is what its only signal is now."""
    text, name = value.text, series.name
    told, its_unit = shown(series.at(now), series.unit, unit)
    if name == "engine_rotation":  # a share, told in per cent
        told, its_unit = 100 * told, "%"
    if math.isnan(told):
        return text in ("–", "none")
    if series.states:
        return text.partition(" · ")[0].casefold() == series.states[int(told)].casefold()
    words = IN_WORDS.get(name, {}).get(told)
    if words:
        return text == words
    return is_written(text, told) and (value.shown_unit or "×") == (its_unit or "×")


def test_a_row_says_what_its_signal_is_now(moments, unit):
    said = set()
    for now, every, rows in moments():
        for row in rows:
            value = row.cells[0] if row.cells else None
            if value is None or not value.signals:
                continue
            series = [every[key] for key in value.signals]
            said |= {each.name for each in series}
            names = {each.name for each in series}
            if row.key in ("doors", "other_lamps"):  # those that are open or lit
                assert all(each.at(now) == 1.0 for each in series)
                doors = {name.removeprefix(DOORS).replace("_", " ") for name in names}
                assert row.key != "doors" or set(value.text.split(", ")) == doors
            elif len(series) > 1:  # its parts say it
                assert names == {key.name for _, part in value.parts for key in part.signals}
            elif not value.parts:
                assert says(value, series[0], now, unit), (row.key, value, series[0].at(now))
                assert value.derived is not series[0].recorded or value.text == "–", row.key
    assert len(said) > 10
