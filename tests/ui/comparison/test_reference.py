"""A second recording over the open one: ghosts, verdict, offset, partners, and what may befall its file."""

import gc
import shutil
import weakref
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox, QTableView, QToolButton, QTreeView

from tests.comparison.two_runs import AHEAD, HERO, Run, cast, drive
from tests.live import LiveWriter
from tests.ui.person import drop, open_in, press, row_of
from viewer.cli import main
from viewer.signals import read_series
from viewer.ui.state.open_request import OpenRequest

pytestmark = pytest.mark.usefixtures("one_window")

BASE = cast()
ASIDE = replace(BASE[AHEAD], way=drive(before=40.0, aside=0.12, since=12.35))
VERDICT = "The world parted first: 2763 audi.tt was 0.12 m apart at 12.35 s"


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """The usual run, one with a car aside, one that begins 5 s later, and one in another town."""
    folder = tmp_path_factory.mktemp("runs")
    runs = {
        "a": Run(BASE), "aside": Run(cast(ahead=ASIDE)), "cut": Run(BASE, begin=5.0),
        "town": Run(BASE, map_name="Carla/Maps/Town01"),
    }  # fmt: skip
    return {name: run.scene().save(folder / f"{name}.log") for name, run in runs.items()}


@pytest.fixture
def compare(viewer, qtbot, files):
    """A function that opens the usual run with another one beside it, and waits for the verdict."""

    def open_both(other="aside", path=None):
        viewer.workspace.close()
        viewer.workspace.open(files["a"], OpenRequest(reference=path or files[other]))
        wait(qtbot, viewer)
        return viewer

    return open_both


def wait(qtbot, viewer):
    def done():
        viewer.workspace.flush()
        state = viewer.workspace.view.reference
        return state is not None and not state.comparing and (state.comparison or state.trouble)

    qtbot.waitUntil(lambda: bool(done()) and not viewer.recording.busy)


def row_text(viewer):
    return viewer.window.map_area.verdict_row.text


def ids(viewer):
    return [int(viewer.recording.index.actors.actor_id[row]) for row in viewer.focus.selected]


def place_of_ghost(viewer, actor_id):
    world = viewer.workspace.view.reference.world
    row = list(world.index.actors.actor_id).index(actor_id)
    return world.locations[world.index_of(row)].tolist()


def test_a_click_on_the_verdict_goes_to_the_parting_and_keys_from_difference_to_difference(compare):
    viewer, said = compare(), []
    row = viewer.window.map_area.verdict_row
    assert row.isVisible()
    assert row_text(viewer).startswith(VERDICT)
    button = next(
        each for each in row.children() if getattr(each, "accessibleName", str)() == row_text(viewer)
    )
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert ids(viewer) == [AHEAD]
    assert place_of_ghost(viewer, AHEAD)[:2] == pytest.approx(ASIDE.way(12.35)[:2], abs=1e-3)
    viewer.playback.go_start()
    viewer.workspace.message.connect(said.append)
    press(viewer, "D", "D", "Shift+D")
    assert viewer.playback.transport.playhead == pytest.approx(12.35)
    assert said == ["No later difference", "No earlier difference"]


def test_a_typed_offset_is_undone_done_again_and_kept_for_this_pair_alone(compare, viewer, qtbot, files):
    compare("cut")
    field = viewer.window.map_area.verdict_row.offset
    QTest.mouseClick(field.lineEdit(), Qt.MouseButton.LeftButton)
    QTest.keyClicks(field, "-5")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert not field.hasFocus()
    wait(qtbot, viewer)
    state = viewer.workspace.view.reference
    assert state.offset == -5.0
    assert state.comparison.verdict == "same"
    viewer.playback.seek(9.0)
    viewer.workspace.flush()
    time = viewer.recording.index.elapsed[viewer.workspace.view.world.frame_index]
    assert place_of_ghost(viewer, HERO)[:2] == pytest.approx(BASE[HERO].way(time)[:2], abs=1e-3)
    viewer.playback.seek(2.0)
    viewer.workspace.flush()
    assert viewer.workspace.view.reference.world is None  # the other run begins at 5 s
    viewer.history.undo()
    viewer.workspace.flush()
    assert viewer.workspace.view.reference.offset == 0.0
    viewer.history.redo()
    viewer.workspace.flush()
    assert viewer.workspace.view.reference.offset == -5.0
    viewer.comparison.compare(files["aside"])
    wait(qtbot, viewer)
    assert viewer.workspace.view.reference.offset == 0.0
    viewer.comparison.compare(files["cut"])
    wait(qtbot, viewer)
    assert viewer.workspace.view.reference.offset == -5.0


