"""The panel: the table and its order, its filters, the thresholds, and what it writes."""

import csv
import json
import math
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from viewer.analysis.event_kinds import KINDS
from viewer.analysis.event_table import Events, NotJudged, Severity
from viewer.cli import main
from viewer.ui.event_text import name_of
from viewer.ui.findings.event_table import EventTable
from viewer.ui.findings.panel import FindingsPanel


@pytest.fixture
def panel(qtbot, theme, alone, crash, found):
    panel = FindingsPanel(alone)
    panel.told = alone
    qtbot.addWidget(panel)
    alone.set_recording(crash)
    panel.show()
    panel.resize(1200, 300)
    tell(panel, found)
    return panel


def tell(panel, found):
    """Have these events found in the recording."""
    panel.told.found_events.set_hero(found.hero)
    panel.told.found_events.set_found(found)
    panel.told.flush()
    QApplication.processEvents()


def go_to(panel, event):
    """Go to an event."""
    panel.told.found_events.go_to(event)
    panel.told.flush()


def cells(panel, column):
    model = panel.table.model()
    return [model.index(line, model.column_index[column]).data() for line in range(model.rowCount())]


def unfold(panel):
    """Open all incidents, from below."""
    for line in reversed(range(len(panel.table.events))):
        panel.table.fold(line, opened=True)


def test_incidents_are_listed_by_time_with_value_and_threshold(panel, found):
    assert len(cells(panel, "time")) == max(event.incident for event in found.events) > 1
    starts = [float(text.removesuffix(" s")) for text in cells(panel, "time")]
    assert starts == sorted(starts)
    line = cells(panel, "kind").index("Stalled")
    assert cells(panel, "measured")[line] == "0.50 s"
    assert cells(panel, "threshold")[line] == "0.25 s"
    assert cells(panel, "actors")[line] == ""
    tip = panel.table.model().index(line, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert "three times the median" in tip
    for name in ("time", "kind", "actors"):  # wide enough for events that came after the panel was shown
        widest = max(map(panel.table.fontMetrics().horizontalAdvance, cells(panel, name)))
        assert panel.table.columnWidth(panel.table.model().column_index[name]) > widest, name
    assert panel.state.text() == "Preliminary: still looking"
    for looking in (True, False):
        panel.told.found_events.set_searching(looking)
        panel.told.flush()
        QApplication.processEvents()
        assert panel.state.isVisible() is looking


def test_they_are_filtered_by_weight_and_actor(panel, qtbot, found):
    panel.weights.findChildren(type(panel.copy))[1].click()
    high = {event.incident for event in found.events if event.severity is Severity.HIGH}
    assert {event.incident for event in panel.table.events} == high
    assert len(cells(panel, "time")) == len(high)
    panel.weights.findChildren(type(panel.copy))[0].click()
    qtbot.keyClicks(panel.actor, "2")
    assert cells(panel, "time")
    assert all("2" in text.split(" and ") for text in cells(panel, "actors"))
    qtbot.keyClicks(panel.actor, "99")
    assert cells(panel, "time") == []


def test_an_incident_unfolds_by_mouse_and_keys_and_its_lines_lead_to_their_events(panel, found, qtbot):
    table = panel.table
    line = next(n for n, event in enumerate(table.events) if event.kind == "contact")
    contact = table.events[line]
    others = [event for event in found.events if event.incident == contact.incident and event != contact]
    closed = list(table.events)
    assert others
    for row in (line, line - 1 if line else line + 1):
        with qtbot.waitSignal(panel.event_chosen) as asked:
            at = QPoint(60, table.rowViewportPosition(row) + 5)
            qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=at)
        assert asked.args == [table.events[row]]
    mark = QPoint(10, table.rowViewportPosition(line) + 12)
    with qtbot.assertNotEmitted(panel.event_chosen):
        qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=mark)
    below = table.events[line + 1 : line + 1 + len(others)]
    assert {*below} == {*others}
    assert [*table.events[: line + 1], *table.events[line + 1 + len(others) :]] == closed
    with qtbot.waitSignal(panel.event_chosen) as asked:
        qtbot.keyClick(table, Qt.Key.Key_Down)
    assert asked.args == [below[0]]
    go_to(panel, below[0])
    assert table.selected_lines == [line + 1]
    qtbot.keyClick(table, Qt.Key.Key_Left)  # closes what it is below
    assert table.events == closed
    assert table.currentIndex().row() == line
    assert table.selected_lines == [line]  # while what was gone to is folded away
    qtbot.keyClick(table, Qt.Key.Key_Right)
    assert len(table.events) == len(closed) + len(others)
    tell(panel, found)  # found again
    assert len(table.events) == len(closed) + len(others)


