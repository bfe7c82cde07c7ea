"""The plots in the whole window: adding, time, actors, remembering."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QListWidget, QPushButton

from tests.scenes import HERO, OTHER, street
from tests.ui.plots.conftest import CTRL, MIDDLE, RIGHT, SHIFT, Plots
from viewer.replay.series.key import SeriesKey
from viewer.ui.plots.book import PlotBook
from viewer.ui.plots.commands import PlotCommands
from viewer.ui.signal_mime import SIGNAL_MIME, signal_in, signal_mime
from viewer.ui.state.actor_ref import ref_of, refs_of
from viewer.ui.theme import load_theme


def axis(plots):
    return plots.view.shown_axis


def timeline(plots):
    return plots.viewer.window.timeline.shown_axis


# -- adding


def test_p_plots_the_speed_of_whoever_is_selected(open_street, qtbot):
    window = open_street.window
    QTest.keyClick(window, Qt.Key.Key_P)
    assert not window.rooms.panel("plots").isVisible()  # nobody is selected
    plots = Plots(open_street, qtbot)
    open_street.focus.select_all(refs_of((plots.hero, plots.other)))
    QTest.keyClick(window, Qt.Key.Key_P)
    plots.settle()
    assert window.rooms.panel("plots").isVisible()
    assert window.actions_by_id["show_plots"].isChecked()
    assert plots.names == [["derived_speed", "derived_speed"]]
    QTest.keyClick(window, Qt.Key.Key_P)
    assert plots.names == [["derived_speed", "derived_speed"]]


def test_of_a_light_its_state_is_plotted(plots):
    plots.viewer.focus.select(ref_of(plots.light))
    QTest.keyClick(plots.viewer.window, Qt.Key.Key_P)
    plots.settle()
    assert plots.names == [["light_state"]]


def test_without_plots_the_panel_says_how_to_get_some(plots):
    panel = plots.viewer.rooms.panel("plots")
    assert "P plots the speed" in panel.message
    color = load_theme("dark").panel
    picture = plots.view.grab().toImage()
    middle = picture.width() // 2
    assert any(
        picture.pixelColor(x, y) != color
        for x in range(middle - 100, middle + 100)
        for y in range(picture.height())
    )
    plots.plot(("x", plots.hero))
    assert panel.message == ""


def test_signals_are_found_by_typing(plots, qtbot):
    panel = plots.viewer.rooms.panel("plots")
    plots.viewer.focus.select(ref_of(plots.other))
    button = next(each for each in panel.head.findChildren(QPushButton) if each.text() == "Signal")
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    field = panel.signals.findChild(QLineEdit)
    qtbot.waitUntil(panel.signals.isVisible)
    QTest.keyClicks(field, f"{OTHER} distance hero")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert not panel.signals.isVisible()
    plots.settle()
    assert [curve.key for curve in plots.book.sheet.curves] == [
        SeriesKey("distance", plots.other, plots.hero)
    ]


def test_a_signal_is_dropped_where_it_suits(plots):
    plots.plot(("x", plots.hero), ("derived_speed", plots.hero))

    def drop(row, signal, point):
        data = signal_mime(row, signal)
        how = Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        QApplication.sendEvent(plots.view, QDragEnterEvent(QPoint(), *how))
        QApplication.sendEvent(plots.view, QDragMoveEvent(point.toPoint(), *how))
        QApplication.sendEvent(plots.view, QDropEvent(point, *how))
        plots.settle()

    drop(plots.other, "", plots.point(0, 0.5))
    assert plots.names == [["x"], ["derived_speed", "derived_speed"]]
    drop(plots.hero, "speed", plots.point(0, 0.5))  # it is not recorded
    assert plots.names == [["x"], ["derived_speed", "derived_speed"]]
    drop(plots.hero, "z", plots.point(0, 0.5))
    assert plots.names[0] == ["x", "z"]
    drop(plots.other, "distance", plots.point(0, 0.5))
    assert plots.book.sheet.curves[2].key == SeriesKey("distance", plots.other, plots.hero)
    drop(None, "frame_duration", plots.point(0, 0.5))
    assert plots.names[-1] == ["frame_duration"]
    drop(10_000, "x", plots.point(0, 0.5))
    assert len(plots.numbers) == 6


# -- time


def test_plots_show_the_window_of_the_timeline_and_it_theirs(plots):
    plots.plot(("x", plots.hero))
    plots.viewer.window.timeline.show_window(0.2, 0.6)
    assert (axis(plots).start, axis(plots).end) == pytest.approx((0.2, 0.6))
    point = plots.point(0, 0.4)
    plots.hand.turn(point, 1)
    assert timeline(plots).span == pytest.approx(0.4 / 1.25)
    assert axis(plots).x(0.4) == pytest.approx(point.x(), abs=0.01)
    before = axis(plots).span
    plots.hand.turn(point, 1, CTRL)
    assert axis(plots).span == pytest.approx(before / 1.05)
    plots.hand.double_click(plots.point(0, 0.5))
    assert timeline(plots).shows_all


def test_clicking_and_dragging_move_the_playhead(plots):
    plots.plot(("x", plots.hero))
    plots.hand.click(plots.point(0, 0.5))
    assert plots.viewer.playback.transport.playhead == pytest.approx(0.5)
    plots.hand.drag(plots.point(0, 0.5), plots.point(0, 0.6), plots.point(0, 0.7))
    QApplication.processEvents()
    assert plots.viewer.playback.transport.playhead == pytest.approx(0.7)
    plots.hand.drag(plots.point(0, 0.7), plots.point(0, 0.2), keys=SHIFT)
    QApplication.processEvents()
    assert plots.viewer.playback.transport.playhead == pytest.approx(0.65)


@pytest.mark.parametrize("button", [MIDDLE, RIGHT])
def test_other_buttons_pan(plots, button):
    plots.plot(("x", plots.hero))
    plots.viewer.window.timeline.show_window(0.2, 0.6)
    playhead = plots.viewer.playback.transport.playhead
    plots.hand.drag(plots.point(0, 0.4), plots.point(0, 0.35), plots.point(0, 0.3), button=button)
    assert timeline(plots).start == pytest.approx(0.3)
    assert plots.viewer.playback.transport.playhead == playhead


def test_the_cursor_is_in_all_views(plots):
    plots.plot(("x", plots.hero))
    told = []
    plots.view.hover_time.connect(told.append)
    before = plots.viewer.window.timeline.grab().toImage()
    plots.hand.move(plots.point(0, 0.3))
    assert plots.viewer.window.timeline.grab().toImage() != before
    assert told == [pytest.approx(0.3)]
    assert plots.view.cursor_time == pytest.approx(0.3)
    plots.hand.move(plots.row(plots.numbers[0]))
    assert plots.view.cursor_time is None
    plots.viewer.window.timeline.hover_time.emit(0.4)
    assert plots.view.cursor_time == 0.4


def test_the_legend_holds_the_previous_value(plots):
    plots.plot(("x", plots.hero))
    (curve,) = plots.book.sheet.curves
    assert plots.view.text_at(curve, 0.149) == "1.00"  # the frame at 0.15 s is nearer
    assert plots.view.text_at(curve, 0.1501) == "1.50"
    assert plots.view.text_at(curve, -1.0) == "–"


# -- values


def test_the_wheel_over_figures_zooms_these_values_alone(plots):
    plots.plot(("x", plots.hero), ("derived_speed", plots.hero))
    first, second = (plots.view.scale_of(pane) for pane in plots.book.sheet.panes)
    start = timeline(plots).start, timeline(plots).end
    plots.hand.turn(plots.scale(0), 1)
    zoomed = plots.view.scale_of(plots.book.sheet.panes[0])
    assert zoomed.high - zoomed.low == pytest.approx((first.high - first.low) / 1.25)
    assert plots.view.scale_of(plots.book.sheet.panes[1]) == second
    assert (timeline(plots).start, timeline(plots).end) == start
    plots.hand.double_click(plots.scale(0))
    assert plots.view.scale_of(plots.book.sheet.panes[0]) == first


def test_curves_are_drawn_where_their_values_are_and_nowhere_in_a_gap(plots):
    late = plots.viewer.recording.index.actors.rows_of(110)[0]
    plots.plot(("x", late))
    (number,) = plots.numbers
    color = plots.view.color_of(plots.book.sheet.curve(number))
    picture = plots.view.grab().toImage()

    def has_curve(x):
        near = (
            picture.pixelColor(round(x) + dx, y) for dx in (-2, 0, 2) for y in range(30, picture.height())
        )
        return any(abs(each.hue() - color.hue()) < 12 and each.saturation() > 90 for each in near)

    assert has_curve(plots.view.shown_axis.x(0.5))
    assert not has_curve(plots.view.shown_axis.x(0.1))  # it comes at 0.25 s
    assert not has_curve(plots.view.shown_axis.x(0.9))  # and goes at 0.75 s


def test_a_range_has_statistics(plots):
    plots.plot(("x", plots.hero), ("light_state", plots.light))
    placed = plots.view.placed[0].rows[0].height()
    plots.viewer.range_wiring.time_range.choose((0.2, 0.4))
    x, light = plots.book.sheet.curves
    assert plots.view.stats_of(x) == "mean 2.75 · 2.00 – 4.00 · Δ +2.00"
    assert plots.view.stats_of(light).endswith("0.200 s")
    assert plots.view.placed[0].rows[0].height() > placed
    plots.viewer.range_wiring.clear()
    assert plots.view.stats_of(x) == ""


# -- curves


def menu(plots, number):
    """Open the menu of a curve and return its entries by their texts."""
    plots.hand.click(plots.row(number), RIGHT)
    panel = plots.viewer.rooms.panel("plots")
    return {action.text(): action for action in panel.menu.actions() if action.isVisible()}, panel.menu


def choose(plots, number, text):
    actions, opened = menu(plots, number)
    opened.hide()
    actions[text].trigger()
    plots.settle()


def test_the_menu_of_a_curve(plots):
    plots.plot(("x", plots.hero), ("y", plots.hero))
    x, y = plots.numbers
    choose(plots, y, "Own plot")
    assert plots.names == [["x"], ["y"]]
    choose(plots, y, "Together with others")
    assert plots.names == [["x", "y"]]
    choose(plots, x, "Duplicate")
    assert plots.names == [["x", "y"], ["x"]]
    choose(plots, x, "Remove")
    assert plots.names == [["y"], ["x"]]
    choose(plots, y, "Remove all")
    assert plots.names == []


def test_the_menu_knows_the_curve_under_the_mouse(plots):
    plots.plot(("x", plots.hero), ("y", plots.hero))
    _x, y = plots.numbers
    plots.hand.click(plots.on_curve(y, 0.9), RIGHT)
    panel = plots.viewer.rooms.panel("plots")
    panel.menu.hide()
    next(action for action in panel.menu.actions() if action.text() == "Remove").trigger()
    assert plots.names == [["x"]]


def test_the_cross_in_a_row_removes_its_curve(plots):
    plots.plot(("x", plots.hero), ("y", plots.hero))
    row = plots.row(plots.numbers[0])
    plots.hand.move(row)
    plots.hand.click(QPointF(20, row.y()))
    assert plots.names == [["y"]]


def test_a_row_selects_its_actor(plots):
    plots.plot(("x", plots.other))
    plots.hand.click(plots.row(plots.numbers[0]))
    assert plots.viewer.focus.primary == ref_of(plots.other)


def test_the_hero_is_amber_and_the_selected_actor_has_the_accent(plots):
    plots.plot(("x", plots.hero), ("x", plots.other))
    hero, other = plots.book.sheet.curves
    theme = load_theme("dark")
    assert plots.view.color_of(hero) == theme.hero
    assert plots.view.color_of(other) == theme.curve_1
    plots.viewer.focus.select(ref_of(plots.other))
    assert plots.view.color_of(other) == theme.accent
    plots.viewer.rooms.panel("plots").findChild(PlotBook).set_color(other.number, "curve_4")
    assert plots.view.color_of(plots.book.sheet.curves[1]) == theme.curve_4


# -- giving away


def test_values_are_copied(plots):
    plots.plot(("x", plots.hero))
    choose(plots, plots.numbers[0], "Copy values")
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0] == f"elapsed (s)\tframe\t{HERO} x (m, recorded)"
    assert lines[2].split("\t")[1:] == ["2", "0.5"]
    assert len(lines) == 21


def test_values_and_picture_are_exported(plots, qtbot, tmp_path, monkeypatch):
    plots.plot(("x", plots.hero), ("light_state", plots.light))
    panel = plots.viewer.rooms.panel("plots")
    paths = iter((tmp_path / "values.csv", tmp_path / "picture"))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(next(paths)), ""))
    panel.table_requested.emit()
    qtbot.waitUntil(lambda: not plots.viewer.rooms.panel("plots").findChild(PlotCommands).busy)
    lines = (tmp_path / "values.csv").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 21
    assert lines[1].startswith("0.0,1,0,")
    panel.picture_requested.emit()
    assert (tmp_path / "picture.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("!values.csv", "Values written to !values.csv"),
        ("nowhere/values.csv", "The values cannot be written: No such file or directory"),
    ],
)
def test_what_became_of_the_table_is_told(plots, qtbot, tmp_path, monkeypatch, name, said):
    plots.plot(("x", plots.hero))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / name), ""))
    plots.viewer.rooms.panel("plots").table_requested.emit()
    qtbot.waitUntil(lambda: not plots.viewer.rooms.panel("plots").findChild(PlotCommands).busy)
    assert plots.viewer.notices.toast.text == said


# -- remembering


def test_plots_come_back_with_another_recording(plots, qtbot, tmp_path):
    plots.plot(("x", plots.hero), ("derived_speed", plots.other), ("distance", plots.hero, plots.other))
    viewer = plots.viewer
    viewer.rooms.panel("plots").findChild(PlotBook).separate(plots.numbers[2])
    names = plots.names
    viewer.workspace.open(street(frames=30).save(tmp_path / "other.log"))
    qtbot.waitUntil(lambda: len(viewer.recording.index.heads) == 30 and not viewer.recording.busy)
    plots.settle()
    assert plots.names == names
    assert plots.view.series[SeriesKey("x", plots.hero)].elapsed[-1] == pytest.approx(1.45)


def test_plots_come_back_with_the_next_start(plots, make_viewer, qtbot, tmp_path):
    plots.plot(("x", plots.hero), ("gear", plots.hero))
    plots.viewer.window.close()
    again = make_viewer()
    again.workspace.open(street().save(tmp_path / "again.log"))
    qtbot.waitUntil(lambda: again.recording.index is not None and not again.recording.busy)
    assert "x" in [curve.key.name for curve in again.rooms.panel("plots").findChild(PlotBook).sheet.curves]


def test_closing_forgets_what_was_plotted_but_not_in_the_settings(plots):
    plots.plot(("x", plots.hero))
    plots.viewer.workspace.close()
    assert plots.names == []
    assert plots.view.series == {}


# -- from other panels


def test_p_plots_what_was_clicked_last_in_the_inspector_of_who_is_selected(plots):
    viewer = plots.viewer
    viewer.focus.select(ref_of(plots.hero))
    viewer.window.inspector.plot_requested.emit(ref_of(plots.hero), "y")
    assert plots.names == [["y"]]
    viewer.focus.select(ref_of(plots.other))
    QTest.keyClick(viewer.window, Qt.Key.Key_P)
    assert [curve.key for curve in plots.book.sheet.curves] == [
        SeriesKey("y", plots.hero),
        SeriesKey("y", plots.other),
    ]


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


def test_signals_are_read_only_while_they_can_be_seen(plots):
    viewer = plots.viewer
    viewer.window.actions_by_id["show_plots"].trigger()
    viewer.rooms.panel("plots").findChild(PlotBook).add(SeriesKey("x", plots.hero))
    plots.settle()
    assert plots.view.series == {}
    viewer.window.actions_by_id["show_plots"].trigger()
    plots.settle()
    assert list(plots.view.series) == [SeriesKey("x", plots.hero)]


def test_the_wheel_over_names_scrolls(plots):
    plots.plot(*((name, plots.hero) for name in ("x", "derived_speed", "jerk", "yaw", "acceleration")))
    assert plots.view.placed[-1].rect.bottom() > plots.view.height()
    start = timeline(plots).span
    before = plots.view.grab().toImage()
    plots.hand.turn(plots.row(plots.numbers[0]), -1)
    assert plots.view.grab().toImage() != before
    assert timeline(plots).span == start
    plots.hand.turn(plots.row(plots.numbers[0]), 1)
    plots.hand.move(QPointF(-5, -5))
    plots.view.leaveEvent(QEvent(QEvent.Type.Leave))
    assert plots.view.grab().toImage() == before


def test_with_ctrl_the_menu_of_signals_stays_open(plots, qtbot):
    panel = plots.viewer.rooms.panel("plots")
    panel.open_signals()
    qtbot.waitUntil(panel.signals.isVisible)
    view = panel.signals.findChild(QListWidget)
    rows = [n for n in range(view.count()) if view.item(n).flags() & Qt.ItemFlag.ItemIsEnabled][:2]
    keys = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.NoModifier
    for row, key in zip(rows, keys, strict=True):
        assert panel.signals.isVisible()
        place = view.visualItemRect(view.item(row)).center()
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, key, place)
    assert not panel.signals.isVisible()
    assert len(plots.numbers) == 2
