"""What the mouse and the keyboard ask of the map."""

from itertools import product

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QNativeGestureEvent, QPointingDevice
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.scenes import HERO, LATE, LIGHT, OTHER
from tests.ui.map.gestures import LEFT, RIGHT, drag, leave, look_at, move, only, view_of, wheel
from viewer.replay.world.world import world_at
from viewer.ui.map.geometry.footprints import pose_on_map

EMPTY = QPoint(100, 500)
MIDDLE = Qt.MouseButton.MiddleButton
NO_KEY, CTRL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
SHIFT, ALT = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier
EACH = tuple(product((LEFT, RIGHT, MIDDLE), (NO_KEY, CTRL, SHIFT, ALT)))
"""Every button with every key."""


def test_clicks_go_down_the_pile_and_a_double_click_follows(map_view, mouse, asked, pixels_of, row_of):
    map_view.told.set_hero(row_of(HERO))
    both = pixels_of(5.2, 0.6)  # the hero's nose over the other's tail
    for _ in range(4):
        QTest.mouseClick(mouse, LEFT, pos=both)
    chosen = [row_of(each) for each in (HERO, OTHER, HERO, OTHER)]
    assert [actor for actor, _ in only(asked, "select")] == chosen
    QTest.mouseDClick(mouse, LEFT, pos=both)
    QTest.mouseRelease(mouse, LEFT, pos=both)
    assert len(only(asked, "select")) == 4
    assert only(asked, "follow") == [(row_of(OTHER),)]


def test_the_right_button_drags_or_asks_for_a_menu(map_view, mouse, asked, pixels_of, row_of):
    drag(mouse, EMPTY, EMPTY + QPoint(40, 0), RIGHT)
    assert view_of(map_view)[0] == -4
    assert only(asked, "menu") == []
    at = pixels_of(12, -5)
    drag(mouse, at, at + QPoint(2, 1), RIGHT)
    assert only(asked, "menu") == [(row_of(LIGHT), mouse.mapToGlobal(at + QPoint(2, 1)))]
    assert only(asked, "select") == []
    drag(mouse, EMPTY, EMPTY + QPoint(3, -3))  # a shaky click is no drag
    assert view_of(map_view)[0] == -4
    assert only(asked, "select") == [(None, False)]


def test_the_menu_key_asks_for_a_menu_and_the_mouse_does_so_once(map_view, mouse, asked):
    for reason in (QContextMenuEvent.Reason.Mouse, QContextMenuEvent.Reason.Keyboard):
        QApplication.sendEvent(mouse, QContextMenuEvent(reason, EMPTY, mouse.mapToGlobal(EMPTY)))
    assert only(asked, "menu") == [(None, mouse.mapToGlobal(EMPTY))]


def test_the_wheel_zooms_at_the_mouse_finer_with_ctrl_faster_with_shift(map_view, mouse):
    at = QPoint(650, 120)
    ground = map_view.camera.to_world((650, 120))
    factors = []
    for how in ({"y": 120, "modifiers": CTRL}, {"y": 120}, {"y": 120, "modifiers": SHIFT}, {"y": -120}):
        before = map_view.camera.scale
        wheel(mouse, at, **how)
        factors.append(map_view.camera.scale / before)
    assert factors[3] < 1 < factors[0] < factors[1] < factors[2]
    assert map_view.camera.to_screen(ground) == pytest.approx([650, 120])


def test_a_horizontal_wheel_pans_but_one_that_the_system_turned_for_shift_zooms(map_view, mouse):
    x, y, scale = view_of(map_view)
    wheel(mouse, EMPTY, x=120)
    assert view_of(map_view) == (x - 6, y, scale)
    wheel(mouse, EMPTY, x=120, modifiers=SHIFT)
    assert map_view.camera.scale > scale


@pytest.mark.parametrize(("value", "factor"), [(0.5, 1.5), (-0.25, 0.75), (-3.0, 0.1)])
def test_pinching_zooms_where_the_fingers_are(map_view, mouse, value, factor):
    """By as much as they went apart or together, and by a tenth at most."""
    at, scale = QPointF(650.0, 120.0), map_view.camera.scale
    ground = map_view.camera.to_world((650.0, 120.0))
    pinch, device = Qt.NativeGestureType.ZoomNativeGesture, QPointingDevice.primaryPointingDevice()
    QApplication.sendEvent(mouse, QNativeGestureEvent(pinch, device, 2, at, at, at, value, QPointF()))
    assert map_view.camera.scale == pytest.approx(scale * factor)
    assert map_view.camera.to_screen(ground) == pytest.approx([650.0, 120.0])


def test_the_mouse_tells_on_whom_it_is_also_at_rest(map_view, mouse, asked, pixels_of, index, row_of):
    move(mouse, pixels_of(12, -5))
    move(mouse, EMPTY)
    leave(mouse.parent())
    assert only(asked, "hover") == [(row_of(LIGHT),), (None,)]
    move(mouse, pixels_of(20.0, 15.5))
    map_view.told.set_world(world_at(index, 0.1))  # before it was born
    assert only(asked, "hover")[2:] == [(row_of(LATE),), (None,)]


