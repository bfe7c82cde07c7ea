"""The menu of lanes: which are shown, which are folded."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from viewer.ui.timeline.sections import Sections


class LaneMenu(QMenu):
    """Lets the user fold, show and hide lanes without the mouse, too."""

    shown_chosen = Signal(str, bool)
    """Key of a section, and whether it is to be shown."""
    fold_chosen = Signal(str, bool)
    """Key of a section, and whether it is to be folded."""
    heights_reset = Signal()
    """All lanes are to be as high as they like to be."""

    search_cancelled = Signal()
    """Events are not to be looked for any more."""

    def __init__(
        self,
        sections: Sections,
        current: str | None,
        parent: QWidget,
        *,
        searching: bool = False,
        of_events: Sequence[QMenu] = (),
    ) -> None:
        """Take what there is to choose.

        Args:
            sections: the sections.
            current: key of the one that was pointed at, None for none.
            parent: the timeline.
            searching: whether events are looked for.
            of_events: menus to be offered for events, of somebody else's.

        """
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        present, hidden = sections.present(), sections.choices.hidden
        pointed = next((each for each in present if each.key == current), None)
        if pointed is not None:
            self._add_fold(pointed.key, pointed.title, folded=sections.is_folded(pointed))
            hide = self.addAction(self.tr("Hide {}").format(_in_sentence(pointed.title)))
            hide.setData(("show", pointed.key, False))
        else:
            for section in present:
                if section.key not in hidden:
                    self._add_fold(section.key, section.title, folded=sections.is_folded(section))
        for menu in of_events if current in (None, "events") else ():
            self.addMenu(menu)
        self.addSeparator()
        for section in present:
            action = self.addAction(section.title)
            action.setCheckable(True)
            action.setChecked(section.key not in hidden)
            action.setData(("show", section.key, section.key in hidden))
        self.addSeparator()
        reset = self.addAction(self.tr("Usual heights"))
        reset.setEnabled(bool(sections.choices.heights))
        reset.setData(("reset", "", False))
        if searching:
            self.addAction(self.tr("Stop looking for events")).setData(("stop", "", False))
        self.triggered.connect(self._choose)

    def _add_fold(self, key: str, title: str, *, folded: bool) -> None:
        text = self.tr("Unfold {}") if folded else self.tr("Fold {}")
        self.addAction(text.format(_in_sentence(title))).setData(("fold", key, not folded))

    @Slot(QAction)
    def _choose(self, action: QAction) -> None:
        if action.data() is None:  # of somebody else's menu
            return
        what, key, on = action.data()
        if what == "fold":
            self.fold_chosen.emit(key, on)
        elif what == "show":
            self.shown_chosen.emit(key, on)
        elif what == "stop":
            self.search_cancelled.emit()
        else:
            self.heights_reset.emit()


def _in_sentence(title: str) -> str:
    return title[:1].lower() + title[1:]
