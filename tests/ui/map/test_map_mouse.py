from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QNativeGestureEvent, QPointingDevice
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.scenes import HERO, LATE, LIGHT, OTHER
from tests.ui.map.gestures import LEFT, RIGHT, drag, leave, move, only, wheel
from tests.ui.views import view_of
from viewer.replay.world.world import world_at
from viewer.ui.map.geometry.footprints import pose_on_map

EMPTY = QPoint(100, 500)


def test_clicking_again_goes_down_the_pile_and_comes_back(map_view, mouse, asked, pixels_of, row_of):
    map_view.told.set_hero(row_of(HERO))
    both = pixels_of(5.2, 0.6)  # the hero's nose over the other's tail
    for _ in range(3):
        QTest.mouseClick(mouse, LEFT, pos=both)
    assert [actor for actor, _ in only(asked, "select")] == [row_of(each) for each in (HERO, OTHER, HERO)]


def test_a_shaky_click_is_no_drag(map_view, mouse, asked):
    state = view_of(map_view)
    drag(mouse, EMPTY, EMPTY + QPoint(3, -3))
    assert view_of(map_view) == state
    assert only(asked, "select") == [(None, False)]


def test_the_right_button_drags_after_four_pixels_and_else_asks_for_a_menu(
    map_view, mouse, asked, pixels_of, row_of
):
    drag(mouse, EMPTY, EMPTY + QPoint(40, 0), RIGHT)
    assert view_of(map_view)[0] == -4
    assert only(asked, "menu") == []
    at = pixels_of(12, -5)
    drag(mouse, at, at + QPoint(2, 1), RIGHT)
    assert only(asked, "menu") == [(row_of(LIGHT), mouse.mapToGlobal(at + QPoint(2, 1)))]
    assert only(asked, "select") == []


def test_the_menu_key_asks_for_a_menu_and_the_mouse_does_so_once(map_view, mouse, asked):
    for reason in (QContextMenuEvent.Reason.Mouse, QContextMenuEvent.Reason.Keyboard):
        QApplication.sendEvent(mouse, QContextMenuEvent(reason, EMPTY, mouse.mapToGlobal(EMPTY)))
    assert only(asked, "menu") == [(None, mouse.mapToGlobal(EMPTY))]


def test_a_double_click_on_a_pile_follows_what_the_first_click_chose(
    map_view, mouse, asked, pixels_of, row_of
):
    map_view.told.set_hero(row_of(HERO))
    map_view.told.set_selected((row_of(HERO),))
    both = pixels_of(5.2, 0.6)
    QTest.mouseClick(mouse, LEFT, pos=both)
    QTest.mouseDClick(mouse, LEFT, pos=both)
    assert only(asked, "select") == [(row_of(OTHER), False)]
    assert only(asked, "follow") == [(row_of(OTHER),)]


def test_the_wheel_zooms_at_the_mouse_finer_with_ctrl_faster_with_shift(map_view, mouse):
    at = QPoint(650, 120)
    ground = map_view.camera.to_world((650, 120))
    factors = []
    for modifier in (
        Qt.KeyboardModifier.ControlModifier,
        Qt.KeyboardModifier.NoModifier,
        Qt.KeyboardModifier.ShiftModifier,
    ):
        before = map_view.camera.scale
        wheel(mouse, at, y=120, modifiers=modifier)
        factors.append(map_view.camera.scale / before)
    assert 1 < factors[0] < factors[1] < factors[2]
    wheel(mouse, at, y=-120)
    assert map_view.camera.to_screen(ground) == pytest.approx([650, 120])


def test_shift_zooms_where_the_system_turns_the_wheel_sideways(map_view, mouse):
    before = view_of(map_view)
    wheel(mouse, EMPTY, x=120, modifiers=Qt.KeyboardModifier.ShiftModifier)
    assert map_view.camera.scale > before[2]


def test_a_horizontal_wheel_pans(map_view, mouse):
    x, y, scale = view_of(map_view)
    wheel(mouse, EMPTY, x=120)
    assert view_of(map_view) == (x - 6, y, scale)


@pytest.mark.parametrize(("value", "factor"), [(0.5, 1.5), (-0.25, 0.75), (-3.0, 0.1)])
def test_pinching_zooms_where_the_fingers_are(map_view, mouse, value, factor):
    """By as much as they went apart or together, and by a tenth at most."""
    at, scale = QPointF(650.0, 120.0), map_view.camera.scale
    ground = map_view.camera.to_world((650.0, 120.0))
    pinch, device = Qt.NativeGestureType.ZoomNativeGesture, QPointingDevice.primaryPointingDevice()
    event = QNativeGestureEvent(pinch, device, 2, at, at, at, value, QPointF())
    QApplication.sendEvent(mouse, event)
    assert map_view.camera.scale == pytest.approx(scale * factor)
    assert map_view.camera.to_screen(ground) == pytest.approx([650.0, 120.0])


def test_the_mouse_tells_on_whom_it_is(map_view, mouse, asked, pixels_of, row_of):
    move(mouse, pixels_of(12, -5))
    move(mouse, EMPTY)
    leave(mouse.parent())
    assert only(asked, "hover") == [(row_of(LIGHT),), (None,)]


