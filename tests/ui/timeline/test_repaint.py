"""What is on the screen is what would be painted anew: whatever changes what is shown has it repainted."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QApplication

from tests.scenes import HERO, LATE, OTHER
from tests.ui.timeline.conftest import (
    EVENTS,
    MIDDLE,
    OVERVIEW,
    RULER,
    give,
    pixels_of,
    row_of,
    show_in,
    show_notes,
    write_times,
)  # fmt: skip
from viewer.replay.time.time_forms import TimeForm, TimeScale
from viewer.replay.world.world import world_at
from viewer.signals import SIGNALS, Series
from viewer.signals.series import SeriesKey
from viewer.ui.theme import apply_theme, load_theme
from viewer.ui.timeline.marks import NoteMark
from viewer.ui.timeline.sections import LaneChoices
from viewer.ui.timeline.signals.plot_layout import PlotLayout

pytestmark = pytest.mark.usefixtures("plain_app")


def on_screen(view):
    """Return what was painted because something asked for it, shape (height, width, 3)."""
    QApplication.processEvents()
    return pixels_of(view.screen().grabWindow(view.winId()).toImage())


def index_of(view):
    return view.model.content.index


def show_world(view, time):
    view.model.set_world(world_at(index_of(view), time))


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
