"""Which ink an actor on the map has, against a plain table of who has which colour and how fast he is."""

import random

import numpy as np
import pytest
from PySide6.QtCore import QPoint

from tests.scenes import HERO, Scene, actor
from tests.ui.drawn import around, near, picture
from tests.ui.map.test_map_chips import chips
from viewer.recording.actors import Category
from viewer.ui.map.colors import ColorScale, actor_colors, speed_color
from viewer.ui.map.geometry.detail import Detail, ScreenActors
from viewer.ui.map_layers import MapOptions
from viewer.ui.speed_unit import set_speed_unit
from viewer.ui.theme import apply_theme, load_theme

THEME = load_theme("dark")
KINDS = (
    "vehicle.audi.tt",
    "walker.pedestrian.0001",
    "vehicle.bh.crossbike",
    "static.prop.bench",
    "sensor.camera.rgb",
)
COLORS = ("10,20,30", "", "255,0,0", "300,1,1", "1,2", "a,b,c", "10, 20, 30", "1,2,3,4", "-1,2,3")


def parsed(text):
    """Red, green and blue of three whole numbers, 255 at most; None for anything else."""
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != 3 or not all(part.isdecimal() for part in parts):
        return None
    return tuple(min(int(part), 255) for part in parts)


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    draw = random.Random(3)
    cast = [
        actor(n, draw.choice(KINDS), **({"color": text} if (text := draw.choice(COLORS)) else {}))
        for n in range(1, 41)
    ]
    return Scene().frame(add=cast).index(tmp_path_factory.mktemp("colors") / "cast.log").actors


def on_screen(rows, categories):
    count = len(rows)
    return ScreenActors(
        Detail.NEAR, np.array(rows), np.arange(count), np.array(categories, np.uint8), np.zeros((count, 2)),
        np.zeros(count), np.ones((count, 2)), np.full(count, -1, np.int8),
    )  # fmt: skip


def inks(scale):
    return [*actor_colors(), *scale.extra_colors()]


def bodies(scale, actors, speeds, hero):
    """The colours in which bodies are filled."""
    known = inks(scale)
    return [known[number].body.name() for number in scale.color_indices(actors, speeds, hero).tolist()]


def plain(category, *, hero):
    return inks(ColorScale())[len(Category) if hero else category].body.name()


@pytest.mark.parametrize("by", ["category", "recorded", "speed"])
def test_every_actor_has_the_colour_that_was_asked_for(qapp, table, by):
    draw = random.Random(by)
    scale = ColorScale()
    assert scale.set_color_by(by) is (by != "category")
    assert scale.set_color_by(by) is False
    assert scale.set_actors(table) is (by == "recorded")
    assert scale.needs_speeds is (by == "speed")
    for _ in range(40):
        rows = draw.sample(range(len(table)), 12)
        categories = [int(table.category[row]) for row in rows]
        hero = draw.choice([None, rows[0], rows[5], 999])
        speeds = np.array([draw.choice([0.0, 3.0, 11.1, 19.9, 20.0, 55.0, np.nan]) for _ in rows])
        found = bodies(scale, on_screen(rows, categories), speeds if by == "speed" else None, hero)
        for row, category, speed, color in zip(rows, categories, speeds.tolist(), found, strict=True):
            recorded = parsed(table.descriptions[row].attributes.get("color", ""))
            moves = category in {Category.VEHICLE, Category.BICYCLE, Category.WALKER}
            expected = plain(category, hero=row == hero)
            if by == "recorded" and recorded is not None:
                expected = "#{:02x}{:02x}{:02x}".format(*recorded)
            elif by == "speed" and moves and np.isfinite(speed):
                share = round(min(speed / 20.0, 1.0) * 11) / 11  # of 12 steps
                expected = speed_color(share).name()
            assert color == expected, (row, category, speed)


def test_who_is_not_in_the_table_yet_is_no_fault_and_without_speeds_nobody_has_one(qapp, table):
    scale = ColorScale()
    scale.set_color_by("recorded")
    vehicle = on_screen([3], [Category.VEHICLE])
    assert bodies(scale, vehicle, None, None) == [plain(Category.VEHICLE, hero=False)]  # no recording
    scale.set_actors(table)
    beyond = on_screen([len(table) + 7], [Category.VEHICLE])
    assert len(scale.color_indices(beyond, None, None)) == 1
    scale.set_color_by("speed")
    assert bodies(scale, vehicle, None, None) == [plain(Category.VEHICLE, hero=False)]


def test_another_recording_has_other_inks_and_none_has_none(qapp, table):
    scale = ColorScale()
    scale.set_color_by("recorded")
    colors = {parsed(text) for text in COLORS} - {None}
    for actors, is_other, count in ((table, True, len(colors)), (table, False, len(colors)), (None, True, 0)):
        assert scale.set_actors(actors) is is_other
        assert len(scale.extra_colors()) == count


@pytest.mark.parametrize("count", [64, 65, 200])
def test_of_more_than_64_colours_each_is_rounded_to_one_of_four_steps(qapp, tmp_path, count):
    cast = [actor(n + 1, color=f"{n},{255 - n},7") for n in range(count)]
    table = Scene().frame(add=cast).index(tmp_path / "many.log").actors
    scale = ColorScale()
    scale.set_color_by("recorded")
    scale.set_actors(table)
    vehicles = on_screen(list(range(count)), [Category.VEHICLE] * count)
    for n, color in enumerate(bodies(scale, vehicles, None, None)):
        red, green, blue = (int(color[at : at + 2], 16) for at in (1, 3, 5))
        assert color != plain(Category.VEHICLE, hero=False)
        exact = (n, 255 - n, 7)
        if count == 64:
            assert (red, green, blue) == exact
        else:
            assert {red, green, blue} <= {0, 85, 170, 255}
            assert max(abs(a - b) for a, b in zip((red, green, blue), exact, strict=True)) <= 43


def test_on_the_map_colours_are_those_chosen_and_speeds_have_a_legend(plain_app, map_view, world, row_of):
    def at_hero():
        x, y = map_view.camera.to_screen(world.locations[world.index_of(row_of(HERO)), :2])
        return around(picture(map_view), QPoint(round(x), round(y)), 9)

    def legend():
        return [text for text in chips(map_view) if "Speed" in text]

    assert (legend(), near(at_hero(), "#0a141e", 3).any()) == ([], False)
    map_view.told.set_options(MapOptions(color_by="recorded"))
    assert near(at_hero(), "#0a141e", 3).any()
    map_view.told.set_options(MapOptions(color_by="speed"))
    assert near(at_hero(), speed_color(0.5), 12).any()  # at 10 m/s
    for unit, most in (("km/h", "72 km/h"), ("m/s", "20 m/s")):
        set_speed_unit(unit)
        apply_theme(plain_app, THEME)
        assert legend() == [f"Speed  0 – {most}"]


def test_the_scale_of_speeds_never_looks_like_a_light():
    for share in np.linspace(0, 1, 24).tolist():
        color = speed_color(share).getRgb()[:3]
        for lamp in (THEME.lamp_red, THEME.lamp_yellow, THEME.lamp_green, THEME.hero, THEME.collision):
            assert np.abs(np.subtract(color, lamp.getRgb()[:3])).max() > 60
