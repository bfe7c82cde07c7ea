"""The program's own icons, from ``resources/icons``, in the colours of the current theme.

They are drawn on a grid of 16 px with lines of 1.5 px in ``currentColor``, which is replaced here.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cache, lru_cache
from typing import Generic, TypeVar

from PySide6.QtCore import QByteArray, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QIconEngine, QPainter, QPaintEvent, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QWidget

from viewer.analysis.event_kinds import KINDS
from viewer.program import resource
from viewer.ui.theme import current_theme

K = TypeVar("K", bound=Hashable)

SIDE = 16
_HEAD, _LAMP = "found-light-head", "found-light-lamp"
_APP_SIZES = (16, 24, 32, 48, 64, 128, 256)


@cache
def icon(name: str, role: str = "text") -> QIcon:
    """Return the icon ``name`` in the colour that the current theme has for ``role``.

    It follows a change of the theme. While disabled it is faint, and while its button is checked it has the
    accent colour. With the role ``secondary`` it has the colour of text while the mouse is over it.
    """
    return QIcon(_Drawing(name, role))


class _Drawing(QIconEngine):
    """Icon engine that renders an SVG icon in the current theme's colours each time it is painted."""

    def __init__(self, name: str, role: str) -> None:
        super().__init__()
        self._name, self._role = name, role

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        color = current_theme().color(self._shown_role(mode, state)).name()
        if rect.width() != rect.height():
            _renderer(self._name, color).render(painter, QRectF(rect))
            return
        ratio = painter.device().devicePixelRatioF()
        painter.drawPixmap(rect, _picture(self._name, color, rect.width(), ratio))

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        pixmap = QPixmap(size)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        self.paint(painter, pixmap.rect(), mode, state)
        painter.end()
        return pixmap

    def _shown_role(self, mode: QIcon.Mode, state: QIcon.State) -> str:
        if mode == QIcon.Mode.Disabled:
            return "faint"
        if state == QIcon.State.On and self._role != "on_accent":
            return "accent"
        if mode == QIcon.Mode.Active and self._role == "secondary":
            return "text"
        return self._role


class IconLabel(QWidget):
    """Widget that shows an icon, 16 px wide and high."""

    def __init__(self, name: str, role: str = "text") -> None:
        super().__init__()
        self._icon = icon(name, role)
        self.setFixedSize(SIDE, SIDE)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the icon in the colours of the current theme."""
        painter = QPainter(self)
        self._icon.paint(painter, self.rect())
        painter.end()


def icon_pixmap(name: str, color: QColor, size: int = 16, ratio: float = 1.0) -> QPixmap:
    """Return the icon ``name`` as a pixmap ``size`` px wide, for a screen of device pixel ratio ``ratio``."""
    return _picture(name, color.name(), size, ratio)


def found_pixmap(kind: str, ratio: float = 1.0) -> QPixmap:
    """Return the icon of the event kind ``kind``, for a screen of the device pixel ratio ``ratio``.

    Kinds of collisions and contacts have the colour of collisions. The traffic light of "ran a red light" has
    a red lamp.
    """
    theme, kind_row = current_theme(), KINDS[kind]
    pixmap = icon_pixmap(kind_row.icon, theme.collision if kind_row.is_contact else theme.text, SIDE, ratio)
    if kind_row.icon == _HEAD:
        pixmap = pixmap.copy()  # the cached one must not be painted on
        with QPainter(pixmap) as painter:
            painter.drawPixmap(QPointF(), icon_pixmap(_LAMP, theme.light_red, SIDE, ratio))
    return pixmap


class Sprites(Generic[K]):
    """Cache of small pixmaps, each drawn once per key (what it shows), theme and device pixel ratio."""

    def __init__(self, draw: Callable[[K, float], QPixmap]) -> None:
        """Set the function ``draw`` that returns the pixmap of a key for a device pixel ratio.

        ``draw`` uses the colours of the current theme.
        """
        self._draw = draw
        self._drawn: dict[tuple[K, str, float], QPixmap] = {}

    def get(self, shown: K, ratio: float) -> QPixmap:
        """Return the pixmap for the key ``shown`` and the device pixel ratio ``ratio``, drawn if needed."""
        key = (shown, current_theme().name, ratio)
        if key not in self._drawn:
            self._drawn[key] = self._draw(shown, ratio)
        return self._drawn[key]


def app_icon() -> QIcon:
    """Return the program's icon, for windows and task bars."""
    result = QIcon()
    renderer = QSvgRenderer(str(resource("icons/app.svg")))
    for size in _APP_SIZES:
        result.addPixmap(_render(renderer, size))
    return result


@lru_cache(maxsize=256)
def _renderer(name: str, color: str) -> QSvgRenderer:
    """Return a renderer of the SVG icon ``name`` in one ``color``; cached."""
    svg = resource(f"icons/{name}.svg").read_bytes()
    return QSvgRenderer(QByteArray(svg.replace(b"currentColor", color.encode())))


@lru_cache(maxsize=1024)
def _picture(name: str, color: str, size: int, ratio: float) -> QPixmap:
    """Return the icon ``name`` as a pixmap ``size`` px wide; cached, because rendering SVG takes long."""
    pixmap = _render(_renderer(name, color), round(size * ratio))
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


def _render(renderer: QSvgRenderer, size: int) -> QPixmap:
    pixmap = QPixmap(size, size)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    renderer.render(painter)
    painter.end()
    return pixmap
