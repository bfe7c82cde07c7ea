"""What is under the mouse, on a card beside it: alike on the map and in the time view."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple, Protocol

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtWidgets import QFrame, QLabel, QWidget

from viewer.ui.theme import current_theme
from viewer.ui.widgets.boxes import in_row

_BESIDE = 16, 20
"""Pixels from the mouse to the card."""
_WIDEST = 324
"""Pixels of a line; a longer one is wrapped."""


class Piece(Protocol):
    """A piece of a line: its text, the role of its colour in the theme, and whether it is bold."""

    @property
    def text(self) -> str: ...  # noqa: D102 - the class says it
    @property
    def role(self) -> str: ...  # noqa: D102 - the class says it
    @property
    def bold(self) -> bool: ...  # noqa: D102 - the class says it


class Words(NamedTuple):
    """A piece of a line as one makes it."""

    text: str
    role: str = "text"
    bold: bool = False


class HoverCard(QFrame):
    """Lines on a card that lets the mouse through; hidden while there are none."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("surface", "card")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._lines: Sequence[Sequence[Piece]] = ()
        self._label = QLabel(self)
        self._label.setTextFormat(Qt.TextFormat.RichText)
        in_row(self, self._label, margins=(12, 6, 12, 6))
        self.hide()

    def text(self) -> str:
        """Return what is written on it."""
        return "\n".join("".join(piece.text for piece in line) for line in self._lines)

    def set_lines(self, lines: Sequence[Sequence[Piece]]) -> None:
        """Show these lines, or hide if there are none."""
        if lines != self._lines:
            self._lines = lines
            self._write()
        self.setVisible(bool(lines))

    def move_beside(self, at: QPointF, room: QSize) -> None:
        """Lie beside a point of the parent, within a room from its upper left corner, above all else."""
        places = []
        for point, gap, length, most in zip(
            at.toTuple(), _BESIDE, self.size().toTuple(), room.toTuple(), strict=True
        ):
            after = point + gap
            places.append(round(max(after if after + length <= most else point - gap - length, 0)))
        self.move(*places)
        self.raise_()

    def _write(self) -> None:
        theme = current_theme()

        def html(pieces: Iterable[Piece]) -> str:
            return "".join(
                f"<span style='color:{getattr(theme, piece.role).name()};"
                f"font-weight:{600 if piece.bold else 400}'>{escape(piece.text)}</span>"
                for piece in pieces
            )

        lines = "<br>".join(html(line) for line in self._lines)
        self._label.setWordWrap(False)
        self._label.setText(f"<p style='white-space:pre-wrap;margin:0'>{lines}</p>")
        wraps = self._label.sizeHint().width() > _WIDEST
        self._label.setWordWrap(wraps)
        self._label.setMinimumWidth(_WIDEST if wraps else 0)
        self.adjustSize()
