from __future__ import annotations

from itertools import groupby

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel

from tests.scenes import HERO, LATE, LIGHT, OTHER, Scene, actor
from tests.ui.map.gestures import leave, move
from tests.ui.views import look_at, view_of
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState
from viewer.replay.world.world import world_at
from viewer.ui.map import MapView
from viewer.ui.map.chips import round_length
from viewer.ui.map.geometry.absent_actor import ghost_of
from viewer.ui.state.actor_ref import ref_of, refs_of
from viewer.ui.theme import apply_theme, load_theme
from viewer.ui.widgets.hover_card import HoverCard
from viewer.ui.widgets.overlay import Place


def chips(view):
    """Return what is written on the map, by text, with where it stands."""
    found = (*view.findChildren(QAbstractButton), *view.findChildren(HoverCard))
    return {chip.text(): chip.geometry() for chip in found if not chip.isHidden()}


def text_with(view, part):
    (text,) = [text for text in chips(view) if " ".join(part.split()) in " ".join(text.split())]
    return text


@pytest.mark.parametrize("size", [(320, 200), (800, 600), (1900, 1100)])
def test_chips_keep_to_the_corners_and_off_each_other(map_view, mouse, row_of, size):
    map_view.resize(*size)
    map_view.set_hero(ref_of(row_of(HERO)))
    map_view.set_follow(ref_of(row_of(OTHER)))
    move(mouse, QPoint(size[0] // 2, size[1] // 2))
    places = list(chips(map_view).items())
    everywhere = QRect(0, 0, *size)
    for number, (text, place) in enumerate(places):
        assert everywhere.contains(place), text
        for other, occupied in places[:number]:
            if "m/s" not in text + other:  # the tooltip is above all
                assert not place.intersects(occupied), (text, other)


def test_an_arrow_does_not_cover_the_selected_actor(map_view, row_of, pixels_of):
    map_view.set_hero(ref_of(row_of(HERO)))
    map_view.set_selected(refs_of((row_of(OTHER),)))
    look_at(map_view, (-20.0, 30.5, 10.0))  # the hero above the upper edge, the other below it
    arrow = chips(map_view)[text_with(map_view, "hero")]
    assert not arrow.contains(pixels_of(5.0, 2.0))


def test_north_is_a_needle_alone_where_it_would_lie_under_a_card(map_view, mouse):
    """A card is 352 px wide, 16 px from the edge, and 8 px from what stands beside it."""
    card = QLabel()
    map_view.overlay.add(card, Place.TOP_LEFT)
    card.setFixedSize(352, 60)
    card.show()
    (north,) = (each for each in map_view.findChildren(QAbstractButton) if each.text() == "North up")
    said = []
    for width in range(800, 420, -10):
        map_view.resize(width, 300)
        said.append(north.text())
        assert north.accessibleName() == "North up"
        assert not north.geometry().intersects(card.geometry())
        assert north.geometry().right() == width - 16 - 1
    assert said == sorted(said, reverse=True)
    assert set(said) == {"North up", ""}


def test_the_scale_bar_is_as_long_as_it_says(map_view, theme):
    look_at(map_view, (0.0, 0.0, 10.0))
    assert "5 m" in chips(map_view)
    look_at(map_view, (0.0, 0.0, 0.01))
    assert "5 km" in chips(map_view)
    place = chips(map_view)["5 km"]
    image = map_view.grab(place).toImage()
    rows = (
        groupby(image.pixelColor(x, y) == theme.secondary for x in range(image.width()))
        for y in range(image.height())
    )
    assert 50 <= max(len(list(run)) for row in rows for drawn, run in row if drawn) <= 52


@pytest.mark.parametrize(
    ("longest", "expected"), [(96, 50), (100, 100), (19.9, 10), (0.6, 0.5), (0.0123, 0.01), (4e6, 2e6)]
)
def test_round_lengths(longest, expected):
    assert round_length(longest) == pytest.approx(expected)


@pytest.mark.parametrize("length", [step * 10.0**power for power in range(-3, 6) for step in (1, 2, 5)])
def test_a_round_length_is_its_own(length):
    assert round_length(length) == pytest.approx(length)


def test_the_cursor_is_told_in_metres_while_it_is_on_the_map(map_view, mouse):
    before = len(chips(map_view))
    move(mouse, QPoint(400, 550))
    assert text_with(map_view, "y") == "x  0.00 m    y  25.00 m"
    map_view.viewpoint.center_on(-100, 0)
    assert text_with(map_view, "y") == "x  −100.00 m    y  25.00 m"
    leave(mouse.parent())
    assert len(chips(map_view)) == before


def test_the_cursor_chip_hugs_its_text(map_view, mouse):
    widths = {}
    for x in (400, 0, 799):
        move(mouse, QPoint(x, 550))
        text = text_with(map_view, "y")
        widths[text] = chips(map_view)[text].width()
    assert all(width % 4 == 0 and width <= 352 for width in widths.values())
    move(mouse, QPoint(400, 550))
    text = text_with(map_view, "y")
    assert chips(map_view)[text].width() == widths[text]  # also after a longer one


def test_the_tooltip_tells_who_and_how_fast(map_view, mouse, world, pixels_of, row_of):
    map_view.set_selected(refs_of((row_of(OTHER),)))
    move(mouse, pixels_of(3, 0))
    text = text_with(map_view, "m/s")
    assert text.split("\n") == [
        "101  lincoln mkz2017",
        "10.00 m/s",
        "2.2 m to 102, between centres",
        "4.47 m/s closing",
    ]


def test_the_tooltip_says_when_they_move_apart(map_view, mouse, index, row_of):
    map_view.set_world(world_at(index, 0.9))
    map_view.set_selected(refs_of((row_of(OTHER),)))
    place = map_view.camera.to_screen((9.0, 0.0)).tolist()
    move(mouse, QPoint(round(place[0]), round(place[1])))
    assert "m/s moving apart" in text_with(map_view, "m/s")


def test_the_tooltip_of_a_light_tells_its_state(map_view, mouse, pixels_of):
    move(mouse, pixels_of(12, -5))
    assert text_with(map_view, "traffic light") == "105  traffic light\nGreen"


@pytest.mark.parametrize(
    ("state", "word", "hues"),
    [
        (TrafficLightState.RED, "Red", range(-15, 16)),
        (TrafficLightState.YELLOW, "Yellow", range(35, 66)),
        (TrafficLightState.GREEN, "Green", range(100, 161)),
    ],
)
@pytest.mark.parametrize("name", ["dark", "light"])
def test_the_word_for_a_state_is_written_in_its_colour(
    plain_app, qtbot, tmp_path, state, word, hues, name, tasks
):
    """Told by the pixels: the most colourful one has the hue that the word names."""
    scene = Scene().frame(
        add=[actor(LIGHT, "traffic.traffic_light")],
        extra={packets.TRAFFIC_LIGHT_STATE: [(LIGHT, False, 0.0, state)]},
    )
    index = scene.index(tmp_path / "light.log")
    view = MapView(tasks)
    qtbot.addWidget(view)
    apply_theme(plain_app, load_theme(name))
    view.resize(400, 300)
    view.set_recording(index)
    view.set_world(world_at(index, 0.0))
    look_at(view, (0.0, 0.0, 10.0))
    view.show()
    move(view.childAt(view.rect().center()), QPoint(200, 150))
    said = text_with(view, "traffic light")
    assert said.endswith(f"\n{word}")
    place = chips(view)[said]
    image = view.grab(place).toImage()
    height = image.height()
    pixels = [image.pixelColor(x, y) for x in range(image.width()) for y in range(height // 2, height)]
    seen = max(pixels, key=lambda color: color.saturation() * color.value()).hue()
    assert seen in hues or seen - 360 in hues


@pytest.mark.parametrize(
    ("elapsed", "said"), [(0.1, "Not spawned until 0.250 s"), (0.9, "Last seen at 0.700 s")]
)
def test_the_tooltip_of_who_is_gone_tells_when_it_was_there(
    map_view, mouse, index, row_of, pixels_of, elapsed, said
):
    map_view.set_world(world_at(index, elapsed))
    map_view.set_selected(refs_of((row_of(LATE),)))
    map_view.scene.tell(ghost=ghost_of((-10.0, 8.0, 0.0), None, (0.0, 0.0)))
    move(mouse, pixels_of(-10, 8))
    assert text_with(map_view, "Click") == f"110  audi tt\n{said}\nClick to go there"
    move(mouse, pixels_of(-20, 8))
    assert not any("Click" in text for text in chips(map_view))


def test_the_tooltip_stays_on_the_map(map_view, mouse, row_of):
    look_at(map_view, (-27.9, -23.9, 10.0))  # the hero in the lower right corner
    map_view.set_selected(refs_of((row_of(OTHER),)))
    at = map_view.camera.to_screen((3.4, 0.0)).tolist()
    move(mouse, QPoint(round(at[0]), round(at[1])))
    assert map_view.rect().contains(chips(map_view)[text_with(map_view, "10.00 m/s")])


def test_an_arrow_points_to_the_hero_off_the_map_and_a_click_goes_there(map_view, row_of):
    map_view.set_hero(ref_of(row_of(HERO)))
    assert not any("hero" in text for text in chips(map_view))
    map_view.viewpoint.center_on(-296, 0)
    text = text_with(map_view, "hero")
    assert text == "hero  300 m"
    place = chips(map_view)[text]
    assert place.right() > 750
    assert abs(place.center().y() - 300) < 3
    image = map_view.grab(place).toImage()
    amber = load_theme("dark").hero
    assert any(image.pixelColor(x, y) == amber for x in range(24) for y in range(image.height()))
    QTest.mouseClick(map_view.childAt(place.center()), Qt.MouseButton.LeftButton)
    assert view_of(map_view)[:2] == pytest.approx((4, 0))
    assert not any("hero" in text for text in chips(map_view))


@pytest.mark.parametrize(
    ("x", "y"), [(0, 500), (0, -500), (500, 0), (700, 700), (700, -700), (-700, 700), (-700, -700)]
)
def test_arrows_are_on_the_map_and_off_other_chips(map_view, row_of, x, y):
    map_view.set_hero(ref_of(row_of(HERO)))
    map_view.viewpoint.center_on(x, y)
    places = chips(map_view)
    arrow = places.pop(text_with(map_view, "hero"))
    assert map_view.rect().contains(arrow)
    assert not any(arrow.intersects(place) for place in places.values())


@pytest.mark.parametrize(("x", "y"), [(-100, 0), (100, 0), (0, -100), (0, 100)])
def test_an_arrow_is_at_the_edge_towards_the_hero(map_view, row_of, x, y):
    """The hero is straight beside, above or below the middle of the map, which is at (400, 300)."""
    map_view.set_hero(ref_of(row_of(HERO)))
    map_view.viewpoint.center_on(4 - x, -y)
    place = chips(map_view)[text_with(map_view, "hero")]
    if x:
        assert (place.left() < 50, place.right() > 750) == (x < 0, x > 0)
        assert abs(place.center().y() - 300) < 3
    else:
        assert (place.top() < 100, place.bottom() > 500) == (y < 0, y > 0)
        assert abs(place.center().x() - 400) < 3


def test_whom_one_follows_is_told_and_a_click_stops_it(map_view, row_of):
    asked = []
    map_view.follow_requested.connect(asked.append)
    map_view.set_hero(ref_of(row_of(HERO)))
    map_view.set_follow(ref_of(row_of(HERO)))
    map_view.set_selected(())
    place = chips(map_view)[text_with(map_view, "Following  hero · F to stop")]
    QTest.mouseClick(map_view.childAt(place.center()), Qt.MouseButton.LeftButton)
    assert asked == [None]


def test_chips_that_only_tell_let_the_mouse_through(map_view, mouse, world, row_of):
    """A light under the scale bar is still pointed at."""
    place = chips(map_view)["5 m"].center()
    offset = map_view.camera.to_world((place.x(), place.y()))
    map_view.viewpoint.center_on(12 - float(offset[0]), -5 - float(offset[1]))
    assert map_view.childAt(place) is mouse
    seen = []
    map_view.hover_requested.connect(seen.append)
    move(mouse, place)
    assert seen == [ref_of(row_of(LIGHT))]


def test_the_map_and_its_chips_have_names_for_screen_readers(map_view):
    assert map_view.accessibleName() == "Map"
    for chip in map_view.findChildren(QAbstractButton):
        if not chip.isHidden():
            assert chip.accessibleName() == chip.text()