@pytest.mark.parametrize(("elapsed", "expected"), [(0.1, 0.25), (0.9, 0.7)])
def test_a_click_on_who_is_gone_where_it_lies_asks_for_when_it_was_there(
    map_view, mouse, asked, index, row_of, pixels_of, elapsed, expected
):
    """Turned by 60 degrees, clockwise seen from above: its front is right of its middle, and below."""
    map_view.told.set_world(world_at(index, elapsed))
    map_view.told.set_selected((row_of(LATE),))
    map_view.scene.update(last_known_pose=pose_on_map((-10.0, 8.0, 0.0), (0.0, 60.0, 0.0), (2.4, 0.5, 0.7)))
    QTest.mouseClick(mouse, LEFT, pos=pixels_of(-9, 8 + 1.732))
    assert map_view.told.playback.transport.playhead == pytest.approx(expected)
    assert only(asked, "select") == []
    QTest.mouseClick(mouse, LEFT, pos=pixels_of(-9, 8 - 1.732))
    assert only(asked, "select") == [(None, False)]


def test_keys_are_left_to_the_window_and_clicks_take_them_from_text_fields(map_view, mouse):
    QTest.mouseClick(mouse, LEFT, pos=EMPTY)
    assert map_view.focusPolicy() == Qt.FocusPolicy.StrongFocus
    assert mouse.focusPolicy() == Qt.FocusPolicy.NoFocus
    state = view_of(map_view)
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Left, Qt.Key.Key_Space, Qt.Key.Key_PageDown):
        QTest.keyClick(map_view, key)
        QTest.keyClick(mouse, key)
    assert view_of(map_view) == state


@pytest.fixture(params=[LIGHT, None], ids=["on an actor", "on the ground"])
def there(request, pixels_of, row_of):
    """Who is where the mouse is, and the place."""
    return (row_of(LIGHT), pixels_of(12, -5)) if request.param else (None, EMPTY)


@pytest.mark.parametrize("measuring", [False, True])
def test_what_a_click_asks_for(map_view, mouse, asked, there, measuring):
    """The left button selects, with Ctrl also several, or measures; the right one opens the menu."""
    ref, at = there
    map_view.measure.set_on(measuring)
    for how in EACH:
        button, keys = how
        map_view.told.set_selected(())
        map_view.told.set_followed(None)
        look_at(map_view, (0.0, 0.0, 10.0))
        asked.clear()
        QTest.mouseClick(mouse, button, keys, at)
        adds = keys == CTRL
        selects = button == LEFT and not measuring and not (adds and ref is None)
        assert only(asked, "select") == ([(ref, adds)] if selects else []), how
        assert only(asked, "menu") == ([(ref, mouse.mapToGlobal(at))] if button == RIGHT else []), how
        QTest.mouseDClick(mouse, button, keys, at)
        QTest.mouseRelease(mouse, button, keys, at)
        assert only(asked, "follow") == ([(ref,)] if button == LEFT and not measuring else []), how
        assert mouse.cursor().shape() == Qt.CursorShape.ArrowCursor or measuring


def test_what_a_drag_does(map_view, mouse, asked, there):
    """The left and the right button take the ground along, under a closed hand, and ask for nothing."""
    _, at = there
    for how in EACH:
        button, keys = how
        map_view.viewpoint.center_on(0.0, 0.0)
        ground = map_view.camera.to_world((100, 500))
        QTest.mousePress(mouse, button, keys, at)
        for step in (QPoint(3, 0), QPoint(0, 4), QPoint(25, -10), QPoint(50, -20)):
            move(mouse, at + step, button)
        closed = mouse.cursor().shape() == Qt.CursorShape.ClosedHandCursor
        QTest.mouseRelease(mouse, button, keys, at + QPoint(50, -20))
        drags = button != MIDDLE
        assert map_view.camera.to_screen(ground) == pytest.approx((150, 480) if drags else (100, 500)), how
        assert (closed, mouse.cursor().shape()) == (drags, Qt.CursorShape.ArrowCursor), how
        assert [each for each in asked if each[0] != "hover"] == [], how


def test_a_path_is_measured_along_clicks_and_moving_actors(map_view, mouse, pixels_of, index, row_of):
    def path():
        return map_view.scene.picture.measured

    map_view.measure.set_on(True)
    QTest.mouseClick(mouse, LEFT, pos=pixels_of(*map_view.scene.picture.position_of(row_of(HERO))))
    QTest.mouseClick(mouse, LEFT, pos=EMPTY)
    move(mouse, pixels_of(20.0, 10.0))
    assert path() == pytest.approx(np.array([(4.0, 0.0), (-30.0, 20.0), (20.0, 10.0)]), abs=0.1)
    map_view.told.set_world(world_at(index, 0.9))
    assert path()[0] == pytest.approx((8.5, 0.0), abs=0.1)
    for act in (QTest.mouseClick, QTest.mouseDClick, QTest.mouseRelease):
        act(mouse, LEFT, pos=pixels_of(20.0, 10.0))
    move(mouse, pixels_of(0.0, 10.0))
    assert len(path()) == 3
    assert path()[-1] == pytest.approx((20.0, 10.0), abs=0.1)
    QTest.mouseClick(mouse, LEFT, pos=EMPTY)  # begins another one
    assert path()[0] == pytest.approx((-30.0, 20.0), abs=0.1)
