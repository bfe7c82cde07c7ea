"""Layer of the agent's plan at the playhead: a line, and a dot at each of its points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from viewer.ui.map.layers.layer import Layer, UpdateMap, line_path, lines_on_screen
from viewer.ui.map.picture import MapPicture
from viewer.ui.state.binding import bind
from viewer.ui.state.workspace import Workspace
from viewer.ui.theme import current_theme

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.run_folder.step_values import StepValues

_LONGEST = 1.0
"""Seconds from a step for which its plan is drawn, if the agent writes no later one."""
_LEAST = 1e-6  # seconds
_LINE, _EDGE, _DOT = 2.0, 1.5, 3.5  # pixels
_MOST_DOTS = 64


class PlanLayer(Layer):
    """Layer that draws the path that the agent planned at the playhead, or at its last step before."""

    def __init__(self) -> None:
        self.step: StepValues | None = None
        self._lines: list[QPainterPath] = []
        self._dots: list[QPointF] = []

    def attach(self, workspace: Workspace, update_map: UpdateMap) -> None:
        """Store the agent's values at the playhead and repaint the map, now and when they change."""

        def show(step: StepValues | None) -> None:
            if step is not self.step:
                self.step = step
                update_map()

        bind(workspace, workspace, (lambda now: now.agent_step, show))

    def prepare(self, picture: MapPicture) -> None:
        """Compute line and dots in pixels; none where the plan is too old, or lies ahead of the playhead."""
        self._lines, self._dots = [], []
        step, now = self.step, picture.view.playback.playhead
        if step is None or step.path is None or step.elapsed is None:
            return
        if not step.elapsed - _LEAST <= now <= step.elapsed + _LONGEST:
            return
        path, camera = step.path, picture.camera
        self._lines = [line_path(line) for line in lines_on_screen(path.line, camera)]
        points = camera.to_screen(path.points[:_MOST_DOTS])
        near = ((points > -_DOT) & (points < (camera.width + _DOT, camera.height + _DOT))).all(axis=1)
        self._dots = [QPointF(x, y) for x, y in points[near].tolist()]

    def draw(self, painter: QPainter) -> None:
        """Draw the plan, as computed by ``prepare``, with an edge that parts it from what lies below."""
        if not self._lines:
            return
        theme = current_theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for color, width in ((theme.ground, _LINE + 2 * _EDGE), (theme.curve_3, _LINE)):
            painter.setPen(QPen(color, width, c=Qt.PenCapStyle.RoundCap, j=Qt.PenJoinStyle.RoundJoin))
            for line in self._lines:
                painter.drawPath(line)
        painter.setPen(QPen(theme.ground, _EDGE))
        painter.setBrush(theme.curve_3)
        for dot in self._dots:
            painter.drawEllipse(dot, _DOT, _DOT)
