"""Switching kinds of events, without a window."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QAction

from viewer.replay.events import EventKind
from viewer.ui.commands.events import EventCommands
from viewer.ui.state.event_kinds import EventKinds


@pytest.fixture
def kinds(settings) -> EventKinds:
    return EventKinds(settings)


@pytest.fixture
def actions(widget, kinds) -> dict[str, QAction]:
    names = [f"{what}_{kind}" for what in ("events", "pause_at") for kind in EventKind]
    actions = {name: QAction(widget, checkable=True) for name in (*names, "events_all", "pause_at_none")}
    for name, handler in EventCommands(kinds, actions, widget).handlers().items():
        actions[name].triggered.connect(handler)
    return actions


@pytest.mark.parametrize("kind", EventKind, ids=str)
def test_each_action_is_for_its_own_kind(kinds, actions, kind):
    visible, pausing = kinds.visible, kinds.pausing
    actions[f"events_{kind}"].trigger()
    actions[f"pause_at_{kind}"].trigger()
    assert (kinds.visible, kinds.pausing) == (visible ^ {kind}, pausing ^ {kind})


def test_all_are_shown_and_none_pauses(kinds, actions):
    for kind in EventKind:
        actions[f"events_{kind}"].trigger()
        actions[f"pause_at_{kind}"].trigger()
    actions["events_all"].trigger()
    actions["pause_at_none"].trigger()
    assert (kinds.visible, kinds.pausing) == (frozenset(EventKind), frozenset())
    assert [actions[f"{what}_{EventKind.NOTE}"].isChecked() for what in ("events", "pause_at")] == [
        True,
        False,
    ]
