"""What the README says is what the program does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from viewer.cli import main
from viewer.ui.action_table import shortcut_markdown

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


def part(name: str) -> str:
    """Return what stands between a pair of markers."""
    found = re.search(rf"<!-- {name}:begin -->\n(.*?)<!-- {name}:end -->", README, re.DOTALL)
    assert found is not None
    return found[1].strip()


def test_the_keys_are_those_of_the_table() -> None:
    assert part("shortcuts") == shortcut_markdown().strip()


@pytest.mark.parametrize("command", ["render", "events"])
def test_every_option_is_named(capsys: object, command: str) -> None:
    words = re.search(rf"carla-replay-viewer {command} .*?\n\n", README, re.DOTALL)
    assert words is not None
    assert main([command, "--help"]) == 0
    options = set(re.findall(r"--[a-z][a-z-]+", capsys.readouterr().out)) - {"--help", "--output"}  # type: ignore[attr-defined]
    assert options == set(re.findall(r"--[a-z][a-z-]+", words[0]))
