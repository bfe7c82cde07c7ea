"""What differs is applied, once, in order, and to a hidden panel when it is shown."""

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from viewer.ui.state.binding import bind, bind_panel


@pytest.fixture
def log():
    return []


def reading(log, *names):
    """Rows that note what they are told, by the names of parts of a ViewState."""

    def row(name):
        return (lambda now: getattr(now, name)), (lambda value: log.append((name, value)))

    return [row(name) for name in names]


def taken(log):
    found, log[:] = list(log), []
    return found


def test_each_row_is_applied_at_first_and_then_only_if_its_part_differs(alone, log):
    bind(alone, alone, *reading(log, "hero", "selected", "followed"))
    assert taken(log) == [("hero", None), ("selected", ()), ("followed", None)]
    alone.show(selected=(1, 2), followed=7)
    assert taken(log) == [("selected", (1, 2)), ("followed", 7)]
    alone.show(selected=(1, 2), hovered=3)
    assert taken(log) == []


def test_a_setting_reaches_only_those_who_read_it(alone, log):
    layers = (lambda now: now.settings.map_layers, lambda layers: log.append(layers["grid"]))
    living = (lambda now: now.settings.living_actors, log.append)
    bind(alone, alone, layers, living)
    grid, alive = taken(log)
    alone.settings.set_part("map_layers.grid", not grid)
    alone.flush()
    assert taken(log) == [not grid]
    alone.settings.living_actors = not alive
    alone.flush()
    assert taken(log) == [not alive]
    alone.settings.loop = not alone.settings.loop
    alone.flush()
    assert taken(log) == []


def test_all_is_told_once_a_turn_and_not_at_all_if_nothing_differs(alone, qapp):
    told = []
    alone.changed.connect(lambda now, before: told.append((before.selected, now.selected)))
    for actors in ((1,), (2,), (3,)):
        alone.focus.select_all(actors)
    QApplication.processEvents()
    alone.focus.select_all((4,))
    alone.focus.select_all((3,))
    QApplication.processEvents()
    assert told == [((), (3,))]


def test_another_recording_has_all_applied_again(alone, log):
    bind(alone, alone, *reading(log, "hero", "selected"))
    taken(log)
    alone.show(opening=alone.view.opening + 1)
    assert taken(log) == [("hero", None), ("selected", ())]


def test_a_hidden_panel_is_told_the_last_when_it_is_shown(alone, log, qtbot):
    window, panel = QWidget(), QWidget()
    qtbot.addWidget(window)
    panel.setParent(window)
    panel.hide()
    bind_panel(panel, alone, *reading(log, "hero", "followed"))
    taken(log)
    window.show()
    for hero in (1, 2, 3):
        alone.show(hero=hero)
    assert taken(log) == []
    panel.show()
    assert taken(log) == [("hero", 3)]
    alone.show(followed=5)
    assert taken(log) == [("followed", 5)]


def test_what_a_row_changes_reaches_all_as_it_is_at_last(alone, log):
    def select(hero):
        if hero is not None:
            alone.focus.select_all((hero,))
            alone.flush()

    bind(alone, alone, (lambda now: now.hero, select))
    bind(alone, alone, *reading(log, "hero", "selected"))
    taken(log)
    alone.show(hero=6)
    assert sorted(taken(log)) == [("hero", 6), ("selected", (6,))]


def test_rows_end_with_their_owner(alone, log, qtbot):
    owner = QWidget()
    bind(owner, alone, *reading(log, "hero"))
    taken(log)
    with qtbot.waitSignal(owner.destroyed):
        owner.deleteLater()
    alone.show(hero=1)
    assert taken(log) == []
