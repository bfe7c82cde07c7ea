"""The whole window: what its parts look like together, at moments of the recordings that are looked at."""

from __future__ import annotations

from pathlib import Path
from shutil import copy

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QSettings, QSize
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QLineEdit

from tests.pictures.conftest import both
from tests.pictures.recordings import CROSSING, HERO, broken_street, row_of, town
from viewer.logfile.source import LogFile
from viewer.notes import NoteSet, Sidecar, new_note, sidecar_path
from viewer.replay.time.moment import TimeQuery, find_moment
from viewer.resources import resource
from viewer.ui.actors.header import ListHeader
from viewer.ui.app import Viewer
from viewer.ui.background.tasks import Tasks
from viewer.ui.inspector.sheet_view import SheetView
from viewer.ui.speed_unit import MPS, set_speed_unit
from viewer.ui.state.actor_ref import ref_of, refs_of
from viewer.ui.state.settings import Settings
from viewer.ui.theme import set_text_scale

SMALL, LARGE = (1280, 720), (1600, 1000)


@pytest.fixture
def opened(qapp, qtbot, theme, clock, tmp_path, monkeypatch):
    """A function that opens a recording in a window of a size, and one that lets everything be shown."""
    monkeypatch.setattr("viewer.ui.app.Tasks", lambda parent: Tasks(clock, parent))
    # The ground of a view that is a little beside this one would be moved by parts of a pixel.
    monkeypatch.setattr("viewer.ui.map.layers.ground_layer._MARGIN", 1e-6)
    store = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    viewer = Viewer(qapp, Settings(store), theme.name)
    window = viewer.window

    def settled():
        reading = viewer.recording.busy or viewer.notes.loading or viewer.story.looking
        return not reading and viewer.tasks.quiet

    def settle():
        for _ in range(3):  # what is known now may be asked for more; layouts ask for another size by events
            qtbot.waitUntil(settled)
            QCoreApplication.processEvents()
        viewer.bars.painting.finish()
        viewer.toast.hide()
        scene = window.map_area.map_view.scene
        scene.finish_ground()
        scene.forget()
        if window.focusWidget() is not None:
            window.focusWidget().clearFocus()
        return window

    def show(path, size=SMALL):
        window.resize(*size)
        window.show()
        qtbot.waitExposed(window)
        if path is not None:
            viewer.workspace.open(Path(path))
            qtbot.waitUntil(lambda: viewer.recording.index is not None)
        settle()
        return viewer, settle

    yield show
    viewer.dispose()
    set_text_scale(qapp, 1.0)
    set_speed_unit(MPS)


def press(viewer, *names):
    for name in names:
        viewer.window.actions_by_id[name].trigger()


SAMPLE = resource("sample.log")


def below_each_other(images):
    """Return one picture of several."""
    size = QSize(max(each.width() for each in images), sum(each.height() + 8 for each in images))
    whole = QImage(size, QImage.Format.Format_RGB32)
    whole.fill(0)
    with QPainter(whole) as painter:
        for image in images:
            painter.drawImage(0, 0, image)
            painter.translate(0, image.height() + 8)
    return whole


@both
def test_the_collision(opened, looks):
    viewer, settle = opened(SAMPLE)
    press(viewer, "next_collision")
    looks(settle())


def test_the_collision_in_a_large_window(opened, looks):
    viewer, settle = opened(SAMPLE, LARGE)
    press(viewer, "next_collision")
    looks(settle())


def test_playing_fast_with_the_hero_followed(opened, looks):
    viewer, settle = opened(SAMPLE)
    press(viewer, "hero", "layer_trails")
    viewer.playback.seek(20.0)
    press(viewer, "play_forwards", "play_forwards", "loop")
    looks(settle())
    assert viewer.playback.transport.playing


@both
def test_analyse_with_signals_and_a_range(opened, looks):
    viewer, settle = opened(SAMPLE)
    press(viewer, "layout_analyse", "hero", "plot")
    viewer.playback.seek(21.0)
    press(viewer, "range_in")
    viewer.playback.seek(26.0)
    press(viewer, "range_out", "next_actor", "plot")
    looks(settle())


