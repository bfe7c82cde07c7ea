"""The panels that answer what CARLA is asked, as a person uses them."""

from __future__ import annotations

import os

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QTableView,
)

from tests.scenes import BICYCLE, HERO, OTHER, WALKER, Scene, actor, hit, pose, street
from viewer.analysis.carla_text.blocked import blocked
from viewer.analysis.carla_text.collisions import collisions
from viewer.cancellation import ReadingCancelledError
from viewer.logfile.source import LogFile
from viewer.recording.build.builder import read_index
from viewer.ui.questions.blocked import BlockedQuestion
from viewer.ui.questions.collisions import CollisionQuestion
from viewer.ui.questions.panel import QuestionPanel
from viewer.ui.shell.drawer import Drawer
from viewer.ui.theme import load_theme

DARK = load_theme("dark")


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    return street().index(tmp_path_factory.mktemp("questions") / "street.log")


@pytest.fixture
def ask(qtbot, tasks):
    """Return what shows the panel of a question about a recording, with its answers."""

    def show(question, index):
        panel = QuestionPanel(question, tasks)
        drawer = Drawer({"answers": "Answers"}, lambda _: panel, None)
        qtbot.addWidget(drawer)
        panel.set_recording(index)
        drawer.show_panel("answers", shown=True)
        drawer.resize(1200, 300)
        drawer.show()
        qtbot.waitExposed(drawer)
        settle(qtbot, tasks)
        return panel

    return show


def settle(qtbot, tasks):
    qtbot.waitUntil(lambda: tasks.quiet)


def lines(panel):
    model = panel.findChild(QTableView).model()
    return [
        [model.text(line, column) for column in range(model.columnCount())]
        for line in range(model.rowCount())
    ]


