"""What is copied, saved or drawn without a display for others."""

import ast
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtWidgets import QApplication, QFileDialog, QTableWidget

from tests.roads.maps import build, road
from tests.scenes import OTHER, street
from tests.ui.map.gestures import look_at
from tests.ui.person import press, row_of
from viewer.ui import render_stage
from viewer.ui.background.tasks import Priority
from viewer.ui.render import draw_frames
from viewer.ui.render_request import RenderRequest
from viewer.ui.shell.settings_page import SettingsPage
from viewer.ui.theme import load_theme

pytestmark = pytest.mark.usefixtures("one_window")


def copied():
    return QGuiApplication.clipboard().text()


def arguments():
    call = ast.parse(copied(), mode="eval").body
    assert isinstance(call, ast.Call)
    return [ast.literal_eval(each) for each in call.args]


def chosen(entry):
    """Choose an entry of the menu that is open."""
    menu = QApplication.activePopupWidget()
    next(each for each in menu.actions() if each.text() == entry).trigger()
    menu.close()


def test_ctrl_shift_c_copies_the_call_with_the_servers_folder(open_street, tmp_path):
    viewer = open_street
    viewer.playback.seek(0.5)
    viewer.focus.select(row_of(viewer, OTHER))
    press(viewer, "Ctrl+Shift+C")
    assert arguments() == [str(tmp_path / "street.log"), 0.0, 0.0, OTHER]
    viewer.window.actions_by_id["server_folders"].trigger()
    page = viewer.window.findChild(SettingsPage)
    table = page.findChild(QTableWidget)
    for column, text in enumerate((str(tmp_path), "/srv/carla")):
        table.item(0, column).setText(text)
        viewer.workspace.flush()
    assert [table.item(1, column).text() for column in (0, 1)] == ["", ""]  # for the next
    page.close()
    press(viewer, "Ctrl+Shift+C")
    assert arguments()[0] == "/srv/carla/street.log"


def test_a_point_is_copied_in_the_frame_of_carla_at_the_height_of_its_road(open_street, qtbot, tmp_path):
    roads, map_view = open_street.workspace.roads, open_street.map_view
    roads.use_map(build(tmp_path, road(elevations=[(0, 6.5, 0, 0, 0)])).path)
    qtbot.waitUntil(lambda: roads.road_map is not None)
    for y, height in ((1.5, 6.5), (-20.0, 0.0)):
        look_at(map_view, (10.0, y, 10.0))
        open_street.actor_menu.open(None, map_view.mapToGlobal(map_view.rect().center()))
        chosen("Copy carla.Transform of this point")
        ast.parse(copied(), mode="eval")
        begins = re.match(r"carla\.Transform\(carla\.Location\(x=([\d.]+), y=([\d.-]+), z=([\d.]+)", copied())
        assert list(map(float, begins.groups())) == pytest.approx([10.0, y, height], abs=0.1)


def test_the_map_is_saved_as_its_ending_says(open_street, tmp_path, monkeypatch):
    for name, kind in (("a.png", "PNG"), ("b", "PNG"), ("c", "SVG"), ("d.svg", "PNG")):
        answer = (str(tmp_path / name), "SVG drawing (*.svg)" if kind == "SVG" else "PNG image (*.png)")
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, answer=answer: answer)
        open_street.window.actions_by_id["save_image"].trigger()
        written = next(each for each in tmp_path.iterdir() if each.stem == Path(name).stem)
        if written.suffix == ".svg":
            text = written.read_text()
            assert text.startswith("<?xml")
            assert text.count("<path") > 5
            assert "hero" in text
            assert "<image" not in text
            assert QColor(load_theme("dark").lamp_green).name() in text
        else:
            assert QImage(str(written)).width() == open_street.window.map_area.map_view.width()


REQUEST = RenderRequest(None, None, (320, 240), window=False, center=None, span=40.0, theme="dark")


@pytest.fixture
def viewers(monkeypatch):
    """The viewers that draw."""
    made = []

    class Noted(render_stage.Viewer):
        def __init__(self, *words):
            super().__init__(*words)
            made.append(self)

    monkeypatch.setattr(render_stage, "Viewer", Noted)
    return made


def test_what_goes_on_in_the_background_comes_to_its_end_before_the_viewer_does(tmp_path, viewers):
    """A thread that is cut off in the middle of a map leaves half of it in the folder that keeps maps."""
    steps = []

    def work(should_continue):
        for number in range(20):
            if not should_continue(number / 20):
                return
            time.sleep(0.005)
            steps.append(number)

    images = draw_frames(street().save(tmp_path / "street.log"), REQUEST, [0.0, 0.5, 0.9])
    next(images)
    viewers[0].tasks.start(work, Priority.SOON)
    images.close()
    assert steps == list(range(20))


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system has fonts")
def test_where_there_is_no_font_that_is_said_and_the_picture_is_drawn(tmp_path):
    (tmp_path / "fonts.conf").write_text(f"<fontconfig><dir>{tmp_path}</dir></fontconfig>")
    words = "render", street().save(tmp_path / "street.log"), "-o", tmp_path / "picture.png"
    ended = subprocess.run(
        [sys.executable, "-m", "viewer", *words],
        env=os.environ | {"FONTCONFIG_FILE": str(tmp_path / "fonts.conf")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "There is no font here" in ended.stderr
    assert (tmp_path / "picture.png").stat().st_size
