"""The dialog of exports, as the commands' own parsers read it, and commands that write beside the window."""

import csv
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.scenes import street
from viewer.cli import parsers
from viewer.cli.arguments import moment
from viewer.export.formats import FORMATS
from viewer.export.video import ENDINGS
from viewer.recording.actor_name import ActorName
from viewer.ui.exports.dialog import Choices, ExportDialog, export_formats
from viewer.ui.exports.writer import ExportWriter

BOTH = (ActorName(7), ActorName(51))
CHOICES = Choices((-6.25, 131.5), 80.0, "light", roads=Path("Town03.xodr"), routes=(Path("routes.xml"),))


@pytest.fixture(autouse=True)
def _files(tmp_path_factory, monkeypatch):
    """The map and the routes that are chosen."""
    monkeypatch.chdir(tmp_path_factory.mktemp("chosen"))
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


@pytest.fixture
def writer(qapp):
    writer = ExportWriter()
    yield writer
    writer.cancel()


def words(name, source, target):
    return ["export", str(source), "-o", str(target), "--to", name]


def test_what_is_written_has_all_poses_and_damage_is_told(qtbot, writer, tmp_path):
    source, target, shares = street().save(tmp_path / "street.log"), tmp_path / "poses.csv", []
    writer.progress.connect(shares.append)
    with qtbot.waitSignal(writer.written, timeout=60_000) as told:
        writer.write(words("csv", source, target), target)
        assert writer.busy
    assert told.args == [target, ""]
    assert not writer.busy
    assert all(0.0 <= share <= 1.0 for share in shares)
    with target.open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == 20 * 6 + 10  # six who are there always, one for ten frames
    assert float(rows[0]["x"]) == pytest.approx(0.0)
    source.write_bytes(source.read_bytes()[:-30])
    target = tmp_path / "damaged.csv"
    with qtbot.waitSignal(writer.written, timeout=60_000) as told:
        writer.write(words("csv", source, target), target)
    assert "street.log" in told.args[1]
    assert target.stat().st_size > 1000


def test_why_not_is_said_also_when_the_command_cannot_be_started(qtbot, writer, tmp_path, monkeypatch):
    source, target, ended = tmp_path / "none.log", tmp_path / "poses.csv", []
    source.write_bytes(b"no recording")
    with qtbot.waitSignal(writer.failed, timeout=60_000) as told:
        writer.write(words("csv", source, target), target)
    assert "none.log" in told.args[0]
    monkeypatch.setattr(sys, "executable", str(tmp_path / "no python"))
    writer.ended.connect(lambda: ended.append(writer.busy))
    with qtbot.waitSignal(writer.failed) as told:
        writer.write(words("csv", source, target), target)
    assert told.args[0]
    assert ended == [False]
    assert not target.exists()


def test_nothing_is_left_of_what_is_cancelled(qtbot, writer, tmp_path):
    source, target, ends = street(4000).save(tmp_path / "long.log"), tmp_path / "all.jsonl", []
    writer.written.connect(lambda *_: ends.append("written"))
    writer.failed.connect(lambda *_: ends.append("failed"))
    writer.write(words("jsonl", source, target), target)
    qtbot.waitUntil(lambda: any(tmp_path.glob("*.part")), timeout=60_000)
    with qtbot.waitSignal(writer.ended):
        writer.cancel()
    assert ends == []
    assert [each.name for each in tmp_path.iterdir()] == ["long.log"]
