"""A sheet as it is seen: sections between hairlines, links, marks; values to be copied."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, Qt, Signal, Slot
from PySide6.QtGui import (
    QAction,
    QColor,
    QContextMenuEvent,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
)
from PySide6.QtWidgets import QApplication, QMenu, QToolTip, QWidget

from viewer.ui.inspector.line_layout import MARGIN, SWATCH, LineLayout, Placed, lay_out, tag_text
from viewer.ui.inspector.model import SheetModel
from viewer.ui.inspector.sheet import Row, RowKind, Swatch, Target
from viewer.ui.rows_view import RowsView, triangle
from viewer.ui.theme import Theme, font

ROW_HEIGHT = 26
_HEADING_HEIGHT = 38
_HEADING_GAP = 6
_NOTE_HEIGHT = 46
_FOCUS_BAR = 2
_TAG_HEIGHT = 16


class SheetView(RowsView):
    """The list of a SheetModel."""

    followed = Signal(object)
    """Target of a link that was clicked."""

    fold_turned = Signal(str)
    """Key of a row that is to be opened or closed."""

    copy_all_requested = Signal()
    """Everything is to be copied."""

    def __init__(self, model: SheetModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(model, ROW_HEIGHT, parent)
        self._model = model
        self._theme = theme
        self._font = font(13)
        self._tag_font = font(12)
        self._heading_font = font(13, bold=True)
        self._metrics = QFontMetrics(self._font)
        self._tag_metrics = QFontMetrics(self._tag_font)
        self._layouts: dict[int, tuple[Row, int, LineLayout]] = {}
        self._hot: Target | None = None
        self.horizontalHeader().hide()
        model.modelReset.connect(self._start_anew)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        self.viewport().update()

    @Slot()
    def _start_anew(self) -> None:
        """Give every line its height, and forget how wide the values of others were."""
        self._layouts.clear()
        self._hot = None
        heights = {RowKind.HEADING: _HEADING_HEIGHT, RowKind.NOTE: _NOTE_HEIGHT}
        for line, row in enumerate(self._model.rows):
            self.setRowHeight(line, heights.get(row.kind, ROW_HEIGHT))

    # Folding and following

    def is_foldable(self, line: int) -> bool:
        """Tell whether there is more behind a line."""
        return self._model.rows[line].kind is RowKind.FOLD

    def fold(self, line: int, opened: bool | None) -> None:
        """Ask for a fold to be turned unless it is as wanted."""
        row = self._model.rows[line]
        if opened != row.opened:
            self.fold_turned.emit(row.key)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Follow a link, or choose the line."""
        target = self._target_at(event)
        super().mousePressEvent(event)
        if target is not None and event.button() == Qt.MouseButton.LeftButton:
            self.followed.emit(target)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show by the cursor what can be clicked."""
        super().mouseMoveEvent(event)
        line, hot = self.hovered_line, self._target_at(event)
        if hot != self._hot:
            self._hot = hot
            self.update_line(line)
        clickable = hot is not None or (line is not None and self.is_foldable(line))
        self.viewport().setCursor(
            Qt.CursorShape.PointingHandCursor if clickable else Qt.CursorShape.ArrowCursor
        )

    def leaveEvent(self, event: QEvent) -> None:
        """Light up no link any more."""
        self._hot = None
        super().leaveEvent(event)

    def _target_at(self, event: QMouseEvent) -> Target | None:
        line = self.line_at(event.position().toPoint())
        return None if line is None else self._layout(line).target_at(int(event.position().x()))

    # Copying

    def event(self, event: QEvent) -> bool:
        """Claim the key that copies."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _copies(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy, or follow the link of the line with Enter."""
        line = self.current_line
        value = None if line is None else self._model.rows[line].value
        if _copies(event):
            self.copy_value()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and value is not None and value.target:
            self.followed.emit(value.target)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to copy the value that was clicked, or everything."""
        line = self.line_at(event.pos())
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if line is not None:
            self.move_to(line)
            copy = QAction(self.tr("Copy value"), menu)
            copy.setEnabled(bool(self._value_text(line)))
            copy.triggered.connect(self.copy_value)
            menu.addAction(copy)
        copy_all = QAction(self.tr("Copy all as text"), menu)
        copy_all.triggered.connect(self.copy_all_requested)
        menu.addAction(copy_all)
        menu.popup(event.globalPos())

    @Slot()
    def copy_value(self) -> None:
        """Copy the value of the line the keyboard is on, or everything if there is none."""
        index = self.currentIndex()
        text = self._value_text(index.row()) if index.isValid() else ""
        if text:
            QApplication.clipboard().setText(copied(text))
        else:
            self.copy_all_requested.emit()

    def _value_text(self, line: int) -> str:
        value = self._model.rows[line].value
        return value.text if value else ""

    # Telling more

    def viewportEvent(self, event: QEvent) -> bool:
        """Show the tooltip: the whole text of a line that is shortened, and where its value is from."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            line = self.line_at(event.pos())
            tip = "" if line is None else self._tip(line)
            QToolTip.showText(event.globalPos(), tip, self.viewport())
            return True
        return super().viewportEvent(event)

    def _tip(self, line: int) -> str:
        row = self._model.rows[line]
        tip = row.value.tip if row.value else ""
        return "\n".join(part for part in (row.text if self._layout(line).shortened else "", tip) if part)

    # Painting

    def _layout(self, line: int) -> LineLayout:
        """Return the layout of a line; it is made again when the row or the width is another one.

        The width is that of the whole view, so that nothing moves when the scroll bar comes.
        """
        row, width = self._model.rows[line], self.width()
        last_row, last_width, layout = self._layouts.get(line, (None, 0, None))
        if layout is None or row is not last_row or width != last_width:
            widest = layout.widest if layout else 0
            layout = lay_out(row, width, self._metrics, self._tag_metrics, widest)
            self._layouts[line] = (row, width, layout)
        return layout

    def paint_line(self, painter: QPainter, rect: QRect, line: int) -> None:
        """Paint a row."""
        row = self._model.rows[line]
        if row.kind is RowKind.HEADING:
            self._paint_heading(painter, rect, row)
        elif row.kind is RowKind.NOTE:
            self._paint_note(painter, rect, row)
        else:
            self._paint_value(painter, rect, line)

    def _paint_heading(self, painter: QPainter, rect: QRect, row: Row) -> None:
        painter.fillRect(rect.x(), rect.y() + _HEADING_GAP, rect.width(), 1, self._theme.hairline)
        painter.setFont(self._heading_font)
        painter.setPen(self._theme.text)
        area = rect.adjusted(MARGIN, 2 * _HEADING_GAP, -MARGIN, 0)
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, row.label_text)

    def _paint_note(self, painter: QPainter, rect: QRect, row: Row) -> None:
        painter.setFont(self._font)
        painter.setPen(self._theme.secondary)
        painter.drawText(rect.adjusted(MARGIN, 0, -MARGIN, 0), Qt.TextFlag.TextWordWrap, row.label_text)

    def _paint_value(self, painter: QPainter, rect: QRect, line: int) -> None:
        row, layout = self._model.rows[line], self._layout(line)
        if line == self.current_line:
            painter.fillRect(rect, self._theme.raised)
            painter.fillRect(rect.x(), rect.y(), _FOCUS_BAR, rect.height(), self._theme.accent)
        painter.setFont(self._font)
        for number, placed in enumerate(layout.pieces):
            self._paint_piece(painter, rect, placed, is_label=number < layout.labels)
        if row.value is not None and row.value.swatch is not None and layout.swatch_x is not None:
            self._paint_swatch(painter, layout.swatch_x, rect.center().y(), row.value.swatch)
        if layout.tag_x is not None:
            self._paint_tag(painter, QRect(layout.tag_x, rect.y(), layout.tag_width, rect.height()))
        if layout.mark_x is not None:
            triangle(painter, layout.mark_x, rect.center().y(), self._theme.secondary, opened=row.opened)

    def _paint_piece(self, painter: QPainter, rect: QRect, placed: Placed, *, is_label: bool) -> None:
        piece = placed.piece
        if piece.target is not None:
            painter.setPen(self._theme.accent)
        else:
            painter.setPen(self._theme.secondary if is_label or piece.unit else self._theme.text)
        area = QRect(placed.x, rect.y(), placed.width, rect.height())
        side = Qt.AlignmentFlag.AlignLeft if is_label else Qt.AlignmentFlag.AlignRight
        painter.drawText(area, side | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip, placed.text)
        if piece.target is not None and piece.target == self._hot:
            baseline = rect.center().y() + painter.fontMetrics().ascent() // 2 + 1
            painter.fillRect(placed.x, baseline, placed.width, 1, self._theme.accent)

    def _paint_swatch(self, painter: QPainter, x: int, y: int, swatch: Swatch) -> None:
        role = swatch.color
        color = getattr(self._theme, role) if isinstance(role, str) else QColor(*role)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, swatch.round)
        painter.setPen(Qt.PenStyle.NoPen if swatch.round else self._theme.faint)
        painter.setBrush(color)
        if swatch.round:
            painter.drawEllipse(x, y - SWATCH // 2 + 1, SWATCH, SWATCH)
        else:
            painter.drawRect(x, y - SWATCH // 2, SWATCH, SWATCH)
        painter.restore()

    def _paint_tag(self, painter: QPainter, area: QRect) -> None:
        """Mark a value as derived by a word in a frame of hairlines."""
        frame = QRect(area.x(), area.center().y() - _TAG_HEIGHT // 2 + 1, area.width() - 1, _TAG_HEIGHT)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(self._theme.hairline)
        painter.drawRoundedRect(frame.toRectF().translated(0.5, 0.5), 3, 3)
        painter.restore()
        painter.setFont(self._tag_font)
        painter.setPen(self._theme.secondary)
        painter.drawText(frame.translated(0, 1), Qt.AlignmentFlag.AlignCenter, tag_text())
        painter.setFont(self._font)


def copied(text: str) -> str:
    """Return a text as it is put on the clipboard: with the minus that programs read."""
    return text.replace("−", "-")


def _copies(event: QKeyEvent) -> bool:
    return event.matches(QKeySequence.StandardKey.Copy)
