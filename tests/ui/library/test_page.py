"""A folder in the window: from the list to the moment, by mouse and keys."""

import shutil
import time
from importlib.util import find_spec

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFileDialog, QLabel, QPlainTextEdit, QPushButton, QToolButton

from tests.library.runs import calm, crash, folder_of_runs
from tests.library.test_results import checkpoint, record
from tests.roads.maps import road, write
from tests.ui.person import press
from viewer.cancellation import ReadingCancelledError
from viewer.installation import how_to_install
from viewer.library import library as module
from viewer.library.survey_options import SurveyOptions
from viewer.ui.library import page as page_module
from viewer.ui.library.page import LibraryPage
from viewer.ui.state.open_request import OpenRequest

pytestmark = pytest.mark.usefixtures("one_window")


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    return folder_of_runs(tmp_path_factory.mktemp("runs"))


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """Where what was found of the folder is kept: it is looked at once for all tests."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def lists(viewer, qtbot, tmp_path, monkeypatch):
    """A function that opens a folder, waits until so many rows are looked at, and returns its page."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(page_module, "_AGAIN", 20)  # milliseconds after which a changed folder is looked at

    def open_folder(folder, rows):
        viewer.files.open_given([folder], OpenRequest())
        page = viewer.library.page
        qtbot.waitUntil(lambda: not page.busy and page.model.rowCount() == rows)
        return page

    yield open_folder
    viewer.library.shut_down()


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "runs").mkdir()
    return tmp_path / "runs"


