"""The menu of lanes: which are shown, which are folded, and what is done with signals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QAction, QIcon, QPixmap
from PySide6.QtWidgets import QMenu, QWidget

from viewer.signals.table import SIGNALS
from viewer.ui.terms import DERIVED, offer_term
from viewer.ui.theme import CURVE_COLORS, current_theme
from viewer.ui.timeline.lane import Lane, PlacedLane
from viewer.ui.timeline.model import TimelineModel
from viewer.ui.timeline.row import name_at
from viewer.ui.timeline.sections import LaneChoices
from viewer.ui.timeline.signals.lane import ChosenLane
from viewer.ui.timeline.signals.plot_layout import Curve, Sheet
from viewer.ui.translation import tr

_LINE = 12, 3
"""Pixels of the sign of a colour."""


class LaneMenu(QMenu):
    """Lets the user fold, show and hide lanes, and change those of signals, without the mouse, too."""

    def __init__(
        self,
        model: TimelineModel,
        placed: PlacedLane | None,
        position: QPointF,
        parent: QWidget,
        *,
        event_menu: QMenu | None = None,
    ) -> None:
        """Take what there is to choose.

        Args:
            model: whose lanes they are.
            placed: the lane that was pointed at, None for none: then there is a submenu for each signal.
            position: where it was pointed at in its row.
            parent: the timeline.
            event_menu: of the kinds of events that are shown, of somebody else's.

        """
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._model = model
        sections, choices = model.sections, model.sections.choices
        present = sections.present()
        if placed is not None:
            if isinstance(placed.lane, ChosenLane):
                near = placed.lane.curve_at(model.axis, placed.rect, position)
                number = near.number if near is not None else name_at(placed, position.y()).number
                (meant,) = (each for each in placed.lane.pane.curves if each.number == number)
                self._add_curve(self, meant)
                self.addSeparator()
            self._add_fold(placed.section)
            hide = choices.with_shown(placed.section.key, shown=False)
            self._add_choice(tr("Hide {}").format(_in_sentence(placed.section.title)), hide)
        else:
            for section in present:
                if section.key not in choices.hidden:
                    self._add_fold(section)
        if event_menu is not None and (placed is None or placed.section.key == "events"):
            self.addAction(event_menu.menuAction())  # ``addMenu`` would let PySide forget it with this menu
        self.addSeparator()
        for section in present:
            hidden = section.key in choices.hidden
            action = self._add_choice(section.title, choices.with_shown(section.key, shown=hidden))
            action.setCheckable(True)
            action.setChecked(not hidden)
        self.addSeparator()
        reset = self._add_choice(tr("Usual heights"), replace(choices, heights={}))
        reset.setEnabled(bool(choices.heights))
        if model.context.searched < 1.0:
            self.addAction(tr("Stop looking for events"), model.search_cancelled.emit)
        if model.sheet.panes:
            self._add_signals([] if placed is not None else present)

    # -- lanes

    def _add_fold(self, section: Lane) -> None:
        folded = self._model.sections.is_folded(section)
        text = tr("Unfold {}") if folded else tr("Fold {}")
        choices = self._model.sections.choices.with_folded(section.key, folded=not folded)
        self._add_choice(text.format(_in_sentence(section.title)), choices)

    def _add_choice(self, text: str, choices: LaneChoices) -> QAction:
        return self.addAction(text, lambda: self._model.choose_lanes(choices))

    # -- signals

    def _add_signals(self, lanes: Sequence[Lane]) -> None:
        """Offer what can be done with all signals, and with each of some lanes."""
        self.addSeparator()
        for lane in lanes:
            if isinstance(lane, ChosenLane):
                for curve, row in zip(lane.pane.curves, lane.rows, strict=True):
                    self._add_curve(self.addMenu(row.text), curve)
        self.addAction(tr("Export CSV…"), self._model.table_requested.emit)
        self.addAction(tr("Save as picture…"), self._model.picture_requested.emit)
        self.addAction(tr("Remove all signals"), lambda: self._model.set_sheet(Sheet()))

    def _add_curve(self, menu: QMenu, curve: Curve) -> None:
        sheet, number = self._model.sheet, curve.number
        pane = sheet.panes[sheet.pane_of(number)]
        self._change(menu, tr("Remove"), number, Sheet.without)
        self._change(menu, tr("Duplicate"), number, Sheet.duplicated)
        if len(pane.curves) > 1 and not pane.is_ribbons:
            self._change(menu, tr("Own lane"), number, Sheet.separated)
        if sheet.can_join(number):
            self._change(menu, tr("Together with others"), number, Sheet.joined)
        colors = menu.addMenu(tr("Colour"))
        for role in ("", *CURVE_COLORS):
            text = tr("Colour {}").format(role.removeprefix("curve_")) if role else tr("Automatic")
            action = self._change(colors, text, number, partial(Sheet.with_color, color=role))
            if not role:
                continue
            action.setCheckable(True)
            action.setChecked(role == curve.color)
            line = QPixmap(*_LINE)
            line.fill(current_theme().color(role))
            action.setIcon(QIcon(line))
            action.setIconVisibleInMenu(True)
        menu.addAction(tr("Copy values"), lambda: self._model.copy_requested.emit(number))
        offer_term(menu, (curve.key.name, *([] if SIGNALS[curve.key.name].recorded else [DERIVED])))

    def _change(self, menu: QMenu, text: str, number: int, change: Callable[[Sheet, int], Sheet]) -> QAction:
        """Offer to change what is shown of a curve, if it is still there when that is chosen."""

        def ask() -> None:
            sheet = self._model.sheet
            if sheet.curve(number) is not None:
                self._model.set_sheet(change(sheet, number))

        return menu.addAction(text, ask)


def _in_sentence(title: str) -> str:
    return title[:1].lower() + title[1:]
