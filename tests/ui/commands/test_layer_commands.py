"""Switching layers and choosing maps, without a window."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog

from viewer.ui.commands.layers import LayerCommands
from viewer.ui.state.map_layers import MapLayers

NAMES = [field.name for field in fields(MapLayers)]


@pytest.fixture
def actions(widget) -> dict[str, QAction]:
    return {f"layer_{name}": QAction(widget, checkable=True) for name in NAMES}


@pytest.fixture
def commands(actions, settings, widget) -> LayerCommands:
    return LayerCommands(actions, settings, widget)


@pytest.mark.parametrize("name", NAMES)
def test_each_switch_is_for_its_own_layer_and_remembered(actions, settings, widget, commands, qtbot, name):
    before = commands.layers
    actions[f"layer_{name}"].toggle()
    with qtbot.waitSignal(commands.layers_changed) as told:
        commands.handlers()[f"layer_{name}"]()
    changed = [each for each in NAMES if getattr(told.args[0], each) != getattr(before, each)]
    assert changed == [name]
    assert LayerCommands(actions, settings, widget).layers == told.args[0]


@pytest.mark.parametrize(
    ("asked", "dialog", "answer", "signal"),
    [
        ("choose_map", "getOpenFileName", ("/maps/Town01.xodr", ""), "map_chosen"),
        ("map_folder", "getExistingDirectory", "/maps", "folder_chosen"),
    ],
)
def test_what_is_chosen_is_told(commands, qtbot, monkeypatch, asked, dialog, answer, signal):
    monkeypatch.setattr(QFileDialog, dialog, lambda *_: answer)
    with qtbot.waitSignal(getattr(commands, signal)) as told:
        commands.handlers()[asked]()
    assert told.args == [Path(answer if isinstance(answer, str) else answer[0])]


@pytest.mark.parametrize(
    ("asked", "dialog", "answer", "signal"),
    [
        ("choose_map", "getOpenFileName", ("", ""), "map_chosen"),
        ("map_folder", "getExistingDirectory", "", "folder_chosen"),
    ],
)
def test_who_chooses_nothing_changes_nothing(commands, qtbot, monkeypatch, asked, dialog, answer, signal):
    monkeypatch.setattr(QFileDialog, dialog, lambda *_: answer)
    with qtbot.assertNotEmitted(getattr(commands, signal)):
        commands.handlers()[asked]()
