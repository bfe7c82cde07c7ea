"""The context menu of the timeline's lanes: show, hide and fold lanes, and change the plotted signals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QAction, QIcon, QPixmap
from PySide6.QtWidgets import QMenu, QWidget

from viewer.ui.terms import DERIVED, offer_term
from viewer.ui.theme import CURVE_COLORS, current_theme
from viewer.ui.timeline.lane import Lane, LaneArea
from viewer.ui.timeline.legend import legend_entry_at
from viewer.ui.timeline.model import TimelineModel
from viewer.ui.timeline.sections import LaneChoices
from viewer.ui.timeline.signals.lane import ChosenLane
from viewer.ui.timeline.signals.plot_layout import Curve, PlotLayout
from viewer.ui.translation import tr

_LINE = 12, 3
"""Width and height in px of the colour swatches of plotted signals in the context menu of lanes."""


class LaneMenu(QMenu):
    """Context menu to fold, show and hide lanes, and to change the curves of plotted signals."""

    def __init__(
        self,
        model: TimelineModel,
        placed: LaneArea | None,
        position: QPointF,
        parent: QWidget,
        *,
        event_menu: QMenu | None = None,
    ) -> None:
        """Build the menu.

        Args:
            model: the timeline's model.
            placed: the lane that was clicked; None for the menu of all lanes, with a submenu per signal.
            position: where the lane was clicked, in coordinates of its row.
            parent: the timeline.
            event_menu: menu of the visible kinds of recorded events, offered as a submenu.
        """
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._model = model
        lane_groups, choices = model.lane_groups, model.lane_groups.choices
        present = lane_groups.present()
        if placed is not None:
            if isinstance(placed.lane, ChosenLane):
                near = placed.lane.curve_at(model.axis, placed.rect, position)
                meant = near or legend_entry_at(placed, position.y()).curve
                if meant:
                    self._add_curve(self, meant)
                self.addSeparator()
            self._add_fold(placed.owner)
            hide = choices.with_shown(placed.owner.key, shown=False)
            self._add_choice(tr("Hide {}").format(_in_sentence(placed.owner.title)), hide)
        else:
            for owner in present:
                if owner.key not in choices.hidden:
                    self._add_fold(owner)
        if event_menu is not None and (placed is None or placed.owner.key == "events"):
            self.addAction(event_menu.menuAction())  # with ``addMenu``, PySide would delete it with this menu
        self.addSeparator()
        for owner in present:
            hidden = owner.key in choices.hidden
            action = self._add_choice(owner.title, choices.with_shown(owner.key, shown=hidden))
            action.setCheckable(True)
            action.setChecked(not hidden)
        self.addSeparator()
        reset = self._add_choice(tr("Usual heights"), replace(choices, heights={}))
        reset.setEnabled(bool(choices.heights))
        if model.workspace.view.event_share < 1.0:
            self.addAction(tr("Stop the search for events"), model.workspace.recorded_events.cancel)
        if model.plot_layout.plots:
            self._add_signals([] if placed is not None else present)

    # -- lanes

    def _add_fold(self, owner: Lane) -> None:
        folded = self._model.lane_groups.is_folded(owner)
        text = tr("Unfold {}") if folded else tr("Fold {}")
        self.addAction(text.format(_in_sentence(owner.title)), lambda: self._model.toggle_fold(owner.key))

    def _add_choice(self, text: str, choices: LaneChoices) -> QAction:
        return self.addAction(text, lambda: self._model.choose_lanes(choices))

    # -- signals

    def _add_signals(self, lanes: Sequence[Lane]) -> None:
        """Add the actions for all plotted signals, and a submenu for each signal of ``lanes``."""
        self.addSeparator()
        for lane in lanes:
            if isinstance(lane, ChosenLane):
                for curve, row in zip(lane.plot.curves, lane.legend, strict=True):
                    self._add_curve(self.addMenu(row.text), curve)
        self.addAction(tr("Export CSV…"), self._model.table_requested.emit)
        self.addAction(tr("Save as picture…"), self._model.picture_requested.emit)
        self.addAction(tr("Remove all signals"), lambda: self._model.set_plot_layout(PlotLayout()))

    def _add_curve(self, menu: QMenu, curve: Curve) -> None:
        layout, number = self._model.plot_layout, curve.number
        plot = layout.plots[layout.plot_index_of(number)]
        self._change(menu, tr("Remove"), number, PlotLayout.without)
        self._change(menu, tr("Duplicate"), number, PlotLayout.duplicated)
        if len(plot.curves) > 1 and not plot.is_ribbons:
            self._change(menu, tr("Own lane"), number, PlotLayout.separated)
        if layout.can_join(number):
            self._change(menu, tr("Together with others"), number, PlotLayout.joined)
        colors = menu.addMenu(tr("Colour"))
        for role in ("", *CURVE_COLORS):
            text = tr("Colour {}").format(role.removeprefix("curve_")) if role else tr("Automatic")
            action = self._change(colors, text, number, partial(PlotLayout.with_color, color=role))
            if not role:
                continue
            action.setCheckable(True)
            action.setChecked(role == curve.color)
            line = QPixmap(*_LINE)
            line.fill(current_theme().color(role))
            action.setIcon(QIcon(line))
            action.setIconVisibleInMenu(True)
        menu.addAction(tr("Copy values"), lambda: self._model.copy_requested.emit(number))
        offer_term(menu, (curve.key.name, *([] if curve.signal.recorded else [DERIVED])))

    def _change(
        self, menu: QMenu, text: str, number: int, change: Callable[[PlotLayout, int], PlotLayout]
    ) -> QAction:
        """Add an action labelled ``text`` to ``menu``, which applies ``change`` to the plot layout.

        ``change`` gets the layout and the curve's id ``number``; the action does nothing if the curve is
        gone.
        """

        def ask() -> None:
            layout = self._model.plot_layout
            if layout.curve(number) is not None:
                self._model.set_plot_layout(change(layout, number))

        return menu.addAction(text, ask)


def _in_sentence(title: str) -> str:
    return title[:1].lower() + title[1:]
