"""The panel of a question in the window: where a click on an answer leads."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QWidget

from tests.scenes import HERO, OTHER, street
from viewer.ui.questions.collisions import CollisionQuestion
from viewer.ui.questions.question import Occasion
from viewer.ui.questions.room import make_panel
from viewer.ui.state.settings import Settings
from viewer.ui.state.workspace import Workspace
from viewer.ui.times.display import TimeDisplay


@pytest.fixture
def workspace(tasks, qtbot, tmp_path, settings):
    workspace = Workspace(tasks, settings)
    workspace.open(street(80).save(tmp_path / "street.log"))
    qtbot.waitUntil(lambda: workspace.recording.index is not None and not workspace.recording.busy)
    yield workspace
    workspace.shut_down()
    workspace.deleteLater()


@pytest.mark.parametrize(("elapsed", "begins"), [(3.5, 1.5), (1.0, 0.0)])
def test_an_answer_is_gone_to_two_seconds_before_with_those_concerned(
    workspace, qtbot, tasks, tmp_path, elapsed, begins
):
    host = QWidget()
    qtbot.addWidget(host)
    settings = Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    panel = make_panel(
        CollisionQuestion, host, tasks=tasks, workspace=workspace, display=TimeDisplay(settings, host)
    )
    actors = workspace.recording.index.actors
    rows = tuple(actors.rows_of(each)[0] for each in (HERO, OTHER))
    panel.occasion_chosen.emit(Occasion(elapsed, rows))
    assert workspace.playback.transport.playhead == pytest.approx(begins)
    focus = workspace.focus
    assert [actor.row for actor in focus.selected] == [rows[1], rows[0]]  # the one chosen last is the first
    assert focus.followed.row == rows[0]
    panel.occasion_chosen.emit(Occasion(elapsed, ()))
    assert focus.followed.row == rows[0]  # where nobody is concerned, nobody else is followed
