"""What is written where frames are missing from the file."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF

from viewer.ui import format as fmt
from viewer.ui.theme import font
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.time_canvas import Label, TimeCanvas
from viewer.ui.timeline.timeline_content import TimelineContent
from viewer.ui.translation import tr

_MOST = 20
"""Stretches in the window beyond which their names would be all one sees."""
_HEIGHT, _PAD, _GAP = 18.0, 6.0, 4.0


def damage_labels(axis: TimeAxis, content: TimelineContent, room: QRectF) -> tuple[Label, ...]:
    """Return the names of the stretches in the window, beside them in a room, as far as they fit."""
    inside = (content.lost[:, 1] >= axis.start) & (content.lost[:, 0] <= axis.end)
    if room.height() < _HEIGHT or not 0 < inside.sum() <= _MOST:
        return ()
    metrics = QFontMetricsF(font(11))
    labels: list[Label] = []
    for (begin, end), (first, last) in zip(
        content.lost[inside].tolist(), content.lost_ids[inside].tolist(), strict=True
    ):
        many = tr("Frames {} unreadable").format(fmt.range_(first, last))
        text = tr("Frame {} unreadable").format(first) if first == last else many
        width = metrics.horizontalAdvance(f"{text} · {_details()}") + 2 * _PAD
        box = QRectF(axis.x(end) + _GAP, room.center().y() - _HEIGHT / 2, width, _HEIGHT)
        if box.right() > room.right():
            box.moveRight(axis.x(begin) - _GAP)
        if box.left() >= room.left() and not any(box.intersects(label.box) for label in labels):
            labels.append(Label(text, box))
    return tuple(labels)


def paint_damage(canvas: TimeCanvas, labels: tuple[Label, ...]) -> None:
    """Write names of stretches, and that there is more to read about each."""
    painter, _, _, theme = canvas
    for label in labels:
        canvas.filling(theme.panel, theme.hairline).drawRoundedRect(label.box, 4, 4)
        inside = label.box.adjusted(_PAD, 0, -_PAD, 0)
        canvas.writing(theme.text)
        painter.drawText(inside, Qt.AlignmentFlag.AlignVCenter, f"{label.text} · ")
        painter.setPen(theme.accent)
        painter.drawText(inside, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, _details())


def _details() -> str:
    return tr("Details")
