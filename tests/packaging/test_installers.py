"""What becomes of the bundle, without making one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from viewer.program import own_process, resource
from viewer.qt_needs import OFFSCREEN

INSTALLERS = Path(__file__).parents[2] / "packaging" / "installers"
sys.path.insert(0, str(INSTALLERS))
import make  # noqa: E402 - from the folder above


def test_the_program_of_the_bundle_is_also_what_it_starts(monkeypatch):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    _, *words = own_process("info", str(resource("sample.log"))).command
    command = [sys.executable, INSTALLERS / "program.py", *words]
    told = subprocess.run(command, check=True, capture_output=True, text=True, cwd=INSTALLERS.parents[1])
    assert "Map: Sampletown" in told.stdout


def test_debian_is_told_what_the_owner_has_said_and_what_qt_needs(tmp_path):
    owner = {"maintainer": "A <a@example.org>", "homepage": ""}
    fields = dict(make.control(tmp_path, "1.2", "amd64", owner))
    assert {name for name, told in fields.items() if not told} == {"Homepage"}
    assert fields["Maintainer"] == owner["maintainer"]
    assert set(OFFSCREEN.values()) <= set(fields["Depends"].split(", "))


@pytest.mark.skipif(sys.platform != "linux", reason="it is for Linux")
def test_what_the_archive_installs_for_a_user_goes_again(tmp_path):
    archive, prefix = tmp_path / "archive", tmp_path / "home"
    entry = Path("share", "applications", "carla-replay-viewer.desktop")
    others = [Path("share", "thumbnailers", "carla-replay-viewer.thumbnailer"), Path("bin", "program")]
    for path in (entry, *others, Path("lib", "carla-replay-viewer", "program")):
        (archive / path).parent.mkdir(parents=True, exist_ok=True)
        (archive / path).write_text("Exec=carla-replay-viewer %F\n", encoding="utf-8")
    script = archive / "install.sh"
    script.write_bytes((INSTALLERS / "install.sh").read_bytes())
    environment = {**os.environ, "PREFIX": str(prefix)}
    for _ in range(2):  # over an older one too
        subprocess.run(["/bin/sh", script], check=True, env=environment, capture_output=True)
    assert (prefix / entry).read_text(encoding="utf-8") == f"Exec={prefix}/bin/carla-replay-viewer %F\n"
    (prefix / "bin" / "another").touch()
    remove = prefix / "lib" / "carla-replay-viewer" / "remove.sh"
    subprocess.run(["/bin/sh", remove], check=True, env=environment, capture_output=True)
    left = [path for path in prefix.rglob("*") if path.is_file() and path.name != "mimeinfo.cache"]
    assert left == [prefix / "bin" / "another"]
