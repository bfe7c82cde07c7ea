"""What the menu of lanes offers for the signals that the user chose."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QAction, QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QMenu

from viewer.ui.theme import Theme
from viewer.ui.timeline.model import TimelineModel
from viewer.ui.timeline.name_painter import row_at
from viewer.ui.timeline.signals.colors import CURVE_COLORS, color_of
from viewer.ui.timeline.signals.lane import SignalLane
from viewer.ui.timeline.signals.sheet import Curve, Sheet
from viewer.ui.timeline.signals.signal_names import tr
from viewer.ui.timeline.stack import PlacedLane

_ICON = 16
Ask = Callable[[str, object], None]


def add_signal_actions(
    menu: QMenu, model: TimelineModel, placed: PlacedLane | None, position: QPointF, ask: Ask
) -> None:
    """Offer what can be done with the signal that is meant, with those of a lane, and with all.

    Args:
        menu: gets the actions, those of a signal above what is in it.
        model: whose signals they are.
        placed: the lane that was pointed at, None for none: then there is a submenu for each signal.
        position: where it was pointed at.
        ask: is called with what is chosen and with what it is to be done.

    """
    sheet = model.sheet
    if not sheet.panes:
        return
    menu.addSeparator()
    if placed is None:
        for section in model.sections.present():
            lane = section.lanes(folded=False)[0]
            for curve, row in (
                zip(lane.pane.curves, lane.rows, strict=True) if isinstance(lane, SignalLane) else ()
            ):
                _add_curve(menu.addMenu(row.text), sheet, curve, model.theme, ask)
    elif isinstance(placed.lane, SignalLane):
        near = placed.lane.curve_at(model.axis, placed.rect, position)
        number = row_at(placed, position).number
        meant = near or next(each for each in placed.lane.pane.curves if each.number == number)
        first = menu.actions()[0]
        own = QMenu(menu)
        _add_curve(own, sheet, meant, model.theme, ask)
        menu.insertActions(first, own.actions())
        menu.insertSeparator(first)
    for text, what in ((tr("Export CSV…"), "table"), (tr("Save as picture…"), "picture")):
        _add(menu, text, ask, what, None)
    _add(menu, tr("Remove all signals"), ask, "clear", None)


def _add_curve(menu: QMenu, sheet: Sheet, curve: Curve, theme: Theme, ask: Ask) -> None:
    pane = sheet.panes[sheet.pane_of(curve.number)]
    _add(menu, tr("Remove"), ask, "remove", curve.number)
    _add(menu, tr("Duplicate"), ask, "duplicate", curve.number)
    if len(pane.curves) > 1 and not pane.is_ribbons:
        _add(menu, tr("Own lane"), ask, "separate", curve.number)
    if sheet.can_join(curve.number):
        _add(menu, tr("Together with others"), ask, "join", curve.number)
    colors = menu.addMenu(tr("Colour"))
    _add(colors, tr("Automatic"), ask, "color", (curve.number, ""))
    for role in CURVE_COLORS:
        text = tr("Colour {}").format(role.removeprefix("curve_"))
        action = _add(colors, text, ask, "color", (curve.number, role))
        action.setCheckable(True)
        action.setChecked(role == curve.color)
        action.setIcon(_line_icon(color_of(role, theme), menu.devicePixelRatioF()))
        action.setIconVisibleInMenu(True)
    _add(menu, tr("Copy values"), ask, "copy", curve.number)


def _add(menu: QMenu, text: str, ask: Ask, what: str, which: object) -> QAction:
    action = menu.addAction(text)
    action.triggered.connect(lambda: ask(what, which))
    return action


def _line_icon(color: QColor, ratio: float) -> QIcon:
    """Return the sign of a colour for a menu."""
    side = round(_ICON * ratio)
    pixmap = QPixmap(side, side)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.fillRect(1, _ICON // 2 - 1, _ICON - 2, 3, color)
    return QIcon(pixmap)
