"""The timeline as it is seen, heard and clicked; and what is on the screen is what would be painted anew."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAccessible, QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QApplication

from tests.scenes import HERO, LATE, OTHER, Scene, actor
from tests.ui.drawn import on_screen, picture, pixels_of
from tests.ui.person import row_of
from tests.ui.timeline.conftest import (
    CTRL,
    EVENTS,
    MIDDLE,
    OVERVIEW,
    RULER,
    SHIFT,
    give,
    lane_of,
    said,
    show_in,
    show_notes,
    write_times,
)
from viewer.replay.events import EventKind, EventList
from viewer.replay.time.time_forms import TimeForm, TimeScale
from viewer.replay.world.world import world_at
from viewer.signals import SIGNALS, Series
from viewer.signals.series import SeriesKey
from viewer.ui.theme import apply_theme, load_theme
from viewer.ui.timeline.marks import NoteMark, RecordedMarks
from viewer.ui.timeline.sections import LaneChoices
from viewer.ui.timeline.signals.plot_layout import PlotLayout
from viewer.ui.timeline.timeline_content import KINDS, content_of

pytestmark = pytest.mark.usefixtures("plain_app")


@pytest.mark.parametrize(
    ("kinds", "texts"),
    [
        ([EventKind.SPAWN] * 178, ("+178",)),
        ([EventKind.SPAWN], ()),
        ([EventKind.DESTROY] * 11, ("−11",)),
        ([EventKind.PARENT] * 2, ("2 attached", "2")),
        ([EventKind.COLLISION] * 3, ("3 collisions", "3")),
        ([EventKind.SPAWN, EventKind.DESTROY, EventKind.COLLISION] * 2, ("6 events", "6")),
    ],
)
def test_a_mark_says_how_many_events_of_which_kind_it_stands_for(index, kinds, texts):
    places = np.array([KINDS.index(kind) for kind in kinds], np.uint8)
    content = replace(content_of(index), event_kind=places, event_time=np.zeros(len(places)))
    marks = RecordedMarks(content, frozenset(kinds))
    assert marks.texts(int(places.argmin()), np.arange(len(places))) == texts


def test_to_assistive_technology_it_is_a_slider_over_frames(view, index, sought):
    view.model.set_playhead(0.51)
    interface = QAccessible.queryAccessibleInterface(view)
    assert interface.role() == QAccessible.Role.Slider
    assert interface.text(QAccessible.Text.Name) == "Timeline"
    assert interface.text(QAccessible.Text.Description) == "0.510 s of 0.950 s, frame 11"
    value = interface.valueInterface()
    assert (value.minimumValue(), value.currentValue(), value.maximumValue()) == (0, 10, 19)
    value.setCurrentValue(4)
    assert sought == [float(index.elapsed[4])]


@pytest.mark.parametrize(
    "deltas",
    [
        [0.0],
        [0.0, 0.05],
        [0.0, 0.05, 0.0, 0.0, 0.0, 0.05],
        [0.0, 0.0, 0.0],
        [0.05] * 50 + [1000.0] + [0.05] * 50,
        [36.0] * 1000,
    ],
    ids=["one frame", "two frames", "equal times", "no time at all", "long pause", "ten hours"],
)
def test_odd_recordings_are_drawn_and_scrubbed(view, hand, sought, tmp_path, deltas):
    scene, last = Scene(), len(deltas) - 1
    for k, delta in enumerate(deltas):
        scene.frame(delta, add=[actor(1)] if k == 0 else [], remove=[1] if k == last > 0 else [])
    index = scene.index(tmp_path / "odd.log")
    show_in(view, index=index)
    show_in(view, selected=(0,))
    ones = np.ones(len(index.elapsed))
    give(view, Series("derived_speed", "Speed", "m/s", index.elapsed, ones, recorded=False))
    light = EventList(EventKind.LIGHT, np.zeros(1, int), np.zeros(1, int), texts=["Light"])
    show_in(view, event_lists={EventKind.LIGHT: light})
    view.model.set_lane_choices(LaneChoices({"events": False, "lives": False}))
    for keys, notches in ((SHIFT, 4), (CTRL, -3), (SHIFT, 60), (SHIFT, -200)):
        hand.wheel(hand.x(0.4), RULER, notches, keys)
        hand.drag(hand.x(0.2), hand.x(0.3), EVENTS, MIDDLE)
        hand.drag(hand.x(0.2), hand.x(0.9), RULER)
        for time in sought:
            view.model.set_playhead(time)
        assert not view.grab().isNull()
    assert all(index.elapsed[0] <= time <= index.duration for time in sought)
    hand.click(hand.x(1.0), RULER)
    assert sought[-1] == index.duration


@pytest.fixture
def middle(view):
    """Height of the middle of the lane of two notes."""
    one = NoteMark(0.2, 0.2, "note_pink", ("0.200 s", "one"), None)
    show_notes(view, one, NoteMark(0.5, 0.7, "note_teal", ("0.500 s", "two"), 1))
    return lane_of(view, "notes").rect.center().y()


def test_a_click_on_a_note_goes_to_it_and_tells_of_its_actor(view, hand, middle, sought, selected):
    """Beside notes it goes where it is."""
    for x, y in ((hand.x(0.5) + 3, middle), (hand.x(0.65), middle), (hand.x(0.2), middle)):
        hand.click(x, y)
    assert sought == [0.5, 0.5, 0.2]
    assert selected == [1, 1]
    hand.click(hand.x(0.2), EVENTS)
    hand.click(hand.x(0.3), middle)
    assert sought[3:] == pytest.approx([0.2, 0.3], abs=0.002)


def test_what_notes_say_is_shown_under_the_mouse(view, hand, middle):
    """Of many that lie on each other eight."""
    hand.move(hand.x(0.5) + 3, middle)
    assert "two" in said(view)
    assert hand.shape() == Qt.CursorShape.PointingHandCursor
    show_notes(view, *(NoteMark(0.4, 0.4, "note_pink", (f"note {n}",), None) for n in range(12)))
    hand.move(hand.x(0.4), lane_of(view, "notes").rect.center().y())
    assert said(view).count("note ") == 8
    assert "and 4 more" in said(view)
    show_notes(view)
    assert lane_of(view, "notes") is None


def test_absurd_times_are_no_trouble(view):
    show_notes(view, *(NoteMark(each, 1e300, "note_pink", ("",), None) for each in (-1e300, 1e300)))
    picture(view)


def index_of(view):
    return view.model.content.index


def show_world(view, time):
    show_in(view, world=world_at(index_of(view), time))


def give_speed(view):
    elapsed = index_of(view).elapsed
    give(view, Series("derived_speed", "Speed", "m/s", elapsed, elapsed * 10, recorded=False))


def plot(view, name, actor_id):
    key = SeriesKey(name, row_of(index_of(view), actor_id))
    view.model.set_plot_layout(PlotLayout().with_signal(key, SIGNALS[name]))


def send(view, event):
    QApplication.sendEvent(view, event)


TAB = QEvent.Type.FocusIn, Qt.FocusReason.TabFocusReason
ALT_DOWN = QEvent.Type.KeyPress, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier
CHANGES = {
    "the playhead": lambda view, hand: view.model.set_playhead(0.62),
    "the frame that is shown": lambda view, hand: show_world(view, 0.3),
    "the theme": lambda view, hand: apply_theme(QApplication.instance(), load_theme("light")),
    "the recording": lambda view, hand: show_in(view, index=None),
    "who is selected": lambda view, hand: show_in(view, selected=(row_of(index_of(view), HERO),)),
    "who is the hero": lambda view, hand: show_in(view, hero=row_of(index_of(view), OTHER)),
    "the range": lambda view, hand: show_in(view, range=(0.2, 0.5)),
    "a signal that is there": lambda view, hand: give_speed(view),
    "chosen signals": lambda view, hand: plot(view, "gear", OTHER),
    "how times are written": lambda view, hand: write_times(view, TimeScale(index_of(view), TimeForm.FRAME)),
    "how much was searched": lambda view, hand: show_in(view, event_share=0.5),
    "how much is written": lambda view, hand: view.set_export_progress(0.4),
    "folded lanes": lambda view, hand: view.model.set_lane_choices(LaneChoices(folded={"events": False})),
    "what is pointed at elsewhere": lambda view, hand: view.model.point_at(0.7),
    "what is pointed at": lambda view, hand: hand.move(hand.x(0.7), EVENTS),
    "the name that is pointed at": lambda view, hand: hand.move(60, EVENTS),
    "zooming": lambda view, hand: hand.wheel(hand.x(0.7), RULER, 3),
    "zooming by a key": lambda view, hand: view.model.toggle_close_up(),
    "panning": lambda view, hand: hand.drag(500, 400, EVENTS, MIDDLE),
    "the window in the overview": lambda view, hand: hand.drag(hand.x(0.4), hand.x(0.5), OVERVIEW),
    "scrolling": lambda view, hand: send(view, QKeyEvent(*ALT_DOWN)),
    "the focus by a key": lambda view, hand: send(view, QFocusEvent(*TAB)),
    "notes": lambda view, hand: show_notes(view, NoteMark(0.4, 0.6, "note_pink", ("one",), None)),
    "the size": lambda view, hand: view.resize(view.width() - 100, view.height() + 60),
}
"""Everything that is shown, and something that changes it."""


@pytest.fixture
def shown(qtbot, view):
    """The timeline on the screen, somewhat zoomed, with more lanes than there is room for."""
    qtbot.waitExposed(view)
    show_notes(view)
    show_in(view, selected=(row_of(index_of(view), OTHER), row_of(index_of(view), LATE)))
    view.model.zoom_to(0.2, 0.8)
    view.resize(view.width(), 130)
    view.model.set_playhead(0.5)
    show_world(view, 0.5)
    on_screen(view)
    return view


@pytest.mark.parametrize("change", CHANGES)
def test_what_changes_is_repainted_and_the_playhead_leaves_nothing_behind(shown, hand, change):
    before = on_screen(shown)
    CHANGES[change](shown, hand)
    after = on_screen(shown)
    assert after.shape != before.shape or (after != before).any()
    assert (after == pixels_of(shown.grab().toImage())).all()
    if change != "the recording":
        shown.model.set_playhead(0.56)
        show_world(shown, 0.56)
        assert (on_screen(shown) == pixels_of(shown.grab().toImage())).all()