def test_a_drag_over_the_offset_moves_it_by_a_frame_per_pixel(compare, viewer):
    compare()
    text = viewer.window.map_area.verdict_row.offset.lineEdit()
    middle = text.rect().center()
    QTest.mousePress(text, Qt.MouseButton.LeftButton, pos=middle)
    QTest.mouseMove(text, middle + QPointF(4, 0).toPoint())
    QTest.mouseRelease(text, Qt.MouseButton.LeftButton, pos=middle + QPointF(4, 0).toPoint())
    viewer.workspace.flush()
    assert viewer.workspace.view.reference.offset == pytest.approx(4 * 0.05)


def test_the_distance_and_the_other_run_are_signals_of_the_open_recording(compare, viewer, qtbot):
    compare("cut")
    viewer.workspace.reference.align("-5")
    index, row = viewer.recording.index, row_of(viewer, HERO)
    both = ("compared.distance", "derived_speed", "other.derived_speed")

    def read():
        viewer.workspace.flush()
        return read_series(index, both, row, signals=viewer.workspace.signals)

    viewer.workspace.flush()
    qtbot.waitUntil(lambda: viewer.workspace.view.reference.comparison.b.offset == -5.0)
    distance, speed, other = read()
    assert np.nanmax(distance.values) < 1e-3
    assert distance.elapsed[0] >= 5.0
    times = other.elapsed[5:-5]
    seen = np.interp(times, other.elapsed, other.values)
    assert np.interp(times, speed.elapsed, speed.values) == pytest.approx(seen, abs=0.05)


def test_a_lane_shows_the_distance_of_selected_actors_while_it_is_compared(compare, viewer, qtbot):
    compare()
    viewer.focus.select(row_of(viewer, AHEAD))
    lanes = viewer.window.timeline.model.lane_groups

    def shown():
        viewer.workspace.flush()
        return [each.name for each in lanes.present() if each.key == "compared"]

    qtbot.waitUntil(lambda: shown() != [])
    viewer.workspace.reference.open(None)
    qtbot.waitUntil(lambda: shown() == [])


def test_the_inspector_has_a_column_for_the_partner_and_can_show_only_what_differs(compare, viewer, qtbot):
    compare()
    viewer.focus.select(row_of(viewer, AHEAD))
    viewer.playback.seek(13.0)
    viewer.workspace.flush()
    viewer.tasks.turns.finish()
    inspector = viewer.window.inspector
    model = inspector.findChild(QTreeView).model()
    qtbot.waitUntil(lambda: model.columnCount() == 4)

    def cells():
        """Texts of A and B by names of the row and of the one that it is in."""
        beside = [(each, each.siblingAtColumn(1), each.siblingAtColumn(2)) for each in model.names()]
        return {(name.parent().data(), name.data()): (a.data(), b.data()) for name, a, b in beside}

    time = viewer.recording.index.elapsed[viewer.workspace.view.world.frame_index]
    expected = tuple(f"{way(time)[1]:.2f}" for way in (BASE[AHEAD].way, ASIDE.way))
    qtbot.waitUntil(lambda: cells().get(("Location", "y")) == expected)
    only = next(each for each in inspector.head.findChildren(QToolButton) if each.isCheckable())
    before = cells()
    QTest.mouseClick(only, Qt.MouseButton.LeftButton)
    left = cells()
    assert left[("Location", "y")] == expected
    assert ("Location", "z") not in left
    assert ("Location", "z") in before


def test_the_end_of_a_comparison_frees_what_it_held_and_is_undone(compare, viewer, qtbot):
    compare()
    held = [weakref.ref(viewer.workspace.view.reference.recording)]
    held.append(weakref.ref(viewer.workspace.view.reference.comparison))
    viewer.workspace.reference.open(None)
    qtbot.waitUntil(lambda: not viewer.tasks.busy)
    viewer.workspace.flush()
    assert not viewer.window.map_area.verdict_row.isVisible()
    viewer.playback.seek(1.0)
    viewer.window.grab()
    qtbot.waitUntil(lambda: gc.collect() >= 0 and not any(each() for each in held))
    viewer.history.undo()
    wait(qtbot, viewer)
    assert row_text(viewer).startswith(VERDICT)


def test_what_is_no_pair_or_no_recording_is_said_in_a_sentence(compare, tmp_path):
    path = tmp_path / "b.log"
    path.write_bytes(b"no recording at all")
    for words, told in (
        ({"other": "a"}, "The same, as far as both record it. A and B are one file."),
        ({"other": "town"}, "Not comparable: A is in Town03, B in Town01."),
        ({"path": path}, "b.log: "),
    ):
        viewer = compare(**words)
        assert row_text(viewer).startswith(told)
    viewer.comparison.go(1)
    viewer.comparison.go_first()
    assert (viewer.recording.index is not None, viewer.playback.transport.playhead) == (True, 0.0)


