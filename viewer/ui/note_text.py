"""Texts and colours of notes, and the actors they are about."""

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
    """Return the theme's name of a note's ``color``, such as "note_teal"; the first name if it is unknown."""
    return f"note_{color if color in COLORS else COLORS[0]}"


def color_of(color: str) -> QColor:
    """Return the QColor of a note's ``color`` (its stored name) in the current theme."""
    return current_theme().color(role_of(color))


def color_names() -> dict[str, str]:
    """Return the translated names of the note colours, such as "Teal", by the name stored in a note."""
    names = (tr("Violet"), tr("Pink"), tr("Teal"), tr("Sand"), tr("Slate"))
    return dict(zip(COLORS, names, strict=True))


def row_of(index: RecordingIndex, note: Note) -> int | None:
    """Return the row, in the actor table of ``index``, of the actor that ``note`` is about, or None.

    CARLA may reuse an id: then the actor that exists at the note's time is returned. If none does, it is the
    first one with that id.
    """
    actor_id = note.actor_id
    if actor_id is None or not 0 <= actor_id < _MOST_ACTORS or not len(index.elapsed):
        return None
    row = index.actors.find(actor_id, index.frame_at(note.start))
    return row if row is not None else next(iter(index.actors.rows_of(actor_id)), None)


class NoteActors:
    """Cached look-ups of the actors that notes are about, in the actor table of a recording."""

    def __init__(self, index: RecordingIndex | None) -> None:
        """Prepare to look up the actors of notes in ``index``; None if no recording is open."""
        self._index = index
        self._known: dict[tuple[int, float], tuple[int | None, str]] = {}

    def of(self, note: Note) -> tuple[int | None, str]:
        """Return the row in the actor table and the name ("88 tesla model3") of the actor ``note`` is about.

        The row is None and the name the bare id if the recording has no such actor; None and "" if the note
        is about no actor.
        """
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
    """Return the time of ``note`` as text, from start to end if it covers a range.

    Args:
        note: the note.
        time_text: function that returns elapsed seconds as text.
    """
    start = time_text(note.start)
    return start if note.end is None else fmt.range_(start, time_text(note.end))


def matches(note: Note, actor: str, color: str, words: list[str]) -> bool:
    """Return whether a note matches all ``words``: each occurs in its text, its actor or its colour.

    Args:
        note: the note, whose text is searched.
        actor: name of the actor that it is about.
        color: translated name of its colour.
        words: words in lower case.
    """
    text = f"{note.text}\n{actor}\n{color}".lower()
    return all(word in text for word in words)


def copied(note: Note, actor: str, time_text: TimeText) -> str:
    """Return time, actor and text of ``note`` as one line for the clipboard, separated by tabs.

    Args:
        note: the note.
        actor: name of the actor it is about, or "".
        time_text: function that returns elapsed seconds as text.
    """
    return "\t".join((when(note, time_text), actor, " ".join(note.text.split())))


def note_at(notes: tuple[Note, ...], begin: float, end: float) -> Note | None:
    """Return the note that overlaps the seconds from ``begin`` up to ``end`` and starts last, or None."""
    touching = [
        note
        for note in notes
        if (begin <= note.start < end) or (note.end is not None and note.start < end and begin <= note.end)
    ]
    return max(touching, key=lambda note: (note.start, note.created), default=None)


SWATCH = 10
"""Diameter in pixels of the dot that shows a note's colour."""
_RING = 1.0


def paint_swatch(painter: QPainter, center: QPointF, color: QColor) -> None:
    """Draw the dot that shows a note's ``color``, ``SWATCH`` pixels in diameter, around ``center``."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawEllipse(QRectF(center.x() - SWATCH / 2, center.y() - SWATCH / 2, SWATCH, SWATCH))
    painter.restore()


def swatch(color: QColor, ratio: float, side: int = SWATCH, *, ring: bool = False) -> QPixmap:
    """Return a pixmap of a note's colour: a dot of diameter ``SWATCH`` in the middle of a square.

    Args:
        color: colour of the dot.
        ratio: device pixel ratio of the pixmap.
        side: side of the square in logical pixels.
        ring: whether to draw a ring along the edge of the square too.
    """
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