def test_two_side_by_side_in_km_h_and_time_of_day(opened, looks):
    viewer, settle = opened(SAMPLE, LARGE)
    press(viewer, "hero", "speed_kmh", "time_wall", "color_speed", "label_speed")
    viewer.playback.seek(30.0)
    index = viewer.recording.index
    hero = index.actors.hero_rows[0]
    other = next(row for row in viewer.moment.world.rows.tolist() if row > hero)
    viewer.focus.select_all(refs_of((other, hero)))
    looks(settle())


def test_notes(opened, looks, tmp_path):
    path = Path(copy(SAMPLE, tmp_path))
    notes = (new_note(2.0, text="sets off", color="teal"), new_note(20.0, 26.0, text="waits", color="pink"))
    Sidecar(LogFile(path), [sidecar_path(path)]).save(NoteSet().having(*notes))
    viewer, settle = opened(path)
    viewer.playback.seek(21.0)
    press(viewer, "show_notes")
    looks(settle())


@both
def test_a_damaged_file_and_its_problems(opened, looks):
    viewer, settle = opened(broken_street().path)
    viewer.playback.seek(0.3)
    press(viewer, "show_problems")
    looks(settle())


def test_a_town_without_roads_and_the_heading_up(opened, looks):
    viewer, settle = opened(town().path)
    viewer.playback.seek(5.0)
    viewer.focus.select(ref_of(row_of(town(), CROSSING)))
    press(
        viewer,
        "layer_grid",
        "layer_developer",
        "color_recorded",
        "label_role",
        "hide",
        "heading_up",
        "follow",
    )
    viewer.focus.select(ref_of(row_of(town(), HERO)))
    press(viewer, "follow")
    looks(settle())


def test_presented(opened, looks):
    viewer, settle = opened(SAMPLE)
    press(viewer, "layout_present", "time_frame")
    viewer.playback.seek(find_moment(viewer.recording.index, TimeQuery("collision", 1)))
    looks(settle())


def test_the_story_as_a_list(opened, looks):
    viewer, settle = opened(town().path)
    press(viewer, "show_story", "fold_events", "next_collision")
    looks(settle())


@pytest.mark.parametrize("words", [("", "collision", "tesla"), ("50", "23.4", "#300", "z")], ids=len)
def test_what_is_found_by_words_and_numbers(opened, looks, words):
    viewer, settle = opened(SAMPLE)
    press(viewer, "next_collision")
    viewer.window.actions_by_id["palette"].trigger()
    palette = viewer.rooms.panel("palette")
    images = []
    for each in words:
        palette.findChild(QLineEdit).setText(each)
        settle()
        images.append(palette.grab().toImage())
    looks(below_each_other(images))


def test_menus(opened, looks):
    viewer, settle = opened(SAMPLE)
    window, images = viewer.window, []

    def take():
        menu = QApplication.activePopupWidget()
        images.append(menu.grab().toImage())
        menu.close()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)

    rows = viewer.recording.index.actors.rows_of(50)[0], viewer.recording.index.actors.rows_of(51)[0]
    hero, other = refs_of(rows)
    place = window.map_area.map_view.mapToGlobal(QPoint(300, 200))
    for actor, selected in ((hero, ()), (other, (hero,)), (other, (hero, other)), (None, ())):
        viewer.focus.select_all(selected)
        viewer.actor_menu.open(actor, place)
        take()
    viewer.focus.select_all((hero,))
    press(viewer, "plot", "plot")
    settle()
    model = window.timeline.model
    for placed in (None, *model.stack.placed[:4]):
        model.menu_requested.emit(place, placed)
        take()
    for line in (-1, 4, 12):
        window.inspector.findChild(SheetView).menu_requested.emit(line, place)
        take()
    window.actor_panel.findChild(ListHeader).menu_asked.emit(place)
    take()
    looks(below_each_other(images))
