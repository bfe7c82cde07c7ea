"""Orders as the commands read them: their own parsers are the truth."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from viewer.cli import parsers
from viewer.cli.arguments import moment
from viewer.export.formats import FORMATS
from viewer.export.video import VIDEO_FORMATS
from viewer.recording.actor_name import ActorName
from viewer.ui.exports.order import ExportOrder, MapShown, command_line, export_kinds

SOURCE = Path("drive.log")
BOTH = (ActorName(7), ActorName(51))
SHOWN = MapShown((-6.25, 131.5), 80.0, "light", Path("Town03.xodr"), (Path("routes.xml"),))


def parser_of(command):
    return next(each for each in parsers() if each.prog.endswith(f" {command}"))


def parsed(order):
    kind = order.kind
    target = Path(f"out{kind.ending}")
    words = command_line(order, SOURCE, target, SHOWN)
    return parser_of(words[0]).parse_args(words[1:])


def test_all_formats_of_the_command_line_are_offered():
    kinds = export_kinds()
    assert {*FORMATS, "log", "png", *(ending[1:] for ending in VIDEO_FORMATS)} == set(kinds)


@pytest.mark.parametrize("name", export_kinds())
def test_every_kind_is_understood(name):
    options = parsed(ExportOrder(export_kinds()[name]))
    assert options.force
    assert options.output.suffix == export_kinds()[name].ending
    assert options.range == (None, None)


@pytest.mark.parametrize("name", export_kinds())
def test_a_range_is_that_of_the_order(name):
    options = parsed(ExportOrder(export_kinds()[name], span=(1.25, 8.47)))
    assert list(options.range) == [moment("1.25"), moment("8.47")]


def test_tables_signals_and_actors():
    order = ExportOrder(export_kinds()["csv"], actor_ids=(7, 51), table="velocities")
    options = parsed(order)
    assert (options.to, options.actors, list(options.table)) == ("csv", BOTH, ["velocities"])
    options = parsed(replace(order, table="", signals=("speed", "brake")))
    assert (list(options.table), list(options.signals)) == ([], ["speed", "brake"])
    assert options.roads == SHOWN.roads  # they tell which light is ahead


def test_a_cut_keeps_whom_it_is_told_and_makes_the_hero():
    options = parsed(ExportOrder(export_kinds()["log"], actor_ids=(7, 51), hero=51))
    assert (options.only, options.as_hero) == (BOTH, ActorName(51))


def test_a_clip_shows_what_the_map_shows():
    order = ExportOrder(export_kinds()["png"], size=(640, 360), rate=25.0, speed=0.5)
    options = parsed(order)
    assert (options.center, options.span, options.follow) == ((-6.25, 131.5), 80.0, None)
    assert (options.size, options.fps, options.speed) == ((640, 360), 25.0, 0.5)
    assert (options.theme, options.roads) == ("light", Path("Town03.xodr"))
    assert options.routes == [Path("routes.xml")]
    options = parsed(replace(order, follow=7))
    assert (options.center, options.follow) == (None, ActorName(7))
    assert parsed(replace(order, rate=None)).fps is None


def test_a_clip_of_which_nothing_is_chosen_is_what_the_command_makes_by_itself():
    kind = export_kinds()["png"]
    usual = parser_of("clip").parse_args([str(SOURCE), "-o", "out"])
    ordered = parsed(ExportOrder(kind))
    assert (ordered.size, ordered.fps, ordered.speed) == (usual.size, usual.fps, usual.speed)
