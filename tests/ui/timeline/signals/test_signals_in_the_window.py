"""Lanes of signals in the whole window: adding, time, values, actors, remembering."""

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QMenu

from tests.scenes import HERO, OTHER
from tests.ui.conftest import turn
from tests.ui.drawn import near, picture
from tests.ui.timeline.conftest import RIGHT, lanes_of
from tests.ui.timeline.signals.conftest import Signals
from viewer.signals.series import SeriesKey
from viewer.ui.palette.list_view import PaletteList
from viewer.ui.signal_mime import SIGNAL_MIME, signal_in, signal_mime
from viewer.ui.theme import load_theme
from viewer.ui.timeline.model import NAMES_WIDTH, STATS_WIDTH
from viewer.ui.timeline.preset_lanes import DefaultLane
from viewer.ui.timeline.signals.lane import ChosenLane
from viewer.ui.timeline.signals.plot_layout import PlotLayout

pytestmark = pytest.mark.usefixtures("one_window")

THEME = load_theme("dark")


def test_p_adds_the_speed_of_whoever_is_selected(open_street, qtbot):
    window = open_street.window
    signals = Signals(open_street, qtbot)
    QTest.keyClick(window, Qt.Key.Key_P)
    assert signals.names == []  # nobody is selected
    window.actions_by_id["show_bottom"].trigger()
    open_street.focus.select_all((signals.hero, signals.other))
    QTest.keyClick(window, Qt.Key.Key_P)
    signals.settle()
    assert window.timeline.isVisible()
    assert signals.names == [["derived_speed", "derived_speed"]]
    QTest.keyClick(window, Qt.Key.Key_P)
    assert signals.names == [["derived_speed", "derived_speed"]]


def keys_of(signals):
    return [curve.key for curve in signals.book.plot_layout.curves]


def test_p_shows_the_state_of_a_light_and_what_was_clicked_last_in_the_inspector(signals):
    viewer = signals.viewer
    viewer.focus.select(signals.light)
    QTest.keyClick(viewer.window, Qt.Key.Key_P)
    signals.settle()
    assert signals.names == [["light_state"]]
    assert signals.row(signals.numbers[0]).value(0.5) in ("Red", "Yellow", "Green")
    viewer.focus.select(signals.hero)
    viewer.window.inspector.plot_requested.emit(signals.hero, "y")
    viewer.focus.select(signals.other)
    QTest.keyClick(viewer.window, Qt.Key.Key_P)
    assert keys_of(signals)[1:] == [SeriesKey("y", signals.hero), SeriesKey("y", signals.other)]


@pytest.mark.parametrize(
    ("key", "keys", "text", "found"),
    [
        (Qt.Key.Key_P, Qt.KeyboardModifier.ShiftModifier, f"{OTHER} distance hero", "distance"),
        (Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier, f"speed of {OTHER}", "derived_speed"),
    ],
)
def test_signals_are_found_by_typing(signals, qtbot, key, keys, text, found):
    signals.viewer.focus.select(signals.hero)
    palette = signals.viewer.window.panel("palette")
    QTest.keyClick(signals.viewer.window, key, keys)
    qtbot.waitUntil(palette.isVisible)
    field = palette.findChild(QLineEdit)
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)
    signals.settle()
    beside = [signals.hero] if found == "distance" else []
    assert keys_of(signals) == [SeriesKey(found, signals.other, *beside)]


def test_the_offer_of_signals_stays_open_for_several(signals, qtbot):
    """What is shown is marked and taken away when it is chosen again; Esc or a press elsewhere ends it."""
    palette, window = signals.viewer.window.panel("palette"), signals.viewer.window
    for end in ("esc", "press"):
        window.actions_by_id["add_signal"].trigger()
        qtbot.waitUntil(palette.isVisible)
        view, field = palette.findChild(PaletteList), palette.findChild(QLineEdit)
        QTest.mouseClick(
            view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(view.model().index(1, 0)).center()
        )
        QTest.keyClick(field, Qt.Key.Key_Down)
        QTest.keyClick(field, Qt.Key.Key_Return)
        entries = [view.model().entry_at(line) for line in range(view.model().rowCount())]
        shown = [line for line, entry in enumerate(entries) if entry and "shown" in entry.aside]
        assert (len(signals.numbers), shown) == (2, [1, 2])
        QTest.keyClick(field, Qt.Key.Key_Return)
        assert len(signals.numbers) == 1
        QTest.keyClicks(field, f"{OTHER} distance hero")  # over what was typed before
        QTest.keyClick(field, Qt.Key.Key_Return)
        assert SeriesKey("distance", signals.other, signals.hero) in keys_of(signals)
        assert palette.isVisible()
        if end == "esc":
            QTest.keyClick(field, Qt.Key.Key_Escape)
        else:
            QTest.mouseClick(window.windowHandle(), Qt.MouseButton.LeftButton, pos=QPoint(10, 900))
        assert not palette.isVisible()
        signals.book.set_plot_layout(PlotLayout())


