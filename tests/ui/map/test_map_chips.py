"""What stands on the map: chips in its corners, arrows at its edges, the tip beside the mouse."""

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolTip, QWidget

from tests.scenes import HERO, LATE, LIGHT, OTHER
from tests.ui.map.gestures import leave, move, only, view_of
from viewer.recording.actors import ActorDescription
from viewer.replay.world.world import world_at
from viewer.ui.map.actor_text import absent_actor_tooltip
from viewer.ui.map.geometry.footprints import pose_on_map
from viewer.ui.map.overlays import MapOverlays
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


def click(view, part):
    place = chips(view)[text_with(view, part)]
    QTest.mouseClick(view.childAt(place.center()), Qt.MouseButton.LeftButton)


@pytest.mark.parametrize("size", [(320, 200), (330, 220), (360, 220), (800, 600), (1900, 1100)])
def test_chips_and_arrows_keep_to_the_map_and_off_each_other(map_view, mouse, row_of, size):
    map_view.resize(*size)
    map_view.told.set_hero(row_of(HERO))
    map_view.told.set_followed(row_of(OTHER))
    move(mouse, QPoint(size[0] // 2, size[1] // 2))
    beyond = ((0, 500), (0, -500), (500, 0), (700, 700), (700, -700), (-700, 700), (-80, 500))
    for x, y in ((4, 0), *(beyond if size[0] > 320 else ())):
        map_view.viewpoint.center_on(x, y)
        places = list(chips(map_view).items())
        assert any("hero" in text and " m" in text for text, _ in places) == (abs(x) + abs(y) > 4)
        for number, (text, place) in enumerate(places):
            assert QRect(0, 0, *size).contains(place), text
            assert not any(place.intersects(occupied) for _, occupied in places[:number]), text


def test_the_cursor_is_told_in_metres_while_it_is_on_the_map(map_view, mouse):
    before = len(chips(map_view))
    move(mouse, QPoint(400, 550))
    assert text_with(map_view, "y") == "x  0.00 m    y  25.00 m"
    map_view.viewpoint.center_on(-100, 0)
    assert text_with(map_view, "y") == "x  −100.00 m    y  25.00 m"
    leave(mouse)
    assert len(chips(map_view)) == before


@pytest.mark.parametrize(
    ("elapsed", "place", "said"),
    [
        (
            0.42,
            (3, 0),
            ["101  lincoln mkz2017", "10.00 m/s", "2.2 m to 102, between centres", "4.47 m/s closing"],
        ),
        (0.9, (9, 0), ["m/s moving apart"]),
        (0.42, (12, -5), ["105  traffic light", "Green", "9.9 m to 102, between centres"]),
    ],
)
def test_the_tooltip_tells_who_how_fast_and_how_far(
    map_view, mouse, index, row_of, pixels_of, elapsed, place, said
):
    map_view.told.set_world(world_at(index, elapsed))
    map_view.told.set_selected((row_of(OTHER),))
    move(mouse, pixels_of(*place))
    for words in said:
        assert words in tip()


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


CHAIR = "/Game/Carla/Static/Dynamic/Garden/SM_PlasticChair.SM_PlasticChair"


@pytest.mark.parametrize(
    ("type_id", "attributes", "name"),
    [
        ("static.prop.mesh", {"mesh_path": CHAIR, "mass": "0.5"}, "PlasticChair"),
        ("static.prop.mesh", {"mesh_path": ""}, "prop mesh"),
        ("static.prop.dirtdebris01", {}, "prop dirtdebris01"),
    ],
)
def test_a_prop_is_called_by_its_blueprint_or_by_what_it_is_made_of(qapp, type_id, attributes, name):
    description = ActorDescription(type_id, 0, attributes, actor_id=59, uid=195)
    first = absent_actor_tooltip(description, 2.0, 1.0)[0]
    assert [span.text.strip() for span in first] == ["59", name]


@pytest.mark.parametrize(("x", "y"), [(-100, 0), (300, 0), (0, -100), (0, 100)])
def test_an_arrow_at_the_edge_points_to_the_hero_off_the_map_and_a_click_goes_there(map_view, row_of, x, y):
    """The hero is straight beside, above or below the middle of the map, which is at (400, 300)."""
    map_view.told.set_hero(row_of(HERO))
    assert not any("hero" in text for text in chips(map_view))
    map_view.viewpoint.center_on(4 - x, -y)
    text = text_with(map_view, "hero")
    assert text == f"hero  {abs(x + y)} m"
    place = chips(map_view)[text]
    if x:
        assert abs(place.center().y() - 300) <= 1
        assert (place.right() if x > 0 else 800 - place.left()) > 750
    else:
        assert abs(place.center().x() - 400) <= 1
        assert (place.bottom() if y > 0 else 600 - place.top()) > 550
    click(map_view, "hero")
    assert view_of(map_view)[:2] == pytest.approx((4, 0))
    assert not any("hero" in text for text in chips(map_view))


def test_whom_one_follows_is_told_and_a_click_stops_it(map_view, asked, row_of):
    map_view.told.set_hero(row_of(HERO))
    map_view.told.set_followed(row_of(HERO))
    click(map_view, "Following  hero · F to stop")
    assert only(asked, "follow") == [(None,)]


def test_chips_that_only_tell_let_the_mouse_through(map_view, mouse, asked, row_of):
    """A light under the scale bar is still pointed at."""
    place = chips(map_view)["5 m"].center()
    offset = map_view.camera.to_world((place.x(), place.y()))
    map_view.viewpoint.center_on(12 - float(offset[0]), -5 - float(offset[1]))
    assert map_view.childAt(place) is mouse
    move(mouse, place)
    assert only(asked, "hover") == [(row_of(LIGHT),)]


def test_an_arrow_points_to_who_is_selected_and_none_to_who_is_half_on_the_map(map_view, row_of):
    map_view.told.set_selected((row_of(OTHER),))
    map_view.viewpoint.center_on(300.0, 2.0)
    assert chips(map_view)[text_with(map_view, str(OTHER))].left() < 50
    map_view.viewpoint.center_on(5.0 + 40.0 + 1.0, 2.0)  # the middle is a metre beyond the edge
    assert not any(str(OTHER) in text for text in chips(map_view))


@pytest.fixture
def overlays(qtbot):
    ground = QWidget()
    qtbot.addWidget(ground)
    ground.resize(1200, 800)
    ground.show()
    return MapOverlays(ground)


@pytest.mark.parametrize(("show", "text", "hide"), [
    (lambda f: f.set_follow("101", "102"), "Following  101 · F to stop   ×", None),
    (lambda f: f.set_follow("", "102"), "Follow  102 again (F)", None),
    (lambda f: f.set_hidden_count(12345), "12,345 hidden · Show all", None),
    (lambda f: f.set_measured(0.0, 0), "Measure  Click points or actors · Esc to end   ×", None),
    (lambda f: f.set_measured(12.346, 2), "Measure  12.35 m · Esc to end   ×",
     lambda f: f.set_measured(None, 0)),
    (lambda f: f.set_cursor((1.0, -2.5), "road 7"), "x  1.00 m    y  −2.50 m    road 7", None),
])  # fmt: skip
def test_each_chip_says_what_it_was_told_as_long_as_it_is_so(overlays, show, text, hide):
    ground = overlays.parent()
    before = chips(ground)
    show(overlays)
    assert [each.split() for each in chips(ground) if each not in before] == [text.split()]  # may be wrapped
    if hide is not None:
        hide(overlays)
        assert chips(ground) == before


def test_tips_say_what_a_click_does(overlays):
    overlays.set_follow("101", "")
    assert overlays.follow.toolTip() == "Stop following (F)"
    overlays.set_follow("", "101")
    assert overlays.follow.toolTip() == "Follow it again (F)"
    assert overlays.north.toolTip() == "Turn with the followed actor"
    overlays.set_turn(0.0, heading_up=True)
    assert overlays.north.toolTip() == "Turn north up"
