"""The program's own icons, from ``resources/icons``, in the colours of the theme that is shown.

They are drawn on a grid of 16 px with lines of 1.5 px in ``currentColor``, which is replaced here.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import cache, lru_cache
from typing import Generic, TypeVar

from PySide6.QtCore import QByteArray, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QAction, QColor, QIcon, QIconEngine, QPainter, QPaintEvent, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QLabel, QWidget

from viewer.analysis.event_kinds import KINDS
from viewer.program import resource
from viewer.ui.action_table import ACTIONS
from viewer.ui.theme import current_theme

K = TypeVar("K", bound=Hashable)

SIDE = 16
_HEAD, _LAMP = "found-light-head", "found-light-lamp"
_APP_SIZES = (16, 24, 32, 48, 64, 128, 256)


@cache
def icon(name: str, role: str = "text") -> QIcon:
    """Return an icon for a button in the colour of ``role``, whatever theme is shown when it is painted.

    It is faint while disabled and in the accent colour while its button is checked; a secondary one is in the
    text's colour while the mouse is over it.
    """
    return QIcon(_Drawing(name, role))


class _Drawing(QIconEngine):
    """Draws an icon each time it is asked for."""

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


class IconLabel(QLabel):
    """An icon that is no button."""

    def __init__(self, name: str, role: str = "text", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon = icon(name, role)
        self.setFixedSize(SIDE, SIDE)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint it in the colours of the theme that is shown."""
        painter = QPainter(self)
        self._icon.paint(painter, self.rect())
        painter.end()


def icon_pixmap(name: str, color: QColor, size: int = 16, ratio: float = 1.0) -> QPixmap:
    """Return one picture of an icon, ``size`` px wide on a screen of a device pixel ratio."""
    return _picture(name, color.name(), size, ratio)


def found_pixmap(kind: str, ratio: float = 1.0) -> QPixmap:
    """Return the icon of a kind of found event: a touch in its own colour, a red light with its lamp."""
    theme, told = current_theme(), KINDS[kind]
    pixmap = icon_pixmap(told.icon, theme.collision if told.touches else theme.text, SIDE, ratio)
    if told.icon == _HEAD:
        pixmap = pixmap.copy()  # that of the icon alone is kept
        with QPainter(pixmap) as painter:
            painter.drawPixmap(QPointF(), icon_pixmap(_LAMP, theme.light_red, SIDE, ratio))
    return pixmap


class Sprites(Generic[K]):
    """Small pictures that are drawn once for each theme, by what they show."""

    def __init__(self, draw: Callable[[K, float], QPixmap]) -> None:
        """Take what draws one in the colours of the theme, for a screen of a device pixel ratio."""
        self._draw = draw
        self._drawn: dict[tuple[K, str, float], QPixmap] = {}

    def get(self, shown: K, ratio: float) -> QPixmap:
        """Return the picture of something."""
        key = (shown, current_theme().name, ratio)
        if key not in self._drawn:
            self._drawn[key] = self._draw(shown, ratio)
        return self._drawn[key]


def app_icon() -> QIcon:
    """Return the icon of the program, for windows and task bars."""
    result = QIcon()
    renderer = QSvgRenderer(str(resource("icons/app.svg")))
    for size in _APP_SIZES:
        result.addPixmap(_render(renderer, size))
    return result


def set_action_icons(actions: Mapping[str, QAction]) -> None:
    """Give all actions of the table their icons."""
    for action_id, action in actions.items():
        name = ACTIONS[action_id].icon
        if name:
            action.setIcon(icon(name))


@lru_cache(maxsize=256)
def _renderer(name: str, color: str) -> QSvgRenderer:
    """Return a drawing ready to be rendered in one colour."""
    svg = resource(f"icons/{name}.svg").read_bytes()
    return QSvgRenderer(QByteArray(svg.replace(b"currentColor", color.encode())))


@lru_cache(maxsize=1024)
def _picture(name: str, color: str, size: int, ratio: float) -> QPixmap:
    """Return a picture: what paints many while time runs; a drawing takes a hundred times as long."""
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
