"""Where the palette stands: in the upper middle of its host, with as many lines as there is room for."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget

from viewer.ui.palette.entry import Entry, Hits, Provider
from viewer.ui.palette.list_view import PaletteList
from viewer.ui.palette.palette import Palette
from viewer.ui.theme import load_theme

DARK = load_theme("dark")


class Numbers(Provider):
    """Offers so many numbers, whatever is typed."""

    def __init__(self, count, parent):
        super().__init__(parent)
        self.count = count

    def find(self, query):
        return Hits.of("Numbers", [Entry(f"n:{n}", f"Number {n}") for n in range(self.count)])


@pytest.fixture
def desk(qtbot):
    """A function that opens the palette over a host in a window, each with its place and size."""

    def show(window_size, host_place, count=30):
        window = QWidget()
        qtbot.addWidget(window)
        window.resize(*window_size)
        host = QWidget(window)
        host.setGeometry(*host_place)
        palette = Palette(host)
        palette.add_provider(Numbers(count, palette))
        window.show()
        palette.open_palette(Numbers(count, palette))
        return window, host, palette

    return show


def rows_of(palette):
    (found,) = palette.findChildren(PaletteList)
    return found.height() / 28


@pytest.mark.parametrize("width", [300, 580, 584, 585, 700, 1500])
@pytest.mark.parametrize("share", [0.0, 0.3])
def test_it_is_560_wide_in_the_middle_of_its_host_and_twelve_pixels_off_the_window(desk, width, share):
    left = round(share * width)
    _, host, palette = desk((width, 900), (left, 40, width - left, 800))
    box = palette.geometry()
    assert box.width() == min(560, width - 24)
    middle = left + (width - left) / 2 - box.width() / 2
    assert box.left() == pytest.approx(min(max(middle, 12), width - 12 - box.width()), abs=1)
    assert box.top() == 40 + round(0.12 * host.height())


@pytest.mark.parametrize("height", [30, 60, 90, 100, 110])
def test_over_a_low_host_it_begins_twelve_pixels_below_its_edge(desk, height):
    _, _, palette = desk((900, 900), (0, 50, 900, height))
    assert palette.y() == 50 + max(12, round(0.12 * height))


@pytest.mark.parametrize("host_height", range(120, 720, 37))
def test_it_stays_over_its_host_where_six_lines_fit_and_else_over_the_window(desk, host_height):
    """With a head of 44 and twelve pixels below it, and never more than 13 lines."""
    window_height = 700
    _, _, palette = desk((900, window_height), (0, 20, 900, host_height))
    foot = 12
    fits = [
        lines for lines in range(14)
        if palette.y() + 55 + 28 * lines + foot <= 20 + host_height - 1
    ]  # fmt: skip
    wider = [lines for lines in range(14) if palette.y() + 55 + 28 * lines + foot <= window_height]
    expected = fits[-1] if fits and fits[-1] >= 6 else max(wider[-1], 1)
    assert rows_of(palette) == expected
    assert palette.height() == 55 + 28 * expected


@pytest.mark.parametrize("count", [1, 3, 12, 13, 40])
def test_it_is_as_high_as_what_it_offers(desk, count):
    _, _, palette = desk((900, 900), (0, 0, 900, 900), count)
    assert rows_of(palette) == min(count + 1, 13)  # with the heading


def test_it_follows_its_host(desk):
    window, host, palette = desk((900, 900), (0, 0, 900, 900))
    window.resize(1100, 900)
    host.resize(1100, 900)
    assert palette.x() == pytest.approx(550 - 280, abs=1)