def dragging(event, point, *how):
    """Make an event of dragging; before PySide6 6.12 only whole pixels will do, from then on they warn."""
    try:
        return event(point, *how)
    except TypeError:
        return event(point.toPoint(), *how)


def test_a_signal_is_dropped_where_it_suits(signals):
    """It joins a lane of its unit, also where it is dropped beside the lanes of signals."""
    signals.show(("x", signals.hero), ("derived_speed", signals.hero))
    hero, other = signals.hero, signals.other

    def drop(row, signal, point, *, is_lit=True):
        data = signal_mime(row, signal)
        how = Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        QApplication.sendEvent(signals.view, dragging(QDragEnterEvent, QPointF(), *how))
        QApplication.sendEvent(signals.view, dragging(QDragMoveEvent, point, *how))
        assert any(row.lit for row in signals.view.rows.values()) == is_lit
        QApplication.sendEvent(signals.view, QDropEvent(point, *how))
        signals.settle()
        return signals.names

    beside = QPointF(signals.view.width() / 2, 2.0)
    signals.unlit()
    assert drop(other, "x", beside, is_lit=False) == [["x", "x"], ["derived_speed"]]
    point = signals.point(0, 0.5)
    assert drop(other, "", point) == [["x", "x"], ["derived_speed", "derived_speed"]]
    assert drop(hero, "speed", point) == [["x", "x"], ["derived_speed", "derived_speed"]]  # not recorded
    assert drop(hero, "z", point)[0] == ["x", "x", "z"]
    drop(other, "distance", point)
    assert keys_of(signals)[3] == SeriesKey("distance", other, hero)
    assert drop(None, "frame_duration", point)[-1] == ["frame_duration"]
    drop(10_000, "x", point)
    assert len(signals.numbers) == 7


def test_the_column_of_names_holds_the_previous_value(signals):
    signals.show(("x", signals.hero))
    row = signals.row(signals.numbers[0])
    assert (row.text, row.unit, row.recorded) == (f"Hero {HERO} x", "m", True)
    assert row.value(0.149) == "1.00"  # the frame at 0.15 s is nearer
    assert row.value(0.1501) == "1.50"
    assert row.value(-1.0) == "–"


@pytest.mark.parametrize("kind", [ChosenLane, DefaultLane])
def test_the_wheel_over_figures_zooms_these_values_alone(signals, kind):
    signals.show(("x", signals.hero), ("y", signals.hero))
    lanes = {type(placed.lane): placed for placed in reversed(lanes_of(signals.view))}
    lane, rect = lanes[kind].lane, lanes[kind].rect
    others = [each.lane for each in (*signals.placed, lanes[DefaultLane]) if each.lane is not lane]
    whole, scales = lane.scale, [each.scale for each in others]
    start = signals.model.axis.start, signals.model.axis.end
    x, y = signals.model.axis.left + 20, rect.center().y()
    left, top, bottom = (round(each) for each in (rect.left(), rect.top(), rect.bottom()))
    assert near(picture(signals.view)[top:bottom, left : left + 40], THEME.secondary, 30).any()
    signals.hand.wheel(x, y)
    zoomed = lane.scale
    assert zoomed.high - zoomed.low == pytest.approx((whole.high - whole.low) / 1.25)
    signals.hand.press(x, y)
    signals.hand.move(x, y + 10)
    signals.hand.release()
    assert lane.scale.low > zoomed.low
    assert [each.scale for each in others] == scales
    assert (signals.model.axis.start, signals.model.axis.end) == start
    signals.hand.double_click(x, y)
    assert lane.scale == whole


def test_a_range_has_statistics_beside_the_lanes_and_a_sign_that_ends_it(signals):
    signals.show(("x", signals.hero), ("light_state", signals.light))
    right = signals.model.axis.right
    signals.viewer.workspace.range.choose((0.2, 0.4))
    turn()
    assert signals.model.axis.right < right - STATS_WIDTH / 2
    x, light = signals.numbers
    assert signals.row(x).stats == ("2.00", "2.75", "4.00")
    assert signals.row(light).stats[0].endswith("0.200 s")
    signals.hand.click(signals.view.width() - 16, 14)
    assert signals.viewer.workspace.range.chosen is None
    assert signals.row(x).stats == ()
    assert signals.model.axis.right == right


