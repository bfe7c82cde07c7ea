"""What a row says, what its signal was at that moment, and what is said of the seconds around are one."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from tests.details_scene import detailed_street
from tests.scenes import street
from viewer.arrays import Floats
from viewer.logfile.source import LogFile
from viewer.recording.build.builder import read_index
from viewer.replay.world.world import world_at
from viewer.signals import SIGNALS, Series, read_series
from viewer.ui.inspector.contents import Contents
from viewer.ui.inspector.sheet import OverTime, Piece, RowKind
from viewer.ui.inspector.stretch import stretch_of
from viewer.ui.speed_unit import KMH, MPS, set_speed_unit

RECORDINGS = (
    "street",
    "details",
    "town01_carla0910_additional_data.log",
    "town01_carla0913_additional_data.log",
    "town03_carla096_collision.rec",
    "town01_carla096_walkers.rec",
)
AROUND = 5.0  # seconds before and after the moment, as README says
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
    """What is told of nobody and of two actors of each category, with all curves open, at four moments."""
    contents = Contents()
    contents.set_recording(index)
    contents.hero = next(iter(index.actors.hero_rows), None)
    contents.opened = {"scene"}
    categories = index.actors.category
    rows = [row for kind in np.unique(categories) for row in np.flatnonzero(categories == kind)[:2].tolist()]
    last = len(index.elapsed) - 1

    def told():
        for row, frame in itertools.product([None, *rows], (0, last // 3, last // 2, last)):
            contents.selected = () if row is None else (row,)
            contents.set_world(world_at(index, float(index.elapsed[frame])))
            contents.rebuild()
            wanted = [*contents.signals]
            wanted += [key for line in contents.lines(only_differences=False) for key in line.signals]
            for key in wanted:
                if key not in contents.series:
                    [contents.series[key]] = read_series(index, [key.name], key.row, other=key.other)
            contents.curves = set(SIGNALS)
            yield contents.world.elapsed, contents.lines(only_differences=False)
            contents.curves = set()

    return lambda: ((now, contents.series, lines) for now, lines in told())


def shown(value: float, unit_of_it: str, unit: str) -> tuple[float, str]:
    return (value * 3.6, "km/h") if (unit_of_it, unit) == ("m/s", KMH) else (value, unit_of_it)


def number(text: str) -> float:
    return float(text.replace(",", "").replace("−", "-"))


def is_written(text: str, value: float) -> bool:
    """Tell whether a text is a number, rounded to as many figures as it has."""
    figures = len(text.partition(".")[2])
    return abs(number(text) - value) <= 0.5 * 10.0**-figures * (1 + 1e-6) + 1e-6 * abs(value)


def says(piece: Piece, series: Series, now: float, unit: str) -> bool:
    told, name = piece.text.strip(), series.name
    value, its_unit = shown(series.at(now), series.unit, unit)
    if name == "engine_rotation":  # a share, told in per cent
        value, its_unit = 100 * value, "%"
    if piece.unit:
        return told == its_unit
    if math.isnan(value):
        return told in ("–", "none")
    if name.startswith(DOORS):
        return value == 1.0 and told.replace(" ", "_") == name.removeprefix(DOORS)
    if series.states:
        return told.casefold() == series.states[int(value)].casefold()
    words = IN_WORDS.get(name, {}).get(value)
    return told == words if words else is_written(told, value)


def test_a_row_says_what_its_signal_is_now(moments, unit):
    for now, every, lines in moments():
        for line in lines:
            value = line.value
            if value is None or line.kind is RowKind.CURVE:
                continue
            for piece in value.pieces:
                if isinstance(piece.target, OverTime):
                    series = every[piece.target.key]
                    assert says(piece, series, now, unit), (piece, series.at(now))
                    assert value.derived is not series.recorded or piece.text == "–", piece
            for lamp in value.lamps:
                assert lamp.key is None or lamp.lit == bool(every[lamp.key].at(now)), lamp


def test_below_it_stands_what_the_signal_was_around(moments, unit):
    for now, every, lines in moments():
        for line in lines:
            if line.kind is RowKind.CURVE:
                [key], told = line.value.signals, line.value.text
                series, curve = every[key], line.value.curve
                assert (curve.key, curve.series, curve.now) == (key, series, now)
                assert (curve.begin, curve.end) == (now - AROUND, now + AROUND)
                inside = (series.elapsed >= now - AROUND) & (series.elapsed <= now + AROUND)
                values = series.values[inside].tolist()
                if series.steps:
                    values.insert(0, series.at(now - AROUND))
                known = [value for value in values if math.isfinite(value)]
                if not known:
                    assert told == "not known around here", key
                elif series.states:
                    states = [series.states[int(value)] for value, _ in itertools.groupby(known)]
                    words = f"always {states[0]}" if len(states) == 1 else " → ".join(states)
                    assert told == (words if len(states) <= 4 else f"{len(states) - 1} changes"), key
                else:
                    (least, its_unit), (most, _) = (shown(f(known), series.unit, unit) for f in (min, max))
                    numbers = told.removeprefix("always ").removesuffix(its_unit).strip().split(" – ")
                    assert is_written(numbers[0], least), (key, told, least)
                    assert is_written(numbers[-1], most), (key, told, most)
                    whole = series.steps and least == round(least) and most == round(most)
                    assert ("." in told) is not whole, (key, told)
                    low, high = curve.scale
                    assert low <= min(known) <= max(known) <= high, key
                assert drawn(series, now, series.elapsed[inside]) == pytest.approx(
                    series.values[inside], nan_ok=True
                ), key


def drawn(series: Series, now: float, times: Floats) -> Floats:
    """Return what a curve shows at some times: of a step, what holds from there on."""
    stretch = stretch_of(series, now - AROUND, now + AROUND, most=10**6)
    assert (np.diff(stretch.times) >= 0).all()
    assert len(stretch.times) == len(stretch.values)
    return stretch.values[np.searchsorted(stretch.times, times, side="right") - 1]
