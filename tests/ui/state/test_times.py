"""Time: its forms, moments that are typed, back to where one was, and whatever is asked of playing."""

from types import SimpleNamespace

import numpy as np
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
from viewer.replay.time.transport import Loop
from viewer.replay.time.typed_time import TimeQuery
from viewer.ui.palette.list_view import PaletteList
from viewer.ui.state.changes import Changes
from viewer.ui.state.open_request import OpenRequest, PendingRequest
from viewer.ui.state.playback import Playback
from viewer.ui.state.times import TimeDisplay

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


def test_without_a_frame_there_is_nowhere_to_go(viewer, qtbot, tmp_path):
    assert not viewer.window.actions_by_id["go_to"].isEnabled()
    with LiveWriter(tmp_path / "empty.log", street().bytes()) as carla:
        carla.header()
    open_in(viewer, qtbot, tmp_path / "empty.log")
    assert not viewer.window.actions_by_id["go_to"].isEnabled()


def test_time_is_shown_as_chosen_where_the_recording_has_that_form(viewer, qtbot, tmp_path):
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


TIMES = np.array([0.0, 0.1, 0.3, 0.6, 1.0])
"""Seconds; no two frames last as long."""


@pytest.fixture
def wishes():
    wishes = PendingRequest()
    wishes.request = OpenRequest(TimeQuery("frame", 1))
    return wishes


@pytest.fixture
def playback(changes, wishes, clock):
    playback = Playback(changes, wishes, clock)
    playback.set_elapsed(TIMES)
    playback.go_to(0.3)
    return playback


def state(playback):
    transport = playback.transport
    return transport.playhead, transport.playing, transport.speed, transport.loop, transport.range


GOES = 1.0, Loop.OFF, None
ASKED = {
    "seek": (lambda it: it.seek(0.45), (0.45, False, *GOES)),
    "go_start": (lambda it: it.go_start(), (0.0, False, *GOES)),
    "jump": (lambda it: it.jump(0.7), (0.7, False, *GOES)),
    "jump_to_frame": (lambda it: it.jump_to_frame(3), (0.6, False, *GOES)),
    "step on": (lambda it: it.step(1), (0.6, False, *GOES)),
    "step back": (lambda it: it.step(-1), (0.1, False, *GOES)),
    "toggle_play": (lambda it: it.toggle_play(), (0.3, True, *GOES)),
    "shuttle": (lambda it: it.shuttle(-1), (0.3, True, -1.0, Loop.OFF, None)),
    "follow_end": (lambda it: it.set_follow_end(True), (1.0, False, *GOES)),
}


@pytest.mark.parametrize(("ask", "after"), ASKED.values(), ids=ASKED)
def test_who_asks_for_a_moment_takes_over_and_all_are_told(playback, wishes, told, ask, after):
    ask(playback)
    assert state(playback) == after
    assert wishes.request.moment is None
    assert told()


def test_whoever_follows_the_end_stays_there_until_they_go_elsewhere(playback, told):
    playback.set_follow_end(True)
    assert (playback.follow_end, told()) == (True, True)
    playback.set_follow_end(True)
    assert not told()
    playback.step(-1)
    assert (playback.follow_end, told()) == (False, True)
    assert playback.transport.playhead == 0.6


def test_the_range_is_played_from_its_start_to_its_end(playback, wishes, clock, told):
    playback.set_range((0.1, 0.6))
    assert told()
    playback.play_range()
    assert state(playback)[:2] == (0.1, True)
    assert (wishes.request.moment, told()) == (None, True)
    clock.now += 0.4
    playback.tick()
    assert (playback.transport.playhead, told()) == (pytest.approx(0.5), True)
    clock.now += 0.4
    playback.tick()
    assert state(playback)[:2] == (0.6, False)
    assert told()
    playback.tick()
    assert not told()


@pytest.mark.parametrize("playing", [False, True])
def test_a_file_that_stops_it_lets_it_play_on_later(playback, told, playing):
    if playing:
        playback.toggle_play()
    for elapsed in (0.1, None):
        playback.stay(elapsed)
        assert state(playback)[:2] == (0.1, False)
        assert (told(), playback.wants_to_play) == (True, playing)
    playback.go_to(0.6, play=playing)
    assert state(playback)[:2] == (0.6, playing)


@pytest.mark.parametrize("keep", [False, True])
def test_another_recording_begins_at_its_start_with_the_range_only_where_that_is_kept(playback, keep):
    playback.set_range((0.1, 0.6))
    playback.toggle_play()
    playback.begin(None, keep_range=keep)
    assert state(playback)[:2] == (0.0, False)
    assert playback.transport.range == ((0.1, 0.6) if keep else None)
    assert (playback.transport.frames, playback.wants_to_play) == (0, False)
