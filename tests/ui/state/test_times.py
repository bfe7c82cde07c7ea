"""Time in the whole window: its form, moments that are typed, and back to where one was."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QMenu

from tests.live import LiveWriter
from tests.scenes import Scene, actor, pose, street
from tests.ui.conftest import turn
from tests.ui.person import open_in, press
from tests.ui.timeline.conftest import part_of
from viewer.logfile import packets
from viewer.replay.time.time_forms import TimeForm
from viewer.ui.palette.list_view import PaletteList
from viewer.ui.state.changes import Changes
from viewer.ui.state.times import TimeDisplay
from viewer.ui.timeline.head import HEAD_HEIGHT
from viewer.ui.timeline.model import NAMES_WIDTH, RIGHT_MARGIN

pytestmark = pytest.mark.usefixtures("one_window")


@pytest.fixture
def minute(viewer, qtbot, tmp_path):
    """The program with a minute of two frames a second open, whose computer took twice as long."""
    scene = Scene()
    for number in range(121):
        scene.frame(
            0.5,
            add=[actor(7)] if number == 0 else (),
            poses=[pose(7, (number, 0, 0))],
            extra={packets.PLATFORM_TIME: [(float(number),)]},
        )
    return open_in(viewer, qtbot, scene.save(tmp_path / "minute.log"))


def here(viewer):
    return viewer.playback.transport.playhead


def type_text(viewer, text):
    QTest.keyClicks(viewer.window.focusWidget(), text)


def readout(viewer):
    turn()
    labels = viewer.window.playback_bar.readout.findChildren(QLabel)
    return "".join(label.text() for label in labels if label.isVisible())


# -- going to a moment that is typed


@pytest.mark.parametrize(
    ("typed", "where"),
    [("30", 30.0), ("#6", 2.5), ("+1.5", 9.5), ("50 %", 30.5), ("nowhere", 8.0), ("99:99", 8.0)],
)
def test_a_moment_is_typed_in_any_form(minute, typed, where):
    minute.playback.seek(8.0)
    press(minute, "G")
    type_text(minute, typed)
    press(minute, "Return")
    assert here(minute) == pytest.approx(where, abs=0.6)
    is_open = minute.window.panel("palette").isVisible()
    assert is_open == (where == 8.0)  # what is no moment is said, and one types again
    press(minute, *["Esc"] * is_open)


def test_examples_of_all_forms_are_offered_and_lead_there(minute):
    minute.playback.seek(8.0)
    press(minute, "G")
    model = minute.window.panel("palette").findChild(PaletteList).model()
    rows = range(model.rowCount())
    listed = [model.data(model.index(row, 0), Qt.ItemDataRole.AccessibleTextRole) for row in rows]
    assert listed[0] == "For example"
    assert all(text in " ".join(listed) for text in ("8.000", "#17", "14:08:56", "+1.5", "50"))
    place = next(number for number, text in enumerate(listed) if text.startswith("+1.5"))
    press(minute, *["Down"] * (place - 1), "Return")
    assert here(minute) == pytest.approx(9.5)


def test_esc_leaves_it_and_nothing_else(minute):
    minute.focus.select(0)
    minute.window.timeline.setFocus()
    press(minute, "G")
    type_text(minute, "8")
    press(minute, "Esc")
    assert not minute.window.panel("palette").isVisible()
    assert minute.focus.primary == 0
    assert minute.window.focusWidget() is minute.window.timeline


def test_without_a_frame_there_is_nowhere_to_go(viewer, qtbot, tmp_path):
    assert not viewer.window.actions_by_id["go_to"].isEnabled()
    with LiveWriter(tmp_path / "empty.log", street().bytes()) as carla:
        carla.header()
    open_in(viewer, qtbot, tmp_path / "empty.log")
    assert not viewer.window.actions_by_id["go_to"].isEnabled()


# -- the form of time


def test_time_is_shown_as_chosen_and_a_form_that_a_recording_lacks_waits_for_one_that_has_it(
    viewer, qtbot, tmp_path
):
    actions = viewer.window.actions_by_id
    open_in(viewer, qtbot, street().save(tmp_path / "a.log"))
    viewer.playback.seek(0.31)
    assert readout(viewer) == "0.310/ 0.950 s · frame 7 of 20 · 14:08:48 UTC · 0.050 s"
    actions["time_frame"].trigger()
    assert readout(viewer) == "#7/ 20 · 0.310 s · 14:08:48 UTC · 0.050 s"
    actions["time_wall"].trigger()
    assert readout(viewer) == "14:08:48.310UTC · 0.310 s · frame 7 of 20 · 0.050 s"
    undated = Scene(timestamp=1 << 60).frame(1.0).frame(1.0)
    open_in(viewer, qtbot, undated.save(tmp_path / "undated.log"))
    assert not actions["time_wall"].isEnabled()
    assert actions["time_elapsed"].isChecked()
    assert readout(viewer).startswith("0.000/ 1.000 s")
    open_in(viewer, qtbot, tmp_path / "a.log")
    assert readout(viewer).startswith("14:08:48.000UTC")
    assert actions["time_wall"].isChecked()


def test_a_longer_view_is_told_only_where_it_is_written_otherwise(settings, tmp_path):
    whole = street().index(tmp_path / "street.log")
    part, recording, changes = part_of(whole, 10, 0.95), SimpleNamespace(index=None), Changes()
    display = TimeDisplay(settings, recording, changes)

    def is_told(index, form):
        recording.index, settings.time_form = index, form
        display.update()
        told = changes.pending
        changes.flush()
        return told

    assert is_told(part, TimeForm.ELAPSED)
    assert not is_told(whole, TimeForm.ELAPSED)
    assert display.scale.index is whole
    assert is_told(whole, TimeForm.FRAME)
    assert is_told(part, TimeForm.FRAME)  # it does not know the ids of the others
    assert is_told(None, TimeForm.FRAME)


def test_a_click_on_the_time_offers_the_forms(minute, qtbot):
    target = minute.window.playback_bar.readout
    qtbot.mouseClick(target, Qt.MouseButton.LeftButton, pos=QPoint(20, target.height() // 2))
    menu = target.findChild(QMenu)
    assert menu.isVisible()
    texts = [action.text() for action in menu.actions() if action.text()]
    assert texts[:3] == ["Go to time or frame…", "Time in seconds", "Time as frame numbers"]
    menu.close()


# -- back and forward, and a closer look


def test_alt_arrows_go_back_and_forward_through_jumps_until_another_file_is_open(minute, qtbot, tmp_path):
    back, forward = (minute.window.actions_by_id[name] for name in ("go_back", "go_forward"))
    begun = back.isEnabled(), here(minute)
    press(minute, "G")
    type_text(minute, "30")
    press(minute, "Return", "Right")
    assert (begun, here(minute)) == ((False, 0.0), 30.5)
    press(minute, "Alt+Left")
    assert (here(minute), back.isEnabled(), forward.isEnabled()) == (0.0, False, True)
    press(minute, "Alt+Right")
    assert (here(minute), back.isEnabled(), forward.isEnabled()) == (30.5, True, False)
    press(minute, "F5")
    qtbot.waitUntil(lambda: not minute.recording.busy)
    assert back.isEnabled()
    open_in(minute, qtbot, street().save(tmp_path / "street.log"))
    assert not back.isEnabled()


def test_z_shows_five_seconds_on_both_sides_and_again_what_was_before(minute, qtbot):
    timeline, seen = minute.window.timeline, []
    timeline.model.hover_time.connect(seen.append)
    minute.playback.seek(20.0)
    for expected in ((15.0, 25.0), (0.0, 60.0)):
        press(minute, "Z")
        for x in (NAMES_WIDTH, timeline.width() - RIGHT_MARGIN):
            qtbot.mouseMove(timeline.head, QPoint(x, HEAD_HEIGHT - 6))
        assert tuple(seen[-2:]) == pytest.approx(expected, abs=0.1)
