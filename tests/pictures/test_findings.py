"""What went wrong: chips on the strip, the card of an event, the list of all."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QTableView

from tests.pictures.recordings import town
from viewer.analysis.find_events import find_events
from viewer.ui.findings.criteria_table import CriteriaDialog, CriteriaRow
from viewer.ui.findings.panel import FindingsPanel


def test_the_panel_in_other_widths_with_one_chosen(put, theme, alone, states):
    found = find_events(town())
    panel = put(FindingsPanel(alone), 500, 240)
    order = panel.findChild(QTableView).horizontalHeader()
    order.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)  # for which Qt 6.9 leaves another room
    alone.set_recording(town())
    alone.found_events.set_hero(found.hero)
    alone.found_events.set_found(found)
    alone.found_events.go_to(found.events[1])
    alone.flush()
    QApplication.processEvents()
    states(panel, *(lambda w=w: panel.resize(w, 240) for w in (420, 1400)))


def test_criteria_beside_results(put, theme, looks):
    """As ScenarioRunner counts; a line that is alone spans all columns and wraps."""
    table = put(CriteriaDialog(), 400, 220)
    table.show_rows(
        [
            CriteriaRow("CollisionTest", "1", "2", "How often something was hit"),
            CriteriaRow("RunningRedLightTest", "0", "0"),
            CriteriaRow("A long name of a criterion that has to wrap in its column", "12", "3"),
            CriteriaRow("Two infractions of the results are not found here: " + "somewhere " * 6),
        ]
    )
    looks(table)
