"""What the README says is what the program does."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from viewer.cli import main
from viewer.export.formats import FORMATS
from viewer.system_libraries import DISPLAYS, OFFSCREEN
from viewer.ui.action_table import ACTIONS
from viewer.ui.shortcuts import GESTURES, key_text, shortcut_rows

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


def part(name: str) -> str:
    """Return what stands between a pair of markers."""
    found = re.search(rf"<!-- {name}:begin -->\n(.*?)<!-- {name}:end -->", README, re.DOTALL)
    assert found is not None
    return found[1].strip()


def shortcut_markdown() -> str:
    """Return the shortcuts and gestures as a table."""
    lines = ["| Keys, mouse | What they do |", "|--|--|"]
    for menu, actions in shortcut_rows():
        lines.append(f"| **{menu.text}** | |")
        for action in actions:
            keys = " or ".join(f"`{key_text(shortcut)}`" for shortcut in action.shortcuts)
            tip = f" ({action.tip[0].lower()}{action.tip[1:]})" if action.tip else ""
            lines.append(f"| {keys} | {action.text.rstrip('…')}{tip} |")
    for place, gestures in GESTURES:
        lines.append(f"| **{place}** | |")
        lines += [f"| {gesture} | {what} |" for gesture, what in gestures]
    return "\n".join(lines) + "\n"


def test_the_keys_are_those_of_the_table() -> None:
    assert part("shortcuts") == shortcut_markdown().strip()


def test_the_table_has_every_shortcut() -> None:
    table = shortcut_markdown()
    rows = [line for line in table.splitlines() if line.startswith("| `")]
    assert len(rows) == sum(1 for row in ACTIONS.values() if row.shortcuts)
    assert "| `Space` or `K` | Play or pause |" in rows
    assert "| Shift+drag | The same, ten times finer |" in table.splitlines()
    assert all(line.count("|") == 3 for line in rows)


@pytest.mark.parametrize("command", ["render", "events", "export", "cut", "clip"])
def test_every_option_of_a_command_is_named(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = re.search(rf"carla-replay-viewer {command} .*?\n\n", README, re.DOTALL)
    assert words is not None
    assert main([command, "--help"]) == 0
    options = set(re.findall(r"(?<![\w-])--[a-z]+(?:-[a-z]+)*", capsys.readouterr().out)) - {
        "--help",
        "--output",
    }
    assert options == set(re.findall(r"--[a-z]+(?:-[a-z]+)*", words[0]))


def test_every_format_is_named_with_its_extra() -> None:
    rows = re.findall(r"^\| `(\w+)` \|.*\| (?:`\[(\w+)\]`)? ?\|$", README, re.MULTILINE)
    assert rows == [(form.name, form.extra) for form in FORMATS.values()]


def test_the_system_libraries_are_those_that_are_asked_for() -> None:
    wanted = [OFFSCREEN, *DISPLAYS.values()]
    named = part("libraries").replace("\\\n", " ").split("apt-get install")[1:]
    for libraries, line in zip(wanted, named, strict=True):
        assert line.partition("#")[0].split() == list(libraries.values())


def test_the_modules_of_the_architecture_are_there() -> None:
    section = re.search(r"## How it is built\n(.*?)\n## ", README, re.DOTALL)
    assert section is not None
    modules = re.findall(r"`(viewer(?:\.\w+)+)`", section[1])
    assert len(modules) > 10
    assert [name for name in modules if find_spec(name) is None] == []
