from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QToolTip

from tests.scenes import HERO, LATE, LIGHT, OTHER
from tests.ui.map.gestures import leave, move, only
from tests.ui.views import look_at, view_of
from viewer.replay.world.world import world_at
from viewer.ui.map.geometry.footprints import pose_on_map
from viewer.ui.theme import load_theme
from viewer.ui.widgets.chip import Chip


def chips(view):
    """Return what is written on the map, by text, with where it stands."""
    return {chip.text(): chip.geometry() for chip in view.findChildren(Chip) if not chip.isHidden()}


def tip():
    """Return what the tip beside the mouse says, empty while there is none."""
    document = QTextDocument()
    document.setHtml(QToolTip.text() if QToolTip.isVisible() else "")
    return document.toPlainText()


def text_with(view, part):
    (text,) = [text for text in chips(view) if " ".join(part.split()) in " ".join(text.split())]
    return text


@pytest.mark.parametrize("size", [(320, 200), (800, 600), (1900, 1100)])
def test_chips_keep_to_the_corners_and_off_each_other(map_view, mouse, row_of, size):
    map_view.resize(*size)
    map_view.told.set_hero(row_of(HERO))
    map_view.told.set_followed(row_of(OTHER))
    move(mouse, QPoint(size[0] // 2, size[1] // 2))
    places = list(chips(map_view).items())
    everywhere = QRect(0, 0, *size)
    for number, (text, place) in enumerate(places):
        assert everywhere.contains(place), text
        for other, occupied in places[:number]:
            assert not place.intersects(occupied), (text, other)


def test_the_cursor_is_told_in_metres_while_it_is_on_the_map(map_view, mouse):
    before = len(chips(map_view))
    move(mouse, QPoint(400, 550))
    assert text_with(map_view, "y") == "x  0.00 m    y  25.00 m"
    map_view.viewpoint.center_on(-100, 0)
    assert text_with(map_view, "y") == "x  −100.00 m    y  25.00 m"
    leave(mouse)
    assert len(chips(map_view)) == before


def test_the_tooltip_tells_who_and_how_fast(map_view, mouse, world, pixels_of, row_of):
    map_view.told.set_selected((row_of(OTHER),))
    move(mouse, pixels_of(3, 0))
    assert tip().split("\n") == [
        "101  lincoln mkz2017",
        "10.00 m/s",
        "2.2 m to 102, between centres",
        "4.47 m/s closing",
    ]


def test_the_tooltip_says_when_they_move_apart(map_view, mouse, index, row_of):
    map_view.told.set_world(world_at(index, 0.9))
    map_view.told.set_selected((row_of(OTHER),))
    place = map_view.camera.to_screen((9.0, 0.0)).tolist()
    move(mouse, QPoint(round(place[0]), round(place[1])))
    assert "m/s moving apart" in tip()


def test_the_tooltip_of_a_light_tells_its_state(map_view, mouse, pixels_of):
    move(mouse, pixels_of(12, -5))
    assert tip() == "105  traffic light\nGreen"


@pytest.mark.parametrize(
    ("elapsed", "said"), [(0.1, "Not spawned until 0.250 s"), (0.9, "Last seen at 0.700 s")]
)
def test_the_tooltip_of_who_is_gone_tells_when_it_was_there(
    qtbot, map_view, mouse, index, row_of, pixels_of, elapsed, said
):
    map_view.told.set_world(world_at(index, elapsed))
    map_view.told.set_selected((row_of(LATE),))
    map_view.scene.update(last_known_pose=pose_on_map((-10.0, 8.0, 0.0), None, (0.0, 0.0)))
    move(mouse, pixels_of(-10, 8))
    assert tip() == f"110  audi tt\n{said}\nClick to go there"
    move(mouse, pixels_of(-20, 8))
    qtbot.waitUntil(lambda: not tip())


def test_an_arrow_points_to_the_hero_off_the_map_and_a_click_goes_there(map_view, row_of):
    map_view.told.set_hero(row_of(HERO))
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
    ("x", "y"),
    [(0, 500), (0, -500), (500, 0), (700, 700), (700, -700), (-700, 700), (-700, -700), (-80, 500)],
)
@pytest.mark.parametrize("width", [330, 360, 800])
def test_arrows_are_on_the_map_and_off_other_chips(map_view, row_of, x, y, width):
    map_view.resize(width, 220 if width < 800 else 600)
    map_view.told.set_hero(row_of(HERO))
    map_view.told.set_followed(row_of(OTHER))
    map_view.viewpoint.center_on(x, y)
    places = chips(map_view)
    arrow = places.pop(text_with(map_view, "hero"))
    assert map_view.rect().contains(arrow)
    assert not any(arrow.intersects(place) for place in places.values())


@pytest.mark.parametrize(("x", "y"), [(-100, 0), (100, 0), (0, -100), (0, 100)])
def test_an_arrow_is_at_the_edge_towards_the_hero(map_view, row_of, x, y):
    """The hero is straight beside, above or below the middle of the map, which is at (400, 300)."""
    map_view.told.set_hero(row_of(HERO))
    map_view.viewpoint.center_on(4 - x, -y)
    place = chips(map_view)[text_with(map_view, "hero")]
    if x:
        assert (place.left() < 50, place.right() > 750) == (x < 0, x > 0)
        assert abs(place.center().y() - 300) < 3
    else:
        assert (place.top() < 100, place.bottom() > 500) == (y < 0, y > 0)
        assert abs(place.center().x() - 400) < 3


def test_an_arrow_points_to_who_is_selected_and_none_to_who_is_half_on_the_map(map_view, row_of):
    map_view.told.set_selected((row_of(OTHER),))
    look_at(map_view, (300.0, 2.0, 10.0))
    arrow = chips(map_view)[text_with(map_view, str(OTHER))]
    assert arrow.left() < 50
    x = float(map_view.camera.to_world((0.0, 300.0))[0])
    where = map_view.scene.picture.position_of(row_of(OTHER))
    look_at(map_view, (300.0 - (x - where[0]) + 1.0, 2.0, 10.0))  # the middle is a metre beyond the edge
    assert not any(str(OTHER) in text for text in chips(map_view))


def test_whom_one_follows_is_told_and_a_click_stops_it(map_view, asked, row_of):
    map_view.told.set_hero(row_of(HERO))
    map_view.told.set_followed(row_of(HERO))
    map_view.told.set_selected(())
    place = chips(map_view)[text_with(map_view, "Following  hero · F to stop")]
    QTest.mouseClick(map_view.childAt(place.center()), Qt.MouseButton.LeftButton)
    assert only(asked, "follow") == [(None,)]


def test_chips_that_only_tell_let_the_mouse_through(map_view, mouse, asked, row_of):
    """A light under the scale bar is still pointed at."""
    place = chips(map_view)["5 m"].center()
    offset = map_view.camera.to_world((place.x(), place.y()))
    map_view.viewpoint.center_on(12 - float(offset[0]), -5 - float(offset[1]))
    assert map_view.childAt(place) is mouse
    move(mouse, place)
    assert only(asked, "hover") == [(row_of(LIGHT),)]


def test_the_map_and_its_chips_have_names_for_screen_readers(map_view):
    assert map_view.accessibleName() == "Map"
    for chip in map_view.findChildren(QAbstractButton):
        if not chip.isHidden():
            assert chip.accessibleName() == chip.text()
