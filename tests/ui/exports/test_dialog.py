"""What the dialog of exports offers and tells, as the commands read it: their own parsers are the truth."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox
from shiboken6 import isValid

from viewer.cli import parsers
from viewer.cli.arguments import moment
from viewer.export.formats import FORMATS
from viewer.export.video import ENDINGS
from viewer.recording.actor_name import ActorName
from viewer.ui.exports.dialog import Choices, ExportDialog, export_formats

BOTH = (ActorName(7), ActorName(51))
CHOICES = Choices((-6.25, 131.5), 80.0, "light", roads=Path("Town03.xodr"), routes=(Path("routes.xml"),))


@pytest.fixture(autouse=True)
def _files(tmp_path, monkeypatch):
    """The map and the routes that are chosen."""
    monkeypatch.chdir(tmp_path)
    for path in (CHOICES.roads, *CHOICES.routes):
        path.touch()


@pytest.fixture
def dialog(qtbot):
    """Return what asks for an export."""

    def ask(name, **choices):
        shown = ExportDialog(name, replace(CHOICES, **choices))
        qtbot.addWidget(shown)
        shown.show()
        return shown

    return ask


def choose(box, data):
    box.setCurrentIndex(box.findData(data))


def parser_of(command):
    return next(each for each in parsers() if each.prog.endswith(f" {command}"))


def parsed(dialog):
    command, *words = dialog.words()
    return parser_of(command).parse_args(["drive.log", "-o", "out", *words])


def test_all_formats_of_the_command_line_are_offered():
    assert {*FORMATS, "log", "png", *(ending[1:] for ending in ENDINGS)} == set(export_formats())


@pytest.mark.parametrize("name", export_formats())
def test_every_kind_is_understood_with_the_range_and_without(dialog, name):
    assert parsed(dialog(name)).range == (None, None)
    assert list(parsed(dialog(name, span=(1.25, 8.47))).range) == [moment("1.25"), moment("8.47")]


def test_tables_signals_and_actors(dialog):
    asked = dialog("csv", selected=(7, 51), signals=("speed", "brake"))
    choose(asked.actors, "selected")
    choose(asked.table, "velocities")
    options = parsed(asked)
    assert (options.to, options.actors, list(options.table)) == ("csv", BOTH, ["velocities"])
    choose(asked.table, "signals")
    options = parsed(asked)
    assert (list(options.table), list(options.signals)) == ([], ["speed", "brake"])
    assert options.roads == CHOICES.roads  # they tell which light is ahead


def test_a_cut_keeps_whom_it_is_told_and_makes_the_hero(dialog):
    asked = dialog("log", selected=(7, 51))
    choose(asked.actors, "selected")
    assert (parsed(asked).only, parsed(asked).as_hero) == (BOTH, None)
    asked = dialog("log", selected=(51,))
    asked.hero.setChecked(True)
    assert parsed(asked).as_hero == ActorName(51)


def test_a_clip_shows_what_the_map_shows_and_else_what_the_command_makes_by_itself(dialog):
    usual, untouched = parser_of("clip").parse_args(["drive.log", "-o", "out"]), parsed(dialog("png"))
    assert [vars(untouched)[name] == vars(usual)[name] for name in ("size", "fps", "speed")] == [True] * 3
    asked = dialog("png", followed=7)
    choose(asked.picture_size, "640x640")
    choose(asked.rate, "25")
    asked.speed.setValue(0.5)
    options = parsed(asked)
    assert (options.center, options.span, options.follow) == (None, 80.0, ActorName(7))
    assert (options.size, options.fps, options.speed) == ((640, 640), 25.0, 0.5)
    assert (options.theme, options.roads) == ("light", Path("Town03.xodr"))
    assert options.routes == [Path("routes.xml")]
    asked.follow.setChecked(False)
    choose(asked.rate, "")
    options = parsed(asked)
    assert (options.center, options.follow, options.fps) == ((-6.25, 131.5), None, None)


def test_it_tells_what_is_asked_for_and_closes(dialog, qtbot):
    asked, told = dialog("png"), []
    asked.chosen.connect(lambda *each: told.append(each))
    save = asked.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Save)
    qtbot.mouseClick(save, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not isValid(asked))
    ((form, words),) = told
    assert (form.name, words[0]) == ("png", "clip")
