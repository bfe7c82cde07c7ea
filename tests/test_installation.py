"""What to type to add a library works where the program is installed, and names nothing that is not there."""

from __future__ import annotations

import re
import shutil
import site
import subprocess
import sys
import sysconfig
import venv
from importlib.util import find_spec
from pathlib import Path

import pytest

from viewer import installation
from viewer.installation import how_to_add, how_to_install

NEEDED = [
    "numpy>=1.25", "av>=14; extra == 'video'", 'carla-replay-viewer[library]; extra == "cluster"',
    'duckdb>=1.3; extra == "library"', 'pyarrow>=18 ; extra == "library"', 'moto[s3]>=5; extra == "cluster"',
    "carla>=0.9.16; (python_version < '3.10' and sys_platform == 'linux') and extra == 'carla'",
    "winonly; sys_platform == 'plan9' and extra == 'carla'",
]  # fmt: skip


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A virtual environment in the current folder, with pip, and with no other program on the search path."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("importlib.metadata.requires", lambda _: NEEDED)
    monkeypatch.setattr(sys, "prefix", str(tmp_path / ".venv"))
    monkeypatch.setattr(sys, "executable", str(tmp_path / ".venv" / "bin" / "python"))
    (tmp_path / ".venv").mkdir()
    on_path, modules = set(), {"pip"}
    monkeypatch.setattr(shutil, "which", lambda name: name if name in on_path else None)
    monkeypatch.setattr(installation, "find_spec", lambda name: name if name in modules else None)
    return on_path, modules


def test_in_a_virtual_environment_its_own_pip_is_named(place):
    assert how_to_install("video") == ".venv/bin/python -m pip install av"
    assert how_to_install("cluster") == ".venv/bin/python -m pip install duckdb pyarrow 'moto[s3]'"


def test_elsewhere_its_whole_path_is_named(place, tmp_path, monkeypatch):
    (tmp_path / "a folder").mkdir()
    monkeypatch.chdir(tmp_path / "a folder")
    assert how_to_install("video").startswith(f"{tmp_path}/.venv/bin/python -m pip")


def test_pipx_is_named_where_it_made_the_environment_and_is_there(place, tmp_path):
    (tmp_path / ".venv" / "pipx_metadata.json").touch()
    assert "-m pip" in how_to_install("video")
    place[0].add("pipx")
    assert how_to_install("video") == "pipx inject .venv av"


def test_without_pip_uv_is_named_if_it_is_there(place):
    place[1].clear()
    assert re.fullmatch(r"install av into \S+\.venv", how_to_install("video"))
    place[1].add("ensurepip")
    python = ".venv/bin/python"
    assert how_to_install("video") == f"{python} -m ensurepip && {python} -m pip install av"
    place[0].add("uv")
    assert how_to_install("video") == "uv pip install --python .venv/bin/python av"


def test_a_system_that_manages_its_python_is_told_that_it_is_meant(place, tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "prefix", sys.base_prefix)
    monkeypatch.setattr(sysconfig, "get_path", lambda _: str(tmp_path))
    monkeypatch.setattr(site, "getusersitepackages", lambda: str(Path(installation.__file__).parents[1]))
    monkeypatch.setattr(site, "ENABLE_USER_SITE", True)
    assert how_to_install("video").endswith("pip install --user av")
    (tmp_path / "EXTERNALLY-MANAGED").touch()
    assert how_to_install("video").endswith("pip install --user --break-system-packages av")


def test_a_packaged_program_says_that_it_has_no_pip(place, monkeypatch):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    for said in (how_to_install("video"), how_to_add(["cv2"])):
        assert "has no pip" in said
        assert not re.search(r"pip install|pipx|uv ", said)


def test_where_there_is_no_package_for_this_python_that_is_said(place):
    version = ".".join(map(str, sys.version_info[:2]))
    assert how_to_install("carla") == f"there is no carla and winonly for Python {version} on this system"


@pytest.mark.skipif(sys.platform == "win32", reason="a shell runs the line")
@pytest.mark.skipif(find_spec("ensurepip") is None, reason="this Python can make no environment with pip")
def test_the_line_is_what_that_pip_understands(tmp_path):
    """The line that a program in a new environment says, run by a shell there, asks for the packages."""
    venv.create(tmp_path / "a venv", with_pip=True, symlinks=True)
    code = f"""import sys; sys.path.append({str(Path(installation.__file__).parents[1])!r})
from viewer.installation import how_to_add; print(how_to_add(["no-such-package==0"]))"""
    python = tmp_path / "a venv" / "bin" / "python"
    line = subprocess.run(
        [python, "-c", code], cwd=tmp_path, check=True, capture_output=True, text=True
    ).stdout
    assert line.startswith("'a venv/bin/python' -m pip install ")
    words = ["/bin/sh", "-c", f"{line.strip()} --no-index"]
    answer = subprocess.run(words, cwd=tmp_path, check=False, capture_output=True, text=True)
    assert "No matching distribution found for no-such-package==0" in answer.stderr
