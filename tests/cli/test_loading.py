"""A command loads what it needs and nothing else."""

from __future__ import annotations

import subprocess
import sys

import pytest

NAMES = "print(*(name for name in sys.modules if name.partition('.')[0] in ('viewer', 'numpy', 'PySide6')))"


def loaded(code: str) -> set[str]:
    program = f"import sys\n{code}\n{NAMES}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines()[-1].split())


def test_the_package_loads_what_a_script_asks_for():
    assert loaded("import viewer") == {"viewer"}
    assert "viewer.logfile.errors" in loaded("import viewer; viewer.RecordingError")
    assert "viewer.api" in loaded("from viewer import open_recording")


def test_what_there_is_not_is_an_error():
    import viewer  # noqa: PLC0415

    with pytest.raises(AttributeError, match="nothing"):
        viewer.nothing  # noqa: B018


def test_the_command_line_waits_for_its_command():
    names = "cli cli.terminal export export.errors file_error program"
    here = {f"viewer.{name}" for name in names.split()}
    assert loaded("import viewer.cli") == {"viewer", *here}
    names = loaded("from viewer.cli import main; main(['format'])")
    assert "viewer.cli.format" in names
    assert not any(name.startswith(("viewer.recording", "viewer.replay", "PySide6")) for name in names)
