"""Each key of the guide's table, pressed in the window: what the table says of it happens."""

import re

import pytest
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QMenu, QTableView

from tests.scenes import Scene, actor, hit, pose
from tests.ui.person import open_in
from viewer.program import resource
from viewer.replay.events import EventKind
from viewer.replay.time.transport import Loop
from viewer.ui.state.map_views import SavedView

TABLE = resource("guide/keys.md").read_text(encoding="utf-8").partition("| **On the map** |")[0]
AS_QT_SAYS = {"←": "Left", "→": "Right", "↑": "Up", "↓": "Down", "PgDn": "PgDown", "−": "-",
              "Enter (keypad)": "Enter", "Enter": "Return"}  # fmt: skip
HERE = 12.0
"""Seconds at which each key is pressed: in the middle of 25, at a frame; collisions are at 5 and 20."""


def rows_of(heading):
    """Return the rows of the guide below a heading: keys, and what they do."""
    lines = TABLE.partition(f"| **{heading}** | |\n")[2].partition("| **")[0].splitlines()
    cells = [line.strip("| ").split(" | ") for line in lines if line]
    return [(re.findall("`(.+?)`", keys), re.sub(r" \(.*\)$", "", text)) for keys, text in cells]


def drives():
    """Return a hero and two others that drive, a frame each half second, and two collisions."""
    scene = Scene()
    cast = [actor(7, role_name="hero"), actor(8), actor(9), actor(30, "sensor.camera.rgb"),
            actor(40, "static.prop.barrel")]  # fmt: skip
    for k in range(51):
        poses = [pose(each, (k, 8.0 * each, 0.0)) for each in (7, 8, 9)]
        struck = [hit(7, sequence=k)] if k in {10, 40} else []
        scene.frame(0.5, add=cast if k == 0 else [], poses=poses, collisions=struck,
                    parents=[(30, 7)] if k == 0 else [], remove=[40] if k == 20 else [])  # fmt: skip
    return scene


@pytest.fixture
def open_drives(viewer, qtbot, tmp_path, monkeypatch):
    """The window with the middle one of three recordings in a folder, looked through; four map views."""
    for name in "acb":
        path = drives().save(tmp_path / f"{name}.log")
    monkeypatch.setattr(
        QFileDialog, "getOpenFileName", lambda _, title, *__: viewer.asked.append(title) or ("", "")
    )
    monkeypatch.setattr(
        QFileDialog, "getExistingDirectory", lambda _, title, *__: viewer.asked.append(title) or ""
    )
    open_in(viewer, qtbot, path)
    qtbot.waitUntil(lambda: not viewer.notes.loading)
    qtbot.waitUntil(lambda: viewer.found_events.found is not None and not viewer.found_events.searching)
    viewer.settings.shown_events = frozenset({EventKind.COLLISION})
    for number in range(4):
        view = SavedView(100.0 * (number + 1), 0.0, 50.0, 0.0, False, None, viewer.settings.map_layers)  # noqa: FBT003
        viewer.workspace.map_views.save(number, view)
    viewer.asked, viewer.begun, viewer.wait_until = [], [], qtbot.waitUntil
    viewer.recording.opened.connect(
        lambda: viewer.begun.append(viewer.recording.index and viewer.recording.index.path.name)
    )
    return viewer


def time_of(viewer):
    return round(viewer.playback.transport.playhead, 3)


def run_of(viewer):
    transport = viewer.playback.transport
    return transport.playing, transport.speed


def range_of(viewer):
    return viewer.playback.transport.range


def view_of(viewer):
    axis = viewer.window.timeline.model.axis
    return round(axis.start), round(axis.start + axis.span)


def selected(viewer):
    return [int(viewer.recording.index.actors.actor_id[row]) for row in viewer.focus.selected]


def followed(viewer):
    return selected(viewer), viewer.focus.followed is not None


def zoomed(viewer):
    return round(viewer.window.map_area.map_view.camera.scale / viewer.scale_before, 2)


def saved_places(viewer):
    return [round(view.x) for view in viewer.workspace.map_views.views]


def centre_of(viewer):
    return viewer.window.map_area.map_view.camera.x


def opening(viewer):
    """Return which file is opened next."""
    viewer.wait_until(lambda: bool(viewer.begun))
    return viewer.begun[-1] if viewer.begun else None


def note_times(viewer):
    return [note.start for note in viewer.notes.notes]


def focused(viewer):
    return viewer.window.focusWidget().accessibleName()


def dialogs(_viewer):
    shown = [each for each in QApplication.topLevelWidgets() if each.isVisible()]
    return sorted(type(each).__name__ for each in shown if isinstance(each, QDialog | QMenu))


def copied(pattern):
    return lambda _viewer: re.search(pattern, QGuiApplication.clipboard().text()) is not None


def panel(name):
    return lambda viewer: name in viewer.window.made and viewer.window.panel(name).isVisible()


