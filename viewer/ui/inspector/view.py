"""Tree view of the inspector, with its delegate and header."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, QRect, QRectF, Qt, Signal, Slot
from PySide6.QtGui import (
    QContextMenuEvent,
    QDrag,
    QFont,
    QFontMetrics,
    QHelpEvent,
    QIcon,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionHeader,
    QStyleOptionViewItem,
    QToolTip,
    QTreeView,
    QWidget,
)

from viewer.logfile.enums import VehicleLightState
from viewer.signals.series import SeriesKey
from viewer.ui.icons import icon
from viewer.ui.inspector.contents import MOST
from viewer.ui.inspector.model import KIND, NAME, Index, InspectorTreeModel
from viewer.ui.inspector.row import Kind
from viewer.ui.signal_mime import signal_mime
from viewer.ui.theme import current_theme, font
from viewer.ui.widgets.keys import ENTER, is_claimed, is_plain

_BAR = 5
_LEAST_BAR = 30
"""Minimum width in pixels of a bar beside a number of the inspector; with less space, none is drawn."""
_PAD = 4
_ANY_SPEED = "00.00"
_INDENT = 10
_ICON, _STEP, _MARKER = 16, 19, 12
_LAMP_ICONS = {
    VehicleLightState.POSITION: "position",
    VehicleLightState.LOW_BEAM: "low-beam",
    VehicleLightState.HIGH_BEAM: "high-beam",
    VehicleLightState.FOG: "fog",
    VehicleLightState.LEFT_BLINKER: "left-indicator",
    VehicleLightState.RIGHT_BLINKER: "right-indicator",
    VehicleLightState.BRAKE: "brake",
    VehicleLightState.REVERSE: "reverse",
}


class InspectorTreeDelegate(QStyledItemDelegate):
    """Delegate that paints values of the inspector: as texts, some with a bar, or as icons of lit lamps."""

    def __init__(self, model: InspectorTreeModel, view: QTreeView) -> None:
        super().__init__(view)
        self._model, self._view = model, view

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Let a text that is too long use free space beside its cell.

        If several actors are shown side by side, use a smaller font instead.
        """
        super().initStyleOption(option, index)
        option.decorationPosition = QStyleOptionViewItem.Position.Right  # swatches are right of the texts
        missing, view = _missing(option), self._view
        if missing <= 0:
            return
        if self._model.actors > 1:
            option.font = font(13, bold=True) if option.font.bold() else font(11)
            return
        free, unit = self._free_beside(index), index.sibling(index.row(), NAME + 2).data()
        right = 0 if unit or missing <= free else min(view.columnWidth(NAME + 2) - _PAD, missing)
        option.rect = option.rect.adjusted(-min(missing - right, free), 0, right, 0)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint a cell of the inspector: a value with a bar beside it, or lit lamps as symbols."""
        kind, area = index.data(KIND), option.rect.adjusted(_PAD, 0, -_PAD, 0)
        value = self._model.value_of(index) if kind >= Kind.BAR else None
        if value and value.lamps:
            area.setLeft(area.left() - self._free_beside(index))
            _paint_lamps(painter, area, value.lamps)
            return
        super().paint(painter, option, index)
        beside = area.width() - option.fontMetrics.horizontalAdvance("−0.000") - 3 * _PAD
        is_wide = beside > _LEAST_BAR and self._model.actors == 1  # columns of several actors are narrow
        if is_wide and value and isinstance(value.raw, int | float):
            track = QRectF(area.left(), area.center().y() - _BAR // 2 + 1, beside, _BAR)
            _paint_bar(painter, track, value.raw, from_middle=kind == Kind.MIDDLE_BAR)

    def _free_beside(self, index: Index) -> int:
        """Return the free px left of the cell ``index``, beside the row's name; 0 with several actors."""
        name, view = index.sibling(index.row(), NAME), self._view
        free = view.columnWidth(NAME) - _width_of(name, view.font())
        return max(free, 0) if self._model.actors == 1 else 0

    def helpEvent(
        self, event: QHelpEvent, view: QAbstractItemView, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        """Show a cell's tooltip: its whole text, if that is cut off, and below it an explanation."""
        if event.type() != QEvent.Type.ToolTip:
            return super().helpEvent(event, view, option, index)
        self.initStyleOption(option, index)
        whole = option.text if _missing(option) > 0 else ""
        tip = index.data(Qt.ItemDataRole.ToolTipRole) or ""
        QToolTip.showText(event.globalPos(), "\n".join(part for part in (whole, tip) if part), view)
        return True


def _missing(option: QStyleOptionViewItem) -> int:
    """Return by how many pixels the text of the cell exceeds the cell; negative if there is free space.

    Bold texts are speeds and count as at least as wide as "00.00": their font must not change with their
    digits.
    """
    text = max(option.text, _ANY_SPEED if option.font.bold() else "", key=len)
    beside = 0 if option.icon.isNull() else option.decorationSize.width()
    return QFontMetrics(option.font).horizontalAdvance(text) + beside + 3 * _PAD - option.rect.width()


def _width_of(name: QModelIndex, usual: QFont) -> int:
    """Return the width in pixels that the inspector's cell ``name`` needs for its text and indentation.

    ``usual`` is the font of a cell that has no font of its own.
    """
    metrics = QFontMetrics(name.data(Qt.ItemDataRole.FontRole) or usual)
    width, parent = metrics.horizontalAdvance(name.data()) + 2 * _PAD, name.parent()
    while parent.isValid():
        width, parent = width + _INDENT, parent.parent()
    return width + _INDENT


def _paint_lamps(painter: QPainter, area: QRect, lamps: tuple[VehicleLightState, ...]) -> None:
    """Paint an icon for each of ``lamps``, at the right end of ``area``; smaller ones in a narrow cell."""
    step = min(_STEP, area.width() // len(lamps))
    size = min(_ICON, step)
    left = area.right() + 1 - size - step * (len(lamps) - 1)
    for number, lamp in enumerate(lamps):
        rect = QRect(left + step * number, area.center().y() - size // 2 + 1, size, size)
        icon(f"lamp-{_LAMP_ICONS[lamp]}", "text").paint(painter, rect)


def _paint_bar(painter: QPainter, track: QRectF, share: float, *, from_middle: bool) -> None:
    """Paint a bar in the rectangle ``track`` that shows how far a pedal or the steering wheel is moved.

    ``share``, 0 to 1, is the filled part from the left. If ``from_middle`` is True, it is −1 to 1, and the
    bar goes from the middle to the left or right.
    """
    share = min(max(share, -1.0), 1.0)
    filled = QRectF(track)
    if from_middle:
        end = track.center().x() + share * track.width() / 2
        filled.setLeft(min(track.center().x(), end) - 1.0)
        filled.setRight(max(track.center().x(), end) + 1.0)
    else:
        filled.setWidth(max(share, 0.0) * track.width())
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    for part, color in ((track, current_theme().lane_grid), (filled, current_theme().text)):
        radius = min(track.height(), part.width()) / 2
        painter.setBrush(color)
        painter.drawRoundedRect(part, radius, radius)
    painter.restore()


class InspectorHeader(QHeaderView):
    """Header with an actor's name above each column of values, in elided lines beside a coloured square."""

    def initStyleOptionForIndex(self, option: QStyleOptionHeader, number: int) -> None:
        """Elide the start of each line of an actor's name; leave no space for its icon, a coloured square."""
        super().initStyleOptionForIndex(option, number)
        metrics, width = QFontMetrics(font(11)), self.sectionSize(number) - 2 * _PAD
        lines = option.text.split("\n")
        option.text = "\n".join(metrics.elidedText(line, Qt.TextElideMode.ElideLeft, width) for line in lines)
        option.icon = QIcon()

    def paintSection(self, painter: QPainter, area: QRect, number: int) -> None:
        """Paint a column's header, with its actor's coloured square left of the first line of its name."""
        painter.save()  # Qt 6.9 leaves a painter state that hides later painting
        super().paintSection(painter, area, number)
        painter.restore()
        marker = self.model().headerData(number, self.orientation(), Qt.ItemDataRole.DecorationRole)
        if isinstance(marker, QIcon):
            marker.paint(painter, QRect(area.left() + _PAD, area.top() + _PAD, _MARKER, _MARKER))


_NAMES, _LEAST_NAME, _VALUE, _LEAST_VALUE, _UNITS = 150, 72, 86, 56, 34
_SCROLL_BAR = 10
_SIDEWAYS = frozenset((Qt.Key.Key_Left, Qt.Key.Key_Right))


class InspectorTreeView(QTreeView):
    """Tree view of the inspector; rows that the user opens or closes stay so for other actors."""

    followed = Signal(object)
    """Emitted when the user clicks a link in the inspector, with the link: a SelectActor or SeekTo."""

    plot_requested = Signal(object)
    """Emitted with the signals (tuple of SeriesKey) to be plotted: those of a value double-clicked."""

    fold_turned = Signal(str, bool)
    """Emitted when the user folds or unfolds a row (``Kind.FOLD``), with its key and True if it is unfolded.
    """

    copy_requested = Signal()
    """Emitted when the user wants to copy the current row of the inspector."""

    menu_requested = Signal(QPoint, QModelIndex)
    """Emitted with the screen position for a context menu and the index of its row; invalid without a row."""

    def __init__(self, model: InspectorTreeModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._turned: dict[tuple[str, bool], bool] = {}
        self._arranging = False
        self._arranged = (0, 0)
        """Number of columns, and width in pixels that the names need."""
        self._pointed = QPersistentModelIndex()
        self.setModel(model)
        self._values, self._plain = InspectorTreeDelegate(model, self), QStyledItemDelegate(self)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keyboard to the window
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setIndentation(_INDENT)
        self.setExpandsOnDoubleClick(False)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.setDragEnabled(True)
        header = InspectorHeader(Qt.Orientation.Horizontal, self)
        self.setHeader(header)
        header.setMinimumSectionSize(_UNITS)
        header.setStretchLastSection(False)
        header.setFirstSectionMovable(False)
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.customContextMenuRequested.connect(self._open_head_menu)
        self.clicked.connect(self._follow)
        self.doubleClicked.connect(self._plot_or_turn)
        self.entered.connect(self._point)
        self.viewportEntered.connect(self._point)
        self.expanded.connect(lambda index: self._turn(index, opened=True))
        self.collapsed.connect(lambda index: self._turn(index, opened=False))

    def arrange(self, opened: set[str]) -> None:
        """Open or close all rows as the user left them; call this after rows or columns changed.

        ``opened`` are the keys of those open rows whose children are made only while they are open.
        """
        self._arranging, compared, widest = True, self._model.actors > 1, 0
        for index in self._model.names():
            row = self._model.row_of(index)
            widest = max(widest, _width_of(index, self.font()))
            if row is not None and row.children:
                is_open = row.kind is Kind.SECTION or (compared and row.kind is not Kind.LAMPS)
                is_open = self._turned.get((row.key, compared), is_open)
                self.setExpanded(index, row.key in opened if row.kind is Kind.FOLD else is_open)
        self._arranging = False
        if self._arranged != (self._model.columnCount(), widest):
            self._arranged = self._model.columnCount(), widest
            self._lay_out()

    @property
    def width_needed(self) -> int:
        """Width in pixels that the inspector's tree needs to show the names and values of all its actors."""
        return self._arranged[1] + self._model.actors * _VALUE + _UNITS + _SCROLL_BAR

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Set the widths of the columns again if the width of the tree has changed."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._lay_out()

    def _lay_out(self) -> None:
        """Distribute the width of the tree: to the column of names first, then to the columns of values."""
        compared, header, units = self._model.actors > 1, self.header(), self._model.columnCount() - 1
        if units < 1:
            return
        values, policy = units - 1, Qt.ScrollBarPolicy
        available, least = self.viewport().width() - _UNITS, values * _LEAST_VALUE
        fits = _LEAST_NAME + least <= available
        self.setHorizontalScrollBarPolicy(policy.ScrollBarAlwaysOff if fits else policy.ScrollBarAsNeeded)
        names = self._arranged[1] if compared else max(self._arranged[1], _NAMES)
        names = min(names, available - least if fits else available // 2)
        value = min(max((available - names) // max(values, 1), _LEAST_VALUE), _VALUE)
        self.setHeaderHidden(not compared)
        header.setSectionsMovable(compared)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        for number in range(1, 1 + MOST):
            self.setItemDelegateForColumn(number, self._values if number < units else self._plain)
        for number, width in enumerate([names, *[value] * values, _UNITS]):
            header.resizeSection(number, width)
        header.setSectionResizeMode(units if compared else 1, QHeaderView.ResizeMode.Stretch)
        if self.viewport().width() != available + _UNITS:  # the scroll bar has come or gone
            self._lay_out()

    def scroll_to(self, value: int) -> None:
        """Scroll vertically to ``value``, in the units of the vertical scroll bar."""
        self.executeDelayedItemsLayout()
        self.updateGeometries()
        self.verticalScrollBar().setValue(value)

    @property
    def pointed_signal(self) -> SeriesKey | None:
        """Signal (quantity over time) of the value under the mouse; None if there is none."""
        return next(iter(self._model.signals_of(self._pointed)), None) if self._pointed.isValid() else None

    def _turn(self, index: QModelIndex, *, opened: bool) -> None:
        row = self._model.row_of(index)
        if self._arranging or row is None:
            return
        if row.kind is Kind.FOLD:
            self.fold_turned.emit(row.key, opened)
        else:
            self._turned[row.key, self._model.actors > 1] = opened

    def drawRow(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint a row if all of it is in view; the heading of a section has a hairline at its top, too."""
        if option.rect.bottom() >= self.viewport().height():
            return
        super().drawRow(painter, option, index)
        if index.data(KIND) == Kind.SECTION:
            painter.fillRect(0, option.rect.y() + 1, self.viewport().width(), 1, current_theme().hairline)

    # The mouse

    def indexAt(self, point: QPoint) -> QModelIndex:
        """Return the index of the cell at ``point``; it is invalid where no row is painted."""
        index = super().indexAt(point)
        return index if self.visualRect(index).bottom() < self.viewport().height() else QModelIndex()

    @Slot()
    @Slot(QModelIndex)
    def _point(self, index: QModelIndex | None = None) -> None:
        """Set the cursor's shape for the cell under the mouse: a pointing hand on links."""
        self._pointed = QPersistentModelIndex() if index is None else QPersistentModelIndex(index)
        leads = index is not None and self._model.link_of(index) is not None
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if leads else Qt.CursorShape.ArrowCursor)

    def leaveEvent(self, event: QEvent) -> None:
        """Forget which cell is under the mouse, and reset the cursor's shape."""
        self._point()
        super().leaveEvent(event)

    @Slot(QModelIndex)
    def _follow(self, index: QModelIndex) -> None:
        link = self._model.link_of(index)
        if link is not None:
            self.followed.emit(link)

    @Slot(QModelIndex)
    def _plot_or_turn(self, index: QModelIndex) -> None:
        """Emit ``plot_requested`` for a cell with signals.

        For other cells, open or close the row, unless the cell has a link.
        """
        keys = self._model.signals_of(index)
        name = index.siblingAtColumn(NAME)
        if keys:
            self.plot_requested.emit(keys)
        elif self._model.link_of(index) is None:
            self.setExpanded(name, not self.isExpanded(name))

    def startDrag(self, _actions: Qt.DropAction) -> None:
        """Start dragging the signal (quantity over time) of the current cell, to be dropped on the plots."""
        keys = self._model.signals_of(self.currentIndex())
        if keys:
            drag = QDrag(self)
            drag.setMimeData(signal_mime(keys[0].row, keys[0].name))
            drag.exec(Qt.DropAction.CopyAction)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Emit ``menu_requested`` for the row under the mouse, or after the menu key for the current row."""
        index, position = self.indexAt(event.pos()), event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard and self.currentIndex().isValid():
            index = self.currentIndex()
            position = self.viewport().mapToGlobal(self.visualRect(index).bottomLeft())
        self.menu_requested.emit(position, index)

    @Slot(QPoint)
    def _open_head_menu(self, at: QPoint) -> None:
        self.menu_requested.emit(self.header().mapToGlobal(at), QModelIndex())

    # Keys

    def event(self, event: QEvent) -> bool:
        """Claim the keys that the tree uses before the window's shortcuts get them."""
        return is_claimed(event, self._claims) or super().event(event)

    def _claims(self, event: QKeyEvent) -> bool:
        current, copies = self.currentIndex(), event.matches(QKeySequence.StandardKey.Copy)
        keys = ENTER | _SIDEWAYS if self._model.hasChildren(current.siblingAtColumn(NAME)) else ENTER
        return copies or (current.isValid() and is_plain(event) and event.key() in keys)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle Enter, copy, and arrow keys in the tree of the inspector.

        Enter follows the row's link. Without a link, it plots the row's signals, or opens or closes the row.
        Left and Right close and open a row with children; on other rows, they are left to the window.
        """
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_requested.emit()
        elif event.key() in ENTER and is_plain(event):
            self._enter()
        elif self._claims(event) or event.key() not in _SIDEWAYS:
            super().keyPressEvent(event)
        else:
            event.ignore()

    def _enter(self) -> None:
        row = self._model.row_of(self.currentIndex())
        link = next((value.link for value in row.cells if value and value.link), None) if row else None
        if link is not None:
            self.followed.emit(link)
        elif row is not None:
            self._plot_or_turn(self.currentIndex().siblingAtColumn(NAME))
