"""Where the pieces of a row come to lie: the label from the left, the value against the right edge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QFontMetrics

from viewer.ui.inspector.sheet import Piece, Row, RowKind, Source, Swatch, Target, Value

MARGIN = 12
SWATCH = 8
MARK = 8
_INDENT = 12
_GAP = 12
_SMALL_GAP = 8
_TAG_PADDING = 4
_LEAST_LABEL = 0.4
"""Share of the width that a label may keep when its value is too long."""


@dataclass(frozen=True, slots=True)
class PlacedPiece:
    """A piece at its place; ``text`` may be shortened."""

    piece: Piece
    text: str
    x: int
    width: int


@dataclass(slots=True)
class LineLayout:
    """Where everything in a row lies, in pixels from the left edge; None for what is not there.

    ``pieces`` holds those of the label, ``labels`` of them, and then those of the value; ``widest`` is the
    room that a value has needed so far.
    """

    pieces: list[PlacedPiece] = field(default_factory=list)
    labels: int = 0
    widest: int = 0
    tag_x: int | None = None
    tag_width: int = 0
    tag: str = ""
    mark_x: int | None = None
    sign_x: int | None = None
    swatches: list[tuple[int, Swatch]] = field(default_factory=list)
    shortened: bool = False

    def target_at(self, x: int) -> Target | None:
        """Return where the link at a place leads, or None."""
        for placed in self.pieces:
            if placed.piece.target is not None and placed.x <= x < placed.x + placed.width:
                return placed.piece.target
        return None


def tag_text() -> str:
    """Return what marks a derived value."""
    return QCoreApplication.translate("Inspector", "derived")


def lay_out(row: Row, width: int, texts: QFontMetrics, tags: QFontMetrics, widest: int = 0) -> LineLayout:
    """Lay out a row in a width.

    The value stands at the right, and room is kept at its left for the widest text it ever had, so that tag
    and label stay as they are while numbers change. A value that is too long gives up first its tag; then the
    label is shortened up to a point, and the value at last.
    """
    layout = LineLayout()
    value = row.value or Value()
    right = width - MARGIN
    if row.kind is RowKind.FOLD:
        layout.mark_x = right - MARK
        right = layout.mark_x - _SMALL_GAP
    left = MARGIN + _INDENT * row.depth
    label_width = sum(texts.horizontalAdvance(piece.text) for piece in row.label)
    beside = _GAP + (SWATCH + _SMALL_GAP if value.swatch else 0)
    pieces = value.pieces
    needed = [texts.horizontalAdvance(piece.text) for piece in pieces]
    layout.widest = max(sum(needed), widest)
    room = right - left - label_width - beside
    tag = tags.horizontalAdvance(tag_text()) + 2 * _TAG_PADDING
    if value.source is Source.DERIVED and layout.widest + _SMALL_GAP + tag <= room:
        layout.tag_x, layout.tag_width, layout.tag = right - tag, tag, tag_text()
        right -= tag + _SMALL_GAP
    room = right - left - beside - min(label_width, int(_LEAST_LABEL * width))
    if sum(needed) > room:
        pieces = (shortened(pieces, room, texts),)
        needed = [texts.horizontalAdvance(pieces[0].text)]
        layout.shortened = True
    x = right - sum(needed)
    if value.swatch:
        layout.swatches.append((x - _SMALL_GAP - SWATCH, value.swatch))
    _place_label(layout, row.label, left, right - min(max(layout.widest, sum(needed)), room) - beside, texts)
    for piece, piece_width in zip(pieces, needed, strict=True):
        layout.pieces.append(PlacedPiece(piece, piece.text, x, piece_width))
        x += piece_width
    return layout


def shortened(pieces: Sequence[Piece], room: int, texts: QFontMetrics) -> Piece:
    """Return all pieces as one that fits; it is a link if one of them is."""
    text = texts.elidedText(
        "".join(piece.text for piece in pieces), Qt.TextElideMode.ElideMiddle, max(room, 0)
    )
    return Piece(text, target=next((piece.target for piece in pieces if piece.target), None))


def _place_label(layout: LineLayout, label: Sequence[Piece], x: int, end: int, texts: QFontMetrics) -> None:
    for piece in label:
        text = texts.elidedText(piece.text, Qt.TextElideMode.ElideMiddle, max(end - x, 0))
        layout.shortened |= text != piece.text
        width = texts.horizontalAdvance(text)
        layout.pieces.append(PlacedPiece(piece, text, x, width))
        x += width
    layout.labels = len(label)
