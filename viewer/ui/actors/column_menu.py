"""The menu of the actor list's titles: which columns are shown."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from viewer.ui.actors.listing import Column
from viewer.ui.actors.model import ActorTableModel
from viewer.ui.actors.titles import long_title


class ColumnMenu(QMenu):
    """Lets the user choose columns, or leave that to the width of the panel; the id is always there."""

    chosen = Signal(object)
    """The columns to show, a set; None for as many as there is room for."""

    def __init__(
        self,
        model: ActorTableModel,
        shown: Collection[Column],
        chosen: Collection[Column] | None,
        parent: QWidget,
    ) -> None:
        """Take the columns that are shown, and those that the user chose before if he did."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._wanted = set(shown if chosen is None else chosen)
        for column in Column:
            if column is Column.ID:
                continue
            action = self.addAction(long_title(column))
            action.setData(column)
            action.setCheckable(True)
            action.setChecked(column in self._wanted)
            if column is Column.DISTANCE and model.hero is None:
                action.setEnabled(False)
            elif column in self._wanted and column not in shown:
                action.setText(self.tr("{column} (the panel is too narrow)").format(column=action.text()))
        self.addSeparator()
        self._automatic = self.addAction(self.tr("As many as there is room for"))
        self._automatic.setCheckable(True)
        self._automatic.setChecked(chosen is None)
        self.triggered.connect(self._choose)

    @Slot(QAction)
    def _choose(self, action: QAction) -> None:
        if action is self._automatic:
            self.chosen.emit(None)
        else:
            self.chosen.emit({Column.ID} | self._wanted ^ {action.data()})
