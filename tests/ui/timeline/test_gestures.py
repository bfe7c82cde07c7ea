"""What the mouse does to the time or to the window, wherever it is, with whichever button and keys."""

from itertools import product

import pytest
from PySide6.QtCore import Qt

from tests.ui.timeline.conftest import CTRL, LEFT, MIDDLE, NO_KEY, OVERVIEW, RIGHT, RULER, SHIFT
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.head import window_dragged
from viewer.ui.timeline.lane_menu import LaneMenu

STRIP = TimeAxis.whole(0.0, 100.0, closest=1.0).placed(0.0, 1000.0)


@pytest.mark.parametrize(
    ("grip", "x", "window"),
    [
        ((True, True), 350.0, (25.0, 35.0)),
        ((True, True), -900.0, (0.0, 10.0)),
        ((True, False), 250.0, (15.0, 30.0)),
        ((True, False), 900.0, (29.0, 30.0)),
        ((True, False), -900.0, (0.0, 30.0)),
        ((False, True), 350.0, (20.0, 35.0)),
        ((False, True), 0.0, (20.0, 21.0)),
        ((False, True), 5000.0, (20.0, 100.0)),
    ],
)
def test_the_window_of_the_overview_is_moved_and_resized(grip, x, window):
    seconds = (x - 300.0) * STRIP.seconds_per_pixel
    moved = window_dragged(STRIP.windowed(20.0, 10.0), grip, seconds)
    assert (moved.start, moved.end) == pytest.approx(window)


LANE = 150
AT = {  # where it begins: as a time in the overview, or else as a share of the axis; and at what height
    "names": (-0.1, LANE),
    "beside the window": (0.9, OVERVIEW),
    "window": (0.6, OVERVIEW),
    "axis": (0.7, RULER),
    "lane": (0.7, LANE),
    "margin": (1.011, LANE),
}
OF_TIME = {"beside the window": 0.9, "window": 0.6, "axis": 0.6, "lane": 0.6}
"""Which time that is, of those places that are times."""
everywhere = pytest.mark.parametrize("zone", AT)
BUTTONS = LEFT, MIDDLE, RIGHT
KEYS = NO_KEY, SHIFT, CTRL, Qt.KeyboardModifier.AltModifier


@pytest.fixture
def asked(view, monkeypatch, sought, selected):
    """A function that begins anew with 0.25 to 0.75 s of 1 s shown, with what is asked for since."""

    def begin():
        for log in (sought, begin.ranges, selected):
            log.clear()
        view.model.fit()
        view.model.set_playhead(0.3)
        view.model.move(view.model.axis.windowed(0.25, 0.5))

    begin.times, begin.ranges, begin.actors = sought, [], selected
    monkeypatch.setattr(view.workspace.range, "choose", begin.ranges.append)
    monkeypatch.setattr(view.workspace.focus, "click", lambda row, **_: selected.append(row))
    return begin


def begin(hand, zone):
    share, y = AT[zone]
    return hand.x(0.0) + share * 1140, y


def menus(view):
    """Return how many menus are open, and close them."""
    opened = [menu for menu in view.findChildren(LaneMenu) if menu.isVisible()]
    for menu in opened:
        menu.close()
    return len(opened)


def window(view):
    return view.model.axis.start, view.model.axis.end


@everywhere
def test_what_a_drag_does(view, hand, asked, zone):
    """By a tenth of the axis: 0.1 s in the overview and 0.05 s below it; a frame takes 0.05 s."""
    time = OF_TIME.get(zone)
    before = list(view.rows)
    for how in product(BUTTONS, KEYS):
        button, keys = how
        asked()
        x, y = begin(hand, zone)
        hand.press(x, y, button, keys)
        hand.move(x + 1, keys=keys)
        hand.move(x + 114, keys=keys)
        hand.release()
        moved = 0.1 if y == OVERVIEW else 0.05
        times, ranges, shift = [], [], 0.0
        if time is not None and button != LEFT:
            shift = -0.05  # as one moves paper, also in the overview
        elif time is not None and keys == CTRL:
            ranges = [(time, min(time + moved, 0.95))]
        elif zone == "window":
            shift = 0.1
        elif time is not None:
            times = [time, min(time + (moved / 10 if keys == SHIFT else moved), 0.95)]
            shift = 0.25 if zone == "beside the window" else 0.0  # it comes along to what is sought
        assert asked.times[::2] == pytest.approx(times, abs=1e-3), how
        assert asked.ranges == [pytest.approx(each, abs=1e-3) for each in ranges], how
        assert window(view) == pytest.approx((0.25 + shift, 0.75 + shift), abs=1e-3), how
        assert list(view.rows) == before, how
        assert (menus(view), asked.actors) == (zone == "names" and button == RIGHT, []), how


@everywhere
def test_what_a_click_does(view, hand, asked, zone):
    """The left button goes there, the right one asks for the menu of the lane; nothing moves the window.

    Two clicks with the left button show everything.
    """
    for how in product(BUTTONS, KEYS):
        button, keys = how
        asked()
        hand.click(*begin(hand, zone), button, keys)
        goes = zone in OF_TIME and button == LEFT and keys != CTRL
        assert asked.times == pytest.approx([OF_TIME[zone]] if goes else [], abs=1e-3), how
        assert asked.ranges == [], how
        assert menus(view) == (zone in ("names", "lane") and button == RIGHT), how
        start = 0.5 if zone == "beside the window" and goes else 0.25
        assert window(view) == pytest.approx((start, start + 0.5), abs=1e-3), how
    for button in BUTTONS:
        asked()
        hand.double_click(*begin(hand, zone), button)
        everything = zone in OF_TIME and button == LEFT
        assert window(view) == pytest.approx((0.0, 1.0) if everything else (0.25, 0.75)), button


@everywhere
def test_what_the_wheel_does(view, hand, asked, zone):
    """It zooms at the time it is on, beside the axis at its end; over the names it scrolls."""
    for how in product(KEYS, (1, -0.5)):
        keys, notches = how
        asked()
        factor = {SHIFT: 2.0, CTRL: 1.05}.get(keys, 1.25) ** (0.0 if zone == "names" else notches)
        at = OF_TIME.get(zone, 0.75)
        hand.wheel(*begin(hand, zone), notches, keys)
        start = max(at - (at - 0.25) / factor, 0.0)
        assert window(view) == pytest.approx((start, start + min(0.5 / factor, 1.0)), abs=1e-3), how
        assert (asked.times, asked.ranges, asked.actors) == ([], [], []), how
