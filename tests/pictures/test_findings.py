"""What went wrong: chips on the strip, the card of an event, the list of all."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QTableView

from tests.pictures.recordings import town
from viewer.analysis.find_events import find_events
from viewer.ui.findings.criteria_table import CriteriaDialog, RunnerRow
from viewer.ui.findings.panel import StoryPanel


def test_the_panel_in_other_widths_with_one_chosen(put, theme, alone, states):
    found = find_events(town())
    panel = put(StoryPanel(alone), 500, 240)
    order = panel.findChild(QTableView).horizontalHeader()
    order.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)  # for which Qt 6.9 leaves another room
    alone.set_recording(town())
    alone.story.set_hero(found.hero)
    alone.story.set_found(found)
    alone.story.go_to(found.events[1])
    alone.give()
    QApplication.processEvents()
    states(panel, *(lambda w=w: panel.resize(w, 240) for w in (420, 1400)))


def test_criteria_beside_results(put, theme, looks):
    """As ScenarioRunner counts; a line that is alone spans all columns and wraps."""
    table = put(CriteriaDialog(), 400, 220)
    table.show_rows(
        [
            RunnerRow("CollisionTest", "1", "2", "How often something was hit"),
            RunnerRow("RunningRedLightTest", "0", "0"),
            RunnerRow("A long name of a criterion that has to wrap in its column", "12", "3"),
            RunnerRow("Two infractions of the results are not found here: " + "somewhere " * 6),
        ]
    )
    looks(table)
