"""The menu of lanes: which are shown, which are folded."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from viewer.ui.timeline.choices import LaneChoices
from viewer.ui.timeline.model import TimelineModel


class LaneMenu(QMenu):
    """Lets the user fold, show and hide lanes without the mouse, too."""

    search_cancelled = Signal()
    """Events are not to be looked for any more."""

    def __init__(
        self, model: TimelineModel, current: str | None, parent: QWidget, *, of_events: Sequence[QMenu] = ()
    ) -> None:
        """Take what there is to choose.

        Args:
            model: whose lanes they are.
            current: key of the section that was pointed at, None for none.
            parent: the timeline.
            of_events: menus to be offered for events, of somebody else's.

        """
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._model = model
        sections, choices = model.sections, model.sections.choices
        present = sections.present()
        pointed = next((each for each in present if each.key == current), None)
        if pointed is not None:
            self._add_fold(pointed.key, pointed.title, folded=sections.is_folded(pointed))
            hide = choices.with_shown(pointed.key, shown=False)
            self.addAction(self.tr("Hide {}").format(_in_sentence(pointed.title))).setData(hide)
        else:
            for section in present:
                if section.key not in choices.hidden:
                    self._add_fold(section.key, section.title, folded=sections.is_folded(section))
        for menu in of_events if current in (None, "events") else ():
            self.addMenu(menu)
        self.addSeparator()
        for section in present:
            hidden = section.key in choices.hidden
            action = self.addAction(section.title)
            action.setCheckable(True)
            action.setChecked(not hidden)
            action.setData(choices.with_shown(section.key, shown=hidden))
        self.addSeparator()
        reset = self.addAction(self.tr("Usual heights"))
        reset.setEnabled(bool(choices.heights))
        reset.setData(choices.without_heights())
        if model.context.searched < 1.0:
            self.addAction(self.tr("Stop looking for events"), self.search_cancelled.emit)
        self.triggered.connect(self._choose)

    def _add_fold(self, key: str, title: str, *, folded: bool) -> None:
        text = self.tr("Unfold {}") if folded else self.tr("Fold {}")
        chosen = self._model.sections.choices.with_folded(key, folded=not folded)
        self.addAction(text.format(_in_sentence(title))).setData(chosen)

    @Slot(QAction)
    def _choose(self, action: QAction) -> None:
        if isinstance(action.data(), LaneChoices):  # others are of somebody else's menu
            self._model.choose_lanes(action.data())


def _in_sentence(title: str) -> str:
    return title[:1].lower() + title[1:]