def test_a_file_that_is_replaced_or_deleted_is_noticed(compare, viewer, files, tmp_path, qtbot):
    path = tmp_path / "b.log"
    shutil.copy(files["aside"], path)
    compare(path=path)
    new = tmp_path / "new"
    shutil.copy(files["cut"], new)
    new.replace(path)
    viewer.workspace.reference.recording.check_file()
    qtbot.waitUntil(lambda: row_text(viewer).startswith("The start differs"))
    path.unlink()
    viewer.workspace.reference.recording.check_file()
    qtbot.waitUntil(lambda: row_text(viewer).startswith("b.log: The file was deleted"))


def test_a_file_that_is_cut_or_grows_is_compared_as_far_as_it_goes(compare, viewer, files, tmp_path, qtbot):
    data = files["aside"].read_bytes()
    path = tmp_path / "b.log"
    with LiveWriter(path, data) as writer:
        writer.header().frames(100)
        compare(path=path)
        assert row_text(viewer).startswith("The same")
        writer.frames(250)
        qtbot.waitUntil(lambda: row_text(viewer).startswith(VERDICT))
    path.write_bytes(data[: len(data) // 2 + 11])
    viewer.workspace.reference.recording.check_file()
    qtbot.waitUntil(lambda: "B ends at" in row_text(viewer))


@pytest.mark.parametrize("chosen", ["Open", "Compare"])
@pytest.mark.parametrize("both", [True, False])
def test_files_that_are_dropped_can_be_opened_or_compared(viewer, files, qtbot, both, chosen):
    if not both:
        open_in(viewer, qtbot, files["a"])
    drop(viewer, *(files[name] for name in (("a", "aside") if both else ("aside",))))
    box = viewer.window.findChild(QMessageBox)
    QTest.mouseClick(next(each for each in box.buttons() if each.text() == chosen), Qt.MouseButton.LeftButton)
    if chosen == "Compare":
        wait(qtbot, viewer)
        assert viewer.recording.index.path == files["a"]
        assert row_text(viewer).startswith(VERDICT)
    elif both:
        qtbot.waitUntil(lambda: viewer.library.page is not None)
    else:
        qtbot.waitUntil(lambda: viewer.recording.index.path == files["aside"])


def test_partners_are_listed_by_time_and_another_choice_is_compared_and_undone(compare, viewer, qtbot):
    compare()
    viewer.window.open_panel("comparison")
    viewer.tasks.turns.finish()
    table = viewer.window.panel("comparison").findChild(QTableView).model()
    first = [table.data(table.index(0, column)) for column in range(6)]
    assert first == ["2763", "2763", "vehicle.audi.tt", "same id", "12.350 s", "position 0.12 m"]
    row = row_of(viewer, AHEAD)
    viewer.workspace.reference.set_partner(row, -1)
    wait(qtbot, viewer)
    found = viewer.workspace.view.reference.comparison
    assert row in found.partners.only_a
    assert row in found.partners.only_b
    viewer.history.undo()
    wait(qtbot, viewer)
    assert row_text(viewer).startswith(VERDICT)


def test_a_picture_can_show_both_runs_and_a_file_that_is_none_is_an_error(files, tmp_path, capsys, plain_app):
    def picture(*words):
        path = tmp_path / "picture.png"
        found = "render", files["a"], "--at", "15", "--center", AHEAD, "--span", "12", "-o", path
        status = main([str(word) for word in (*found, *words)])
        return status, QImage(str(path)) if path.exists() else None

    alone, same, both = (
        picture(*words)[1] for words in ((), ("--with", files["a"]), ("--with", files["aside"]))
    )
    assert same == alone
    assert both != alone
    assert picture("--with", tmp_path / "none.log")[0] == 1
    assert "none.log: there is no such file" in capsys.readouterr().err


def test_two_selected_rows_of_the_library_are_compared(viewer, files, qtbot):
    viewer.files.open_all([files["a"], files["aside"]])
    qtbot.waitUntil(lambda: viewer.library.page is not None)
    page = viewer.library.page
    qtbot.waitUntil(lambda: page.model.rowCount() == 2 and not page.busy)
    (compare,) = [each for each in page.view.actions() if each.text() == "Compare the two selected"]
    page.view.selectRow(0)
    assert not compare.isEnabled()
    page.view.selectAll()
    compare.trigger()
    wait(qtbot, viewer)
    assert "was 0.12 m apart at 12.35 s" in row_text(viewer)
    assert viewer.window.map_area.map_view.isVisible()
