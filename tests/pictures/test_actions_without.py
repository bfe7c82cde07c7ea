"""What each action says and does where it has nothing to work on: approved as text."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from tests.pictures.test_actions import changes, standing_of
from tests.pictures.test_window import opened
from tests.scenes import Scene, actor, pose
from viewer.ui.action_table import ACTIONS

__all__ = ["opened"]  # a fixture

_ELSEWHERE = {"open_sample", "quit", "menu", "full_screen"}
"""They open another recording, end the program, or have a window of their own."""
_NEEDS_ONE = {"close", "export", "save_part", "save_clip", "add_note", "set_clock"}
"""With a recording they end it, open dialogs, or write beside its file."""
ASKED = ("getOpenFileName", "getSaveFileName", "getExistingDirectory")


@pytest.fixture
def said(monkeypatch):
    """What was asked for and copied since it was looked at last."""
    told = []
    for name in ASKED:

        def ask(_window, title, *_words):
            told.append(f"asks: {title}")
            return ("", "")

        monkeypatch.setattr(QFileDialog, name, ask)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda _window, title: told.append(title) or "")
    return told


def deeds(viewer, settle, said, names):
    """Yield each action that is there to be used, and below it what it says and what changes."""
    viewer.workspace.messages.told.connect(lambda text: said.append(f"says: {text}"))
    clipboard = QGuiApplication.clipboard()
    before = standing_of(viewer)
    for name in names:
        action = viewer.window.actions_by_id[name]
        if action.menu() is not None:
            continue
        yield name if action.isEnabled() else f"{name}: cannot be used"
        clipboard.clear()
        said.clear()
        action.trigger()
        settle()
        after = standing_of(viewer)
        yield from (f"    {each}" for each in (*said, *changes(before, after)))
        if clipboard.text():
            yield "    copies: " + clipboard.text().replace(str(viewer.recording.index.path.parent), "…")
        before = after


def test_before_anything_is_open(opened, reads, said):
    viewer, settle = opened(None)
    names = [each for each in ACTIONS if each not in _ELSEWHERE]
    reads("\n".join(deeds(viewer, settle, said, names)) + "\n")


def test_where_nobody_moves_and_nothing_happens(opened, reads, said, tmp_path):
    """One frame with one prop: no hero, no event, no neighbour, no time to play."""
    scene = Scene().frame(add=[actor(7, "static.prop.barrel")], poses=[pose(7, (1.0, 2.0, 0.0))])
    viewer, settle = opened(scene.save(tmp_path / "still.log"))
    names = [each for each in ACTIONS if each not in _ELSEWHERE | _NEEDS_ONE]
    reads("\n".join(deeds(viewer, settle, said, names)) + "\n")
