"""The panel of the plots: controls above, the plots, and menus of curves."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QAction, QColor, QHideEvent, QIcon, QPainter, QPixmap, QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QScrollBar,
    QWidget,
)

from viewer.recording.index import RecordingIndex
from viewer.ui.icons import icon
from viewer.ui.plots.colors import CURVE_COLORS, color_of
from viewer.ui.plots.offers import offers
from viewer.ui.plots.sheet import Sheet
from viewer.ui.plots.signal_menu import SignalMenu
from viewer.ui.plots.view import PlotView
from viewer.ui.state.actor_ref import ActorRef, Refs, row_in, rows_in
from viewer.ui.theme import Theme, font, load_theme
from viewer.ui.widgets.drawer_panel import DrawerPanel

_MENU_ICON = 16


class PlotsPanel(DrawerPanel):
    """Plots of signals; what is done in it is asked for, by the numbers of curves."""

    add_requested = Signal(object)
    """SeriesKey to plot."""
    remove_requested = Signal(int)
    duplicate_requested = Signal(int)
    separate_requested = Signal(int)
    join_requested = Signal(int)
    copy_requested = Signal(int)
    color_chosen = Signal(int, str)
    """Number of a curve and role of the theme, empty for the one that suits."""
    clear_requested = Signal()
    table_requested = Signal()
    """The values are to be exported."""
    picture_requested = Signal()
    """The plots are to be saved as a picture."""
    visibility_changed = Signal()
    """The plots can be seen now, or no longer."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = load_theme("dark")
        self._index: RecordingIndex | None = None
        self._sheet = Sheet()
        self._rows: tuple[int, ...] = ()
        self._hero: int | None = None
        self._menu_curve: int | None = None
        self.view = PlotView(self)
        self._scroll = QScrollBar(Qt.Orientation.Vertical, self)
        self._add = QPushButton(self.tr("Signal"))
        self._state = QLabel()
        self._export = QPushButton(self.tr("Export"))
        self.signals = SignalMenu(self)
        self.menu = QMenu(self)
        self._colors = QMenu(self.tr("Colour"), self)
        self._lay_out()
        self._fill_menus()
        self._connect()
        self._show()

    def _lay_out(self) -> None:
        row = QHBoxLayout(self.head)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for button in (self._add, self._export):
            button.setProperty("kind", "quiet")
            button.setFont(font(12))
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._add.setToolTip(self.tr("Choose what to plot"))
        self._export.setToolTip(self.tr("Values as a table, or the plots as a picture"))
        self._state.setProperty("role", "secondary")
        self._state.setFont(font(12))
        row.addWidget(self._add)
        row.addWidget(self._state)
        row.addStretch(1)
        row.addWidget(self._export)
        across = QHBoxLayout(self)
        across.setContentsMargins(0, 0, 0, 0)
        across.setSpacing(0)
        across.addWidget(self.view, 1)
        across.addWidget(self._scroll)

    def _fill_menus(self) -> None:
        for role in ("", *CURVE_COLORS):
            text = self.tr("Colour {}").format(role.removeprefix("curve_")) if role else self.tr("Automatic")
            action = self._colors.addAction(text)
            action.setData(role)
            action.setCheckable(True)
        menu = self.menu
        self._remove = menu.addAction(self.tr("Remove"))
        self._duplicate = menu.addAction(self.tr("Duplicate"))
        self._separate = menu.addAction(self.tr("Own plot"))
        self._join = menu.addAction(self.tr("Together with others"))
        menu.addMenu(self._colors)
        self._copy = menu.addAction(self.tr("Copy values"))
        menu.addSeparator()
        self._table = menu.addAction(self.tr("Export CSV…"))
        self._picture = menu.addAction(self.tr("Save as picture…"))
        menu.addSeparator()
        self._clear = menu.addAction(self.tr("Remove all"))
        export = QMenu(self)
        export.addActions((self._table, self._picture))
        self._export.setMenu(export)

    def _connect(self) -> None:
        self._add.clicked.connect(self.open_signals)
        self.signals.chosen.connect(self.add_requested)
        self.view.remove_requested.connect(self.remove_requested)
        self.view.menu_requested.connect(self._open_menu)
        self.view.needed_height_changed.connect(self._fit_scroll)
        self.view.scroll_requested.connect(self._scroll_by)
        self._scroll.valueChanged.connect(self.view.set_scroll)
        self.menu.triggered.connect(self._follow_menu)
        self._colors.triggered.connect(self._take_color)
        self._table.triggered.connect(self.table_requested)
        self._picture.triggered.connect(self.picture_requested)
        self._clear.triggered.connect(self.clear_requested)

    # -- what it is told

    def set_theme(self, theme: Theme) -> None:
        """Show other colours."""
        self._theme = theme
        self._add.setIcon(icon("zoom-in", theme, "secondary"))
        self.view.set_theme(theme)
        self.signals.set_theme(theme)
        for action in self._colors.actions():
            if action.data():
                action.setIcon(_line_icon(color_of(action.data(), theme), self.devicePixelRatioF()))
                action.setIconVisibleInMenu(True)

    def set_recording(self, index: RecordingIndex | None) -> None:
        """Offer the signals of a recording, or of what has been read of it."""
        self._index = index
        self._show()

    def set_sheet(self, sheet: Sheet) -> None:
        """Show these plots."""
        self._sheet = sheet
        self.view.set_sheet(sheet)
        self._show()

    def set_actors(self, selected: Refs, pinned: Refs, hero: ActorRef | None) -> None:
        """Offer the signals of the selected actors, the primary one last, of the pinned ones and the hero."""
        rows = rows_in(selected)
        self._rows, self._hero = (*rows_in(pinned), *rows), row_in(hero)
        self.view.set_actors(self._hero, rows[-1] if rows else None)

    @Slot(float)
    def set_progress(self, share: float) -> None:
        """Tell how far reading signals is, 0 to 1."""
        text = self.tr("Reading signals · {} %").format(round(100 * share)) if share < 1.0 else ""
        self._state.setText(text)

    @Slot(float)
    def set_written(self, share: float) -> None:
        """Tell how much of the table is written, 0 to 1."""
        self._state.setText(
            self.tr("Writing values · {} %").format(round(100 * share)) if share < 1.0 else ""
        )

    def showEvent(self, event: QShowEvent) -> None:
        """Tell that the plots can be seen."""
        super().showEvent(event)
        self.visibility_changed.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        """Tell that the plots cannot be seen."""
        super().hideEvent(event)
        self.visibility_changed.emit()

    # -- what is done in it

    @Slot()
    def open_signals(self) -> None:
        """Open the menu of signals under its button."""
        if self._index is not None:
            place = self._add.mapToGlobal(QPoint(0, self._add.height() + 2))
            plotted = [curve.key for curve in self._sheet.curves]
            self.signals.open_at(place, list(offers(self._index, self._rows, self._hero)), plotted)

    @Slot(object, QPoint)
    def _open_menu(self, number: int | None, place: QPoint) -> None:
        curve = None if number is None else self._sheet.curve(number)
        self._menu_curve = None if curve is None else curve.number
        for action in (self._remove, self._duplicate, self._copy, self._colors.menuAction()):
            action.setVisible(curve is not None)
        several = curve is not None and len(self._sheet.panes[self._sheet.pane_of(curve.number)].curves) > 1
        is_ribbon = curve is not None and self._sheet.panes[self._sheet.pane_of(curve.number)].is_ribbons
        self._separate.setVisible(several and not is_ribbon)
        self._join.setVisible(curve is not None and self._sheet.can_join(curve.number))
        if curve is not None:
            for action in self._colors.actions():
                action.setChecked(action.data() == curve.color)
        self.menu.popup(place)

    @Slot(QAction)
    def _follow_menu(self, action: QAction) -> None:
        number = self._menu_curve
        if number is None:
            return
        for offered, request in (
            (self._remove, self.remove_requested),
            (self._duplicate, self.duplicate_requested),
            (self._separate, self.separate_requested),
            (self._join, self.join_requested),
            (self._copy, self.copy_requested),
        ):
            if action is offered:
                request.emit(number)

    @Slot(QAction)
    def _take_color(self, action: QAction) -> None:
        if self._menu_curve is not None:
            self.color_chosen.emit(self._menu_curve, action.data())

    @Slot(int)
    def _fit_scroll(self, needed: int) -> None:
        room = self.view.height()
        self._scroll.setRange(0, max(needed - room, 0))
        self._scroll.setPageStep(room)
        self._scroll.setVisible(needed > room)

    @Slot(int)
    def _scroll_by(self, pixels: int) -> None:
        self._scroll.setValue(self._scroll.value() + pixels)

    def _show(self) -> None:
        there = bool(self._sheet.panes) and self._index is not None
        self._add.setEnabled(self._index is not None)
        self._export.setVisible(there)
        self.view.set_message(self.message)

    @property
    def message(self) -> str:
        """Why nothing is plotted, if nothing is."""
        if self._index is None or self._sheet.panes:
            return ""
        return self.tr(
            "Nothing plotted yet\n"
            "P plots the speed of the selected actor; Signal, above, has everything else\n"
            "Values of the inspector and actors of the list can be dropped here"
        )


def _line_icon(color: QColor, ratio: float) -> QIcon:
    """Return the sign of a colour for a menu."""
    side = round(_MENU_ICON * ratio)
    pixmap = QPixmap(side, side)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.fillRect(1, _MENU_ICON // 2 - 1, _MENU_ICON - 2, 3, color)
    return QIcon(pixmap)
