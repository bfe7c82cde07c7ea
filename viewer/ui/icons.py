"""The program's own icons, from ``resources/icons``, in the colours of a theme.

They are drawn on a grid of 16 px with lines of 1.5 px in ``currentColor``, which is replaced here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QAction, QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from viewer.resources import resource
from viewer.ui.action_table import ACTIONS
from viewer.ui.theme import Theme

_SIZES = (16, 20, 24, 32, 48)
"""Sides in device pixels: 16 px at ratios of 1, 1.25, 1.5, 2 and 3, so that no line is scaled."""

_APP_SIZES = (16, 24, 32, 48, 64, 128, 256)


def icon(name: str, theme: Theme, role: Literal["text", "secondary", "on_accent"] = "text") -> QIcon:
    """Return an icon for a button in the colour of ``role``.

    It is faint while disabled and in the accent colour while its button is checked; a secondary one is in the
    text's colour while the mouse is over it. A new theme needs a new icon.
    """
    color = getattr(theme, role)
    on_accent = role == "on_accent"
    svg = _svg(name)
    result = QIcon()
    for mode, state, shown in (
        (QIcon.Mode.Normal, QIcon.State.Off, color),
        (QIcon.Mode.Active, QIcon.State.Off, color if on_accent else theme.text),
        (QIcon.Mode.Disabled, QIcon.State.Off, theme.faint),
        (QIcon.Mode.Normal, QIcon.State.On, color if on_accent else theme.accent),
    ):
        renderer = _renderer(svg, shown)
        for size in _SIZES:
            result.addPixmap(_render(renderer, size), mode, state)
    return result


def icon_pixmap(name: str, color: QColor, size: int = 16, ratio: float = 1.0) -> QPixmap:
    """Return one picture of an icon, ``size`` px wide on a screen of a device pixel ratio."""
    pixmap = _render(_renderer(_svg(name), color), round(size * ratio))
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


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


def _render(renderer: QSvgRenderer, size: int) -> QPixmap:
    pixmap = QPixmap(size, size)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    renderer.render(painter)
    painter.end()
    return pixmap
