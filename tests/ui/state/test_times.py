"""Time in the whole window: its form, moments that are typed, and back to where one was."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QMenu, QWidget
from pytestqt.qtbot import QtBot

from tests.live import LiveWriter
from tests.scenes import Scene, actor, pose, street
from tests.ui.conftest import turn
from viewer.logfile import packets
from viewer.ui.app import Viewer
from viewer.ui.palette.list_view import PaletteList
from viewer.ui.palette.palette import Palette
from viewer.ui.timeline.head import HEAD_HEIGHT
from viewer.ui.timeline.model import NAMES_WIDTH, RIGHT_MARGIN

Key = Qt.Key
ALT = Qt.KeyboardModifier.AltModifier
NONE = Qt.KeyboardModifier.NoModifier


def open_scene(viewer: Viewer, qtbot: QtBot, path: Path, scene: Scene) -> None:
    viewer.workspace.open(scene.save(path))
    qtbot.waitUntil(lambda: viewer.recording.index is not None and viewer.recording.index.path == path)
    qtbot.waitUntil(lambda: not viewer.recording.busy)


@pytest.fixture
def minute(viewer: Viewer, qtbot: QtBot, tmp_path: Path) -> Viewer:
    """The program with a minute of two frames a second open, whose computer took twice as long."""
    scene = Scene()
    for number in range(121):
        scene.frame(
            0.5,
            add=[actor(7)] if number == 0 else (),
            poses=[pose(7, (number, 0, 0))],
            extra={packets.PLATFORM_TIME: [(float(number),)]},
        )
    open_scene(viewer, qtbot, tmp_path / "minute.log", scene)
    with qtbot.waitActive(viewer.window):
        viewer.window.activateWindow()
    return viewer


def press(viewer: Viewer, key: Qt.Key, modifier: Qt.KeyboardModifier = NONE) -> None:
    QTest.keyClick(viewer.window.focusWidget() or viewer.window, key, modifier)


def here(viewer: Viewer) -> float:
    return viewer.playback.transport.playhead


def palette(viewer: Viewer) -> Palette:
    return viewer.window.panel("palette")


def listed(viewer: Viewer) -> list[str]:
    model = palette(viewer).findChild(PaletteList).model()
    role = Qt.ItemDataRole.AccessibleTextRole
    return [model.data(model.index(row, 0), role) for row in range(model.rowCount())]


def type_text(viewer: Viewer, text: str) -> None:
    QTest.keyClicks(viewer.window.focusWidget(), text)


def readout(viewer: Viewer) -> str:
    turn()
    bar = viewer.window.playback_bar
    return "".join(label.text() for label in bar.readout.findChildren(QLabel) if label.isVisible())


# -- going to a moment that is typed


@pytest.mark.parametrize(
    ("typed", "where"),
    [("30", 30.0), ("#6", 2.5), ("+1.5", 9.5), ("50 %", 30.5), ("nowhere", 8.0), ("99:99", 8.0)],
)
def test_a_moment_is_typed_in_any_form(minute: Viewer, typed: str, where: float) -> None:
    minute.playback.seek(8.0)
    press(minute, Key.Key_G)
    type_text(minute, typed)
    press(minute, Key.Key_Return)
    assert here(minute) == pytest.approx(where, abs=0.6)
    assert palette(minute).isVisible() == (where == 8.0)  # what is no moment is said, and one types again


def test_examples_of_all_forms_are_offered_and_lead_there(minute: Viewer) -> None:
    minute.playback.seek(8.0)
    press(minute, Key.Key_G)
    assert listed(minute)[0] == "For example"
    examples = [
        text for text in ("8.000", "#17", "14:08:56", "+1.5", "50") if text not in " ".join(listed(minute))
    ]
    assert not examples
    place = next(n for n, text in enumerate(listed(minute)) if text.startswith("+1.5"))
    for _ in range(place - 1):
        press(minute, Key.Key_Down)
    press(minute, Key.Key_Return)
    assert here(minute) == pytest.approx(9.5)


def test_esc_leaves_it_and_nothing_else(minute: Viewer) -> None:
    minute.focus.select(0)
    minute.window.timeline.setFocus()
    press(minute, Key.Key_G)
    type_text(minute, "8")
    press(minute, Key.Key_Escape)
    assert not palette(minute).isVisible()
    assert minute.focus.primary == 0
    assert minute.window.focusWidget() is minute.window.timeline


def test_without_a_recording_there_is_nowhere_to_go(viewer: Viewer) -> None:
    assert not viewer.window.actions_by_id["go_to"].isEnabled()
    press(viewer, Key.Key_G)
    assert "palette" not in viewer.window.made


# -- the form of time


def test_time_is_shown_as_chosen_and_that_is_remembered(
    make_viewer: Callable[[], Viewer], qtbot: QtBot, tmp_path: Path
) -> None:
    viewer = make_viewer()
    open_scene(viewer, qtbot, tmp_path / "a.log", street())
    viewer.playback.seek(0.31)
    assert readout(viewer) == "0.310/ 0.950 s · frame 7 of 20 · 14:08:48 UTC · 0.050 s"
    viewer.window.actions_by_id["time_frame"].trigger()
    assert readout(viewer) == "#7/ 20 · 0.310 s · 14:08:48 UTC · 0.050 s"
    viewer.window.actions_by_id["time_wall"].trigger()
    assert readout(viewer) == "14:08:48.310UTC · 0.310 s · frame 7 of 20 · 0.050 s"

    again = make_viewer()
    assert again.window.actions_by_id["time_wall"].isChecked()
    open_scene(again, qtbot, tmp_path / "b.log", street())
    assert readout(again).startswith("14:08:48.000UTC")


def test_in_a_recording_without_a_frame_there_is_nowhere_to_go(
    viewer: Viewer, qtbot: QtBot, tmp_path: Path
) -> None:
    with LiveWriter(tmp_path / "empty.log", street().bytes()) as carla:
        carla.header()
    viewer.workspace.open(tmp_path / "empty.log")
    qtbot.waitUntil(lambda: viewer.recording.index is not None and not viewer.recording.busy)
    assert not viewer.window.actions_by_id["go_to"].isEnabled()


def test_a_form_that_a_recording_does_not_have_waits_for_one_that_has(
    minute: Viewer, qtbot: QtBot, tmp_path: Path
) -> None:
    actions = minute.window.actions_by_id
    actions["time_wall"].trigger()
    open_scene(minute, qtbot, tmp_path / "undated.log", Scene(timestamp=1 << 60).frame(1.0).frame(1.0))
    assert not actions["time_wall"].isEnabled()
    assert actions["time_elapsed"].isChecked()
    qtbot.waitUntil(lambda: readout(minute).startswith("0.000/ 1.000 s"))
    minute.workspace.open(tmp_path / "minute.log")
    qtbot.waitUntil(lambda: readout(minute).startswith("14:08:48.000UTC"))
    assert actions["time_wall"].isChecked()


def test_a_click_on_the_time_offers_the_forms(minute: Viewer, qtbot: QtBot) -> None:
    target: QWidget = minute.window.playback_bar.readout
    qtbot.mouseClick(target, Qt.MouseButton.LeftButton, pos=QPoint(20, target.height() // 2))
    menu = target.findChild(QMenu)
    assert menu is not None
    assert menu.isVisible()
    texts = [action.text() for action in menu.actions() if action.text()]
    assert texts[:3] == ["Go to time or frame…", "Time in seconds", "Time as frame numbers"]
    menu.close()


# -- back and forward


def test_alt_arrows_go_back_and_forward_through_jumps(minute: Viewer) -> None:
    back, forward = (minute.window.actions_by_id[name] for name in ("go_back", "go_forward"))
    assert not back.isEnabled()
    press(minute, Key.Key_G)
    type_text(minute, "30")
    press(minute, Key.Key_Return)
    press(minute, Key.Key_Right)
    assert here(minute) == 30.5
    press(minute, Key.Key_Left, ALT)
    assert here(minute) == 0.0
    assert (back.isEnabled(), forward.isEnabled()) == (False, True)
    press(minute, Key.Key_Right, ALT)
    assert here(minute) == 30.5
    assert (back.isEnabled(), forward.isEnabled()) == (True, False)


def test_another_file_has_other_moments_and_the_same_read_again_keeps_them(
    minute: Viewer, qtbot: QtBot, tmp_path: Path
) -> None:
    back = minute.window.actions_by_id["go_back"]
    press(minute, Key.Key_End)
    assert back.isEnabled()
    press(minute, Key.Key_F5)
    qtbot.waitUntil(lambda: not minute.recording.busy)
    assert back.isEnabled()
    open_scene(minute, qtbot, tmp_path / "street.log", street())
    assert not back.isEnabled()


# -- a closer look


def test_z_shows_five_seconds_on_both_sides_and_again_what_was_before(minute: Viewer, qtbot: QtBot) -> None:
    timeline = minute.window.timeline
    seen: list[float] = []
    timeline.model.hover_time.connect(seen.append)

    def ends() -> tuple[float, float]:
        for x in (NAMES_WIDTH, timeline.width() - RIGHT_MARGIN):
            qtbot.mouseMove(timeline.head, QPoint(x, HEAD_HEIGHT - 6))
        return seen[-2], seen[-1]

    minute.playback.seek(20.0)
    press(minute, Key.Key_Z)
    assert ends() == pytest.approx((15.0, 25.0), abs=0.1)
    press(minute, Key.Key_Z)
    assert ends() == pytest.approx((0.0, 60.0), abs=0.1)
