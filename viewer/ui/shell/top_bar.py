"""Bar at the top of the window: menu, *Open*, the recording's name, find, layers."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QMenu,
    QPushButton,
    QSizePolicy,
    QToolBar,
    QToolButton,
    QWidget,
)

from viewer.recording.index import RecordingIndex
from viewer.ui import format as fmt
from viewer.ui.action_table import ACTIONS, MENUS
from viewer.ui.actions import shortcut_text, tooltip
from viewer.ui.icons import IconLabel, icon
from viewer.ui.shortcuts import keys_of
from viewer.ui.translation import tr
from viewer.ui.widgets.elided_label import ElidedLabel
from viewer.ui.widgets.layout_button import LayoutButton
from viewer.ui.widgets.parts import MenuLeave, button, label, styled

_HEIGHT = 44
_BUTTON_HEIGHT = 28


class TopBar(QToolBar):
    """Bar with the menu, *Open* and the recording's name at the left; find and layers at the right."""

    def __init__(
        self,
        actions: Mapping[str, QAction],
        menus: Mapping[str, QMenu],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setProperty("surface", "top")
        self.setFixedHeight(_HEIGHT)
        self.setMovable(False)
        self.setIconSize(QSize(16, 16))
        self._entries: dict[QWidget, QAction] = {}
        """Action by which the bar shows and hides a widget."""
        self._tips: dict[QWidget, str] = {}
        """Id of the action whose tooltip a widget shows."""
        self._name = styled(ElidedLabel(mode=Qt.TextElideMode.ElideMiddle), 13, bold=True)
        self._name.setContentsMargins(8, 0, 4, 0)
        self._details = styled(ElidedLabel(by_parts=True), role="secondary")
        self._details.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        for part in (
            self._build_main_menu(menus),
            self._build_open(actions["open"]),
            self._name,
            self._details,  # takes the space that the others leave
            self._build_find(actions["palette"]),
            self._build_layers(menus["layers"]),
        ):
            self._entries[part] = self.addWidget(part)
        self.set_recording(None)
        self._main_button.setIcon(icon("menu"))
        self._layers.setIcon(icon("layers"))
        self._show_keys()

    def set_recording(self, index: RecordingIndex | None) -> None:
        """Show name, map and date of the recording ``index``; None if no recording is open."""
        for part in (self._name, self._layers):
            self._entries[part].setVisible(index is not None)
        if index is None:
            self._details.setText(tr("No recording open"))
            return
        header = index.header
        date = fmt.date(header.date) if header.date is not None else ""
        self._name.setText(index.path.name)
        self._name.set_tip(fmt.plain(str(index.path)))
        self._details.setText(fmt.join(header.map_name, date))

    def changeEvent(self, event: QEvent) -> None:
        """Update the shortcuts in tooltips when the style changes, as it does with the shortcuts."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._show_keys()

    def _show_keys(self) -> None:
        for each, action in self._tips.items():
            each.setToolTip(tooltip(action))
        keys = keys_of("palette")
        self._find_key.setText(shortcut_text(keys[0]) if keys else "")

    @Slot()
    def open_menu(self) -> None:
        """Open the main menu, which holds all other menus, with its first entry active for keyboards."""
        opener = self._main_button
        self._main_menu.setActiveAction(self._main_menu.actions()[0])
        # in presentation mode the bar is hidden
        shown = opener.isVisible()
        corner = (
            opener.mapToGlobal(QPoint(0, opener.height())) if shown else self.window().mapToGlobal(QPoint())
        )
        self._main_menu.popup(corner)

    def _build_open(self, action: QAction) -> QPushButton:
        opens = QPushButton(tr("Open…"))
        opens.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._tips[opens] = "open"
        opens.clicked.connect(action.trigger)
        return opens

    def _build_find(self, action: QAction) -> LayoutButton:
        """Return the button that triggers ``action`` to open the palette, with its shortcut on it.

        The palette is a field that finds actions, actors, events, times and places.
        """
        find = LayoutButton("find", self)
        find.setFixedHeight(_BUTTON_HEIGHT)
        text = label(tr(ACTIONS["palette"].text).rstrip("…"), role="secondary")
        key = self._find_key = label("", 11, "key")
        self._find_icon = IconLabel("find", "secondary")
        for part in (self._find_icon, text, key):
            find.add(part)
        find.setAccessibleName(text.text())
        self._tips[find] = "palette"
        find.clicked.connect(action.trigger)
        return find

    def _build_layers(self, menu: QMenu) -> QPushButton:
        self._layers = button(QPushButton(f" {menu.title()}"), tr("What the map shows"))
        self._layers.setAccessibleName(menu.title())
        self._layers.setMenu(menu)
        MenuLeave(self._layers, menu)
        return self._layers

    def _build_main_menu(self, menus: Mapping[str, QMenu]) -> QToolButton:
        self._main_menu = QMenu(tr("Menu"), self)
        for menu in MENUS:
            self._main_menu.addMenu(menus[menu.id])
        self._main_button = button(QToolButton())
        self._tips[self._main_button] = "menu"
        self._main_button.setAccessibleName(tr("Menu"))
        self._main_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._main_button.setMenu(self._main_menu)
        MenuLeave(self._main_button, self._main_menu)
        return self._main_button
