"""Dialogs, and fields that float."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget

from tests.pictures.conftest import both
from tests.pictures.described import as_text
from tests.pictures.recordings import HERO, town
from viewer.replay.time.time_forms import TimeScale
from viewer.ui.exports.dialog import ExportDialog
from viewer.ui.exports.kinds import ExportKind, export_kinds
from viewer.ui.exports.order import Choices
from viewer.ui.notes.clock_dialog import ClockDialog
from viewer.ui.notes.prompt import NotePrompt
from viewer.ui.notes.swatch import swatch
from viewer.ui.shell import crash_dialog
from viewer.ui.shell.crash_dialog import CrashDialog
from viewer.ui.shell.hints import Hint, HintCallout
from viewer.ui.shell.map_view_dialog import MapViewDialog
from viewer.ui.shell.server_folders_dialog import ServerFoldersDialog
from viewer.ui.shell.shortcuts_dialog import ShortcutsDialog
from viewer.ui.times.go_to_field import GoToField

CUT = ExportKind("cut", ".log", "Recording (CARLA)", "A shorter recording that CARLA can replay")
CLIP = ExportKind("clip", "", "Clip (PNG)", "A folder of pictures of the map")
LACKING = ExportKind(
    "export", ".csv", "Table (CSV)", "A table", extra="test", modules=("no_such_module",), tabular=True
)


@both
@pytest.mark.parametrize("kind", ["cut", "clip", "csv"])
def test_export(put, looks, reads, kind):
    choices = Choices((3.0, 7.0), "3.000 – 7.000 s", (HERO,), HERO, ("speed", "brake"))
    dialog = ExportDialog({"cut": CUT, "clip": CLIP, "csv": LACKING}, kind, choices)
    put(dialog, dialog.width(), dialog.height())
    looks(dialog)
    reads(as_text(dialog))


def test_clock(put, looks, reads):
    dialog = put(ClockDialog("5.000 s", "14:08:53"), 360, 140)
    looks(dialog)
    reads(as_text(dialog))


def test_map_view(put, looks, reads):
    dialog = put(MapViewDialog("Crossing", ["Crossing"], "Place, scale and layers"), 360, 140)
    looks(dialog)
    reads(as_text(dialog))


def test_server_folders(put, looks, reads):
    dialog = put(ServerFoldersDialog([]), 480, 240)
    looks(dialog)
    reads(as_text(dialog))


def test_shortcuts(put, looks):
    dialog = put(ShortcutsDialog(), 600, 400)
    looks(dialog)


def test_crash(put, looks, reads, monkeypatch):
    monkeypatch.setattr(crash_dialog, "versions", lambda: "carla-replay-viewer 1.0")
    dialog = put(CrashDialog("Traceback (most recent call last):\n  File 'x'\nValueError: broken"), 560, 320)
    looks(dialog)
    reads(as_text(dialog))


def test_go_to(put, theme, looks, reads, qtbot):
    host = put(QWidget(), 480, 220)
    anchor = QPushButton("5.000 s", host)
    anchor.move(60, 180)
    field = GoToField(anchor, theme, host)
    field.set_scale(TimeScale(town()))
    field.ask(5.0)
    qtbot.keyClicks(field.focusWidget(), "#40")
    looks(host)
    reads(as_text(host))


def test_a_note_is_typed(put, theme, looks, reads):
    host = put(QWidget(), 500, 140)
    prompt = NotePrompt(host)
    prompt.ask("one", "sets off", "5.000 s", swatch(theme.note_teal, 1.0))
    looks(host)
    reads(as_text(host))


@both
def test_a_hint(put, theme, looks, reads):
    host = put(QWidget(), 400, 160)
    button = QPushButton("Play", host)
    button.move(120, 120)
    button.show()
    callout = HintCallout(
        [Hint("Play", "Space", "Plays and pauses.", button, button.clicked)], theme, button, host
    )
    callout.show()
    looks(host)
    reads(as_text(host))


def test_every_kind_of_export(put, states):
    choices = Choices((3.0, 7.0), "3.000 – 7.000 s", (HERO,), HERO, ("speed", "brake"))
    kinds = {
        name: replace(kind, extra="", modules=()) for name, kind in export_kinds().items()
    }  # as if all was installed
    host = put(QWidget(), 1400, 1600)
    dialogs = [ExportDialog(kinds, name, choices, host) for name in kinds]
    for number, dialog in enumerate(dialogs):
        dialog.setWindowFlags(Qt.WindowType.Widget)
        dialog.move(number % 3 * 460, number // 3 * 400)
        dialog.show()
    states(host, lambda: None)
