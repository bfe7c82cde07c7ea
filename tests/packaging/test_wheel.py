"""The wheel, built and installed into an environment that holds nothing but what it declares."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
import zipfile
from email.parser import BytesParser
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from PySide6.QtGui import QImage

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.iterdir()
    return built


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """Return a function that runs a command of an environment where only the wheel is installed."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, symlinks=os.name != "nt")
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    python = scripts / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--no-deps", "--no-index", str(wheel)], check=True, capture_output=True)
    packages = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        check=True,
        capture_output=True,
        text=True,
    )
    lend(requirements(wheel), Path(packages.stdout.strip()))

    def run(program, *arguments):
        return subprocess.run(
            [scripts / program, *arguments],
            check=False,
            capture_output=True,
            text=True,
            cwd=folder,
            env={key: value for key, value in os.environ.items() if key != "PYTHONPATH"},
        )

    return run


def requirements(wheel):
    """Return the names of the packages that the wheel requires here, and those that these require."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        asked = BytesParser().parsebytes(archive.read(name)).get_all("Requires-Dist")
    found = set()
    while asked:
        requirement = Requirement(asked.pop())
        holds = requirement.marker is None or requirement.marker.evaluate({"extra": ""})
        if holds and requirement.name not in found:
            found.add(requirement.name)
            asked += distribution(requirement.name).requires or []
    return found


def lend(names, packages):
    """Make packages of this environment usable in another: its tests need no network then."""
    for name in names:
        files = distribution(name).files or []
        for top in {file.parts[0] for file in files} - {"..", "__pycache__"}:
            source = Path(str(distribution(name).locate_file(top)))
            if os.name != "nt":
                (packages / top).symlink_to(source)
            elif source.is_dir():
                shutil.copytree(source, packages / top, dirs_exist_ok=True)
            else:
                shutil.copy(source, packages / top)


def test_the_wheel_carries_the_program_and_its_resources(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    own = {"resources": "viewer/_resources", "viewer": "viewer"}
    expected = {
        f"{place}/{path.relative_to(ROOT / folder).as_posix()}"
        for folder, place in own.items()
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    assert {name for name in names if ".dist-info/" not in name} == expected


def test_resources_are_found_where_the_wheel_is_installed(installed):
    answer = installed("python", "-c", "from viewer.resources import resource; print(resource('theme.json'))")
    assert Path(answer.stdout.strip()).parts[-3:] == ("viewer", "_resources", "theme.json"), answer.stderr
    assert str(ROOT) not in answer.stdout


def test_the_installed_program_draws_the_sample(installed, tmp_path):
    sample = installed("python", "-c", "from viewer.resources import resource; print(resource('sample.log'))")
    picture = tmp_path / "sample.png"
    drawing = ["--at", "20", "--size", "400x300", "-o", str(picture)]
    answer = installed("carla-replay-viewer", "render", sample.stdout.strip(), *drawing)
    assert answer.returncode == 0, answer.stderr
    image = QImage(str(picture))
    assert (image.width(), image.height()) == (400, 300)
    colours = {image.pixel(x, y) for x in range(0, 400, 2) for y in range(0, 300, 2)}
    assert len(colours) > 20, "a town with actors in it has more colours"
