"""Several actors side by side: columns, differences, pins, and what fits."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QFontMetrics, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTableView, QToolButton

from tests.scenes import BICYCLE, HERO, LATE, LIGHT, OTHER, WALKER, street
from tests.ui.inspector.sheets import cells, heard, line_of, middle, row_of
from viewer.logfile.source import LogFile
from viewer.recording.build.builder import read_index
from viewer.replay.world.world import world_at
from viewer.ui.inspector import Inspector
from viewer.ui.inspector.columns import Columns, lay_out_cells, width_for
from viewer.ui.inspector.columns_head import ColumnsHead, two_lines
from viewer.ui.inspector.comparison import Comparison, only_different
from viewer.ui.inspector.contents import Contents
from viewer.ui.inspector.legend import Legend
from viewer.ui.inspector.line_layout import RIGHT, SheetFonts
from viewer.ui.inspector.sheet import Piece, Row, RowKind, SelectActor, Swatch, Value, fact, heading
from viewer.ui.inspector.title import Title
from viewer.ui.inspector.values import actor, plain, vector
from viewer.ui.state.actor_ref import ref_of, refs_of
from viewer.ui.theme import apply_theme, font, load_theme


@pytest.fixture
def inspector(index, qtbot):
    inspector = Inspector()
    qtbot.addWidget(inspector)
    inspector.resize(340, 700)
    inspector.set_recording(index)
    inspector.set_hero(ref_of(row_of(index, HERO)))
    inspector.set_world(world_at(index, 0.51))
    inspector.show()
    qtbot.waitExposed(inspector)
    return inspector


@pytest.fixture
def sheet(inspector):
    return inspector.findChild(QTableView)


def rows(index, *ids):
    return tuple(row_of(index, actor_id) for actor_id in ids)


def button(inspector, words):
    (found,) = [
        each
        for each in inspector.findChildren(QToolButton)
        if words in each.accessibleName() and each.isVisible()
    ]
    return found


def press(inspector, words):
    QTest.mouseClick(button(inspector, words), Qt.MouseButton.LeftButton)


def test_two_actors_stand_side_by_side(inspector, sheet, index):
    inspector.set_selected(refs_of(rows(index, HERO, OTHER)))
    told = cells(sheet)
    assert told["Role"] == ("hero", "autopilot")
    assert told["Speed"] == ("10.00 m/s", "0.00 m/s")
    assert told["Location x"] == ("5.00 m", "5.00 m")
    assert told["Yaw"] == ("0.0 °", "90.0 °")
    assert told["Location m"] == ("", "")
    assert not inspector.findChild(Title).isVisible()
    inspector.set_world(world_at(index, 0.31))
    assert cells(sheet)["Location x"] == ("3.00 m", "5.00 m")
    inspector.set_selected(refs_of(rows(index, HERO)))
    assert cells(sheet)["Location"] == ("3.00, 0.00, 0.10 m",)
    assert inspector.findChild(Title).isVisible()


def test_those_who_touched_share_the_row_of_their_contact(inspector, sheet, index):
    inspector.set_selected(refs_of(rows(index, HERO, OTHER)))
    assert cells(sheet)["Collision with "] == (f"{OTHER} · 0.450 s", f"{HERO} · 0.450 s")


def test_they_stand_in_the_order_of_the_list_whoever_was_chosen_first(inspector, sheet, index):
    told = []
    for ids in ((HERO, OTHER), (OTHER, HERO)):
        inspector.set_selected(refs_of(rows(index, *ids)))
        told.append(cells(sheet)["Collision with "])
    assert told == [(f"{OTHER} · 0.450 s", f"{HERO} · 0.450 s")] * 2


def test_what_one_has_and_the_other_has_not_is_empty_there(inspector, sheet, index):
    inspector.set_selected(refs_of(rows(index, HERO, LIGHT, WALKER)))
    told = cells(sheet)
    columns = sorted(rows(index, HERO, LIGHT, WALKER))
    walker, light = (columns.index(rows(index, each)[0]) for each in (WALKER, LIGHT))
    assert [cell for cell in enumerate(told["Commanded speed"]) if cell[1]] == [(walker, "1.40 m/s")]
    assert [cell for cell in enumerate(told["Frozen"]) if cell[1]] == [(light, "no")]
    assert list(told).index("Traffic light") < list(told).index("Control") < list(told).index("Walker")


def test_while_time_runs_only_texts_change(inspector, sheet, index):
    inspector.set_selected(refs_of(rows(index, HERO, OTHER)))
    resets, changed = heard(sheet.model().modelReset), []
    sheet.model().dataChanged.connect(lambda first, _last: changed.append(first.row()))
    inspector.set_world(world_at(index, 0.56))
    assert resets == []
    labels = list(cells(sheet))
    assert {labels[line] for line in changed} == {"Speed", "Location x", "Distance to hero"}


def colours(sheet, label, number):
    """What is painted in the cell of an actor."""
    rect = sheet.line_rect(line_of(sheet, label))
    image = sheet.viewport().grab(rect).toImage()
    left, right = sheet.columns.span(number)
    return {image.pixelColor(x, y).name() for x in range(left, right) for y in range(rect.height())}


def test_all_have_a_column_and_no_sign_of_difference_is_there(inspector, sheet, index):
    inspector.resize(width_for(4), 700)
    inspector.set_selected(refs_of(rows(index, HERO, OTHER, BICYCLE, WALKER)))
    assert list(sheet.columns.shown) == [0, 1, 2, 3]
    assert not any("≠" in button.text() for button in inspector.findChildren(QToolButton))


@pytest.mark.parametrize("name", ["lincoln mkz 2020", "harley-davidson low rider", "volkswagen t2 2021"])
def test_a_blueprint_is_written_in_two_lines(qapp, name):
    metrics = QFontMetrics(font(11))
    lines = two_lines(name, metrics, 60)
    assert len(lines) == 2
    assert max(map(metrics.horizontalAdvance, lines)) < metrics.horizontalAdvance(name)
    assert two_lines(name, metrics, 1000) == (name,)


def test_four_need_a_wider_panel_and_two_do_not(inspector, index):
    asked = heard(inspector.width_needed)
    inspector.set_selected(refs_of(rows(index, HERO, OTHER, BICYCLE, WALKER)))
    assert asked[-1] == width_for(4) == 420
    inspector.set_selected(refs_of(rows(index, HERO, OTHER)))
    assert asked[-1] == 0


def test_the_filter_leaves_what_differs_or_did(inspector, sheet, index):
    inspector.set_selected(refs_of(rows(index, HERO, OTHER)))
    press(inspector, "Only differences")
    told = cells(sheet)
    assert "Category" not in told
    assert told["Role"] == ("hero", "autopilot")
    assert "Location x" not in told  # both are at 5 m
    inspector.set_world(world_at(index, 0.31))
    assert "Location x" in cells(sheet)
    inspector.set_world(world_at(index, 0.51))
    assert cells(sheet)["Location x"] == ("5.00 m", "5.00 m")  # rows do not come and go
    press(inspector, "Only differences")
    assert "Category" in cells(sheet)


def test_only_what_fits_is_seen_and_the_rest_can_be_reached(inspector, sheet, index, qtbot):
    inspector.set_selected(refs_of(rows(index, HERO, OTHER, BICYCLE, WALKER)))
    head = inspector.findChild(ColumnsHead)
    assert list(sheet.columns.shown) == [2, 3]  # the one selected last is seen
    for _ in range(3):
        press(inspector, "further left") if button(inspector, "further left").isEnabled() else None
    assert list(sheet.columns.shown) == [0, 1]
    sheet.setFocus()
    qtbot.keyClick(sheet, Qt.Key.Key_Right)
    assert list(sheet.columns.shown) == [1, 2]
    at = QPointF(100, 100)
    wheel = QWheelEvent(
        at,
        QPointF(sheet.viewport().mapToGlobal(at.toPoint())),
        QPoint(),
        QPoint(-120, 0),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,  # noqa: FBT003 - Qt takes it by position only
    )
    QApplication.sendEvent(sheet.viewport(), wheel)
    assert list(sheet.columns.shown) == [2, 3]
    inspector.resize(640, 700)
    assert list(sheet.columns.shown) == [0, 1, 2, 3]
    assert head.width() == 640


def test_arrows_are_left_to_the_window_while_all_fit(inspector, sheet, index, qtbot):
    inspector.set_selected(refs_of(rows(index, HERO, OTHER)))
    sheet.setFocus()
    left_over = []
    inspector.keyPressEvent = lambda event: left_over.append(event.key())
    qtbot.keyClick(sheet, Qt.Key.Key_Right)
    assert left_over == [Qt.Key.Key_Right]


def test_a_pinned_actor_stays_beside_who_is_selected(inspector, sheet, index):
    inspector.set_selected(refs_of(rows(index, HERO)))
    asked = heard(inspector.pin_requested)
    press(inspector, "Pin")
    assert asked == [row_of(index, HERO)]
    inspector.set_pinned(refs_of(rows(index, HERO)))
    assert cells(sheet)["Role"] == ("hero",)
    inspector.set_selected(refs_of(rows(index, OTHER)))
    assert cells(sheet)["Role"] == ("hero", "autopilot")
    inspector.set_selected(())
    assert cells(sheet)["Role"] == ("hero",)
    inspector.set_pinned(())
    assert cells(sheet)["Map"] == ("Town03",)


def test_an_actor_is_taken_away(inspector, index):
    inspector.set_pinned(refs_of(rows(index, HERO)))
    inspector.set_selected(refs_of(rows(index, OTHER)))
    pins, selections = heard(inspector.pin_requested), heard(inspector.select_requested)
    press(inspector, f"Take {HERO} away")
    press(inspector, f"Take {OTHER} away")
    assert pins == [row_of(index, HERO)]
    assert selections == [(row_of(index, OTHER), True)]


def test_a_click_opens_the_curves_of_all_and_a_click_on_one_gives_it_a_lane(inspector, sheet, index):
    inspector.set_selected(refs_of(rows(index, HERO, OTHER)))
    asked = heard(inspector.plot_requested)
    position = middle(sheet, "Speed", sheet.columns.span(0)[1] - 4)
    QTest.mouseClick(sheet.viewport(), Qt.MouseButton.LeftButton, pos=position)
    for number in (0, 1):
        position = middle(sheet, "Speed over time", sheet.columns.span(number)[1] - 4)
        QTest.mouseClick(sheet.viewport(), Qt.MouseButton.LeftButton, pos=position)
    assert asked == [(row, "derived_speed") for row in rows(index, HERO, OTHER)]


def test_enter_gives_the_curves_of_a_line_lanes(inspector, sheet, index, qtbot):
    inspector.set_selected(refs_of(rows(index, HERO, OTHER)))
    asked = heard(inspector.plot_requested)
    sheet.setFocus()
    sheet.move_to(line_of(sheet, "Speed"))
    qtbot.keyClick(sheet, Qt.Key.Key_Return)
    sheet.move_to(line_of(sheet, "Speed over time"))
    qtbot.keyClick(sheet, Qt.Key.Key_Return)
    assert asked == [(row, "derived_speed") for row in rows(index, HERO, OTHER)]


@pytest.mark.parametrize("width", [260, 340, 500, 640])
@pytest.mark.parametrize("elapsed", [0.0, 0.31, 0.9])
def test_all_sorts_can_stand_side_by_side(inspector, sheet, index, width, elapsed):
    inspector.resize(width, 500)
    inspector.set_world(world_at(index, elapsed))
    inspector.set_selected(refs_of(rows(index, HERO, OTHER, BICYCLE, WALKER, LIGHT, LATE)))
    assert not inspector.grab().isNull()
    assert "nan" not in " ".join(text for values in cells(sheet).values() for text in values)


def test_another_theme_looks_as_if_there_had_never_been_one_before(plain_app, qtbot, index):
    def shown(*themes):
        inspector = Inspector()
        qtbot.addWidget(inspector)
        inspector.resize(420, 500)
        apply_theme(plain_app, load_theme(themes[0]))
        inspector.set_recording(index)
        inspector.set_world(world_at(index, 0.31))
        inspector.set_selected(refs_of(rows(index, HERO, OTHER, WALKER)))
        inspector.set_pinned(refs_of(rows(index, OTHER)))
        inspector.show()
        qtbot.waitExposed(inspector)
        inspector.grab()
        for theme in themes[1:]:
            apply_theme(plain_app, load_theme(theme))
        return inspector.grab().toImage()

    assert shown("dark", "light") == shown("light")


def test_the_place_is_kept_for_the_same_sort(inspector, sheet, index):
    inspector.resize(340, 240)
    inspector.set_selected(refs_of(rows(index, HERO)))
    sheet.scrollTo(sheet.model().index(line_of(sheet, "Brake"), 0), QTableView.ScrollHint.PositionAtTop)
    top = sheet.rowViewportPosition(line_of(sheet, "Brake"))
    inspector.set_selected(refs_of(rows(index, OTHER)))
    assert sheet.rowViewportPosition(line_of(sheet, "Brake")) == top
    inspector.set_selected(refs_of(rows(index, WALKER)))
    assert sheet.verticalScrollBar().value() == 0
    inspector.set_selected(())
    inspector.set_selected(refs_of(rows(index, HERO)))
    assert sheet.rowViewportPosition(line_of(sheet, "Brake")) == top


@pytest.mark.parametrize("name", ["another.log", "street.log"])
def test_in_another_recording_one_begins_at_the_top_and_in_the_same_one_read_again_one_stays(
    inspector, sheet, tmp_path, name
):
    first, second = (street().index(tmp_path / each) for each in ("street.log", name))
    inspector.resize(340, 240)
    inspector.set_selected(())
    inspector.set_recording(first)
    inspector.set_world(world_at(first, 0.51))
    inspector.set_selected(refs_of(rows(first, HERO)))
    sheet.scrollTo(sheet.model().index(line_of(sheet, "Brake"), 0), QTableView.ScrollHint.PositionAtTop)
    top = sheet.verticalScrollBar().value()
    inspector.set_selected(())
    inspector.set_recording(second)
    inspector.set_world(world_at(second, 0.51))
    inspector.set_selected(refs_of(rows(second, HERO)))
    assert top > 0
    assert sheet.verticalScrollBar().value() == (top if name == "street.log" else 0)


def test_those_who_collided_in_a_real_recording(recordings, inspector, sheet):
    index = read_index(LogFile(recordings / "town03_carla096_collision.rec"))
    inspector.set_recording(index)
    inspector.set_world(world_at(index, 8.47))
    inspector.set_selected(refs_of(rows(index, 2763, 2768)))
    told = cells(sheet)
    assert told["Collision with "] == ("2768 · 8.470 s", "2763 · 8.470 s")
    assert told["Location x"] == ("−6.04 m", "−7.03 m")
    assert told["Throttle"] == ("1.00", "1.00")
    assert told["Category"] == ("vehicle", "vehicle")


def test_of_many_only_some_are_told_of(index):
    contents = Contents()
    contents.pinned, contents.selected = (3, 4), tuple(range(100))
    assert contents.rows == (3, 4, 98, 99)
    assert contents.left_out == 96
    contents.pinned, contents.selected = tuple(range(20)), (50,)
    assert contents.rows == (0, 1, 2, 50)
    contents.selected = (3,)
    assert contents.rows == (0, 1, 2, 3)
    contents.pinned, contents.selected = (1,), (2, 1)
    assert (contents.rows, contents.left_out) == ((1, 2), 0)


# Columns, and rows put together


@pytest.mark.parametrize("count", [2, 3, 7])
@pytest.mark.parametrize("width", [260, 340, 641])
def test_columns_fill_the_room_beside_the_labels(count, width):
    columns = Columns(width, count, 99)
    spans = [columns.span(number) for number in columns.shown]
    assert 1 <= columns.fitting <= count
    assert spans[-1][1] == width - RIGHT
    assert spans[0][0] > columns.label
    assert columns.shown[-1] == count - 1
    ends = [columns.label, *(end for _, end in spans)]  # each begins where the one before ends
    for number, begin, end in zip(columns.shown, ends, ends[1:], strict=False):
        assert {columns.at(x) for x in range(begin, end)} == {number}
    assert columns.at(columns.label - 1) is columns.at(width - RIGHT) is None


def test_rows_of_all_come_in_an_order_that_keeps_that_of_each():
    one = [fact("a", "A", plain("1")), heading("h", "H"), fact("c", "C", plain("3"))]
    two = [fact("a", "A", plain("1")), fact("b", "B", plain("2")), heading("h", "H")]
    put_together = Comparison().rows([one, two])
    assert [row.key for row in put_together] == ["a", "b", "h", "c"]
    assert [row.differs for row in put_together] == [False, True, False, True]
    assert [row.key for row in only_different(put_together, set())] == ["b", "h", "c"]


def test_a_part_of_what_is_unknown_is_unknown():
    known = [fact("l", "Location", vector((1.0, 2.0, 3.0), 1, "m"))]
    unknown = [fact("l", "Location", vector((float("nan"),) * 3, 1, "m"))]
    name, x, y, _ = Comparison().rows([unknown, known])
    assert (name.label_text, name.kind) == ("Location m", RowKind.GROUP)
    assert (x.label_text, x.value_text) == ("Location x", "–\t1.0 m")
    assert (y.key, y.kind) == ("l y", RowKind.VALUE)


def test_that_equal_values_are_grey_is_said_below_those_side_by_side(inspector, index):
    for actors, said in (((HERO,), False), ((HERO, OTHER), True)):
        inspector.set_selected(refs_of(rows(index, *actors)))
        assert ("grey" in inspector.findChild(Legend).accessibleName()) is said


def test_there_is_room_below_the_last_row(inspector, sheet, index):
    inspector.set_selected(refs_of(rows(index, HERO)))
    sheet.verticalScrollBar().setValue(sheet.verticalScrollBar().maximum())
    seen = sheet.viewport().grab().toImage()
    below = (seen.pixel(x, y) for x in range(seen.width()) for y in range(seen.height() - 10, seen.height()))
    assert len(set(below)) == 1


def test_what_all_have_in_common_and_none_has_room_for_is_said_once(qapp):
    columns, fonts = Columns(420, 4), SheetFonts()
    row = Row("lights", (Piece("Lamps"),), None, cells=(plain("not recorded"),) * 4)
    label, told = lay_out_cells(row, columns, fonts).pieces[::-1]
    assert (label.text, told.text) == ("Lamps", "not recorded")
    assert told.x + told.width == 420 - RIGHT
    short = lay_out_cells(row._replace(cells=(plain("none"),) * 4), columns, fonts)
    assert [piece.text for piece in short.pieces] == ["none"] * 4 + ["Lamps"]


def test_the_light_ahead_stands_in_two_rows():
    red = Value((Piece("red"), Piece(" · "), actor(7, 2732)), swatch=Swatch("light_red", round=True))
    one = [fact("light_ahead", "Light ahead", red)]
    two = [fact("light_ahead", "Light ahead", plain("none"))]
    state, light = Comparison().rows([one, two])
    assert [cell.text for cell in state.cells] == ["red", "none"]
    assert [cell.text for cell in light.cells] == ["2732", "none"]
    assert (light.cells[0].link, light.cells[0].swatch) == (SelectActor(7), None)
    assert [row.label_text for row in (state, light)] == ["Light ahead", "Light"]


def test_the_name_of_a_curve_is_not_shortened(qapp):
    row = Row("speed over time", (Piece("Speed over time"),), None, RowKind.CURVE, cells=(plain("–"),) * 4)
    layout = lay_out_cells(row, Columns(420, 4), SheetFonts())
    assert ([piece.text for piece in layout.pieces], layout.shortened) == (["±5 s"], False)
