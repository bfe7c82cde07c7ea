from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from suites import commands, roots
from suites.report import Outcome

SCRIPT = Path(__file__).parents[3] / "packaging" / "try_suites.py"


@pytest.fixture
def tried(monkeypatch, tmp_path):
    """Note what is tried, in place of trying it: as a user, tests fail."""
    notes = []

    class FakeRoot:
        def __init__(self, base):
            self.suite = base.name

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        def clone(self, user):
            notes.append(("clone", self.suite, user))

    def outcome(name, trial):
        notes.append((trial.root.suite, name, trial.user))
        trial.log.write_text("what was said")
        return Outcome(name, trial.user, "3.14 2 6", 1.0, "", failed=(name, trial.user) == ("test", "user"))

    monkeypatch.setattr(commands, "_check_machine", lambda: None)
    monkeypatch.setattr(commands, "outcome_of", outcome)
    monkeypatch.setattr(
        commands, "try_oldest", lambda user, log: (log.touch(), Outcome("old", user, "", 1, ""))[1]
    )
    monkeypatch.setattr(roots, "make_base", lambda suite, folder, mirror: folder / suite)
    monkeypatch.setattr(roots, "trial_root", lambda base, folder: FakeRoot(base))
    monkeypatch.setattr(commands.machine, "mirror", lambda: "http://near.example/debian")
    monkeypatch.setenv("PATH", str(tmp_path))
    return notes


def test_each_command_is_tried_by_each_user_in_each_suite(tried, tmp_path, capsys):
    assert commands.main(["trixie", "sid", "--logs", str(tmp_path / "logs")]) == 1
    done = [note for note in tried if note[0] != "clone"]
    assert len(done) == len(set(done)) == 2 * 5 * 2
    assert len(tried) == 2 * len(done)
    table = capsys.readouterr().out.splitlines()
    assert len(table) == 2 + len(done) + 1
    assert sum("FAILED" in line for line in table) == 2


def test_logs_are_kept_of_failures_alone(tried, tmp_path):
    commands.main(["sid", "--logs", str(tmp_path / "logs")])
    assert [path.name for path in (tmp_path / "logs").iterdir()] == ["sid-test-user.log"]


def test_one_command_by_one_user(tried, tmp_path):
    assert commands.main(["sid", "-c", "run", "-u", "root", "--logs", str(tmp_path)]) == 0
    assert [note for note in tried if note[0] != "clone"] == [("sid", "run", "root")]


def test_it_says_what_it_needs(monkeypatch, capsys):
    monkeypatch.setattr(commands.os, "geteuid", lambda: 1000)
    assert commands.main(["sid"]) == 2
    assert "only by root" in capsys.readouterr().err


def test_the_script_tells_its_use():
    done = subprocess.run([sys.executable, SCRIPT, "--help"], check=False, capture_output=True, text=True)
    assert done.returncode == 0
    assert "SUITE" in done.stdout
