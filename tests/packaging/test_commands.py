from __future__ import annotations

import sys

import pytest
from starter import commands
from starter.environment import Environment
from starter.messages import StopError

from viewer import cli

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="other systems always have a display")


@pytest.fixture
def started(monkeypatch, tmp_path):
    """Have everything prepared already; note what was asked for, and what was started in the end."""
    notes = {}

    def prepare(extra, kinds=()):
        notes.update(extra=extra, kinds=set(kinds))
        return Environment(tmp_path)

    monkeypatch.setattr(commands, "_prepare", prepare)
    monkeypatch.setattr(commands, "_become", lambda command: notes.update(command=command) or 0)
    monkeypatch.setattr(commands.displays, "_answers", lambda kind, name: name != ":4711")
    for variable in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(variable, raising=False)
    return notes


@on_linux
def test_run_opens_the_sample_when_no_file_is_named(started, monkeypatch):
    monkeypatch.setenv("DISPLAY", ":0")
    assert commands.main(["run"]) == 0
    assert started["command"][1:] == ["--sample"]
    assert started["kinds"] == {"xcb"}


@on_linux
def test_run_passes_its_arguments_on(started, monkeypatch):
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert commands.main(["run", "a.log", "--at", "3"]) == 0
    assert started["command"][1:] == ["a.log", "--at", "3"]
    assert started["kinds"] == {"wayland"}


@on_linux
def test_without_a_display_run_says_so_and_names_render(started, capsys, tmp_path):
    recording = tmp_path / "my recording.log"
    recording.touch()
    assert commands.main(["run", str(recording)]) == 2
    said = capsys.readouterr().err
    assert "There is no display here" in said
    assert f"carla-replay-viewer render '{recording}' -o picture.png" in said
    assert "command" not in started


def test_without_a_display_render_runs_all_the_same(started):
    assert commands.main(["run", "render", "a.log", "-o", "a.png"]) == 0
    assert started["command"][1:] == ["render", "a.log", "-o", "a.png"]
    assert started["kinds"] == set()


def test_all_that_is_optional_is_installed_for_the_tests(started, project):
    assert set(commands.TEST_EXTRAS.split(",")) == set(project["optional-dependencies"]) - {"all"}


def test_every_command_of_the_program_is_known():
    words = {word for word in commands.WITHOUT_WINDOW if not word.startswith("-")}
    assert words == set(cli._COMMANDS)  # noqa: SLF001


def test_a_platform_that_was_chosen_is_respected(started, monkeypatch):
    monkeypatch.setenv("QT_QPA_PLATFORM", "vnc")
    assert commands.main(["run"]) == 0
    assert "command" in started


@on_linux
def test_a_display_that_does_not_answer_is_no_place_for_a_window(started, monkeypatch, capsys):
    monkeypatch.setenv("DISPLAY", ":4711")
    assert commands.main(["run"]) == 2
    assert "DISPLAY=:4711" in capsys.readouterr().err
    assert "command" not in started


def test_what_stops_the_set_up_is_said_in_a_sentence(monkeypatch, capsys):
    def stop(*_arguments):
        raise StopError("No network.", status=7)

    monkeypatch.setattr(commands, "_prepare", stop)
    assert commands.main(["test"]) == 7
    assert capsys.readouterr().err == "No network.\n"


def test_a_folder_that_cannot_be_written_is_named(monkeypatch, capsys):
    def deny(*_arguments):
        raise PermissionError(13, "Permission denied", "/checkout/.venv")

    monkeypatch.setattr(commands, "_prepare", deny)
    assert commands.main(["run"]) == 1
    assert capsys.readouterr().err == "/checkout/.venv: Permission denied.\n"


@pytest.fixture
def tools(started, tmp_path):
    """Stand for the tools: each fails when a file of its name is there."""
    environment = Environment(tmp_path)
    environment.python.parent.mkdir(parents=True)
    script = f"""#!/bin/sh
[ -z "$2" ] || [ ! -e "{tmp_path}/$2" ] || {{ echo "trouble in $2"; exit 3; }}
[ -z "$2" ] || echo "$2" >> "{tmp_path}/called"
"""
    for name in ("python", "lint-imports"):
        path = environment.program(name)
        path.write_text(script)
        path.chmod(0o755)
    return tmp_path


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-ins are shell scripts")
class TestChecks:
    def test_all_passed(self, tools, started, capsys):
        assert commands.main(["check"]) == 0
        said = capsys.readouterr().err
        assert said.count("passed in") == (4 if sys.version_info >= (3, 11) else 3)
        assert said.endswith("All checks passed.\n")
        assert "pytest" not in (tools / "called").read_text()

    def test_every_failure_is_shown_and_the_rest_still_runs(self, tools, capsys):
        (tools / "ruff").touch()
        assert commands.main(["check"]) == 1
        said = capsys.readouterr().err
        assert said.count("trouble in ruff") == 2
        assert said.count("passed in") == (2 if sys.version_info >= (3, 11) else 1)
        assert said.endswith("Failed: ruff check, ruff format\n")

    def test_it_takes_no_arguments(self, tools, capsys):
        assert commands.main(["check", "--fast"]) == 2
        assert "start.py check" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-ins are shell scripts")
class TestTests:
    def test_they_are_pytest_alone(self, tools, started):
        assert commands.main(["test", "tests/cli"]) == 0
        assert (tools / "called").read_text() == "pytest\n"

    def test_their_status_is_that_of_pytest(self, tools):
        (tools / "pytest").touch()
        assert commands.main(["test"]) == 3