def test_the_menu_knows_the_curve_under_the_mouse(signals):
    signals.show(("x", signals.hero), ("y", signals.hero))
    placed = signals.placed[0]
    curve = signals.book.plot_layout.curves[1]
    ys = [placed.rect.top() + n for n in range(round(placed.rect.height()))]
    x = signals.model.axis.x(0.9)
    y = next(y for y in ys if placed.lane.curve_at(signals.model.axis, placed.rect, QPointF(x, y)) == curve)
    before = set(signals.view.findChildren(QMenu))
    signals.hand.click(x, y, RIGHT)
    menu = next(each for each in signals.view.findChildren(QMenu) if each not in before and each.isVisible())
    next(action for action in menu.actions() if action.text() == "Remove").trigger()
    menu.close()
    assert signals.names == [["x"]]


def test_a_name_selects_its_actor_and_the_sign_behind_it_removes_its_signal(signals):
    signals.show(("x", signals.other), ("y", signals.hero))
    x, y = signals.name(0, 0, 2)
    signals.hand.click(x, y)
    assert signals.viewer.focus.primary == signals.other
    signals.hand.click(NAMES_WIDTH - 12, y)
    assert signals.names == [["y"]]


def test_a_lane_is_dragged_by_its_name_and_stays_there(signals):
    signals.show(("x", signals.hero), ("derived_speed", signals.hero))

    def order():
        keys = (each.key for each in signals.model.lane_groups.order())
        return [key.removeprefix("signal unit ") for key in keys if key.startswith("signal ")]

    assert order() == ["m", "m/s"]
    x, y = signals.name(1)
    signals.hand.press(x, y)
    signals.hand.move(x, y - 10)
    signals.hand.move(x, signals.name(0)[1])
    signals.hand.release()
    assert order() == ["m/s", "m"]
    assert signals.viewer.focus.primary is None
    assert [placed.owner.key for placed in signals.placed] == ["signal unit m/s", "signal unit m"]
    signals.show(("yaw", signals.hero))  # it usually follows the speed
    assert order() == ["m/s", "°", "m"]


def test_a_curve_keeps_its_colour_whoever_is_selected(signals):
    signals.show(("x", signals.hero), ("x", signals.other))
    hero, other = signals.numbers
    colors = signals.row(hero).color, signals.row(other).color
    assert colors == (THEME.hero, THEME.vehicle)
    signals.viewer.focus.select(signals.other)
    assert (signals.row(hero).color, signals.row(other).color) == colors
    signals.book.set_plot_layout(signals.book.plot_layout.with_color(other, "curve_4"))
    assert signals.row(other).color == THEME.curve_4
    signals.book.set_plot_layout(signals.book.plot_layout.without(hero))
    assert signals.row(other).color == THEME.curve_4


def test_signals_are_read_only_while_their_lanes_are_shown(signals):
    signals.show(("x", signals.hero))
    (key,) = (section.key for section in signals.model.lane_groups.all if section.key.startswith("signal "))
    assert SeriesKey("x", signals.hero) in signals.model.lane_groups.signals
    signals.model.choose_lanes(signals.model.lane_groups.choices.with_shown(key, shown=False))
    assert SeriesKey("x", signals.hero) not in signals.model.lane_groups.signals
    signals.model.choose_lanes(signals.model.lane_groups.choices.with_shown(key, shown=True))
    assert SeriesKey("x", signals.hero) in signals.model.lane_groups.signals


def test_values_and_picture_are_exported_and_what_became_of_it_is_told(signals, tmp_path, monkeypatch):
    signals.show(("x", signals.hero), ("light_state", signals.light))
    (tmp_path / "file").touch()
    size = signals.view.size()
    for entry, name, written, said in (
        ("Export CSV…", "!values.csv", "!values.csv", "Saved !values.csv"),
        ("Export CSV…", "file/values.csv", None, "values.csv cannot be written: Not a directory"),
        ("Save as picture…", "picture", "picture.png", "Saved picture.png"),
    ):
        path = str(tmp_path / name)
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, path=path: (path, ""))
        signals.choose(0, entry)
        assert signals.viewer.toast.text == said
        assert written is None or (tmp_path / written).exists()
    lines = (tmp_path / "!values.csv").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 21
    assert lines[1].startswith("0.0,1,0,")
    assert (tmp_path / "picture.png").read_bytes().startswith(b"\x89PNG")
    assert signals.view.size() == size


def test_what_is_not_a_signal_is_not_taken():
    for text in (
        b"",
        b"[]",
        b"{}",
        b'{"row": 1}',
        b'{"row": -1, "signal": "x"}',
        b'{"row": null, "signal": ""}',
    ):
        data = QMimeData()
        data.setData(SIGNAL_MIME, text)
        assert signal_in(data) is None
    assert signal_in(QMimeData()) is None
    assert signal_in(signal_mime(3, "x")) == (3, "x")
