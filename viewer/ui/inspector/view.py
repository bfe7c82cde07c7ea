"""The tree of the inspector: what is open in it, what is clicked, dragged and copied."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QContextMenuEvent, QDrag, QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from viewer.signals.series import SeriesKey
from viewer.ui.inspector.contents import MOST
from viewer.ui.inspector.delegate import SheetDelegate
from viewer.ui.inspector.model import KIND, NAME, Index, SheetModel
from viewer.ui.inspector.row import Kind
from viewer.ui.signal_mime import signal_mime
from viewer.ui.theme import current_theme
from viewer.ui.widgets.keys import ENTER, is_claimed, is_plain

_INDENT = 12
_NAMES, _NAMES_COMPARED, _VALUE, _UNITS = 150, 130, 82, 36
_SCROLL_BAR = 10
_SIDEWAYS = frozenset((Qt.Key.Key_Left, Qt.Key.Key_Right))


class SheetView(QTreeView):
    """Shows a SheetModel; what the user opens and closes stays so for other actors."""

    followed = Signal(object)
    """Link that was clicked: SelectActor or SeekTo."""

    plot_requested = Signal(object)
    """SeriesKeys of what was double-clicked: they are to have lanes."""

    fold_turned = Signal(str, bool)
    """Key of a row whose inside is told while it is open, and whether it is."""

    copy_requested = Signal()
    """The row the keyboard is on is to be copied, or its section, or everything."""

    menu_requested = Signal(QPoint, QModelIndex)
    """Where on the screen a menu is wanted, and of which row; of none if there is none there."""

    def __init__(self, model: SheetModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._turned: dict[tuple[str, bool], bool] = {}
        self._arranging = False
        self._columns = 0
        self._pointed = QPersistentModelIndex()
        self.setModel(model)
        self._values, self._plain = SheetDelegate(self), QStyledItemDelegate(self)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keyboard to the window
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setIndentation(_INDENT)
        self.setExpandsOnDoubleClick(False)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.setDragEnabled(True)
        header = self.header()
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
        """Open what is to be open, after other rows or columns have come."""
        self._arranging, compared = True, self._model.actors > 1
        if self._columns != self._model.columnCount():
            self._columns = self._model.columnCount()
            self._lay_out()
        for index in self._model.names():
            row = self._model.row_of(index)
            if row is not None and row.children:
                is_open = row.kind is Kind.SECTION or (compared and row.kind is not Kind.LAMPS)
                is_open = self._turned.get((row.key, compared), is_open)
                self.setExpanded(index, row.key in opened if row.kind is Kind.FOLD else is_open)
        self._arranging = False

    def _lay_out(self) -> None:
        """Give the columns their widths: one of values, or one for each of several actors."""
        compared, header, units = self._model.actors > 1, self.header(), self._model.columnCount() - 1
        self.setHeaderHidden(not compared)
        header.setSectionsMovable(compared)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        for number in range(1, 1 + MOST):
            self.setItemDelegateForColumn(number, self._values if number < units else self._plain)
        names, stretched = (_NAMES_COMPARED, units) if compared else (_NAMES, 1)
        for number, width in enumerate([names, *[_VALUE] * (units - 1), _UNITS]):
            header.resizeSection(number, width)
        header.setSectionResizeMode(stretched, QHeaderView.ResizeMode.Stretch)

    def scroll_to(self, place: int) -> None:
        """Scroll to where the scroll bar had this value."""
        self.executeDelayedItemsLayout()
        self.updateGeometries()
        self.verticalScrollBar().setValue(place)

    @property
    def pointed_signal(self) -> SeriesKey | None:
        """The signal whose value is under the mouse."""
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
        """Paint a row, a section below a hairline."""
        super().drawRow(painter, option, index)
        if index.data(KIND) == Kind.SECTION:
            painter.fillRect(0, option.rect.y() + 1, self.viewport().width(), 1, current_theme().hairline)

    # The mouse

    @Slot()
    @Slot(QModelIndex)
    def _point(self, index: QModelIndex | None = None) -> None:
        """Show by the cursor what can be clicked."""
        self._pointed = QPersistentModelIndex() if index is None else QPersistentModelIndex(index)
        leads = index is not None and self._model.link_of(index) is not None
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if leads else Qt.CursorShape.ArrowCursor)

    def leaveEvent(self, event: QEvent) -> None:
        """Point at nothing any more."""
        self._point()
        super().leaveEvent(event)

    @Slot(QModelIndex)
    def _follow(self, index: QModelIndex) -> None:
        link = self._model.link_of(index)
        if link is not None:
            self.followed.emit(link)

    @Slot(QModelIndex)
    def _plot_or_turn(self, index: QModelIndex) -> None:
        """Give signals lanes; what has none is opened or closed."""
        keys = self._model.signals_of(index)
        name = index.siblingAtColumn(NAME)
        if keys:
            self.plot_requested.emit(keys)
        elif self._model.link_of(index) is None:
            self.setExpanded(name, not self.isExpanded(name))

    def startDrag(self, _actions: Qt.DropAction) -> None:
        """Let the signal of the cell under the mouse be dropped somewhere."""
        keys = self._model.signals_of(self.currentIndex())
        if keys:
            drag = QDrag(self)
            drag.setMimeData(signal_mime(keys[0].row, keys[0].name))
            drag.exec(Qt.DropAction.CopyAction)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of the row that was clicked, or that the keyboard is on."""
        index, place = self.indexAt(event.pos()), event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard and self.currentIndex().isValid():
            index = self.currentIndex()
            place = self.viewport().mapToGlobal(self.visualRect(index).bottomLeft())
        self.menu_requested.emit(place, index)

    @Slot(QPoint)
    def _open_head_menu(self, at: QPoint) -> None:
        self.menu_requested.emit(self.header().mapToGlobal(at), QModelIndex())

    # Keys

    def event(self, event: QEvent) -> bool:
        """Claim the tree's own keys before the window's shortcuts get them."""
        return is_claimed(event, self._claims) or super().event(event)

    def _claims(self, event: QKeyEvent) -> bool:
        current, copies = self.currentIndex(), event.matches(QKeySequence.StandardKey.Copy)
        keys = ENTER | _SIDEWAYS if self._model.hasChildren(current.siblingAtColumn(NAME)) else ENTER
        return copies or (current.isValid() and is_plain(event) and event.key() in keys)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Follow with Enter the link of the row or give its signals lanes; or copy; or move."""
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


def width_for(actors: int) -> int:
    """Return how wide a sheet of so many actors is, in pixels."""
    return _NAMES_COMPARED + actors * _VALUE + _UNITS + _SCROLL_BAR
