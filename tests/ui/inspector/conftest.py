"""What tests of the inspector have in common: reading its tree, and pointing at it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTreeView

from tests.ui.conftest import turn
from tests.ui.person import row_of, rows_of
from viewer.replay.world.world import world_at
from viewer.ui.inspector import Inspector
from viewer.ui.inspector.contents import Contents
from viewer.ui.inspector.model import KIND
from viewer.ui.inspector.row import Kind
from viewer.ui.state.view_state import ViewState
from viewer.ui.widgets.throttle import Throttle


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have each moment shown, however fast another one comes."""
    monkeypatch.setattr(Throttle, "request", lambda throttle: throttle.due.emit())


GROUPS = (Kind.SECTION, Kind.FOLD)


def opened_inspector(qtbot, alone, index, elapsed, size=(340, 900), hero=None):
    """An inspector that shows a recording, and no signal over time."""
    alone.recording.series.want = lambda *_: None
    inspector = Inspector(alone)
    inspector.told = alone
    qtbot.addWidget(inspector)
    inspector.resize(*size)
    inspector.told.set_recording(index)
    inspector.told.set_hero(None if hero is None else row_of(index, hero))
    inspector.told.set_world(world_at(index, elapsed))
    inspector.show()
    qtbot.waitExposed(inspector)
    return inspector


def tree_of(inspector):
    return inspector.findChild(QTreeView)


def places(sheet):
    """Where each name is, without its sign; that of a part stands behind what it is a part of."""
    model, found = sheet.model(), {}

    def look(parent, before):
        for line in range(model.rowCount(parent)):
            index = model.index(line, 0, parent)
            name = before + index.data().removesuffix(" ƒ")
            if index.data(KIND) != Kind.ASIDE:
                found[name] = index
            look(index, "" if index.data(KIND) in GROUPS else f"{name} ")

    look(model.index(-1, -1), "")
    return found


def cells(sheet):
    """What the sheet says, a tuple of values with their units label by label."""
    turn()
    model, told = sheet.model(), {}
    for name, index in places(sheet).items():
        texts = [index.siblingAtColumn(number).data() or "" for number in range(1, model.columnCount())]
        *values, unit = texts
        told[name] = tuple(
            f"{value} {unit}" if value not in ("", "–") and unit else value for value in values
        )
    return told


def shown(sheet):
    """What the sheet says of the only actor there is."""
    return {name: values[0] for name, values in cells(sheet).items()}


def cell(sheet, label, column=1):
    """The place of a cell of the model, scrolled to."""
    index = places(sheet)[label].siblingAtColumn(column)
    sheet.scrollTo(index)
    return index


def middle(sheet, label, column=1):
    return sheet.visualRect(cell(sheet, label, column)).center()


def click(sheet, label, column=1):
    QTest.mouseClick(sheet.viewport(), Qt.MouseButton.LeftButton, pos=middle(sheet, label, column))


def double_click(sheet, label, column=1):
    position = middle(sheet, label, column)
    QTest.mouseClick(sheet.viewport(), Qt.MouseButton.LeftButton, pos=position)
    QTest.mouseDClick(sheet.viewport(), Qt.MouseButton.LeftButton, pos=position)


def unfold(sheet, label):
    index = places(sheet)[label]
    sheet.setExpanded(index, not sheet.isExpanded(index))


def clipboard():
    return QApplication.clipboard().text()


def told(index, actor_id, elapsed, *, hero=None, opened=(), interpolate=False, series=(), **more):
    """All rows about an actor, or the recording, by their keys; ``series`` are signals that were read."""
    contents = Contents()
    contents.context.opened = set(opened)
    selected = () if actor_id is None else (row_of(index, actor_id),)
    world = world_at(index, elapsed, interpolate=interpolate) if len(index.elapsed) else None
    problems = more.pop("problems", index.problems)
    parts = {name: more.pop(name) for name in ("pinned", "checking", "road_map") if name in more}
    contents.set_view(
        ViewState(index=index, world=world, hero=hero, selected=selected, problems=problems, **parts)
    )
    contents.context.series = {
        key: each for each in series for key in contents.signals if key.name == each.name
    }
    for name, value in more.items():
        setattr(contents.context, name, value)
    return flat(contents.tree())


def flat(rows):
    """Rows and all that is in them, by their keys."""
    return {key: row for each in rows for key, row in ((each.key, each), *flat(each.children).items())}


def text(rows, key):
    return rows[key].cells[0].written


def requests(owner, name):
    """Return what a part of the workspace is asked for, which it does not do any more."""
    calls = []

    def note(*values, **more):
        told = (*values, *more.values())
        calls.append(told[0] if len(told) == 1 else told)

    setattr(owner, name, note)
    return calls


@pytest.fixture
def sheet(inspector):
    return tree_of(inspector)


@pytest.fixture
def select(inspector, index):
    return lambda *ids: inspector.told.set_selected(rows_of(index, *ids))