def listed(viewer):
    """Return how many lines the list has."""
    return viewer.window.actor_panel.findChild(QTableView).model().rowCount()


def folded(key):
    return lambda viewer: viewer.window.timeline.model.lane_groups.choices.folded.get(key)


EFFECTS = {
    "Play or pause": ("", run_of, (True, 1.0)),
    "Play forwards": ("J", run_of, (True, 1.0)),
    "Play backwards": ("", run_of, (True, -1.0)),
    "One frame back": ("", time_of, 11.5),
    "One frame forward": ("", time_of, 12.5),
    "Back 1 s": ("", time_of, 11.0),
    "Forward 1 s": ("", time_of, 13.0),
    "Back 10 s": ("", time_of, 2.0),
    "Forward 10 s": ("", time_of, 22.0),
    "Go to start": ("", time_of, 0.0),
    "Go to end": ("", time_of, 25.0),
    "Follow end": ("", lambda viewer: (viewer.playback.follow_end, time_of(viewer)), (True, 25.0)),
    "Go to time or frame": ("", focused, "Find anything"),
    "Back to where you were": ("C Home", time_of, 20.0),
    "Forward again": ("C Home Alt+Left", time_of, 0.0),
    "Previous event": ("", time_of, 5.0),
    "Next event": ("", time_of, 20.0),
    "Previous difference": ("", lambda viewer: viewer.toast.text, "Compare with a recording first"),
    "Next difference": ("", lambda viewer: viewer.toast.text, "Compare with a recording first"),
    "Compare with": ("", lambda viewer: tuple(viewer.asked), ("Compare with",)),
    "Previous collision": ("", time_of, 5.0),
    "Next collision": ("", time_of, 20.0),
    "Slower": ("", run_of, (False, 0.5)),
    "Faster": ("", run_of, (False, 2.0)),
    "Normal speed": ("Up Up", run_of, (False, 1.0)),
    "Set speed": ("", dialogs, ["QMenu"]),
    "Loop": ("", lambda viewer: viewer.playback.transport.loop, Loop.ALL),
    "Range starts here": ("", range_of, (HERE, 25.0)),
    "Range ends here": ("", range_of, (0.0, HERE)),
    "Play selection": ("Ctrl+Left I Right Right O", lambda viewer: (*run_of(viewer), time_of(viewer)),
                   (True, 1.0, 2.0)),
    "Zoom to range": ("Ctrl+Left I Right Right O", view_of, (2, 3)),
    "Copy statistics": ("I", copied(r"\t.*\n"), True),
    "Clear range": ("I", range_of, None),
    "Select and follow hero": ("", followed, ([7], True)),
    "Follow selected actor": ("N", followed, ([7], True)),
    "Next moving vehicle": ("N", selected, [8]),
    "Previous moving vehicle": ("N", selected, [9]),
    "Find actor": ("", focused, "Filter actors"),
    "Select listed actors": ("", lambda viewer: sorted(selected(viewer)), [7, 8, 9, 30, 40]),
    "Pin selected actors": ("N", lambda viewer: viewer.workspace.pins.pinned, (0,)),
    "Find anything": ("", lambda viewer: viewer.window.panel("palette").isVisible(), True),
    "Plot selected actor": ("H", lambda viewer: bool(viewer.window.timeline.model.lane_groups.signals), True),
    "Copy time and pose": ("H", copied(r"b\.log .*12\.000 s .*7"), True),
    "Copy client.replay_file(…)": ("H", copied(r"client\.replay_file\(.*b\.log.*10\.0.*7"), True),
    "Close or clear": ("N", selected, []),
    "Add note": ("", focused, "Text of the note"),
    "Edit note": ("B Return", focused, "Text of the note"),
    "Delete note": ("B Return", note_times, []),
    "Undo": ("B Return Del", note_times, [HERE]),
    "Redo": ("B Return Del Ctrl+Z", note_times, []),
    "Previous note": ("Home B Return End B Return Left", time_of, 0.0),
    "Next note": ("Home B Return End B Return Left", time_of, 25.0),
    "Trails": ("", lambda viewer: viewer.settings.map_layers["trails"], False),
    "Labels": ("", lambda viewer: viewer.settings.map_layers["labels"], False),
    "Show 5 s around the playhead": ("", view_of, (7, 17)),
    "Fit what moves": ("+ +", zoomed, 1.0),
    "Zoom in": ("", lambda viewer: zoomed(viewer) > 1.0, True),
    "Zoom out": ("", lambda viewer: zoomed(viewer) < 1.0, True),
    "Measure": ("", lambda viewer: viewer.window.map_area.map_view.measure.end(), True),
    "First map view": ("", centre_of, 100.0),
    "Second map view": ("", centre_of, 200.0),
    "Third map view": ("", centre_of, 300.0),
    "Fourth map view": ("", centre_of, 400.0),
    "Save as first": ("Alt+2", saved_places, [200, 200, 300, 400]),
    "Save as second": ("Alt+3", saved_places, [200, 300, 300, 400]),
    "Save as third": ("Alt+4", saved_places, [200, 300, 400, 400]),
    "Save as fourth": ("Alt+1", saved_places, [200, 300, 400, 200]),
    "Present actors only": ("", listed, 5),
    "Timeline": ("", lambda viewer: viewer.window.timeline.isVisible(), False),
    "Lanes of events": ("", folded("events"), False),
    "Lanes of life spans": ("", folded("lives"), False),
    "Add signal": ("", lambda viewer: viewer.window.panel("palette").isVisible(), True),
    "Findings over the map": ("", lambda viewer: viewer.window.map_area.strip.isVisible(), False),
    "Findings": ("", panel("story"), True),
    "Guide": ("", lambda viewer: viewer.help.guide.page.name, "map.md"),
    "Notes": ("", panel("notes"), True),
    "Keyboard shortcuts": ("", lambda viewer: viewer.help.guide.page.name, "keys.md"),
    "Open the menu": ("", dialogs, ["ActionMenu", "QMenu"]),
    "Open": ("", lambda viewer: tuple(viewer.asked), ("Open recording",)),
    "Open folder": ("", lambda viewer: tuple(viewer.asked), ("Open folder",)),
    "Library": ("", lambda viewer: viewer.toast.isVisible(), True),
    "Export": ("", dialogs, ["ExportDialog"]),
    "Previous recording in folder": ("", opening, "a.log"),
    "Next recording in folder": ("", opening, "c.log"),
    "Reload": ("", opening, "b.log"),
    "Close recording": ("", lambda viewer: viewer.recording.index, None),
    "Quit": ("", lambda viewer: viewer.window.isVisible(), False),
    "Present": ("", lambda viewer: viewer.window.isFullScreen(), True),
    "Settings": ("", dialogs, ["SettingsPage"]),
}  # fmt: skip


