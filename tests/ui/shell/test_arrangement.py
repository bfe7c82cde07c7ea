"""The edge between map and timeline."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest


def drag(edge, pixels):
    """Drag an edge by its middle, so many pixels down."""
    middle = edge.rect().center()
    QTest.mousePress(edge, Qt.MouseButton.LeftButton, pos=middle)
    window = edge.window()
    start = edge.mapTo(window, middle)
    QTest.mouseMove(edge, edge.mapFrom(window, start + QPoint(0, pixels)))
    QTest.mouseRelease(edge, Qt.MouseButton.LeftButton, pos=edge.mapFrom(window, start + QPoint(0, pixels)))


@pytest.mark.parametrize(("width", "height"), [(1600, 1000), (1280, 720)])
def test_the_timeline_gets_15_to_70_percent_and_the_map_keeps_240_pixels(open_street, width, height):
    window = open_street.window
    window.resize(width, height)
    edge = window.arrangement.widget.handle(1)
    drag(edge, -height)
    assert window.bottom.height() <= 0.7 * height
    assert window.map_area.height() >= 240
    highest = window.bottom.height()
    drag(edge, round(highest - 0.1 * height))
    assert window.bottom.height() >= 0.15 * height - 1
    assert window.bottom.height() < highest - 0.2 * height


@pytest.mark.parametrize(
    ("height", "most"), [(720, 648 - 240 - 1), (1000, 928 - 240 - 1), (1600, 0.7 * 1600)]
)
def test_the_divider_goes_with_the_mouse_up_to_its_limits_and_back_by_a_double_click(
    open_street, height, most
):
    window = open_street.window
    window.resize(1600, height)
    edge, parts = window.arrangement.widget.handle(1), window.arrangement.widget
    QTest.mouseDClick(edge, Qt.MouseButton.LeftButton)
    usual = window.bottom.height()
    least = max(0.15 * height, window.bottom.minimumSizeHint().height())
    for pixels in (-2000, -200, -80, -37, 0, 30, 60, 130):
        drag(edge, pixels)
        wanted = min(max(usual - pixels, least), most)
        assert window.bottom.height() == pytest.approx(wanted, abs=3 if wanted == usual - pixels else 0.5)
        assert sum(parts.sizes()) == parts.height() - 1
        assert window.map_area.height() == parts.sizes()[0]
        QTest.mouseDClick(edge, Qt.MouseButton.LeftButton)
        assert window.bottom.height() == usual


def test_a_grip_stands_in_the_middle_of_the_divider_and_goes_with_it(open_street):
    window = open_street.window
    edge, grip = window.arrangement.widget.handle(1), window.arrangement.grip

    def places():
        return grip.geometry().center(), edge.mapTo(window, edge.rect().center())

    assert (grip.isVisible(), grip.width(), grip.height()) == (True, 40, 4)
    assert (places()[0] - places()[1]).manhattanLength() <= 2
    before = places()[0]
    drag(edge, -60)
    assert places()[0].y() < before.y() - 40
    assert (places()[0] - places()[1]).manhattanLength() <= 2


def test_each_layout_remembers_its_share(open_street):
    window = open_street.window
    window.resize(1600, 1000)
    shares = []
    for layout in ("replay", "analyse"):
        window.actions_by_id[f"layout_{layout}"].trigger()
        shares.append(window.bottom.height() / window.height())
    assert shares == pytest.approx([0.27, 0.47], abs=0.01)
    drag(window.arrangement.widget.handle(1), -100)
    dragged = window.bottom.height()
    assert dragged > 520
    window.actions_by_id["layout_replay"].trigger()
    assert window.bottom.height() == pytest.approx(270, abs=2)
    window.actions_by_id["layout_analyse"].trigger()
    assert window.bottom.height() == dragged


def test_the_inspector_is_as_wide_as_what_it_shows_needs_and_then_as_before(open_street):
    """LOOK: 340 pixels, 420 with four actors side by side; where the user drags it, that stays."""
    window = open_street.window
    widths = [window.inspector_panel.width()]

    def need(pixels):
        window.inspector.width_needed.emit(pixels)
        widths.append(window.inspector_panel.width())

    for pixels in (420, 420, 0):
        need(pixels)
    assert widths == [340, 420, 420, 340]
    edge = window.inspector_panel.parentWidget().handle(
        window.inspector_panel.parentWidget().indexOf(window.inspector_panel)
    )
    start = edge.rect().center()
    QTest.mousePress(edge, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(edge, start - QPoint(40, 0))
    QTest.mouseRelease(edge, Qt.MouseButton.LeftButton, pos=start)
    dragged = window.inspector_panel.width()
    assert dragged > 360
    for pixels in (600, 0):
        need(pixels)
    assert widths[-2:] == [600, dragged]
