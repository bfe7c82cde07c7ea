"""The steps of a trial, in a root that is made of shell scripts."""

from __future__ import annotations

import subprocess

import pytest
from suites import trials
from suites.trials import Trial, outcome_of

LINE = "su -c 'apt-get update && apt-get install --yes libgl1'"
ASKS = (
    f"[ -e installed ] || {{ printf 'The system lacks some packages.\\n\\n    %s\\n' \"{LINE}\"; exit 2; }}"
)


class FakeRoot:
    """Runs scripts in a folder, in place of the commands of a real root, and notes who ran what."""

    def __init__(self, folder):
        self.folder = folder
        self.called = []

    def script(self, name, text):
        path = self.folder / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)

    def start(self, command, user, output, environ):
        self.called.append((user, " ".join(command)))
        return subprocess.Popen(
            command,
            cwd=self.folder,
            stdout=output,
            stderr=subprocess.STDOUT,
            text=True,
            env={"PATH": f"{self.folder}:/bin:/usr/bin", **environ},
        )


class FakeScreen:
    name = ":4711"

    def __init__(self, window):
        self.window = window

    def has_window(self):
        return self.window.exists()


@pytest.fixture
def root(tmp_path, monkeypatch):
    monkeypatch.setattr(trials, "_POLL", 0.01)
    folder = tmp_path / "root"
    (folder / ".venv" / "bin").mkdir(parents=True)
    made = FakeRoot(folder)
    made.script(".venv/bin/python", "echo 3.14.1 2.5.0 6.12.0")
    made.script("su", "touch installed")
    return made


@pytest.fixture
def trial(root, tmp_path):
    return Trial(root, "user", tmp_path / "log")


def test_a_user_types_the_line_and_then_the_tests_pass(root, trial):
    root.script("python3", f"{ASKS}\necho '12 passed, 3 skipped in 4.50s'")
    outcome = outcome_of("test", trial)
    assert not outcome.failed
    assert outcome.notes == "after the line to type; 12 passed, 3 skipped"
    assert outcome.versions == "3.14.1 2.5.0 6.12.0"
    assert root.called[1] == ("root", f"sh -c {LINE}")
    assert root.called[0] == root.called[2] == ("user", "python3 packaging/start.py test -q")
    assert "12 passed" in trial.log.read_text()


def test_tests_that_fail_are_counted(root, trial):
    root.script("python3", f"{ASKS}\necho '1 failed, 12 passed in 4.50s (0:00:04)'; exit 1")
    outcome = outcome_of("test", trial)
    assert outcome.failed
    assert "status 1" in outcome.notes


def test_a_user_who_is_not_told_what_to_install_is_a_failure(root, trial):
    root.script("python3", "exit 0")
    outcome = outcome_of("test", trial)
    assert outcome.failed
    assert "no line to type" in outcome.notes


def test_an_abort_is_a_failure(root, trial):
    root.script("python3", "kill -ABRT $$")
    assert outcome_of("test", trial).failed


def test_root_needs_no_line(root, trial):
    root.script("python3", "echo 12 passed in 4.50s")
    trial.user = "root"
    outcome = outcome_of("test", trial)
    assert (outcome.failed, outcome.notes) == (False, "12 passed")


def test_a_window_that_shows_ends_the_trial(root, trial):
    root.script("python3", f'{ASKS}\n[ "$DISPLAY" = :4711 ] && touch window && exec sleep 60')
    trial.screen = FakeScreen(root.folder / "window")
    outcome = outcome_of("run", trial)
    assert (outcome.failed, outcome.notes) == (False, "after the line to type; the window shows")


def test_a_program_that_ends_without_a_window_has_failed(root, trial):
    root.script("python3", f"{ASKS}\nexit 134")
    trial.screen = FakeScreen(root.folder / "window")
    outcome = outcome_of("run", trial)
    assert outcome.failed
    assert "status 134" in outcome.notes


def test_without_a_display_a_picture_is_drawn(root, trial):
    root.script("python3", ASKS)
    assert "a picture" in outcome_of("run", trial).notes
    assert root.called[0][1].startswith("python3 packaging/start.py run render resources/sample.log")


def test_an_installed_program_is_used(root, trial):
    (root.folder.parent / ".local" / "bin").mkdir(parents=True)
    root.script("apt-get", "exit 0")
    root.script("pipx", "exit 0")
    root.script("../.local/bin/carla-replay-viewer", ASKS)
    root.script("head", f"echo '#!{root.folder}/.venv/bin/python'")
    outcome = outcome_of("pipx install", trial)
    assert not outcome.failed, outcome.notes
    assert ("root", "apt-get install --yes --no-install-recommends pipx") in root.called
    assert ("user", "pipx install .") in root.called
    assert outcome.versions == "3.14.1 2.5.0 6.12.0"
