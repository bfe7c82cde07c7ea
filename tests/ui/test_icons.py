from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon, QImage

from viewer.resources import resource
from viewer.ui.icons import app_icon, icon, icon_pixmap
from viewer.ui.theme import apply_theme, load_theme

FILES = sorted(path for path in resource("icons").glob("*.svg") if path.stem != "app")
pytestmark = pytest.mark.usefixtures("qapp")


def colors_of(image: QImage) -> set[str]:
    """Colours of the pixels that are fully drawn."""
    image = image.convertToFormat(QImage.Format.Format_ARGB32)
    pixels = (image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height()))
    return {pixel.name() for pixel in pixels if pixel.alpha() == 255}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_icon_keeps_the_common_style(path):
    root = ET.fromstring(path.read_text(encoding="utf-8"))  # noqa: S314 (our own file)
    assert root.get("viewBox") == "0 0 16 16"
    assert root.get("stroke") == "currentColor"
    assert root.get("stroke-width") == "1.5"
    assert not re.search(r"#[0-9a-f]{3}", path.read_text(encoding="utf-8"), re.IGNORECASE)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_icon_is_drawn_in_its_colour_inside_its_square(path):
    image = icon_pixmap(path.stem, QColor("#123456"), 64).toImage()
    assert colors_of(image) == {"#123456"}
    edge = [image.pixelColor(x, y).alpha() for x in range(64) for y in (0, 63)]
    edge += [image.pixelColor(x, y).alpha() for x in (0, 63) for y in range(64)]
    assert max(edge) == 0, "cut off at the edge"


@pytest.mark.parametrize("ratio", [1.0, 1.25, 1.5, 2.0, 3.0])
def test_an_icon_is_sharp_at_every_device_pixel_ratio(ratio):
    pixmap = icon("play").pixmap(QSize(16, 16), ratio)
    assert pixmap.width() == round(16 * ratio)
    assert pixmap.deviceIndependentSize().width() == 16
    assert icon_pixmap("play", QColor("red"), 16, ratio).deviceIndependentSize().width() == 16


@pytest.mark.parametrize("name", ["dark", "light"])
def test_the_state_of_a_button_gives_the_colour(plain_app, name):
    """Also of an icon that was made while another theme was shown."""
    theme, quiet = load_theme(name), icon("close", "secondary")
    apply_theme(plain_app, theme)

    def color(icon_: QIcon, mode: QIcon.Mode, state: QIcon.State = QIcon.State.Off) -> set[str]:
        return colors_of(icon_.pixmap(QSize(16, 16), 3.0, mode, state).toImage())

    assert color(quiet, QIcon.Mode.Normal) == {theme.secondary.name()}
    assert color(quiet, QIcon.Mode.Active) == {theme.text.name()}
    assert color(quiet, QIcon.Mode.Disabled) == {theme.faint.name()}
    assert color(quiet, QIcon.Mode.Normal, QIcon.State.On) == {theme.accent.name()}
    assert color(icon("play", "on_accent"), QIcon.Mode.Active) == {theme.on_accent.name()}


def test_an_unknown_icon_is_named():
    with pytest.raises(FileNotFoundError, match="nosuch"):
        icon("nosuch")


def test_the_program_has_an_icon_for_every_place():
    sizes = {size.width() for size in app_icon().availableSizes()}
    assert {16, 32, 256} <= sizes
    assert len(colors_of(app_icon().pixmap(256, 256).toImage())) > 3
