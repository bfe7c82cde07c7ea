"""The program's own icons, from ``resources/icons``, in the colours of a theme.

They are drawn on a grid of 16 px with lines of 1.5 px in ``currentColor``, which is replaced here.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Generic, Literal, TypeVar
from weakref import WeakKeyDictionary

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QAction, QColor, QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from viewer.resources import resource
from viewer.ui.action_table import ACTIONS
from viewer.ui.theme import Theme

K = TypeVar("K", bound=Hashable)
Role = Literal["text", "secondary", "on_accent"]

_SIDE = 16
_SPARE_SIDE = 48
"""Side in device pixels of what is scaled for a screen that was not there when the icon was made."""

_APP_SIZES = (16, 24, 32, 48, 64, 128, 256)

_made: WeakKeyDictionary[Theme, dict[Hashable, QIcon]] = WeakKeyDictionary()
"""The icons in the colours of each theme that is in use: a dozen buttons close something."""


def icon(name: str, theme: Theme, role: Role = "text") -> QIcon:
    """Return an icon for a button in the colour of ``role``.

    It is faint while disabled and in the accent colour while its button is checked; a secondary one is in the
    text's colour while the mouse is over it. A new theme needs a new icon.
    """
    made, sides = _made.setdefault(theme, {}), _sides()
    if (name, role, sides) not in made:
        made[name, role, sides] = _draw_icon(name, theme, role, sides)
    return made[name, role, sides]


def _draw_icon(name: str, theme: Theme, role: Role, sides: tuple[int, ...]) -> QIcon:
    color = getattr(theme, role)
    shown = {(QIcon.Mode.Normal, QIcon.State.Off): color, (QIcon.Mode.Disabled, QIcon.State.Off): theme.faint}
    if role != "on_accent":
        shown[QIcon.Mode.Normal, QIcon.State.On] = theme.accent
    if role == "secondary":
        shown[QIcon.Mode.Active, QIcon.State.Off] = theme.text
    renderer = _renderer(_svg(name), color)
    result = QIcon()
    for side in sides:
        drawn = _render(renderer, side)
        for (mode, state), tint in shown.items():
            result.addPixmap(_tinted(drawn, tint), mode, state)
    return result


def icon_pixmap(name: str, color: QColor, size: int = 16, ratio: float = 1.0) -> QPixmap:
    """Return one picture of an icon, ``size`` px wide on a screen of a device pixel ratio."""
    pixmap = _render(_renderer(_svg(name), color), round(size * ratio))
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


class Sprites(Generic[K]):
    """Small pictures that are drawn once, by what they show."""

    def __init__(self, draw: Callable[[K, Theme, float], QPixmap]) -> None:
        """Take what draws one in the colours of a theme, for a screen of a device pixel ratio."""
        self._draw = draw
        self._drawn: dict[tuple[K, str, float], QPixmap] = {}

    def get(self, shown: K, theme: Theme, ratio: float) -> QPixmap:
        """Return the picture of something."""
        key = (shown, theme.name, ratio)
        if key not in self._drawn:
            self._drawn[key] = self._draw(shown, theme, ratio)
        return self._drawn[key]


def app_icon() -> QIcon:
    """Return the icon of the program, for windows and task bars."""
    result = QIcon()
    renderer = QSvgRenderer(str(resource("icons/app.svg")))
    for size in _APP_SIZES:
        result.addPixmap(_render(renderer, size))
    return result


def set_action_icons(actions: Mapping[str, QAction], theme: Theme) -> None:
    """Give all actions of the table their icons in the colours of a theme."""
    for action_id, action in actions.items():
        name = ACTIONS[action_id].icon
        if name:
            action.setIcon(icon(name, theme))


def _svg(name: str) -> bytes:
    return resource(f"icons/{name}.svg").read_bytes()


def _renderer(svg: bytes, color: QColor) -> QSvgRenderer:
    """Return a drawing ready to be rendered in one colour."""
    return QSvgRenderer(QByteArray(svg.replace(b"currentColor", color.name().encode())))


def _sides() -> tuple[int, ...]:
    """Return the sides to draw in device pixels: those of the screens there are, where no line is scaled."""
    ratios = (screen.devicePixelRatio() for screen in QGuiApplication.screens())
    return tuple(sorted({_SPARE_SIDE, *(round(_SIDE * ratio) for ratio in ratios)}))


def _render(renderer: QSvgRenderer, size: int) -> QPixmap:
    pixmap = QPixmap(size, size)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    renderer.render(painter)
    painter.end()
    return pixmap


def _tinted(drawn: QPixmap, color: QColor) -> QPixmap:
    """Return a drawing in another colour, far faster than it could be drawn again."""
    pixmap = QPixmap(drawn)
    painter = QPainter(pixmap)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    painter.fillRect(pixmap.rect(), color)
    painter.end()
    return pixmap