def test_who_drives_under_a_resting_mouse_is_pointed_at(map_view, mouse, asked, index, row_of):
    move(mouse, QPoint(590, 300))  # x = 19
    assert only(asked, "hover") == []
    place = map_view.camera.to_screen((20.0, 15.5)).tolist()
    move(mouse, QPoint(round(place[0]), round(place[1])))
    assert only(asked, "hover") == [(row_of(LATE),)]
    map_view.told.set_world(world_at(index, 0.1))  # before it was born
    assert only(asked, "hover") == [(row_of(LATE),), (None,)]


@pytest.mark.parametrize(("elapsed", "expected"), [(0.1, 0.25), (0.9, 0.7)])
def test_a_click_on_who_is_gone_asks_for_when_it_was_there(
    map_view, mouse, asked, index, row_of, pixels_of, elapsed, expected
):
    map_view.told.set_world(world_at(index, elapsed))
    map_view.told.set_selected((row_of(LATE),))
    map_view.scene.update(last_known_pose=pose_on_map((-10.0, 8.0, 0.0), (0.0, 90.0, 0.0), (2.4, 1.0, 0.7)))
    QTest.mouseClick(mouse, LEFT, pos=pixels_of(-10, 10))
    assert map_view.told.playback.transport.playhead == pytest.approx(expected)
    assert only(asked, "select") == []
    QTest.mouseClick(mouse, LEFT, pos=pixels_of(-8, 8))
    assert only(asked, "select") == [(None, False)]


@pytest.mark.parametrize(("side", "clicked"), [(1.0, True), (-1.0, False)])
def test_who_is_gone_is_clicked_where_it_lies(map_view, mouse, index, row_of, pixels_of, side, clicked):
    """Turned by 60 degrees, clockwise seen from above: its front is right of its middle, and below."""
    map_view.told.set_world(world_at(index, 0.1))
    map_view.told.set_selected((row_of(LATE),))
    map_view.scene.update(last_known_pose=pose_on_map((-10.0, 8.0, 0.0), (0.0, 60.0, 0.0), (2.4, 0.5, 0.7)))
    QTest.mouseClick(mouse, LEFT, pos=pixels_of(-10 + 1.0, 8 + side * 1.732))
    assert (map_view.told.playback.transport.playhead > 0.2) == clicked


def test_keys_are_left_to_the_window_and_clicks_take_them_from_text_fields(qtbot, map_view, mouse):
    QTest.mouseClick(mouse, LEFT, pos=EMPTY)
    assert map_view.focusPolicy() == Qt.FocusPolicy.StrongFocus
    assert mouse.focusPolicy() == Qt.FocusPolicy.NoFocus
    state = view_of(map_view)
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Left, Qt.Key.Key_Space, Qt.Key.Key_PageDown):
        QTest.keyClick(map_view, key)
        QTest.keyClick(mouse, key)
    assert view_of(map_view) == state


MIDDLE = Qt.MouseButton.MiddleButton
each_button = pytest.mark.parametrize("button", [LEFT, RIGHT, MIDDLE], ids=["left", "right", "middle"])
each_key = pytest.mark.parametrize(
    "keys",
    [Qt.KeyboardModifier[f"{name}Modifier"] for name in ("No", "Control", "Shift", "Alt")],
    ids=["", "ctrl", "shift", "alt"],
)


@pytest.fixture(params=[LIGHT, None], ids=["on an actor", "on the ground"])
def there(request, pixels_of, row_of):
    """Who is where the mouse is, and the place."""
    return (row_of(LIGHT), pixels_of(12, -5)) if request.param else (None, EMPTY)


@pytest.mark.parametrize("measuring", [False, True])
@each_button
@each_key
def test_what_a_click_asks_for(map_view, mouse, asked, there, button, keys, measuring):
    """The left button selects, with Ctrl also several, or measures; the right one opens the menu."""
    ref, at = there
    map_view.set_measuring(measuring)
    QTest.mouseClick(mouse, button, keys, at)
    adds = keys == Qt.KeyboardModifier.ControlModifier
    selects = button == LEFT and not measuring and not (adds and ref is None)
    assert only(asked, "select") == ([(ref, adds)] if selects else [])
    assert only(asked, "menu") == ([(ref, mouse.mapToGlobal(at))] if button == RIGHT else [])
    QTest.mouseDClick(mouse, button, keys, at)
    QTest.mouseRelease(mouse, button, keys, at)
    assert only(asked, "follow") == ([(ref,)] if button == LEFT and not measuring else [])
    assert mouse.cursor().shape() == Qt.CursorShape.ArrowCursor or measuring


@each_button
@each_key
def test_what_a_drag_does(map_view, mouse, asked, there, button, keys):
    """The left and the right button take the ground along, under a closed hand, and ask for nothing."""
    _, at = there
    ground = map_view.camera.to_world((100, 500))
    QTest.mousePress(mouse, button, keys, at)
    for step in (QPoint(3, 0), QPoint(0, 4), QPoint(25, -10), QPoint(50, -20)):
        move(mouse, at + step, button)
    closed = mouse.cursor().shape() == Qt.CursorShape.ClosedHandCursor
    QTest.mouseRelease(mouse, button, keys, at + QPoint(50, -20))
    drags = button != MIDDLE
    assert map_view.camera.to_screen(ground) == pytest.approx((150, 480) if drags else (100, 500))
    assert (closed, mouse.cursor().shape()) == (drags, Qt.CursorShape.ArrowCursor)
    assert [each for each in asked if each[0] != "hover"] == []
