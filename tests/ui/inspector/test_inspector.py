"""The inspector as a person uses it: reading, following links, unfolding, copying."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QContextMenuEvent, QHelpEvent, QMouseEvent, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTableView, QToolButton, QToolTip

from tests.scenes import BICYCLE, CAMERA, HERO, LATE, LIGHT, OTHER, SIGN, WALKER, Scene, actor, pose, street
from tests.ui.inspector.sheets import heard
from viewer.logfile.source import LogFile
from viewer.recording.build.builder import read_index
from viewer.replay.world.world import world_at
from viewer.ui.inspector import Inspector
from viewer.ui.inspector.line_layout import MARGIN, SheetFonts, value_end
from viewer.ui.inspector.sheet_menu import SheetMenu
from viewer.ui.inspector.title import Title
from viewer.ui.state.actor_ref import ref_of, refs_of
from viewer.ui.theme import apply_theme, load_theme

popups = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
"""Without a screen no window is raised and no keyboard grabbed, and Qt says so of every menu and tooltip."""


@pytest.fixture
def inspector(index, qtbot, qapp):
    apply_theme(qapp, load_theme("dark"))
    inspector = Inspector()
    qtbot.addWidget(inspector)
    inspector.resize(340, 760)
    inspector.set_recording(index)
    inspector.set_hero(ref_of(index.actors.hero_rows[0]))
    inspector.set_world(world_at(index, 0.21))
    inspector.show()
    qtbot.waitExposed(inspector)
    return inspector


@pytest.fixture
def sheet(inspector):
    return inspector.findChild(QTableView)


def row_of(index, actor_id):
    return index.actors.rows_of(actor_id)[0]


def shown(sheet):
    """What the sheet says, label by label."""
    model = sheet.model()
    return {model.index(n, 0).data(): model.index(n, 1).data() for n in range(model.rowCount())}


def line_of(sheet, label):
    return list(shown(sheet)).index(label)


def place(sheet, label, x):
    line = line_of(sheet, label)
    return QPoint(x, sheet.rowViewportPosition(line) + sheet.rowHeight(line) // 2)


def end_of(sheet, label):
    return place(sheet, label, value_end(sheet.width(), SheetFonts()) - 6)


def click(sheet, position):
    QTest.mouseClick(sheet.viewport(), Qt.MouseButton.LeftButton, pos=position)


def clipboard():
    return QApplication.clipboard().text()


# What it says


def test_with_nobody_selected_it_tells_of_the_recording(inspector, sheet):
    rows = shown(sheet)
    assert rows["Map"] == "Town03"
    assert rows["Frames"] == "20"
    assert rows["Vehicle"] == "3"
    assert any("No actor selected" in label for label in rows)


def test_a_selected_actor_is_told_of_now(inspector, sheet, index):
    inspector.set_selected(refs_of((row_of(index, HERO),)))
    rows = shown(sheet)
    assert rows["Role"] == "hero"
    assert rows["Speed"] == "10.00 m/s"
    assert rows["Location"] == "2.00, 0.00, 0.10 m"
    inspector.set_world(world_at(index, 0.31))
    assert shown(sheet)["Location"] == "3.00, 0.00, 0.10 m"
    inspector.set_selected(())
    assert shown(sheet)["Map"] == "Town03"


@pytest.mark.parametrize("actor_id", [HERO, OTHER, BICYCLE, WALKER, LIGHT, SIGN, CAMERA, LATE])
@pytest.mark.parametrize("width", [300, 420])
def test_everybody_can_be_looked_at_all_the_time(inspector, sheet, index, actor_id, width):
    inspector.resize(width, 400)
    inspector.set_selected(refs_of((row_of(index, actor_id),)))
    for elapsed in (0.0, 0.31, 0.9):
        inspector.set_world(world_at(index, elapsed))
        assert not inspector.grab().isNull()
        assert "nan" not in " ".join(shown(sheet).values())


def test_while_time_runs_only_texts_change(inspector, sheet, index, qtbot):
    inspector.set_selected(refs_of((row_of(index, HERO),)))
    resets, changed = heard(sheet.model().modelReset), []
    sheet.model().dataChanged.connect(lambda first, last: changed.append(first.row()))
    inspector.set_world(world_at(index, 0.26))
    assert resets == []
    labels = list(shown(sheet))
    assert {labels[line] for line in changed} == {"Location", "Speed"}


def test_one_who_is_not_alive_keeps_what_does_not_change(inspector, sheet, index):
    asked = heard(inspector.seek_requested)
    inspector.set_selected(refs_of((row_of(index, LATE),)))
    rows = shown(sheet)
    assert rows["State"] == "not spawned until 0.250 s"
    assert rows["Role"] == "autopilot"
    assert "Speed" not in rows
    click(sheet, end_of(sheet, "State"))
    assert asked == [pytest.approx(0.25)]
    inspector.set_world(world_at(index, 0.3))
    assert shown(sheet)["Speed"] == "6.00 m/s"
    assert "State" not in shown(sheet)
    inspector.set_world(world_at(index, 0.9))
    assert shown(sheet)["State"] == "destroyed at 0.750 s"


def test_a_value_that_stops_being_told_leaves_a_dash(qtbot, tmp_path, qapp):
    scene = Scene().frame(add=[actor(7)], poses=[pose(7, (0, 0, 0))])
    scene.frame(poses=[pose(7, (1, 0, 0))]).frame()
    index = scene.index(tmp_path / "lost.log")
    inspector = Inspector()
    qtbot.addWidget(inspector)
    inspector.set_recording(index)
    inspector.set_selected(refs_of((0,)))
    sheet = inspector.findChild(QTableView)
    inspector.set_world(world_at(index, 0.0))
    assert shown(sheet)["Speed"] == "20.00 m/s"
    inspector.set_world(world_at(index, 1.0))
    assert (shown(sheet)["Speed"], shown(sheet)["Location"]) == ("–", "–")


def test_what_one_actor_told_is_not_expected_of_the_next(inspector, sheet, index):
    inspector.set_selected(refs_of((row_of(index, HERO),)))
    assert "Throttle" in shown(sheet)
    inspector.set_selected(refs_of((row_of(index, BICYCLE),)))
    assert "Throttle" not in shown(sheet)


def test_an_actor_of_another_sort_is_shown_from_its_beginning(inspector, sheet, index):
    inspector.resize(340, 200)
    inspector.set_selected(refs_of((row_of(index, HERO),)))
    sheet.scrollToBottom()
    assert sheet.verticalScrollBar().value() > 0
    inspector.set_selected(refs_of((row_of(index, WALKER),)))
    assert sheet.verticalScrollBar().value() == 0


def test_a_file_that_changed_underneath_leaves_what_is_known(inspector, sheet, tmp_path):
    index = street().index(tmp_path / "street.log")
    inspector.set_recording(index)
    inspector.set_selected(refs_of((row_of(index, HERO),)))
    world = world_at(index, 0.21)
    index.path.write_bytes(b"something else")
    inspector.set_world(world)
    assert shown(sheet)["Role"] == "hero"
    assert "Speed" not in shown(sheet)
    inspector.set_selected(())
    assert shown(sheet)["Map"] == "Town03"


def test_another_recording_forgets_the_selection(inspector, sheet, index, tmp_path):
    inspector.set_selected(refs_of((row_of(index, HERO),)))
    inspector.set_recording(Scene().frame(add=[actor(7)]).index(tmp_path / "other.log"))
    assert shown(sheet)["Frames"] == "1"
    inspector.set_recording(None)
    assert shown(sheet) == {}


def test_a_growing_recording_keeps_the_selection(inspector, sheet, index):
    inspector.set_selected(refs_of((row_of(index, HERO),)))
    inspector.set_recording(index)
    assert shown(sheet)["Role"] == "hero"


def test_everybody_in_a_real_recording(recording_file, inspector, sheet):
    index = read_index(LogFile(recording_file))
    inspector.set_recording(index)
    inspector.set_hero(ref_of(next(iter(index.actors.hero_rows), None)))
    some = {description.type_id: row for row, description in enumerate(index.actors.descriptions)}
    for elapsed in (0.0, index.duration / 2):
        inspector.set_world(world_at(index, elapsed))
        for row in some.values():
            inspector.set_selected(refs_of((row,)))
            rows = shown(sheet)
            assert rows["Category"]
            assert not any(word in text for text in rows.values() for word in ("nan", "inf"))


# Links and folds


def test_a_child_and_a_contact_are_links_that_select(inspector, sheet, index):
    asked = heard(inspector.select_requested)
    inspector.set_selected(refs_of((row_of(index, HERO),)))
    click(sheet, end_of(sheet, "Children"))
    label = f"Collision with {OTHER}"
    width = sheet.fontMetrics().horizontalAdvance("Collision with ")
    click(sheet, place(sheet, label, MARGIN + width + 8))
    assert asked == [(row_of(index, CAMERA), False), (row_of(index, OTHER), False)]


def test_a_contact_and_a_spawn_are_links_that_seek(inspector, sheet, index):
    asked = heard(inspector.seek_requested)
    inspector.set_selected(refs_of((row_of(index, HERO),)))
    click(sheet, end_of(sheet, f"Collision with {OTHER}"))
    click(sheet, end_of(sheet, "Speed"))  # no link
    assert asked == [pytest.approx(0.45)]


def move_to(sheet, position):
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        QPointF(position),
        QPointF(sheet.viewport().mapToGlobal(position)),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(sheet.viewport(), event)


def test_a_link_is_underlined_while_it_is_pointed_at(inspector, sheet, index):
    inspector.set_selected(refs_of((row_of(index, HERO),)))
    rect = sheet.line_rect(line_of(sheet, "Children"))
    plain = sheet.viewport().grab(rect).toImage()
    move_to(sheet, end_of(sheet, "Children"))
    assert sheet.viewport().grab(rect).toImage() != plain
    QApplication.sendEvent(sheet, QEvent(QEvent.Type.Leave))
    assert sheet.viewport().grab(rect).toImage() == plain


def test_the_line_is_underlined_at_once_on_the_screen(inspector, sheet, index):
    """A picture that is asked for is always painted anew; what the window shows is not."""
    inspector.set_selected(refs_of((row_of(index, HERO),)))
    line = sheet.line_rect(line_of(sheet, "Children"))
    rect = line.translated(sheet.viewport().mapTo(inspector, QPoint()))

    def seen():
        QApplication.processEvents()
        return inspector.screen().grabWindow(inspector.winId()).toImage().copy(rect)

    move_to(sheet, place(sheet, "Children", MARGIN))
    hovered = seen()
    move_to(sheet, end_of(sheet, "Children"))
    underlined = seen()
    assert underlined != hovered
    move_to(sheet, place(sheet, "Children", MARGIN))
    assert seen() == hovered


def test_the_cursor_shows_what_can_be_clicked(inspector, sheet, index):
    inspector.set_selected(refs_of((row_of(index, HERO),)))
    for position, shape in (
        (end_of(sheet, "Children"), Qt.CursorShape.PointingHandCursor),
        (end_of(sheet, "Throttle"), Qt.CursorShape.PointingHandCursor),
        (end_of(sheet, "Category"), Qt.CursorShape.ArrowCursor),
        (place(sheet, "More", 60), Qt.CursorShape.PointingHandCursor),
        (place(sheet, "Motion", 60), Qt.CursorShape.ArrowCursor),
    ):
        move_to(sheet, position)
        assert sheet.viewport().cursor().shape() == shape


@pytest.mark.parametrize("opens", ["mouse", Qt.Key.Key_Return, Qt.Key.Key_Right])
def test_what_is_folded_away_can_be_unfolded(inspector, sheet, index, qtbot, opens):
    inspector.set_selected(refs_of((row_of(index, HERO),)))
    assert "Uid" not in shown(sheet)
    if opens == "mouse":
        click(sheet, place(sheet, "More", 20))
    else:
        click(sheet, place(sheet, "Size", 20))
        qtbot.keyClick(sheet, Qt.Key.Key_Down)
        qtbot.keyClick(sheet, opens)
    assert shown(sheet)["Uid"] == "0"
    qtbot.keyClick(sheet, Qt.Key.Key_Left)
    assert "Uid" not in shown(sheet)


def test_enter_follows_the_link_of_a_line(inspector, sheet, index, qtbot):
    asked = heard(inspector.select_requested)
    inspector.set_selected(refs_of((row_of(index, CAMERA),)))
    sheet.setFocus()
    click(sheet, place(sheet, "Parent", 20))
    qtbot.keyClick(sheet, Qt.Key.Key_Return)
    assert asked == [(row_of(index, HERO), False)]


# Copying


def test_a_value_is_copied_with_a_minus_that_programs_read(inspector, sheet, index, qtbot):
    inspector.set_selected(refs_of((row_of(index, LATE),)))
    inspector.set_world(world_at(index, 0.31))
    window = heard(QShortcut(Qt.KeyboardModifier.ControlModifier | Qt.Key.Key_C, inspector).activated)
    click(sheet, place(sheet, "Velocity", 20))
    assert shown(sheet)["Velocity"] == "0.00, −6.00, 0.00 m/s"
    qtbot.keyClick(sheet, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert clipboard() == "0.00, -6.00, 0.00 m/s"
    assert window == []


def test_without_a_line_everything_is_copied(inspector, sheet, index, qtbot):
    inspector.set_selected(refs_of((row_of(index, HERO),)))
    sheet.setFocus()
    sheet.setCurrentIndex(QModelIndex())
    qtbot.keyClick(sheet, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = clipboard().splitlines()
    assert lines[0] == f"{HERO} vehicle.lincoln.mkz2017"
    assert "Speed: 10.00 m/s (derived)" in lines
    assert "Motion" in lines


def test_a_heading_copies_its_section(inspector, sheet, index, qtbot):
    inspector.set_selected(refs_of((row_of(index, HERO),)))
    sheet.setFocus()
    click(sheet, place(sheet, "Control", 20))
    qtbot.keyClick(sheet, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = clipboard().splitlines()
    assert lines[:3] == [f"{HERO} vehicle.lincoln.mkz2017", "Control", "Gear: 3"]
    assert "Speed: 10.00 m/s" not in lines


def open_menu(sheet, position):
    event = QContextMenuEvent(
        QContextMenuEvent.Reason.Mouse, position, sheet.viewport().mapToGlobal(position)
    )
    QApplication.sendEvent(sheet.viewport(), event)
    return sheet.findChildren(SheetMenu)[-1]


@popups
@pytest.mark.parametrize(
    ("item", "expected"),
    [
        ("Copy value", "10.00 m/s"),
        ("Copy section as text", "Speed: 10.00 m/s (derived)"),
        ("Copy all as text", "Role: hero"),
    ],
)
def test_the_menu_copies(inspector, sheet, index, item, expected):
    inspector.set_selected(refs_of((row_of(index, HERO),)))
    menu = open_menu(sheet, place(sheet, "Speed", 20))
    next(action for action in menu.actions() if action.text() == item).trigger()
    menu.close()
    assert expected in clipboard().splitlines()


@popups
def test_a_heading_has_no_value_to_copy(inspector, sheet, index):
    inspector.set_selected(refs_of((row_of(index, HERO),)))
    menu = open_menu(sheet, place(sheet, "Motion", 20))
    enabled = {action.text() for action in menu.actions() if action.text() and action.isEnabled()}
    assert enabled == {
        "Copy section as text",
        "Copy section as JSON",
        "Copy all as text",
        "Copy all as JSON",
    }
    menu.close()


@popups
def test_the_menu_of_the_title_copies_the_id_and_the_blueprint(inspector, sheet, index):
    inspector.set_selected(refs_of((row_of(index, HERO),)))
    (button,) = [
        each for each in inspector.findChild(Title).findChildren(QToolButton) if "JSON" in each.toolTip()
    ]
    for expected in (str(HERO), "vehicle.lincoln.mkz2017"):
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        menu = sheet.findChildren(SheetMenu)[-1]
        next(action for action in menu.actions() if action.text() == f"Copy {expected}").trigger()
        menu.close()
        assert clipboard() == expected


# How it looks


@popups
def test_tooltips_tell_where_a_value_is_from_and_what_was_shortened(inspector, sheet, index, tmp_path):
    def tip(label):
        position = place(sheet, label, 20)
        event = QHelpEvent(QEvent.Type.ToolTip, position, sheet.viewport().mapToGlobal(position))
        QApplication.sendEvent(sheet.viewport(), event)
        return QToolTip.text()

    inspector.set_selected(refs_of((row_of(index, HERO),)))
    assert tip("Speed").startswith("Derived from")
    assert tip("Location").endswith("Recorded in this frame")  # behind the value, where it is shortened
    long = "/Game/" + "x" * 80
    scene = Scene().frame(add=[actor(7, gender=long)], poses=[pose(7, (0, 0, 0))])
    inspector.set_recording(scene.index(tmp_path / "long.log"))
    inspector.set_selected(refs_of((0,)))
    assert tip("Gender") == f"Gender: {long}\nAttribute gender · text"
    QToolTip.hideText()


def colours(sheet, label):
    line = line_of(sheet, label)
    rect = sheet.line_rect(line)
    image = sheet.viewport().grab(rect).toImage()
    return {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}


def test_colours_say_what_they_mean(plain_app, inspector, sheet, index):
    theme = load_theme("light")
    apply_theme(plain_app, theme)
    inspector.set_selected(refs_of((row_of(index, HERO),)))
    assert QColor(10, 20, 30).name() in colours(sheet, "Color")
    inspector.set_selected(refs_of((row_of(index, LIGHT),)))
    inspector.set_world(world_at(index, 0.7))
    assert theme.light_yellow.name() in colours(sheet, "State")
    inspector.set_world(world_at(index, 0.21))
    assert theme.light_green.name() in colours(sheet, "State")
    assert theme.light_yellow.name() not in colours(sheet, "State")


def test_a_vector_has_no_holes_when_one_of_its_numbers_becomes_shorter(inspector, sheet, tmp_path):
    scene = Scene().frame(add=[actor(7)], poses=[pose(7, (1, 2, -300))]).frame(poses=[pose(7, (1, 2, 3))])
    index = scene.index(tmp_path / "fall.log")
    inspector.set_recording(index)
    inspector.set_selected(refs_of((0,)))

    def picture():
        return sheet.viewport().grab(sheet.line_rect(line_of(sheet, "Location"))).toImage()

    inspector.set_world(world_at(index, 1.0))
    assert shown(sheet)["Location"] == "1.00, 2.00, 3.00 m"
    at_once = picture()
    inspector.set_world(world_at(index, 0.0))
    assert picture() != at_once
    inspector.set_world(world_at(index, 1.0))
    assert picture() == at_once


def test_the_title_has_the_actors_colour(inspector, index):
    theme = load_theme("dark")
    spot = QPoint(MARGIN + 3, 21)
    for actor_id, color in ((HERO, theme.hero), (WALKER, theme.walker)):
        inspector.set_selected(refs_of((row_of(index, actor_id),)))
        assert inspector.grab().toImage().pixelColor(spot) == color


def test_only_what_says_something_else_is_painted_again(inspector, sheet, index, qtbot, qapp):
    inspector.set_selected(refs_of((row_of(index, HERO),)))
    inspector.set_world(world_at(index, 0.3))
    with qtbot.waitExposed(inspector):
        inspector.show()
    for elapsed in (0.35, 0.4):
        qapp.processEvents()
        painted = Painted(sheet)
        inspector.set_world(world_at(index, elapsed))
        qapp.processEvents()
    label = place(sheet, "Location", 40)
    still = place(sheet, "Pose from", sheet.width() // 2)
    assert not any(each.contains(label) or each.contains(still) for each in painted.regions)
    line = sheet.visualRect(sheet.model().index(line_of(sheet, "Location"), 0))
    assert any(each.intersects(QRect(0, line.y(), sheet.width(), line.height())) for each in painted.regions)


class Painted(QObject):
    """Remembers what of a sheet was painted."""

    def __init__(self, sheet):
        super().__init__(sheet)
        self.regions = []
        sheet.viewport().installEventFilter(self)

    def eventFilter(self, _watched, event):  # noqa: N802 - Qt's name
        if event.type() == QEvent.Type.Paint:
            self.regions.append(event.region())
        return False


def test_no_line_at_the_lower_edge_is_cut_through_its_letters(inspector, sheet, index):
    def inks(top, bottom):
        """How far from the panel's colour the darkest or brightest pixel of some rows of pixels is."""
        image = sheet.viewport().grab().toImage()
        panel = load_theme("dark").panel.lightness()
        places = [(x, y) for x in range(image.width()) for y in range(top, bottom)]
        return max(abs(image.pixelColor(*place).lightness() - panel) for place in places)

    inspector.set_selected(refs_of((row_of(index, HERO),)))
    inspector.resize(340, 500)
    bar, height = sheet.verticalScrollBar(), sheet.viewport().height()
    for value in range(0, 26, 2):  # wherever a line is cut
        bar.setValue(value)
        assert inks(height - 2, height) == 0
    assert inks(height - 80, height - 20) > 60
    bar.setValue(bar.maximum())
    last = sheet.line_rect(sheet.model().rowCount() - 1)
    assert last.bottom() == height - 9  # 8 px are free below the last line
    assert inks(last.top(), last.bottom()) > 60
