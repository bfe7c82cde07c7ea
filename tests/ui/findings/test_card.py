"""The card of an event: value over threshold, what is derived, where it comes from."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLabel, QToolButton

from tests.analysis.drives import car, hero, record, standing, straight
from tests.scenes import hit
from viewer.analysis.event_geometry import event_of, geometry_of
from viewer.analysis.find_events import find_events
from viewer.analysis.incidents import by_weight
from viewer.ui.findings.card import EventCard
from viewer.ui.findings.measured_text import CardLine, also_lines, card_content
from viewer.ui.format import seconds


def content_of(index, event):
    return card_content(index, geometry_of(index, event), seconds)


@pytest.fixture
def contact(crash, found):
    return content_of(crash, next(event for event in found.events if event.kind == "contact"))


def line(content, label):
    return next(line for line in content.lines if line.label == label)


def test_a_contact_tells_value_threshold_speeds_and_angle(contact, crash, found):
    assert contact.name == "Contact of 1 and 2, not recorded"
    labels = [line.label for line in contact.lines]
    assert labels[:2] == ["Greatest overlap", "Threshold"]
    assert [line(contact, label).derived for label in labels[:2]] == [True, False]
    values = {each.label: each.value for each in contact.lines}
    assert values["Threshold"] == "0.05 m"
    assert values["Speed of 1, 2 frames before"] == "10.00 m/s"
    assert values["Speed of 2, 2 frames before"] == "0.00 m/s"
    assert values["Angle between headings, 2 frames before"] == "0°"
    assert "Not recorded: no collision in this file" in contact.source.splitlines()
    stall = next(event for event in found.events if event.kind == "stall")
    content = content_of(crash, stall)
    assert (content.name, content.source.splitlines()[-1]) == (
        "The simulator stalled",
        "Derived, not recorded",
    )


@pytest.mark.parametrize(
    ("told", "label", "value"),
    [
        *(
            ({"scenario_runner": told}, "ScenarioRunner counts it", words)
            for told, words in ((None, "not known"), (True, "yes"), (False, "no"))
        ),
        ({}, "Lasted", "1.000 s – 2.000 s"),
        ({"began_before": True}, "Lasted since before the recording", "1.000 s – 2.000 s"),
        ({"goes_on": True}, "Lasted beyond the recording", "1.000 s – 2.000 s"),
        ({"began_before": True, "goes_on": True}, "Lasted for the whole recording", "1.000 s – 2.000 s"),
    ],
)
def test_what_else_it_tells_of_an_event(crash, found, told, label, value):
    event = found.events[0]._replace(kind="collision", start=1.0, end=2.0, began_before=False, goes_on=False)
    content = content_of(crash, event._replace(**told))
    assert line(content, label).value == value


def test_a_collision_that_was_found_too_names_both_sources_and_its_one_start(tmp_path):
    movers = [hero(straight(0, 0, 10)), car(2, standing(20, 0))]
    index = record(movers, 3, collisions={36: [hit(1, 2)]}).index(tmp_path / "crash.log")
    event = next(event for event in find_events(index).events if event.kind == "collision")
    content = content_of(index, event)
    assert content.time == seconds(event.start)
    assert content.source.startswith("Reported by 1")
    assert "Recorded and derived" in content.source.splitlines()
    assert content.text.count("eported") == 1  # once, and by whom
    alone = content_of(index, event_of(index, 0))
    assert alone.source == "Reported by 1"
    assert "Greatest overlap" not in [line.label for line in alone.lines]


def test_the_card_is_hidden_at_first_and_copies_what_it_says(qtbot, theme, contact):
    card = EventCard()
    qtbot.addWidget(card)
    assert card.isHidden()
    card.show_content(contact)
    assert card.isVisible()
    card.saving.actions()[0].trigger()
    text = QApplication.clipboard().text()
    assert text.startswith("Contact of 1 and 2, not recorded · ")
    assert "Threshold: 0.05 m" in text
    with qtbot.waitSignal(card.closed):
        (close,) = (each for each in card.findChildren(QToolButton) if each.toolTip() == "Close")
        qtbot.mouseClick(close, Qt.MouseButton.LeftButton)
    card.show_content(None)
    assert card.isHidden()


def test_below_are_the_others_of_its_incident_each_kind_once_with_whom(qtbot, theme, crash, found):
    contact, *others = by_weight(found.events).incident_of(
        next(event for event in found.events if event.kind == "contact")
    )
    assert others
    jerk = others[0]._replace(kind="jerk", rows=(1,), value=12.0)
    some = (contact, *others, jerk, jerk._replace(value=9.0))
    lines = also_lines(crash, contact, some)
    assert lines[-1] == CardLine("Jerk of 2 ×2", "12.0 m/s³", derived=True, event=jerk)
    assert [line.event.kind for line in lines[:-1]] == list(dict.fromkeys(event.kind for event in others))
    card = EventCard()
    qtbot.addWidget(card)
    card.show_content(content_of(crash, contact)._replace(also=lines))
    seen = "".join(label.text() for label in card.findChildren(QLabel) if label.isVisible())
    assert "Also found" in seen
    assert all(line.label in seen for line in lines)
    card.show_content(content_of(crash, contact)._replace(also=lines[-1:]))
    card.adjustSize()
    (label,) = (each for each in card.findChildren(QLabel) if "Also found" in each.text())
    for share in (0.2, 0.93):  # on its name, on its value
        asked = []
        card.event_requested.connect(asked.append)
        for y in range(label.height() // 2, label.height(), 3):
            at = QPoint(round(label.width() * share), y)
            qtbot.mouseMove(label, at)
            qtbot.mouseClick(label, Qt.MouseButton.LeftButton, pos=at)
        assert {*asked} == {jerk}
    assert card.content.text.endswith("\nJerk of 2 ×2: 12.0 m/s³ (ƒ)")
    kinds = ("jerk", "yaw_rate", "ttc")
    many = [jerk._replace(rows=(row,), kind=kind) for row in range(3) for kind in kinds]
    assert also_lines(crash, contact, many)[6:] == (CardLine("and 3 more", "", more=True),)
    assert also_lines(crash, contact, (contact,)) == ()


def test_the_card_of_a_red_light_leads_to_the_light(crash, found):
    event = found.events[0]._replace(kind="red_light", cause=None, light=2)
    content = content_of(crash, event)
    light = content.lines[0]
    assert (light.label, light.row) == (f"Light {crash.actors.actor_id[2]}", 2)
    (also,) = also_lines(crash, found.events[0], (event,))
    assert (also.value, also.label) == ("", content.name)
