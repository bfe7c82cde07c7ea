"""The bars at the top and at the bottom of the window."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import (
    QLabel,
    QMenu,
    QProgressBar,
    QPushButton,
    QStyleOptionMenuItem,
    QToolButton,
    QWidget,
)

from tests.scenes import Scene, actor, pose, street
from viewer.logfile import packets
from viewer.logfile.fields import Engine
from viewer.logfile.source import LogFile
from viewer.recording.actors import Category
from viewer.recording.build.builder import read_index
from viewer.recording.build.detect import carla_version
from viewer.recording.index import RecordingIndex
from viewer.recording.problems import Problem
from viewer.ui.action_table import MENUS
from viewer.ui.actions import build_actions, build_menus
from viewer.ui.shell.status_bar import StatusBar, actor_counts
from viewer.ui.shell.top_bar import TopBar
from viewer.ui.theme import load_theme
from viewer.ui.widgets.elided_label import ElidedLabel

LEFT = Qt.MouseButton.LeftButton
THEME = load_theme("dark")


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    return street().index(tmp_path_factory.mktemp("bars") / "street.log")


def _read(path: Path) -> RecordingIndex:
    return read_index(LogFile(path))


class _Counting(QWidget):
    """Counts how often it is painted."""

    paints = 0

    def paintEvent(self, _event):  # noqa: N802 - Qt's name
        self.paints += 1


def shown(widget) -> list[str]:
    labels = sorted(widget.findChildren(QLabel), key=lambda label: label.mapTo(widget, QPoint()).x())
    return [label.text() for label in labels if label.isVisible() and label.text()]


def main_button(window) -> QToolButton:
    return next(b for b in window.bar.findChildren(QToolButton) if b.accessibleName() == "Menu")


class TestTopBar:
    @pytest.fixture
    def window(self, qtbot):
        widget = QWidget()
        qtbot.addWidget(widget)
        actions = build_actions(widget)
        widget.actions_by_id = actions
        widget.menus = build_menus(actions, widget)
        widget.bar = TopBar(actions, widget.menus, widget)
        widget.bar.resize(1200, widget.bar.height())
        widget.resize(1200, 400)
        with qtbot.waitActive(widget):
            widget.show()
            widget.activateWindow()
        return widget

    def test_it_names_the_recording(self, window, index):
        others = ["Find anything", "Ctrl+K"]
        assert shown(window.bar) == ["No recording open", *others]
        window.bar.set_recording(index)
        assert shown(window.bar) == ["street.log", "Town03 · 23 Nov 2021 14:08 UTC", *others]
        window.bar.set_recording(None)
        assert shown(window.bar) == ["No recording open", *others]

    def test_where_there_is_little_room_the_date_gives_way_before_the_name(self, window, tmp_path):
        name, details = window.bar.findChildren(ElidedLabel)
        window.bar.set_recording(street().index(tmp_path / "town03_carla096_collision.rec"))
        alone = 0
        for width in range(1600, 400, -10):
            window.bar.resize(width, window.bar.height())
            window.bar.layout().activate()
            whole = name.width() >= name.fontMetrics().horizontalAdvance(name.text())
            assert whole or details.toolTip()
            alone += whole and bool(details.toolTip())
            assert details.geometry().right() < details.parentWidget().width()
        assert alone

    def test_an_impossible_date_is_left_out(self, window, tmp_path):
        scene = Scene(map_name="Town01", timestamp=2**62).frame()
        window.bar.set_recording(scene.index(tmp_path / "a.log"))
        assert "Town01" in shown(window.bar)

    def test_open_triggers_the_action(self, qtbot, window):
        open_button = next(b for b in window.bar.findChildren(QPushButton) if b.text() == "Open…")
        with qtbot.waitSignal(window.actions_by_id["open"].triggered):
            qtbot.mouseClick(open_button, LEFT)

    @pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing)")
    def test_the_main_menu_has_all_menus(self, qtbot, window):
        window.bar.open_menu()
        menu = window.bar.findChild(QMenu)
        qtbot.waitUntil(menu.isVisible)
        assert [entry.text() for entry in menu.actions()] == [menu.text for menu in MENUS]
        assert menu.activeAction() is menu.actions()[0]
        assert menu.pos().x() >= window.mapToGlobal(QPoint()).x()
        menu.close()

    def test_layers_have_a_button_of_their_own(self, window):
        layers = next(b for b in window.bar.findChildren(QPushButton) if b.accessibleName() == "Layers")
        assert layers.menu() is window.menus["layers"]

    @pytest.mark.parametrize(
        ("name", "text"), [("step_back", "One frame back\t←"), ("next_event", "Next event\tPgDn")]
    )
    def test_a_menu_writes_keys_as_tooltips_do(self, window, name, text):
        action, menu, usual = window.actions_by_id[name], window.menus["replay"], QMenu(window)
        option = QStyleOptionMenuItem()
        menu.initStyleOption(option, action)
        assert option.text == text
        usual.addActions(menu.actions())
        for each in (menu, usual):
            each.resize(each.sizeHint())
        area = menu.actionGeometry(action)
        assert menu.grab(area).toImage() != usual.grab(area).toImage()

    @pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing)")
    def test_a_button_goes_dark_when_its_menu_closes_and_the_mouse_is_elsewhere(self, qtbot, window):
        button = main_button(window)
        QCursor.setPos(window.mapToGlobal(QPoint(300, 300)))
        button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)  # as a menu that takes the mouse leaves it
        button.menu().popup(window.mapToGlobal(QPoint(300, 0)))
        button.menu().close()
        qtbot.waitUntil(lambda: not button.underMouse())

    def test_a_narrow_window_shortens_the_name_and_keeps_the_buttons(self, qtbot, window, tmp_path):
        window.bar.set_recording(street(2).index(tmp_path / ("long" * 30 + ".log")))
        window.bar.resize(500, window.bar.height())
        parts = [*window.bar.findChildren(QPushButton), *window.bar.findChildren(QToolButton)]

        def places():
            window.bar.layout().activate()
            found = [part.rect().translated(part.mapTo(window.bar, QPoint())) for part in parts]
            return sorted(found, key=lambda rect: rect.left())

        qtbot.waitUntil(lambda: places()[-1].right() <= 500)
        assert all(a.right() < b.left() for a, b in pairwise(places()))


class TestStatusBar:
    @pytest.fixture
    def bar(self, qtbot):
        widget = StatusBar()
        qtbot.addWidget(widget)
        widget.resize(1200, widget.height())
        widget.show()
        return widget

    def problems(self, bar) -> QPushButton:
        return bar.findChild(QPushButton)

    def test_it_tells_what_the_recording_is(self, bar, index):
        assert shown(bar) == []
        bar.set_recording(index)
        assert shown(bar) == [
            "20 frames",
            "0.950 s",
            "3 vehicles · 1 bicycle · 1 walker",
            carla_version(index),
        ]
        assert self.problems(bar).text() == "No problems in this file"
        assert not self.problems(bar).isEnabled()
        bar.set_recording(None)
        assert shown(bar) == []
        assert not self.problems(bar).isVisible()

    def test_one_of_each_is_told_as_one(self, bar, tmp_path):
        bar.set_recording(Scene().frame(add=[actor(1)], poses=[pose(1, (0, 0, 0))]).index(tmp_path / "a.log"))
        assert shown(bar)[0] == "1 frame"
        assert shown(bar)[2] == "1 vehicle"

    def test_findings_are_counted_not_lines(self, bar, index):
        bar.set_recording(index)
        thrice = Problem("Position: location of actor 101 is NaN", "left out", damage=True, count=3)
        once = Problem("Collision: actor 7 is unknown", "kept", damage=True)
        notes = Problem("Two records of actor 101", "the first counts", damage=False, count=1200)
        for problems, said in (
            ([thrice, once, notes], "4 problems"),
            ([notes, once], "1 problem"),
            ([notes], "1,200 remarks"),
            ([replace(notes, count=1)], "1 remark"),
            ([], "No problems in this file"),
        ):
            bar.set_problems(problems)
            assert self.problems(bar).text() == said
            assert self.problems(bar).isEnabled() == bool(problems)

    def test_there_is_no_verdict_before_a_file_is_examined(self, bar, index):
        bar.set_checking(True)
        bar.set_recording(index)
        assert self.problems(bar).text() == "Checking…"
        bar.set_problems([Problem("Collision: actor 7 is unknown", "kept", damage=True)])
        assert self.problems(bar).text() == "1 problem"
        bar.set_problems([])
        bar.set_checking(False)
        assert self.problems(bar).text() == "No problems in this file"

    def test_all_categories_are_in_the_tooltip(self, bar, index):
        bar.set_recording(index)
        tip = next(label for label in bar.findChildren(QLabel) if "vehicles" in label.text()).toolTip()
        assert "1 sensor" in tip.splitlines()
        assert len(tip.splitlines()) == len(actor_counts(index))

    def test_one_frame_is_one_frame(self, bar, tmp_path):
        bar.set_recording(Scene().frame().index(tmp_path / "one.log"))
        assert shown(bar)[:3] == ["1 frame", "0.000 s", "no vehicles"]

    def test_damage_is_counted_and_can_be_asked_for(self, qtbot, bar, tmp_path):
        path = tmp_path / "cut.log"
        path.write_bytes(street().bytes()[:-7])
        damaged = _read(path)
        bar.set_recording(damaged)
        bar.set_problems(damaged.problems)
        assert self.problems(bar).text() == "1 problem"
        with qtbot.waitSignal(bar.problems_requested):
            qtbot.mouseClick(self.problems(bar), LEFT)

    def test_progress_leaves_the_rest_of_the_window_to_be_painted_when_its_turn_comes(self, qtbot, bar):
        bar.set_progress(0.25)
        qtbot.waitUntil(bar.findChild(QProgressBar).isVisible)
        picture = bar.grab()
        beside = _Counting(bar)
        beside.show()
        qtbot.waitUntil(lambda: beside.paints > 0)
        before = beside.paints
        beside.update()
        bar.set_progress(0.75)
        assert beside.paints == before
        qtbot.waitUntil(lambda: beside.paints > before)
        assert bar.grab().toImage() != picture.toImage()

    def test_progress_is_there_while_reading_and_can_be_stopped(self, qtbot, bar):
        progress = bar.findChild(QProgressBar)
        assert not progress.isVisible()
        bar.set_progress(0.25)
        assert progress.isVisible()
        assert progress.value() == progress.maximum() / 4
        bar.set_progress(7.0)
        assert progress.value() == progress.maximum()
        with qtbot.waitSignal(bar.cancel_requested):
            qtbot.mouseClick(bar.findChild(QToolButton), LEFT)
        bar.set_progress(None)
        assert not progress.isVisible()


class TestSummary:
    def test_actors_are_counted_by_category(self, index):
        counts = actor_counts(index)
        assert counts[Category.VEHICLE] == 3
        assert sum(counts.values()) == len(index.actors)

    @pytest.mark.parametrize(
        ("packet", "version"),
        [
            (packets.ANIM_VEHICLE, "CARLA 0.9.6–0.9.9"),
            (packets.VEHICLE_LIGHT, "CARLA 0.9.10–0.9.13"),
            (packets.VISUAL_TIME, "CARLA 0.9.14"),
        ],
    )
    def test_the_packets_tell_the_version(self, tmp_path, packet, version):
        rows = [(1.0,)] if packet is packets.VISUAL_TIME else []
        scene = Scene().frame(add=[actor(1)], poses=[pose(1, (0, 0, 0))], extra={packet: rows})
        assert carla_version(scene.index(tmp_path / "a.log")) == version

    def test_doubles_tell_the_engine(self, tmp_path):
        scene = Scene(Engine.UE5).frame(add=[actor(1)], poses=[pose(1, (0, 0, 0))])
        assert carla_version(scene.index(tmp_path / "a.log")) == "CARLA 0.10+"

    def test_a_header_alone_tells_nothing(self, tmp_path):
        assert carla_version(Scene().index(tmp_path / "a.log")) == ""

    def test_real_recordings_are_what_their_names_say(self, recording_file):
        version = carla_version(_read(recording_file))
        old = "carla096" in recording_file.name
        assert version == ("CARLA 0.9.6–0.9.9" if old else "CARLA 0.9.10–0.9.13")
