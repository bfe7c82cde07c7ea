"""The bar at the top of the window: open, which recording is open, and the menus."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPoint, Qt, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QMenu, QPushButton, QToolButton, QWidget

from viewer.recording.index import RecordingIndex
from viewer.ui import format as fmt
from viewer.ui.action_table import ACTIONS, MENUS
from viewer.ui.actions import shortcut_text, tooltip, translated
from viewer.ui.icons import icon
from viewer.ui.theme import Theme, font
from viewer.ui.widgets.elided_label import ElidedLabel
from viewer.ui.widgets.layout_button import LayoutButton
from viewer.ui.widgets.menu_leave import MenuLeave

_HEIGHT = 44
_BUTTON_HEIGHT = 28
_OWN_BUTTONS = ("layers", "view", "replay")
"""Menus with a button of their own; all of them are in the menu at the right end too."""


class TopBar(QFrame):
    """*Open*, name, map and date of the recording at the left; menus at the right."""

    def __init__(
        self,
        actions: Mapping[str, QAction],
        menus: Mapping[str, QMenu],
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setProperty("surface", "top")
        self.setFixedHeight(_HEIGHT)
        self._name = ElidedLabel(mode=Qt.TextElideMode.ElideMiddle)
        self._name.setFont(font(13, bold=True))
        self._details = ElidedLabel()
        self._details.setProperty("role", "secondary")
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 0, 8, 0)
        row.setSpacing(4)
        row.addWidget(self._build_open(actions["open"]))
        row.addSpacing(12)
        row.addWidget(self._name)
        row.addWidget(self._details)
        row.addStretch(1)
        row.addWidget(self._build_find(actions["palette"]))
        row.addSpacing(4)
        for menu_id in _OWN_BUTTONS:
            row.addWidget(self._build_menu_button(menus[menu_id]))
        row.addWidget(self._build_main_menu(menus))
        self.set_recording(None)
        self.set_theme(theme)

    def set_recording(self, index: RecordingIndex | None) -> None:
        """Say which recording is open; None if none is."""
        if index is None:
            self._name.setText("")
            self._details.setText("")
            self._name.set_tip("")
            return
        header = index.header
        date = fmt.date(header.date) if header.date is not None else ""
        self._name.setText(index.path.name)
        self._name.set_tip(str(index.path))
        self._details.setText(f" · {fmt.join(header.map_name, date)}")

    def set_theme(self, theme: Theme) -> None:
        """Draw the icons in the colours of a theme."""
        self._main_button.setIcon(icon("menu", theme))

    @Slot()
    def open_menu(self) -> None:
        """Open the menu of all menus, for the keyboard: its first entry is chosen."""
        button = self._main_button
        self._main_menu.setActiveAction(self._main_menu.actions()[0])
        corner = button.mapToGlobal(QPoint(button.width(), button.height()))
        if not button.isVisible():  # in a presentation there is no bar
            window = self.window()
            corner = window.mapToGlobal(QPoint(window.width(), 0))
        self._main_menu.popup(corner - QPoint(self._main_menu.sizeHint().width(), 0))

    def _build_open(self, action: QAction) -> QPushButton:
        button = QPushButton(self.tr("Open…"))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setToolTip(tooltip("open"))
        button.clicked.connect(action.trigger)
        return button

    def _build_find(self, action: QAction) -> LayoutButton:
        """Return the button that opens the palette; its key is on it, so that one learns it."""
        button = LayoutButton("find", self)
        button.setFixedHeight(_BUTTON_HEIGHT)
        text = QLabel(translated(ACTIONS["palette"].text).rstrip("…"))
        text.setProperty("role", "secondary")
        key = QLabel(shortcut_text(ACTIONS["palette"].shortcuts[0]))
        key.setProperty("role", "key")
        key.setFont(font(11))
        for label in (text, key):
            button.add(label)
        button.setAccessibleName(text.text())
        button.setToolTip(tooltip("palette"))
        button.clicked.connect(action.trigger)
        return button

    def _build_menu_button(self, menu: QMenu) -> QPushButton:
        button = QPushButton(f"{menu.title()} ▾")
        button.setProperty("kind", "quiet")
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setAccessibleName(menu.title())
        button.setMenu(menu)
        MenuLeave(button, menu)
        return button

    def _build_main_menu(self, menus: Mapping[str, QMenu]) -> QToolButton:
        self._main_menu = QMenu(self.tr("Menu"), self)
        for menu in MENUS:
            self._main_menu.addMenu(menus[menu.id])
        self._main_button = QToolButton()
        self._main_button.setProperty("kind", "quiet")
        self._main_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._main_button.setAccessibleName(self.tr("Menu"))
        self._main_button.setToolTip(tooltip("menu"))
        self._main_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._main_button.setMenu(self._main_menu)
        MenuLeave(self._main_button, self._main_menu)
        return self._main_button
