"""Questions that group the runs of a library, offered by a button beside the night's numbers."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from viewer.ui.translation import tr
from viewer.ui.widgets.parts import button

_NUMBERS = (
    "count(*) AS n, count(*) FILTER (passed) AS passed, avg(score_composed) AS mean, "
    "stddev_samp(score_composed) AS spread, max(score_composed) AS best, min(score_composed) AS worst"
)
_BY_ABILITY = "(SELECT unnest(ability) AS ability, * EXCLUDE (ability) FROM recordings)"


def groupings() -> Mapping[str, str]:
    """Return the SQL query of each grouping of the runs with a score, by its title in the menu."""
    groups = {
        tr("Ability"): ("ability", _BY_ABILITY),
        tr("Scenario"): (r"regexp_replace(scenario_name, '_\d+$', '') AS scenario", "recordings"),
        tr("Town"): ("map_name", "recordings"),
        tr("Route"): ("route", "recordings"),
        tr("Status"): ("status", "recordings"),
    }
    return {
        title: f"SELECT {by}, {_NUMBERS} FROM {table} WHERE score_composed IS NOT NULL AND counts "  # noqa: S608 - fixed texts
        "GROUP BY ALL ORDER BY mean"
        for title, (by, table) in groups.items()
    }


class GroupButton(QToolButton):
    """Button with a menu of groupings of runs: by ability, scenario, town, route, status."""

    chosen = Signal(str)
    """Emitted with the SQL query of the grouping that was chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        button(self, tr("Number, mean, spread, best and worst score of the runs of each group"), kind="link")
        self.setText(tr("Group by"))
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self)
        for title, question in groupings().items():
            action = menu.addAction(title)
            action.setData(question)
        menu.triggered.connect(lambda action: self.chosen.emit(action.data()))
        self.setMenu(menu)