def press(viewer, *keys):
    """Press keys, as the guide or Qt writes them, where the keyboard is."""
    for key in keys:
        *modifiers, last = re.split(r"\+(?=.)", key)
        sequence = QKeySequence("+".join([*modifiers, AS_QT_SAYS.get(last, last)]))
        QTest.keySequence(viewer.window.focusWidget() or viewer.window, sequence)


def begin(viewer, qtbot, path):
    """Stand still in the middle, with nobody and nothing chosen."""
    if viewer.begun or viewer.recording.index is None:
        qtbot.waitUntil(lambda: not viewer.recording.busy)
        open_in(viewer, qtbot, path)
    while (popup := QApplication.activePopupWidget() or QApplication.activeModalWidget()) is not None:
        popup.close()
    viewer.asked.clear()
    viewer.begun.clear()
    press(viewer, "Esc", "Esc")
    viewer.window.map_area.map_view.setFocus()
    playback = viewer.playback
    if playback.transport.playing:
        playback.toggle_play()
    playback.set_loop(Loop.OFF)
    playback.set_speed(1.0)
    viewer.range.clear()
    viewer.focus.follow(None)
    viewer.focus.select(None)
    for note in viewer.notes.notes:
        viewer.notes.remove(note.id)
    playback.seek(HERE)
    QGuiApplication.clipboard().clear()
    viewer.scale_before = viewer.window.map_area.map_view.camera.scale


@pytest.mark.parametrize("heading", ["File", "Replay", "Selection", "Notes", "Layers", "View", "Help"])
def test_what_the_guide_says_of_keys_is_what_they_do(open_drives, qtbot, heading):
    viewer, seen, rows = open_drives, {}, rows_of(heading)
    path = viewer.recording.index.path
    for keys, text in sorted(rows, key=lambda row: row[1] == "Quit"):
        before, look, expected = EFFECTS[text]
        for key in keys:
            begin(viewer, qtbot, path)
            press(viewer, *before.split(), key)
            found = look(viewer)
            if found != expected:  # what is listed follows ten times a second
                QTest.qWait(200)
                found = look(viewer)
            seen.setdefault(text, []).append(found)
    assert seen == {text: [EFFECTS[text][2]] * len(keys) for keys, text in rows}


def test_a_preset_and_own_keys_do_what_they_say(open_drives, qtbot):
    viewer, path = open_drives, open_drives.recording.index.path
    begin(viewer, qtbot, path)
    viewer.settings.key_preset = "video_player"
    press(viewer, "→")
    assert time_of(viewer) == HERE + 5.0
    viewer.settings.key_preset = "lichtblick"
    press(viewer, "Alt+→")
    assert time_of(viewer) == HERE + 5.5
    viewer.settings.keys = {"go_end": ["Right"], "go_start": ["F12", "Right"]}
    press(viewer, "→")
    assert time_of(viewer) == 0.0  # who was given the key last has it
    assert "(F12)" in viewer.window.actions_by_id["go_start"].toolTip()
    press(viewer, "Shift+→", ".")
    assert time_of(viewer) == 0.5
