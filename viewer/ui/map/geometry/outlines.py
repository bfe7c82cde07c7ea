"""Who is outlined on the map, and how."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QColor

from viewer.ui.map.camera import Camera
from viewer.ui.map.geometry.absent_actor import AbsentActor
from viewer.ui.map.geometry.detail import ScreenActors
from viewer.ui.map.layers.mark_layer import Mark
from viewer.ui.theme import current_theme, faded

_RING_GAP = 4.0
_SELECTION_GAP = 4.0
_HOVER_GAP = 4.0
_BESIDE_RING = 4.0


@dataclass(frozen=True)
class Picked:
    """Rows of the actor table with a meaning, and the place of the selected actor that is not there.

    Attributes:
        hero: the hero.
        selected: the primary one of the selected actors.
        also_selected: all selected actors.
        hovered: who is pointed at.
        labelled: whether who is pointed at has a label; not where something else says who it is.
        ghost: where the selected actor was last or will be first.

    """

    hero: int | None = None
    selected: int | None = None
    also_selected: tuple[int, ...] = ()
    hovered: int | None = None
    labelled: bool = True
    ghost: AbsentActor | None = None

    @property
    def asked_for(self) -> tuple[int, ...]:
        """Rows that are shown whatever they are."""
        rows = {self.selected, self.hovered, *self.also_selected}
        return tuple(row for row in rows if row is not None)


def outlines(camera: Camera, screen: ScreenActors, picked: Picked) -> tuple[Mark, ...]:
    """Return the outlines of a picture, the one that matters most last."""
    theme = current_theme()
    marks = []
    hero, selected, hovered = (screen.find(row) for row in (picked.hero, picked.selected, picked.hovered))

    def beside_ring(place: int) -> float:
        return _BESIDE_RING if place == hero else 0.0

    if hovered is not None and hovered != selected:
        gap = _HOVER_GAP + beside_ring(hovered)
        marks.append(_around(screen, hovered, gap, faded(theme.text, 0.55), 1.0))
    if hero is not None:
        marks.append(_around(screen, hero, _RING_GAP, theme.hero, 2.0))
    for row in picked.also_selected:
        place = screen.find(row)
        if place is not None and place != selected:
            marks.append(_around(screen, place, _SELECTION_GAP + beside_ring(place), theme.text, 1.25))
    if selected is not None:
        gap = _SELECTION_GAP + beside_ring(selected)
        marks.append(_around(screen, selected, gap, theme.text, 2.0))
    if picked.ghost is not None:
        marks.append(_hollow(picked.ghost, camera))
    return tuple(marks)


def _hollow(ghost: AbsentActor, camera: Camera) -> Mark:
    theme = current_theme()
    x, y = camera.to_screen((ghost.x, ghost.y)).tolist()
    half_length, half_width = ghost.halves(camera.scale)
    heading = ghost.heading + camera.turn
    return Mark(x, y, heading, half_length, half_width, 0.0, theme.text, 1.5, dashed=True)


def _around(screen: ScreenActors, place: int, gap: float, color: QColor, line: float) -> Mark:
    (x, y), (half_length, half_width) = screen.centers[place].tolist(), screen.halves[place].tolist()
    heading, row = float(screen.headings[place]), int(screen.rows[place])
    return Mark(x, y, heading, half_length, half_width, gap, color, line, row=row)
