"""Notes in words and colours, and the actors they are about."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap

from viewer.notes import COLORS, Note
from viewer.recording.index import RecordingIndex
from viewer.ui import format as fmt
from viewer.ui.format import TimeText
from viewer.ui.theme import current_theme
from viewer.ui.translation import tr

_MOST_ACTORS = 1 << 32


def role_of(color: str) -> str:
    """Return the role in the theme of a note's colour; one that is not known is shown as the usual one."""
    return f"note_{color if color in COLORS else COLORS[0]}"


def color_of(color: str) -> QColor:
    """Return a note's colour in a theme."""
    return current_theme().color(role_of(color))


def color_names() -> dict[str, str]:
    """Return what the colours are called."""
    names = (tr("Violet"), tr("Pink"), tr("Teal"), tr("Sand"), tr("Slate"))
    return dict(zip(COLORS, names, strict=True))


def row_of(index: RecordingIndex, note: Note) -> int | None:
    """Return the row of the actor a note is about: its life at that time, else its first."""
    actor_id = note.actor_id
    if actor_id is None or not 0 <= actor_id < _MOST_ACTORS or not len(index.elapsed):
        return None
    row = index.actors.find(actor_id, index.frame_at(note.start))
    return row if row is not None else next(iter(index.actors.rows_of(actor_id)), None)


class NoteActors:
    """Whom notes are about in one view of a recording; each is looked up once."""

    def __init__(self, index: RecordingIndex | None) -> None:
        """Take the recording; None for none."""
        self._index = index
        self._known: dict[tuple[int, float], tuple[int | None, str]] = {}

    def of(self, note: Note) -> tuple[int | None, str]:
        """Return the row of the actor and what it is called, None and nothing for nobody."""
        if note.actor_id is None:
            return None, ""
        key = (note.actor_id, note.start)
        if key not in self._known:
            row = row_of(self._index, note) if self._index is not None else None
            self._known[key] = row, self._text(note.actor_id, row)
        return self._known[key]

    def _text(self, actor_id: int, row: int | None) -> str:
        if self._index is None or row is None:
            return str(actor_id)
        return f"{actor_id} {fmt.short_blueprint(self._index.actors.descriptions[row].type_id)}"


def when(note: Note, time_text: TimeText) -> str:
    """Return the time of a note, from start to end if it has one."""
    start = time_text(note.start)
    return start if note.end is None else fmt.range_(start, time_text(note.end))


def matches(note: Note, actor: str, color: str, words: list[str]) -> bool:
    """Return whether all words, in lower case, occur in a note, its actor or the name of its colour."""
    text = f"{note.text}\n{actor}\n{color}".lower()
    return all(word in text for word in words)


def copied(note: Note, actor: str, time_text: TimeText) -> str:
    """Return a note in one line, with tabs between its parts."""
    return "\t".join((when(note, time_text), actor, " ".join(note.text.split())))


def note_at(notes: tuple[Note, ...], begin: float, end: float) -> Note | None:
    """Return the latest note that touches the time from ``begin`` up to ``end``, or None."""
    touching = [
        note
        for note in notes
        if (begin <= note.start < end) or (note.end is not None and note.start < end and begin <= note.end)
    ]
    return max(touching, key=lambda note: (note.start, note.created), default=None)


SWATCH = 10
"""Pixels across."""
_RING = 1.0


def paint_swatch(painter: QPainter, center: QPointF, color: QColor) -> None:
    """Draw the dot."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawEllipse(QRectF(center.x() - SWATCH / 2, center.y() - SWATCH / 2, SWATCH, SWATCH))
    painter.restore()


def swatch(color: QColor, ratio: float, side: int = SWATCH, *, ring: bool = False) -> QPixmap:
    """Return the dot as a picture, in the middle of a square; the one that is chosen has a ring."""
    pixmap = QPixmap(round(side * ratio), round(side * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        paint_swatch(painter, QPointF(side / 2, side / 2), color)
        if ring:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(color, _RING))
            painter.drawEllipse(QRectF(0, 0, side, side).adjusted(_RING, _RING, -_RING, -_RING))
    return pixmap