def test_a_kind_is_hidden_in_the_menu(panel):
    panel.kinds.click()
    stalled = next(each for each in panel.kinds_menu.actions() if each.text().startswith("Stalled"))
    assert stalled.text() == "Stalled · 1"
    stalled.trigger()
    panel.kinds_menu.close()
    assert panel.told.found_events.hidden == {"stall"}
    panel.told.flush()
    assert panel.kinds.text() == f"{len(KINDS) - 1} of {len(KINDS)} kinds"


def test_what_could_not_be_judged_is_said_with_the_reason_and_the_ids(panel, found):
    assert "there is no road map" in panel.not_judged.text()
    assert "red light" in panel.not_judged.text()
    some = replace(found, not_judged=(NotJudged("red_light", (1,), "the light is off"),))
    tell(panel, some)
    assert (panel.rules.text(), panel.not_judged.isVisible()) == ("1 kind not judged", False)
    panel.rules.click()
    assert panel.not_judged.text() == "red light: the light is off (2)"
    assert panel.not_judged.isVisible()


def test_what_it_writes_is_what_the_command_writes_of_what_is_listed(panel, crash, tmp_path, capsys, qtbot):
    as_json, as_csv = tmp_path / "events.json", tmp_path / "events.csv"
    panel.write_json(as_json)
    panel.write_csv(as_csv)
    main(["events", str(crash.path), "--json"])
    assert json.loads(as_json.read_text("utf-8")) == json.loads(capsys.readouterr().out)
    main(["events", str(crash.path), "--csv"])
    expected = list(csv.reader(capsys.readouterr().out.splitlines()))
    assert list(csv.reader(as_csv.read_text("utf-8").splitlines())) == expected
    qtbot.keyClicks(panel.actor, "2")
    panel.write_json(as_json)
    (document,) = json.loads(as_json.read_text("utf-8"))
    unfold(panel)
    count = len(cells(panel, "time"))
    assert len(document["events"]) == count < len(expected) - 1
    panel.copy.click()
    assert len(QApplication.clipboard().text().splitlines()) == count + 1


def test_the_event_that_was_gone_to_is_scrolled_to(panel, found, qtbot):
    panel.resize(1200, 120)
    unfold(panel)
    last = panel.table.events[-1]
    line = len(panel.table.events) - 1

    def is_seen():
        area = panel.table.visualRect(panel.table.model().index(line, 0))
        return panel.table.viewport().rect().contains(area.center())

    assert not is_seen()
    go_to(panel, last)
    qtbot.waitUntil(is_seen)
    panel.table.scrollToTop()  # somebody looks at others
    tell(panel, found)
    QTest.qWait(1)
    assert not is_seen()


def harsh(event):
    """By how much a value exceeds what is allowed; of a gap or a time the less the worse."""
    if event.kind in ("ttc", "near_miss"):
        return event.threshold / max(event.value, 1e-3)
    return abs(event.value / event.threshold) if event.threshold else abs(event.value)


@pytest.mark.parametrize(
    ("column", "key"),
    [
        ("time", lambda event: event.start),
        ("kind", lambda event: name_of(event.kind)),
        ("actors", lambda event: event.rows),
        ("measured", lambda event: harsh(event) if math.isfinite(event.value) else None),
        ("threshold", lambda event: abs(event.threshold) or None),
        ("lasted", lambda event: event.end - event.start or None),
        ("source", lambda event: event.source.value),
    ],
)
@pytest.mark.parametrize("order", [Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder])
def test_a_column_sorts_and_what_is_unknown_comes_last(qtbot, crash, found, column, key, order):
    """Rows of the table of actors are in the order of their ids here."""
    kinds = ("near_miss", "ttc", "harsh_braking", "stall", "contact", "standing")
    events = [event._replace(incident=0) for event in found.events if event.kind in kinds]
    events = Events((*events, events[0]._replace(value=math.nan, scenario_runner=False)))
    table = EventTable()
    qtbot.addWidget(table)
    table.show_events(crash, events, str, "")
    table.sortByColumn(table.model().column_index[column], order)
    keys = [key(event) for event in table.events]
    known = [each for each in keys if each is not None]
    assert len(set(known)) > 1 or column == "source"
    assert known == sorted(known, reverse=order is Qt.SortOrder.DescendingOrder)
    assert keys[: len(known)] == known
