"""What becomes of the bundle, without making one."""

from __future__ import annotations

import gzip
import os
import re
import subprocess
import sys
from email import message_from_bytes
from pathlib import Path

import pytest

from viewer.program import own_process, resource
from viewer.qt_needs import OFFSCREEN

ROOT = Path(__file__).parents[2]
INSTALLERS = ROOT / "packaging" / "installers"
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


def test_debian_gets_the_owners_copyright_and_changelog_and_none_that_is_made_up():
    said = {
        "copyright": ["2026 A", "2027 B"],
        "licence": "MIT",
        "licence_text": "Do as you like.\n\nNo warranty.\n",
        "homepage": "https://example.org",
        "maintainer": "A <a@example.org>",
        "changes": [["1.1", "2026-12-01", "Faster."], ["1.0", "2026-11-28", "First release."]],
    }
    assert dict(make.documents(make.read_owner())) == {}
    for name in ("copyright", "licence", "licence_text"):
        assert "copyright" not in dict(make.documents(said | {name: type(said[name])()}))
    assert "changelog.gz" not in dict(make.documents(said | {"maintainer": ""}))
    written = dict(make.documents(said))
    assert message_from_bytes(written["copyright"].partition(b"\n\n")[2])["License"].splitlines() == [
        "MIT",
        " Do as you like.",
        " .",
        " No warranty.",
    ]
    assert written["changelog.gz"][4:8] == bytes(4)  # no time, as gzip -n
    entries = re.findall(
        r"^carla-replay-viewer \((\S+)\) unstable; urgency=medium\n\n  \* (.+)\n\n -- (.+ <.+>)  (.+)$",
        gzip.decompress(written["changelog.gz"]).decode(),
        re.MULTILINE,
    )
    assert [(version, told) for version, told, *_ in entries] == [
        (each[0], each[2]) for each in said["changes"]
    ]
    assert entries[1][2:] == (said["maintainer"], "Sat, 28 Nov 2026 00:00:00 +0000")


@pytest.mark.skipif(sys.platform != "linux", reason="it is for Linux")
def test_what_the_archive_installs_for_a_user_goes_again(tmp_path):
    archive, prefix = tmp_path / "archive", tmp_path / "home"
    bundle = archive / "lib" / "carla-replay-viewer"
    bundle.mkdir(parents=True)
    code = (
        f"import sys; sys.frozen, sys.executable = True, sys.argv.pop(1); sys.path.insert(0, {str(ROOT)!r})"
    )
    code += "; from viewer.cli import main; main()"
    program = bundle / "carla-replay-viewer"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -c "{code}" "$0" "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    (archive / "bin").mkdir()
    (archive / "bin" / "carla-replay-viewer").symlink_to("../lib/carla-replay-viewer/carla-replay-viewer")
    script = archive / "install.sh"
    script.write_bytes((INSTALLERS / "install.sh").read_bytes())
    environment = {**os.environ, "PREFIX": str(prefix)}
    for _ in range(2):  # over an older one too
        subprocess.run(["/bin/sh", script], check=True, env=environment, capture_output=True)
    (entry,) = prefix.glob("share/applications/*.desktop")
    own = prefix / "lib" / "carla-replay-viewer" / "carla-replay-viewer"
    assert f"\nExec={own} %F\n" in entry.read_text(encoding="utf-8")
    (prefix / "bin" / "another").touch()
    remove = prefix / "lib" / "carla-replay-viewer" / "remove.sh"
    subprocess.run(["/bin/sh", remove], check=True, env=environment, capture_output=True)
    left = [path.relative_to(prefix) for path in prefix.rglob("*") if not path.is_dir()]
    made = [path for path in left if path.parts[:2] == ("share", "mime") or path.name == "mimeinfo.cache"]
    assert {*left} - {*made} == {Path("bin", "another")}
