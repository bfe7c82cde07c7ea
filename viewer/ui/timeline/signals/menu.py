"""The menu of signals to plot: a field, and below it what is found."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from viewer.replay.series.key import SeriesKey
from viewer.ui import format as fmt
from viewer.ui.theme import Theme, font, load_theme
from viewer.ui.timeline.signals.offers import Offer
from viewer.ui.widgets.palette_field import PaletteField

_WIDTH = 340
_ROW = 28
_MOST_ROWS = 13
_MARGIN = 12
_OFFER = int(Qt.ItemDataRole.UserRole)
_PAGE = 8


class SignalMenu(QFrame):
    """Lets one choose signals; with Ctrl it stays open for the next one."""

    chosen = Signal(object)
    """SeriesKey to plot."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setProperty("surface", "card")
        self.setAccessibleName(self.tr("Signals"))
        self._offers: Sequence[Offer] = ()
        self._plotted: frozenset[SeriesKey] = frozenset()
        self._missing: Sequence[str] = ()
        self._field = PaletteField(self)
        self._field.setPlaceholderText(self.tr("Find a signal"))
        self._field.setAccessibleName(self.tr("Find a signal"))
        self._list = _OfferList(self)
        line = QFrame(self)
        line.setFrameShape(QFrame.Shape.HLine)
        line.setFixedHeight(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 5)
        column.setSpacing(0)
        column.addWidget(self._field)
        column.addWidget(line)
        column.addWidget(self._list, 1)
        self._field.setContentsMargins(4, 3, 4, 3)
        self._field.textChanged.connect(self._find)
        self._field.move_requested.connect(self._move)
        self._field.accepted.connect(self._accept)
        self._field.rejected.connect(self.hide)
        self._list.pressed_offer.connect(self._choose)

    def set_theme(self, theme: Theme) -> None:
        """Show other colours."""
        self._list.set_theme(theme)

    def open_at(
        self,
        place: QPoint,
        offered: Sequence[Offer],
        plotted: Collection[SeriesKey],
        missing: Sequence[str] = (),
    ) -> None:
        """Open below or above a place on the screen.

        Args:
            place: where.
            offered: the signals there are.
            plotted: those that are shown already.
            missing: what was shown before and cannot be in this recording, in words.

        """
        self._offers, self._plotted, self._missing = offered, frozenset(plotted), missing
        self._field.clear()
        self._find()
        height = self._field.sizeHint().height() + 14 + _ROW * min(max(self._list.count(), 3), _MOST_ROWS)
        self.resize(_WIDTH, height)
        room = self.screen().availableGeometry()
        top = place.y() if place.y() + height <= room.bottom() else place.y() - height - 32
        self.move(min(place.x(), room.right() - _WIDTH), max(top, room.top()))
        self.show()
        self._field.setFocus(Qt.FocusReason.PopupFocusReason)

    @Slot()
    def _find(self) -> None:
        words = self._field.text().lower().split()
        found = [each for each in self._offers if each.matches(words)]
        self._list.show_offers(found, self._plotted, () if words else self._missing)

    @Slot(str)
    def _move(self, way: str) -> None:
        steps = {"up": -1, "down": 1, "page up": -_PAGE, "page down": _PAGE}[way]
        self._list.move_by(steps)

    @Slot()
    def _accept(self) -> None:
        offer = self._list.current_offer
        if offer is not None:
            self._choose(offer, False)

    @Slot(object, bool)
    def _choose(self, offer: Offer, stay: bool) -> None:
        self._plotted |= {offer.key}
        if stay:
            self._list.mark(self._plotted)
        else:
            self.hide()
        self.chosen.emit(offer.key)


class _OfferList(QListWidget):
    """Signals under headings."""

    pressed_offer = Signal(object, bool)
    """Offer that was clicked, and whether more are to be chosen."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMouseTracking(True)
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self._delegate = _OfferDelegate(self)
        self.setItemDelegate(self._delegate)

    def set_theme(self, theme: Theme) -> None:
        """Show other colours."""
        self._delegate.theme = theme

    def mark(self, plotted: frozenset[SeriesKey]) -> None:
        """Tell which signals are plotted already."""
        self._delegate.plotted = plotted
        self.viewport().update()

    def show_offers(
        self, found: Sequence[Offer], plotted: frozenset[SeriesKey], missing: Sequence[str]
    ) -> None:  # fmt: skip
        """List these signals, each section under its heading, and below what is missing."""
        self.mark(plotted)
        self.clear()
        section = None
        for offer in found:
            if offer.section != section:
                section = offer.section
                heading = QListWidgetItem(section, self)
                heading.setFlags(Qt.ItemFlag.NoItemFlags)
            item = QListWidgetItem(offer.text, self)
            item.setData(_OFFER, offer)
        for text in (self.tr("Not in this recording"), *missing) if missing else ():
            QListWidgetItem(text, self).setFlags(Qt.ItemFlag.NoItemFlags)
        if not found:
            QListWidgetItem(self.tr("Nothing found"), self).setFlags(Qt.ItemFlag.NoItemFlags)
        self.move_by(1)

    @property
    def current_offer(self) -> Offer | None:
        """The signal that Enter chooses."""
        offer = self.currentIndex().data(_OFFER)
        return offer if isinstance(offer, Offer) else None

    def move_by(self, steps: int) -> None:
        """Go some lines up or down, over headings."""
        line = min(max(self.currentRow() + steps, 0), self.count() - 1)
        way = 1 if steps > 0 else -1
        for each in (*range(line, self.count() if way > 0 else -1, way), *range(line, -1, -1)):
            if self.item(each).data(_OFFER) is not None:
                self.setCurrentRow(each)
                if each == 1:
                    self.scrollToTop()
                return

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Let Enter mean what is under the mouse."""
        item = self.itemAt(event.position().toPoint())
        if item is not None and item.data(_OFFER) is not None:
            self.setCurrentItem(item)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose what is pressed."""
        item = self.itemAt(event.position().toPoint())
        offer = item.data(_OFFER) if item is not None else None
        if offer is not None and event.button() == Qt.MouseButton.LeftButton:
            stay = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            self.pressed_offer.emit(offer, stay)


class _OfferDelegate(QStyledItemDelegate):
    """Paints a signal with its unit at the right, or a heading."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.theme = load_theme("dark")
        self.plotted: frozenset[SeriesKey] = frozenset()

    def sizeHint(
        self, _option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex
    ) -> QSize:  # fmt: skip
        """Return the height of all lines."""
        return QSize(_WIDTH, _ROW)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint a line."""
        theme, offer = self.theme, index.data(_OFFER)
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        inside = rect.adjusted(_MARGIN, 0, -_MARGIN, 0)
        painter.save()
        middle = Qt.AlignmentFlag.AlignVCenter
        if offer is None:
            painter.setFont(font(12, bold=True))
            painter.setPen(theme.secondary)
            painter.drawText(inside, middle, index.data())
        else:
            if state & QStyle.StateFlag.State_Selected:
                painter.fillRect(rect, theme.selected)
            painter.setFont(font(13))
            painter.setPen(theme.text)
            painter.drawText(inside, middle, offer.text)
            painter.setFont(font(12))
            painter.setPen(theme.secondary)
            detail = fmt.join(offer.detail, self.tr("shown") if offer.key in self.plotted else "")
            painter.drawText(inside, middle | Qt.AlignmentFlag.AlignRight, detail)
        painter.restore()
