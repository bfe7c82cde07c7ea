"""Marks in the timeline's lane of text logs: errors and warnings stand out from other lines."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPixmap

from viewer.arrays import Ints
from viewer.ui import format as fmt
from viewer.ui.icons import Sprites, icon_pixmap
from viewer.ui.state.run_logs import LEVEL_ROLES, LogGroups, RunLogsState
from viewer.ui.theme import current_theme
from viewer.ui.timeline.lane import HoverInfo
from viewer.ui.timeline.mark_lane import Marks
from viewer.ui.timeline.timeline_content import TimelineContent
from viewer.ui.translation import tr

_DOT = 4
_LISTED = 8
_LONGEST_TIP, _LONGEST = 120, 40
_EMPTY = LogGroups(np.empty(0), *(np.empty(0, np.int64) for _ in range(4)))


def level_pixmap(level: int, ratio: float = 1.0) -> QPixmap:
    """Return the icon of a level, an index in LEVELS, for a screen with the device pixel ratio ``ratio``."""
    theme = current_theme()
    if level:
        return icon_pixmap("problem", theme.color(LEVEL_ROLES[level]), ratio=ratio)
    pixmap = QPixmap(round(_DOT * ratio), round(_DOT * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.faint)
        painter.drawEllipse(0, 0, _DOT, _DOT)
    return pixmap


class LogMarks(Marks):
    """Marks in the timeline for the lines of text logs; lines of one time and level are one mark."""

    table, icons = (0, 1, 2), Sprites(level_pixmap)
    half, apart = 6.0, 12.0

    def __init__(self, content: TimelineContent, state: RunLogsState) -> None:
        self._logs, self._groups, self._scale = state.logs, state.groups or _EMPTY, content.scale
        levels = self._groups.levels
        super().__init__(self._groups.times, levels, len(self.table) - levels)

    def name(self, kind: int) -> str:
        """Return the name of lines of the level with the index ``kind``."""
        return (tr("Other lines"), tr("Warnings"), tr("Errors"))[kind]

    def texts(self, worst: int, indices: Ints) -> Sequence[str]:
        """Return texts for a mark of the groups ``indices``; only warnings and errors have any."""
        level = int(self.kinds[worst])
        same = indices[self.kinds[indices] == level]
        count = int(self._groups.counts[same].sum())
        if not level:
            return ()
        text = _cut(self._text(worst), _LONGEST)
        return (text,) if count == 1 else (f"{text}  ×{fmt.count(count)}", f"×{fmt.count(count)}")

    def hover_info(self, indices: Ints) -> HoverInfo:
        """Return the first lines of the groups ``indices``, errors first; a click goes to the first."""
        count = int(self._groups.counts[indices].sum())
        lines = [_cut(self._text(number), _LONGEST_TIP) for number in indices[:_LISTED].tolist()]
        if count > len(lines):
            lines.append(tr("and {} more").format(fmt.count(count - len(lines))))
        time = float(self.times[indices[0]])
        return HoverInfo((fmt.moment_text(time, self._scale), *lines), time)

    def _text(self, number: int) -> str:
        return self._logs[int(self._groups.logs[number])][int(self._groups.lines[number])].text.strip()


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"
