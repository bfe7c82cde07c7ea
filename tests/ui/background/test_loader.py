"""Views of a recording come out of the reading thread ready to be shown."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from tests.scenes import street
from viewer.ui.background.loader import Loader


def test_the_times_of_frames_are_worked_out_in_the_thread(qtbot: QtBot, tmp_path: Path) -> None:
    owner = QObject()
    loader = Loader(street().save(tmp_path / "street.log"), owner)
    with qtbot.waitSignal(loader.grown) as told:
        loader.start()
    loader.stop()
    loader.wait()
    _, index = told.args
    assert {"elapsed", "driven_elapsed"} <= vars(index).keys()
    assert len(index.elapsed) == len(index.heads)
