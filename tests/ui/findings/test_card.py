"""The card of an event, and the strip: chips by weight as far as there is room."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLabel, QToolButton

from tests.analysis.drives import car, hero, record, standing, straight
from tests.scenes import hit
from viewer.analysis.event_geometry import event_of, geometry_of
from viewer.analysis.event_table import Events, FoundEvent, FoundEvents, Severity
from viewer.analysis.find_events import find_events
from viewer.analysis.incidents import by_weight
from viewer.ui.findings.card import EventCard
from viewer.ui.findings.measured_text import CardLine, also_lines, card_content
from viewer.ui.findings.strip import STRIP_HEIGHT, FindingsStrip
from viewer.ui.format import seconds
from viewer.ui.state.event_finder import EventSearch
from viewer.ui.state.found_events import EventScope


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


@pytest.fixture
def strip(qtbot, theme, alone, crash):
    alone.set_recording(crash)
    strip = FindingsStrip(alone)
    qtbot.addWidget(strip)
    strip.resize(1100, STRIP_HEIGHT)
    strip.show()
    return strip


@pytest.fixture
def tell(alone):
    """Return what has events found, given as (kind, actors, severity), and tells them."""

    def tell(*events, start=None, **more):
        found = Events(
            FoundEvent(kind, n if start is None else start, 24.0 + n, rows, 0.64, 0.0, 0, None, severity)
            for n, (kind, rows, severity) in enumerate(events)
        )
        found = Events(
            each._replace(**{name: of(n) for name, of in more.items()}) for n, each in enumerate(found)
        )
        alone.found_events.set_found(FoundEvents(found, (), ("jerk",), None, 0, {}, 0, "recorded", ""))
        alone.flush()
        return list(alone.found_events.events.heads)

    return tell


RED = ("red_light", (0,), Severity.HIGH)


def test_chips_never_wrap_the_others_are_counted_and_the_link_asks_for_them(strip, tell, qtbot):
    strip.resize(300, STRIP_HEIGHT)
    tell(*[RED] * 9)
    assert (strip.shown_chips, strip.more.text()) == ((), "9 found")
    strip.resize(1100, STRIP_HEIGHT)
    shown = strip.shown_chips
    assert 0 < len(shown) < 9
    assert {each.y() for each in shown} == {6}
    assert strip.more.text() == f"{9 - len(shown)} more"
    assert shown[-1].geometry().right() < strip.more.geometry().left()
    assert strip.more.geometry().right() <= strip.width()
    with qtbot.waitSignal(strip.more_requested):
        qtbot.mouseClick(strip.more, Qt.MouseButton.LeftButton)
    strip.resize(4800, STRIP_HEIGHT)
    assert (len(strip.shown_chips), strip.more.isHidden()) == (9, True)


def test_no_chip_is_shown_before_a_heavier_one_for_want_of_room(strip, tell):
    kinds = ("near_miss", "outside_lanes", "lateral_acceleration", "jerk", "stall", "pet", "red_light")
    heads = tell(*[(kind, () if kind == "stall" else (0, 1), each) for kind in kinds for each in Severity])
    assert [event.severity for event in heads] == [each for each in Severity for _ in kinds]
    counts = set()
    for width in range(300, 4000, 37):
        strip.resize(width, STRIP_HEIGHT)
        shown = [chip.content.event for chip in strip.shown_chips]
        assert shown == heads[: len(shown)]
        assert strip.more.text().split()[0] == str(len(heads) - len(shown))
        counts.add(len(shown))
    assert len(counts) > 5


def test_a_chip_says_who_and_when_and_its_tooltip_the_value(strip, tell):
    cases = (("ttc", (0, 1)), ("jerk", (1,)), ("contact", (0, None)), ("stall", ()))
    tell(*[(*case, Severity.HIGH) for case in cases], start=23.399)
    strip.resize(2400, STRIP_HEIGHT)
    assert {(each.content.name, each.content.detail) for each in strip.shown_chips} == {
        ("Nearly hit", "1, 2 · 23.4 s"),
        ("Jerk", "2 · 23.4 s"),
        ("Contact (not recorded)", "1, scenery · 23.4 s"),
        ("Stalled", "23.4 s"),
    }
    assert all("0.64" in each.toolTip() for each in strip.shown_chips)
    assert {each.accessibleName() for each in strip.shown_chips} >= {"Nearly hit · 1, 2 · 23.4 s"}


def test_a_click_or_enter_asks_for_the_event(strip, tell, qtbot):
    events = tell(RED, RED)
    with qtbot.waitSignal(strip.event_requested) as asked:
        qtbot.mouseClick(strip.shown_chips[1], Qt.MouseButton.LeftButton)
    assert asked.args == [events[1]]
    with qtbot.waitSignal(strip.event_requested) as asked:
        qtbot.keyClick(strip.shown_chips[0], Qt.Key.Key_Select)  # what the window makes of Enter
    assert asked.args == [events[0]]


def test_looking_can_be_stopped_in_its_menu(strip, alone, monkeypatch):
    stop = next(action for action in strip.menu.actions() if action.text() == "Stop looking")
    assert not stop.isVisible()
    monkeypatch.setattr(EventSearch, "searching", property(lambda _: True))
    alone.found_events.set_searching(True)
    alone.found_events.set_progress(0.42)
    alone.flush()
    assert (stop.isVisible(), strip.message) == (True, "Looking… 42 %")


def test_about_whom_it_is_told_is_chosen_in_its_menu(strip, alone):
    choices = [action for action in strip.menu.actions() if action.isCheckable()]
    assert [action.text() for action in choices] == ["All actors", "Hero", "Selected"]
    choices[1].trigger()
    assert alone.found_events.scope is EventScope.HERO
    alone.told()
    assert [action.isChecked() for action in choices] == [False, True, False]
    assert "· hero" in [label.text() for label in strip.findChildren(QLabel)]


def test_very_many_that_are_alike_are_one_chip(strip, tell):
    tell(*[("teleport", (1,), Severity.LOW)] * 30, incident=lambda n: n + 1, group=lambda _: 1)
    (chip,) = strip.shown_chips
    assert chip.content.detail.endswith("×30")
    assert strip.more.isHidden()
