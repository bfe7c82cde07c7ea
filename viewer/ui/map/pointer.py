"""What the mouse asks for: which actor a click selects, a double click follows, and what is pointed at."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject, QPoint, QPointF, Signal, Slot

from viewer.ui.map.canvas import Canvas
from viewer.ui.map.geometry.detail import ScreenActors
from viewer.ui.map.scene import Scene

TOLERANCE = 4.0
"""Pixels around an actor that count as the actor when nothing is hit exactly."""


class Pointer(QObject):
    """Turns clicks and moves on a canvas into rows of the actor table."""

    selected = Signal(object, bool)
    """Row that was clicked, or None beside all actors; and whether it is to be added."""
    followed = Signal(object)
    """Row that was double-clicked, or None."""
    pointed = Signal(object)
    """Row under the mouse, or None, whenever it is another one."""
    menu_asked = Signal(object, QPoint)
    """Row that was clicked with the right button, or None; and where on the screen."""
    placed = Signal(QPointF, object)
    """A click while measuring: where, and the row there or None."""
    finished = Signal()
    """A double click while measuring."""
    ghost_clicked = Signal()
    """A click on the place of the selected actor that is not there."""
    moved = Signal()
    """The mouse is elsewhere."""

    def __init__(self, canvas: Canvas, scene: Scene) -> None:
        super().__init__(scene)
        self._canvas = canvas
        self._scene = scene
        self._clicked: int | None = None
        self._measuring = False
        self.row: int | None = None
        """Row of the actor under the mouse, or None."""
        self.at: tuple[float, float] | None = None
        """Where the mouse is on the map, in pixels, or None."""
        canvas.clicked.connect(self._click)
        canvas.double_clicked.connect(self._double_click)
        canvas.menu_asked.connect(self._ask_for_menu)
        canvas.moved.connect(self._move)

    @property
    def is_on_ghost(self) -> bool:
        """Whether the mouse is on the place of an actor that is not there, and on nobody else."""
        return self.at is not None and self.row is None and self._is_ghost_at(*self.at)

    def set_measuring(self, on: bool) -> None:
        """Let clicks place points instead of selecting."""
        self._measuring = on

    def refresh(self) -> None:
        """Look again what is under the mouse, because the actors or the camera moved."""
        pointing = self.at is not None and not self._canvas.dragging
        row = (
            next(iter(rows_at(self._scene.picture.screen, *self.at)), None) if pointing and self.at else None
        )
        if row != self.row:
            self.row = row
            self.pointed.emit(row)

    @Slot(QPointF, bool)
    def _click(self, at: QPointF, adds: bool) -> None:
        if self._measuring:
            self.placed.emit(at, next_below(self._pile(at), None))
            return
        self._clicked = next_below(self._pile(at), self._scene.picture.selected)  # the one below it
        if self._clicked is None and self._is_ghost_at(at.x(), at.y()):
            self.ghost_clicked.emit()
        elif self._clicked is not None or not adds:
            self.selected.emit(self._clicked, adds)

    @Slot(QPointF)
    def _double_click(self, at: QPointF) -> None:
        """Follow what the first of the two clicks chose."""
        if self._measuring:
            self.finished.emit()
            return
        pile = self._pile(at)
        self.followed.emit(self._clicked if self._clicked in pile else next_below(pile, None))

    @Slot(QPointF, QPoint)
    def _ask_for_menu(self, at: QPointF, on_screen: QPoint) -> None:
        self.menu_asked.emit(next_below(self._pile(at), None), on_screen)

    @Slot(object)
    def _move(self, at: QPointF | None) -> None:
        self.at = (at.x(), at.y()) if at is not None else None
        self.refresh()
        self.moved.emit()

    def _pile(self, at: QPointF) -> list[int]:
        return rows_at(self._scene.picture.screen, at.x(), at.y())

    def _is_ghost_at(self, x: float, y: float) -> bool:
        picture = self._scene.picture
        return picture.ghost is not None and picture.ghost.is_at(picture.camera, x, y)


def rows_at(actors: ScreenActors, x: float, y: float) -> list[int]:
    """Return the rows of the actors at a screen point, topmost first.

    Those that are hit exactly come before those that are only near.
    """
    dx, dy = x - actors.centers[:, 0], y - actors.centers[:, 1]
    cos, sin = np.cos(actors.headings), np.sin(actors.headings)
    beyond = np.maximum(
        np.abs(dx * cos + dy * sin) - actors.halves[:, 0],
        np.abs(dy * cos - dx * sin) - actors.halves[:, 1],
    )
    hit = np.flatnonzero(beyond <= TOLERANCE)[::-1]
    exactly = beyond[hit] <= 0
    rows: list[int] = actors.rows[np.concatenate([hit[exactly], hit[~exactly]])].tolist()
    return rows


def next_below(pile: list[int], selected: int | None) -> int | None:
    """Return which actor of a pile a click takes: the topmost, or the one below the selected one.

    After the lowest comes the topmost again.
    """
    if not pile:
        return None
    return pile[(pile.index(selected) + 1) % len(pile)] if selected in pile else pile[0]