@pytest.fixture
def page(lists, runs, kept, monkeypatch):
    """The window with the folder open."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(kept))
    return lists(runs, 7)


def shown(page, column=1):
    return [page.model.index(row, column).data() for row in range(page.model.rowCount())]


def type_into(page, qtbot, text):
    page.field.clear()
    qtbot.keyClicks(page.field, text)


def test_the_worst_is_first_and_a_double_click_is_where_it_happened(page, viewer, qtbot):
    assert viewer.window.map_area.library_shown
    assert shown(page)[0] == "RouteScenario_1_rep0.log"
    assert shown(page)[-2:] == ["empty.log", "foreign.log"]
    place = page.view.visualRect(page.model.index(0, 1)).center()
    qtbot.mouseClick(page.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.mouseDClick(page.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.waitUntil(lambda: viewer.recording.index is not None and not viewer.recording.busy)
    assert viewer.recording.index.path.name == "RouteScenario_1_rep0.log"
    qtbot.waitUntil(lambda: viewer.playback.transport.playhead > 1.0)
    assert viewer.playback.transport.playhead == pytest.approx(page.model.value(0, "worst_at"), abs=1e-3)
    assert not viewer.window.map_area.library_shown


def test_keys_go_on_to_the_next_row_and_back_to_the_list(page, viewer, qtbot):
    page.view.setFocus()
    page.view.selectRow(0)
    qtbot.keyClick(page.view, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: viewer.recording.index is not None and not viewer.recording.busy)
    second = shown(page)[1]
    press(viewer, "Alt+PgDown")
    qtbot.waitUntil(lambda: viewer.recording.index.path.name == second)
    qtbot.waitUntil(lambda: not viewer.recording.busy)
    press(viewer, "Ctrl+Shift+L")
    assert viewer.window.map_area.library_shown
    bold = [page.model.index(row, 1).data(Qt.ItemDataRole.FontRole) is not None for row in range(3)]
    assert bold == [False, False, True]  # what was seen stands back
    type_into(page, qtbot, second)
    press(viewer, "Ctrl+Shift+L")
    for key in ("Alt+PgDown", "Alt+PgUp"):  # the only row: none of the folder's others comes
        press(viewer, key)
        assert not viewer.recording.busy


def test_the_field_and_kinds_of_events_filter(page, qtbot):
    for text, names in {
        "rep0.log": {"RouteScenario_1_rep0.log", "RouteScenario_2_rep0.log"},
        "route=7": {"RouteScenario_7_rep0"},
        "collisions>0": {"RouteScenario_1_rep0.log"},
        "collisions>=2 penalty<0.5": {"RouteScenario_1_rep0.log"},
        "worst=collision": {"RouteScenario_1_rep0.log"},
        "rep0 -worst=collision": {"RouteScenario_2_rep0.log", "RouteScenario_7_rep0"},
        "!error=": {
            "RouteScenario_1_rep0.log", "RouteScenario_2_rep0.log", "cut.rec", "no ending",
            "RouteScenario_7_rep0",
        },
        "nothing=1": set(),
    }.items():  # fmt: skip
        type_into(page, qtbot, text)
        assert set(shown(page)) == names
        type_into(page, qtbot, "")
        assert len(shown(page)) == 7
    buttons = {made.text(): made for made in page.findChildren(QToolButton) if made.isCheckable()}
    for names in (1, 7):
        qtbot.mouseClick(buttons["Collision 1"], Qt.MouseButton.LeftButton)
        assert len(shown(page)) == names


def test_a_heading_sorts_and_unknown_stays_below(page, qtbot):
    header = page.view.horizontalHeader()
    column = [each.name for each in page.model.columns].index("duration")
    for descending in (False, True):
        place = QPoint(header.sectionViewportPosition(column) + 4, header.height() // 2)
        qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
        told = shown(page, column)
        known = [float(text) for text in told if text != "–"]
        assert len(set(known)) > 1
        assert known == sorted(known, reverse=descending)
        assert told[len(known) :] == ["–"] * 3
    column = [each.name for each in page.model.columns].index("penalty")
    told = dict(zip(shown(page), shown(page, column), strict=True))
    assert told["RouteScenario_1_rep0.log"] == "≤ 0.390"  # it may be lower
    page.view.sortByColumn(column, Qt.SortOrder.AscendingOrder)
    assert shown(page)[0] == "RouteScenario_1_rep0.log"


def test_the_current_row_stays_whatever_the_order(page, qtbot):
    page.view.selectRow(1)
    current = page.view.current
    page.view.sortByColumn(1, Qt.SortOrder.DescendingOrder)
    assert page.view.current == current
    type_into(page, qtbot, "rep0_is_nowhere")
    assert page.view.current is None
    type_into(page, qtbot, "")
    assert page.view.current == current


def test_what_could_not_be_used_is_listed(page, qtbot):
    (text,) = page.findChildren(QPlainTextEdit)
    (head,) = [each for each in page.findChildren(QToolButton) if "remark" in each.text()]
    assert not text.isVisible()
    qtbot.mouseClick(head, Qt.MouseButton.LeftButton)
    assert text.isVisible()
    assert "loop: this link leads to a folder that is looked at already" in text.toPlainText()


def test_columns_are_as_they_were_left(page, viewer, lists, runs):
    header = page.view.horizontalHeader()
    columns = [each.name for each in page.model.columns]
    length, score = columns.index("duration"), columns.index("score_composed")
    header.moveSection(header.visualIndex(length), 2)
    header.resizeSection(length, 141)
    (hide,) = [each for each in header.actions() if each.text() == "Score"]
    hide.trigger()
    viewer.library.shut_down()
    page = lists(runs, 7)
    header = page.view.horizontalHeader()
    assert (header.visualIndex(length), header.sectionSize(length)) == (2, 141)
    assert header.isSectionHidden(score)
    (hide,) = [each for each in header.actions() if each.text() == "Score"]
    assert not hide.isChecked()


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        ((), "There is no file in {0}"),
        (("a.txt", "b.txt"), "There is no recording in {0}: none of its 2 files begins as one"),
        (None, "{0}: there is no such folder."),
    ],
)
@pytest.mark.usefixtures("lists")
def test_a_folder_without_recordings_says_so(viewer, qtbot, folder, names, sentence):
    for name in names or ():
        (folder / name).write_text("nothing", encoding="utf-8")
    if names is None:
        folder.rmdir()
    viewer.files.open_folder(folder)
    page = viewer.library.page
    expected = sentence.format(folder)
    qtbot.waitUntil(
        lambda: expected in [each.text() for each in page.findChildren(QLabel) if each.isVisible()]
    )


def test_a_question_in_the_same_field(page, qtbot):
    type_into(page, qtbot, "SELECT name, collisions FROM recordings WHERE collisions > 0")
    qtbot.keyClick(page.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.answer.isVisibleTo(page))
    model = page.answer.model()
    assert [model.index(0, column).data() for column in range(2)] == ["RouteScenario_1_rep0.log", "2"]
    type_into(page, qtbot, "SELECT nothing FROM recordings")
    qtbot.keyClick(page.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "(column 8)" in page.message)
    type_into(page, qtbot, "")
    assert not page.answer.isVisibleTo(page)
    assert len(shown(page)) == 7


def test_without_the_libraries_it_lists_and_says_what_sql_needs(lists, qtbot, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "MODULES", ("no_such_module",))
    crash(tmp_path / "crash.log")
    page = lists(tmp_path, 1)
    type_into(page, qtbot, "SELECT 1")
    qtbot.keyClick(page.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: how_to_install("library") in page.message)


def test_recordings_are_judged_as_in_the_window(viewer, lists, qtbot, tmp_path):
    """By the maps in all its folders, by the heroes that were chosen, by its thresholds."""
    for folder in ("maps", "other maps", "runs"):
        (tmp_path / folder).mkdir()
    write(tmp_path / "maps", road(), name="Town01.xodr")
    path = crash(tmp_path / "runs" / "one.log")
    for folder in ("maps", "other maps"):
        viewer.settings.add_map_folder(tmp_path / folder)
    page = lists(tmp_path / "runs", 1)
    assert not [each for each in page.model.value(0, "not_judged") if "there is no road map" in each]
    assert page.model.value(0, "hero_id") == 1
    viewer.settings.hero_of[path] = 2
    viewer.found_events.set_threshold("ttc", 0.01)
    for _ in range(2):
        press(viewer, "Ctrl+Shift+L")
    qtbot.waitUntil(lambda: not page.busy and page.model.value(0, "hero_id") == 2)
    assert "Nearly hit 1" not in [made.text() for made in page.findChildren(QToolButton)]


def test_what_was_stopped_goes_on(qtbot, runs, tmp_path):
    class Slow(module.Library):
        begun = False

        def refresh(self, progress, **_asked):
            if self.begun:
                super().refresh(progress, jobs=1)
                return
            self.begun = True
            self.find_recordings()
            while progress(module.Progress(1, 6, 0.1, 7200.0)):
                time.sleep(0.01)
            raise ReadingCancelledError

    page = LibraryPage(Slow([runs], kept_in=tmp_path / "kept"), SurveyOptions, lambda *_: None)
    qtbot.addWidget(page)
    page.show()
    stop = page.findChild(QPushButton)
    texts = [each.text for each in page.findChildren(QLabel)]
    qtbot.waitUntil(lambda: "1 of 6 read · 2 h left" in [text() for text in texts])
    qtbot.mouseClick(stop, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: any("6 not read yet" in text() for text in texts))
    assert stop.text() == "Go on"
    assert shown(page) == ["RouteScenario_7_rep0"]  # what is known without reading a recording
    qtbot.mouseClick(stop, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.model.rowCount() == 7 and not page.busy)
    assert not stop.isVisible()
    page.shut_down()


def test_the_folder_is_watched(lists, qtbot, folder):
    first = calm(folder / "one.log")
    page = lists(folder, 1)
    shutil.copy(first, folder / "two.log")
    qtbot.waitUntil(lambda: page.model.rowCount() == 2 and not page.busy)


def test_a_recording_that_grows_is_followed(lists, qtbot, folder, monkeypatch):
    """Nobody tells that a file was written to: it is looked at again after some time."""
    monkeypatch.setattr(page_module, "_GROWING", 50)
    path = calm(folder / "one.log")
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    page = lists(folder, 1)
    before = page.model.value(0, "frames")
    with path.open("ab") as file:
        file.write(whole[len(whole) // 2 :])
    qtbot.waitUntil(lambda: page.model.value(0, "frames") > before)


def test_what_sql_alone_can_hold_is_text_and_a_long_answer_is_cut(page, qtbot):
    values = "timestamp 'infinity', date '290000-01-01', [1.50], {'a': 1}, 'nan'::double, interval '1 day'"
    for question, said, cells in (
        (f"SELECT {values}", "1 rows", ["infinity", "290000-01-01", "[1.50]", "{'a': 1}", "–", "1 day"]),
        ("SELECT range FROM range(400000000)", "The first 10,000 of more rows", ["0"]),
        ("SELECT range FROM range(10000)", "10,000 rows", ["0"]),
        ("SELECT range FROM range(10001)", "The first 10,000 of more rows", ["0"]),
    ):
        type_into(page, qtbot, question)
        qtbot.keyClick(page.field, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda said=said: page.message.replace("\N{NARROW NO-BREAK SPACE}", ",") == said)
        model = page.answer.model()
        assert [model.index(0, column).data() for column in range(model.columnCount())] == cells


def test_a_run_opens_at_its_event_with_its_card_and_those_concerned(page, viewer, qtbot):
    page.view.setFocus()
    qtbot.keyClick(page.view, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: viewer.found_events.current_event is not None)
    event, index = viewer.found_events.current_event, viewer.recording.index
    assert (event.kind, event.start) == (
        "collision",
        pytest.approx(page.model.value(0, "worst_at"), abs=1e-3),
    )
    qtbot.waitUntil(viewer.window.map_area.event_card.isVisible)
    ids = {int(index.actors.actor_id[row]) for row in viewer.focus.selected}
    assert ids == {int(index.actors.actor_id[row]) for row in event.rows if row is not None}
    camera = viewer.window.map_area.map_view.camera
    x, y = camera.to_screen((16.0, 0.0))  # where they touch
    assert 0 < x < camera.width
    assert 0 < y < camera.height
    assert camera.width / camera.scale < 60.0  # metres: the whole way is not seen


@pytest.fixture
def growing(lists, qtbot, folder):
    """A page whose first row is another with each recording that is looked at."""
    calm(folder / "b.log")
    page = lists(folder, 1)

    def grow(make, name):
        count = page.model.rowCount() + 1
        make(folder / name)
        page.refresh()
        qtbot.waitUntil(lambda: not page.busy and page.model.rowCount() == count)

    return page, grow


def selected(page):
    return [page.model.index(each.row(), 1).data() for each in page.view.selectionModel().selectedRows()]


def test_until_a_row_is_chosen_the_first_is_selected(growing, viewer, qtbot):
    page, grow = growing
    assert selected(page) == ["b.log"]
    grow(calm, "a.log")
    assert (shown(page), selected(page)) == (["a.log", "b.log"], ["a.log"])
    grow(crash, "z.log")
    assert (shown(page)[0], selected(page)) == ("z.log", ["z.log"])
    page.view.sortByColumn(1, Qt.SortOrder.AscendingOrder)
    assert (shown(page)[0], selected(page)) == ("a.log", ["a.log"])
    page.view.setFocus()
    qtbot.keyClick(page.view, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: viewer.recording.index is not None and not viewer.recording.busy)
    assert viewer.recording.index.path.name == "a.log"


def test_a_row_that_was_chosen_stays_selected_while_rows_sort(growing, qtbot):
    page, grow = growing
    place = page.view.visualRect(page.model.index(0, 1)).center()
    qtbot.mouseClick(page.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    grow(calm, "a.log")
    grow(crash, "z.log")
    assert (shown(page), selected(page)) == (["z.log", "a.log", "b.log"], ["b.log"])
    page.view.sortByColumn(1, Qt.SortOrder.DescendingOrder)
    assert selected(page) == ["b.log"]


def test_a_results_file_alone_is_a_table_of_its_runs(viewer, lists, qtbot, tmp_path):
    results = tmp_path / "results.json"
    results.write_text(checkpoint(record(1), record(2, status="Failed - Agent got blocked", score=10.0)))
    viewer.window.files_dropped.emit([results])
    page = viewer.library.page
    qtbot.waitUntil(lambda: not page.busy and page.model.rowCount() == 2)
    assert "blocked" in shown(page, 2)[0]


def test_runs_without_a_recording_say_why_they_failed(viewer, lists, qtbot, folder):
    blocked = record(2, status="Failed - Agent got blocked", way=10.0, score=10.0)
    (folder / "results.json").write_text(checkpoint(record(1), blocked, record(3)))
    page = lists(folder, 3)
    assert "blocked" in shown(page, 2)[0]
    assert shown(page, 2)[1:] == ["passed; no recording"] * 2
    assert any(each.text().startswith("Driving score 70") for each in page.findChildren(QLabel))
    page.view.setFocus()
    page.view.selectRow(1)
    qtbot.keyClick(page.view, Qt.Key.Key_Return)
    assert "no recording of this run" in page.message
    assert viewer.recording.index is None


def test_runs_are_grouped_and_compared_with_another_night(lists, qtbot, tmp_path, monkeypatch):
    blocked = {"status": "Failed - Agent got blocked", "way": 10.0, "score": 10.0}
    for name, records in (
        ("now", [record(1, **blocked), record(2)]),
        ("then", [record(1), record(2, **blocked)]),
    ):
        (tmp_path / name).mkdir()
        (tmp_path / name / "results.json").write_text(checkpoint(*records))
    page = lists(tmp_path / "now", 2)
    groups, before = page.night.findChildren(QToolButton)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path / "then"))
    qtbot.mouseClick(before, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.model.value(0, "flip") is not None)
    found = {page.model.value(row, "route"): page.model.value(row, "flip") for row in range(2)}
    assert found == {"1": "worse", "2": "better"}
    type_into(page, qtbot, "flip=worse")
    assert page.model.rowCount() == 1
    qtbot.mouseClick(before, Qt.MouseButton.LeftButton)
    assert page.model.value(0, "flip") is None
    if find_spec("duckdb") is not None:
        with qtbot.waitSignal(page.answer.answered):
            groups.menu().actions()[0].trigger()
        model, across = page.answer.model(), Qt.Orientation.Horizontal
        row = {model.headerData(at, across): model.index(0, at).data() for at in range(7)}
        assert (row["n"], row["passed"], row["mean"], row["worst"]) == ("2", "1", "55", "10")