def click(panel, line):
    table = panel.findChild(QTableView)
    place = QPoint(40, table.rowViewportPosition(line) + table.rowHeight(line) // 2)
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_a_contact_is_one_line_with_what_is_known_of_it(ask, index):
    (line,) = lines(ask(CollisionQuestion(), index))
    assert line == [
        "0.450 s", "0.050", "2", f"{HERO} lincoln mkz2017", f"{OTHER} tesla model3", str(HERO),
        "2 frames before",
        "10.0", "0.0", "10.0", "90",
    ]  # fmt: skip


def test_who_takes_part_is_chosen(ask, index, qtbot, tasks):
    panel = ask(CollisionQuestion(), index)
    first, second = panel.head.findChildren(QComboBox)
    second.setCurrentIndex(second.findData("w"))
    settle(qtbot, tasks)
    assert lines(panel) == []
    second.setCurrentIndex(second.findData("v"))
    first.setCurrentIndex(first.findData("h"))
    settle(qtbot, tasks)
    assert len(lines(panel)) == 1


def test_a_click_tells_when_and_who(ask, index, qtbot):
    panel = ask(CollisionQuestion(), index)
    with qtbot.waitSignal(panel.occasion_chosen) as asked:
        click(panel, 0)
    (occasion,) = asked.args
    assert occasion.elapsed == pytest.approx(0.45)
    assert [int(index.actors.actor_id[row]) for row in occasion.rows] == [HERO, OTHER]


@pytest.mark.parametrize(("question", "text"), [(CollisionQuestion, collisions), (BlockedQuestion, blocked)])
def test_the_text_that_is_copied_is_carlas(ask, index, qtbot, question, text):
    panel = ask(question(), index)
    button = next(each for each in panel.head.findChildren(QPushButton) if "CARLA" in each.text())
    with qtbot.waitSignal(panel.told):
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert QApplication.clipboard().text() == b"".join(text(index)).decode()


@pytest.mark.parametrize("question", [CollisionQuestion, BlockedQuestion])
def test_copying_is_offered_again_where_the_file_could_not_be_read(ask, tmp_path, qtbot, tasks, question):
    panel = ask(question(), street().index(tmp_path / "street.log"))
    QApplication.clipboard().setText("what was there")
    os.truncate(tmp_path / "street.log", 300)
    button = next(each for each in panel.head.findChildren(QPushButton) if "CARLA" in each.text())
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not button.isEnabled()
    settle(qtbot, tasks)
    assert button.isEnabled()
    assert QApplication.clipboard().text() == "what was there"


def test_who_stood_is_found_for_the_time_that_is_asked_for(ask, index, qtbot, tasks):
    panel = ask(BlockedQuestion(), index)
    assert lines(panel) == []
    time, _ = panel.head.findChildren(QDoubleSpinBox)
    time.setValue(0.9)
    settle(qtbot, tasks)
    (line,) = lines(panel)
    assert line == [
        "0.000 s",
        "0.950 s",
        "≥ 0.950",
        f"{OTHER} tesla model3",
        "end of recording",
        "5.00, 2.00, 0.10",
    ]
    time.setValue(1.0)
    settle(qtbot, tasks)
    assert lines(panel) == []


def test_what_cannot_move_is_listed_when_it_is_asked_for(ask, index, qtbot, tasks):
    panel = ask(BlockedQuestion(), index)
    panel.head.findChildren(QDoubleSpinBox)[0].setValue(0.9)
    panel.head.findChild(QCheckBox).click()
    settle(qtbot, tasks)
    assert {"trafficcone01"} <= {line[3].split()[-1] for line in lines(panel)}


def test_lines_are_filtered_and_counted(ask, tmp_path, qtbot):
    scene = Scene()
    for k in range(3):
        scene.frame(
            0.1,
            add=[actor(each) for each in (HERO, OTHER, BICYCLE, WALKER)] if k == 0 else [],
            poses=[pose(each, (each, 0, 0)) for each in (HERO, OTHER, BICYCLE, WALKER)],
            collisions=[hit(HERO, OTHER, 0), hit(BICYCLE, WALKER, 1)] if k == 1 else [],
        )
    panel = ask(CollisionQuestion(), scene.index(tmp_path / "two.log"))
    assert len(lines(panel)) == 2
    assert "2" in [label.text() for label in panel.head.findChildren(QLabel)]
    field = next(each for each in panel.head.findChildren(QLineEdit) if each.placeholderText() == "Filter")
    qtbot.keyClicks(field, str(BICYCLE))
    assert [line[3].split()[0] for line in lines(panel)] == [str(BICYCLE)]
    assert "1 of 2" in [label.text() for label in panel.head.findChildren(QLabel)]


def test_nothing_is_looked_for_while_nobody_looks(qtbot, tasks, index):
    panel = QuestionPanel(CollisionQuestion(), tasks)
    qtbot.addWidget(panel)
    panel.set_recording(index)
    assert tasks.quiet
    assert lines(panel) == []


def test_a_real_collision_is_there_as_format_md_tells_it(ask, recordings):
    """Town03: 2763 and 2768 touch in frame 136, at 8.47 s."""
    path = recordings / "town03_carla096_collision.rec"
    (line,) = lines(ask(CollisionQuestion(), read_index(LogFile(path))))
    assert line[0] == "8.470 s"
    assert (line[3].split()[0], line[4].split()[0]) == ("2763", "2768")


@pytest.mark.parametrize("stop", [None, 1, 2])
def test_how_much_is_looked_through_is_told_and_looking_can_be_stopped(qtbot, tmp_path, stop):
    """A contact in frames 2, 6 and 12 of 16: the shares are those of the frames before them."""
    scene = Scene()
    for frame in range(16):
        cast = [actor(1), actor(2)] if frame == 0 else []
        hits = [hit(1, 2, frame)] if frame in {2, 6, 12} else []
        scene.frame(add=cast, collisions=hits, poses=[pose(1, (0, 0, 0)), pose(2, (1, 0, 0))])
    question = CollisionQuestion()
    for box in question.controls:
        qtbot.addWidget(box)
    told = []

    def proceed(share):
        told.append(share)
        return len(told) != stop

    search = question.search(scene.index(tmp_path / "hits.log"))
    if stop is None:
        assert len(search(proceed)) == 3
        assert told == [2 / 16, 6 / 16, 12 / 16]
    else:
        with pytest.raises(ReadingCancelledError):
            search(proceed)
        assert len(told) == stop
