"""What commands do where nothing else is said: what is usual, also of a moving picture."""

from __future__ import annotations

import argparse
from importlib import import_module

import pytest

import viewer.cli
from viewer.cli import main
from viewer.cli.terminal import Status


def parsed(command: str, *words: str) -> dict[str, object]:
    module = "answers" if command in {"blocked", "collisions", "info"} else command
    parser: argparse.ArgumentParser = import_module(f"viewer.cli.{module}").make_parser(command)
    return vars(parser.parse_args(words))


USUAL = {
    "blocked a.log": {"min_time": 30.0, "min_distance": 10.0, "everybody": False, "json": False},
    "collisions a.log": {"types": "aa", "json": False},
    "info a.log": {"style": "0.9.15", "all": False, "utc": False},
    "clip a.log -o b": {"size": (1280, 720), "fps": 30.0, "speed": 1.0, "theme": "dark", "window": False},
    "render a.log -o b": {"size": (1600, 1000), "theme": "dark", "window": False, "center": None},
    "events a.log": {"whose": None, "hero": None, "fail_on": (), "allow_not_judged": False},
    "check a.log": {"json": False, "repair": None, "force": False},
    "export a.log --to csv -o b": {"table": (), "signals": (), "force": False},
}  # fmt: skip


@pytest.mark.parametrize("words", USUAL)
def test_what_is_not_said(words):
    options = parsed(*words.split())
    assert {name: options[name] for name in USUAL[words]} == USUAL[words]


def test_every_command_is_listed_and_explains_itself(capsys):
    """Each is in the program's help with what it does, and has a help of its own."""
    assert main(["--help"]) == Status.FINE
    listed = capsys.readouterr().out
    for command, summary in viewer.cli._COMMANDS.items():  # noqa: SLF001 - the table that the help is made from
        assert f"  {command:13}{summary}" in listed
        assert main([command, "--help"]) == Status.FINE
        assert capsys.readouterr().out.startswith(f"usage: carla-replay-viewer {command} ")
