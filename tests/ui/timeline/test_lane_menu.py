"""The menu of lanes: everything it offers in each situation, and what each of that does."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QAction, QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu

from tests.scenes import HERO, OTHER
from tests.ui.timeline.conftest import EVENTS, RIGHT, give, lanes_of, show_in
from viewer.signals import SIGNALS, Series
from viewer.signals.series import SeriesKey
from viewer.ui.timeline.lane_menu import LaneMenu
from viewer.ui.timeline.sections import LaneChoices
from viewer.ui.timeline.signals.plot_layout import PlotLayout

NAME = 60
SHOWN = ["✓ Events in file", "✓ Speed", "✓ Frame time", "✓ Life spans"]
ON_ALL = ["Export CSV…", "Save as picture…", "Remove all signals"]


def entries(menu: QMenu, *, within: bool = True) -> list[str]:
    """Return what a menu offers, in order, with a tick before what is on, brackets around what is off."""
    found = []
    for action in menu.actions():
        if action.isSeparator():
            continue
        text = f"✓ {action.text()}" if action.isChecked() else action.text()
        found.append(text if action.isEnabled() else f"({text})")
        if within and (below := submenu(menu, action)) is not None:
            found += [f"{text} > {each}" for each in entries(below)]
    return found


def submenu(menu: QMenu, action: QAction) -> QMenu | None:
    """Return the menu that an entry opens; what ``action.menu()`` returns dies early in old PySide6."""
    return next((each for each in menu.findChildren(QMenu) if each.menuAction() == action), None)


def chosen(menu: QMenu, text: str) -> None:
    """Choose the entry with this text, in submenus too."""
    *path, last = text.split(" > ")
    for each in path:
        menu = next(below for below in menu.findChildren(QMenu) if below.menuAction().text() == each)
    next(action for action in menu.actions() if action.text() == last).trigger()


@pytest.fixture
def opened(view, hand):
    """A function that opens the menu at a height in the column of names, or by its key, and returns it."""
    view.model.set_lane_choices(LaneChoices())

    def open_at(y=None):
        if y is None:
            centre = view.rect().center()
            event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, centre, view.mapToGlobal(centre))
            QApplication.sendEvent(view, event)
        else:
            hand.click(NAME, y, RIGHT)
        return view.findChildren(LaneMenu)[-1]

    return open_at


@pytest.fixture
def signals(view, index):
    """Two speeds in one lane, a gear in another."""
    hero, other = (index.actors.rows_of(each)[0] for each in (HERO, OTHER))
    sheet = PlotLayout()
    for name, row in (("derived_speed", hero), ("derived_speed", other), ("gear", hero)):
        sheet = sheet.with_signal(SeriesKey(name, row), SIGNALS[name])
    view.model.set_plot_layout(sheet)
    give(view, *(Series(name, name, "", index.elapsed, index.elapsed, recorded=True) for name in ("gear",)))
    return view.model


def titles(view):
    return [each.owner.title for each in lanes_of(view)]


def middle_of(view, title):
    return next(each.rect.center().y() for each in lanes_of(view) if each.owner.title == title)


def test_on_a_lane_it_folds_or_hides_that_one_and_shows_the_others(view, opened):
    assert entries(opened(EVENTS)) == [
        "Unfold events in file",
        "Hide events in file",
        *SHOWN,
        "(Usual heights)",
    ]
    assert entries(opened(middle_of(view, "Frame time"))) == [
        "Fold frame time", "Hide frame time", *SHOWN, "(Usual heights)",
    ]  # fmt: skip


def test_by_its_key_it_folds_each_lane_and_has_a_menu_for_each_signal(view, opened, signals):
    menu = opened()
    found = entries(menu, within=False)
    present = [section.title for section in view.model.lane_groups.present()]
    folds = [text for text in found if text.startswith(("Fold", "Unfold"))]
    assert len(folds) == len(present)
    assert [text.removeprefix("✓ ") for text in found if text.startswith("✓ ")] == present
    of_curves = [action.text() for action in menu.actions() if action.menu() is not None]
    assert of_curves == [row.text for each in lanes_of(view) for row in each.lane.legend if row.curve]
    assert found[-3:] == ON_ALL
    speed, gear = (
        [text for text in entries(menu) if text.startswith(f"{each} > ")] for each in of_curves[::2]
    )
    assert len(speed) == len(gear) + 2  # it can be alone, and what is derived is explained
    assert f"{of_curves[0]} > Own lane" in speed
    assert not any("Together with others" in text for text in speed + gear)


@pytest.mark.parametrize(
    ("title", "entry", "gone"),
    [
        ("Events in file", "Hide events in file", {"Events in file"}),
        ("Events in file", "Speed", {"Speed"}),
        ("Speed", "Hide speed", {"Speed"}),
        ("Frame time", "Life spans", {"Life spans"}),
    ],
)
def test_what_is_hidden_comes_back_by_its_own_entry(view, opened, title, entry, gone):
    before = set(titles(view))
    chosen(opened(middle_of(view, title)), entry)
    assert set(titles(view)) == before - gone
    chosen(opened(), gone.copy().pop())
    assert set(titles(view)) == before


def test_folding_and_the_usual_heights_are_taken_back(view, opened):
    def heights():
        return [(each.owner.title, each.rect.height()) for each in lanes_of(view)]

    before = heights()
    chosen(opened(middle_of(view, "Speed")), "Fold speed")
    assert dict(heights())["Speed"] < dict(before)["Speed"]
    chosen(opened(), "Unfold speed")
    assert heights() == before
    view.model.choose_lanes(view.model.lane_groups.choices.with_height("speed", 70))
    assert dict(heights())["Speed"] == 70
    menu = opened()
    assert "Usual heights" in entries(menu)
    chosen(menu, "Usual heights")
    assert heights() == before


def test_each_entry_of_a_signal_changes_that_signal(view, opened, signals):
    def lanes():
        return [[(curve.number, curve.color) for curve in pane.curves] for pane in signals.plot_layout.plots]

    def choose(number, text):
        menu = opened()
        names = {
            row.curve.number: row.text for each in lanes_of(view) for row in each.lane.legend if row.curve
        }
        chosen(menu, f"{names[number]} > {text}")

    assert [[number for number, _ in pane] for pane in lanes()] == [[1, 2], [3]]
    choose(2, "Own lane")
    assert [[number for number, _ in pane] for pane in lanes()] == [[1], [2], [3]]
    choose(1, "Together with others")
    assert [[number for number, _ in pane] for pane in lanes()] == [[2, 1], [3]]
    choose(3, "Duplicate")
    assert [[number for number, _ in pane] for pane in lanes()] == [[2, 1], [3], [4]]
    choose(2, "Remove")
    assert [[number for number, _ in pane] for pane in lanes()] == [[1], [3], [4]]
    for number in (2, 3):
        choose(1, f"Colour > Colour {number}")
        assert lanes()[0] == [(1, f"curve_{number}")]
        ticked = [text for text in entries(opened()) if text.startswith("101 speed > ") and "✓" in text]
        assert ticked == [f"101 speed > Colour > ✓ Colour {number}"]
    copied = []
    signals.copy_requested.connect(copied.append)
    choose(3, "Copy values")
    assert copied == [3]


def test_what_is_done_with_all_signals(view, opened, signals):
    heard = []
    signals.table_requested.connect(lambda: heard.append("table"))
    signals.picture_requested.connect(lambda: heard.append("picture"))
    signals.plot_layout_changed.connect(heard.append)
    for entry in ON_ALL:
        chosen(opened(), entry)
    assert heard == ["table", "picture", PlotLayout()]


def test_the_search_for_events_can_be_stopped_while_there_is_one(view, opened, monkeypatch):
    stopped = []
    monkeypatch.setattr(view.workspace.recorded_events, "cancel", lambda *_: stopped.append(1))
    assert "Stop the search for events" not in entries(opened())
    show_in(view, event_share=0.99)
    chosen(opened(), "Stop the search for events")
    assert stopped == [1]
