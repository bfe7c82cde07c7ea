"""The wheel and the source distribution, and the wheel in an environment with only what it declares."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from email import message_from_string
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from PySide6.QtGui import QImage

ROOT = Path(__file__).parents[2]


def build(target, source, folder):
    """Build the wheel or the source distribution of a checkout into a folder; return its path."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    (built,) = folder.iterdir()
    return built


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return build("wheel", ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """The unpacked source distribution."""
    folder = tmp_path_factory.mktemp("source")
    with tarfile.open(build("sdist", ROOT, tmp_path_factory.mktemp("sdist"))) as archive:
        for member in archive:
            if content := archive.extractfile(member):  # only some Pythons extract all without a warning
                path = folder / member.name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content.read())
    (unpacked,) = folder.iterdir()
    return unpacked


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


def files(folder):
    """Return the names of the files below a folder, without what Python compiled."""
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }


def information(wheel, name):
    """Return one of the files in which the wheel describes itself."""
    with zipfile.ZipFile(wheel) as archive:
        (found,) = (each for each in archive.namelist() if each.endswith(f".dist-info/{name}"))
        return archive.read(found)


def metadata(wheel):
    return message_from_string(information(wheel, "METADATA").decode())


def requirements(wheel):
    """Return the names of the packages that the wheel requires here, and those that these require."""
    asked = metadata(wheel).get_all("Requires-Dist")
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
    expected = {f"{place}/{name}" for folder, place in own.items() for name in files(ROOT / folder)}
    expected |= {name.replace(".ts", ".qm") for name in expected if name.endswith(".ts")}
    assert {name for name in names if ".dist-info/" not in name and ".data/" not in name} == expected


def test_nothing_goes_beside_the_packages_secretly(wheel):
    with zipfile.ZipFile(wheel) as archive:
        assert not [name for name in archive.namelist() if ".data/" in name]


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="the installer does it")
def test_the_installed_program_tells_the_desktop_where_it_is(installed, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    script = installed(
        "python", "-c", "import sysconfig; print(sysconfig.get_path('scripts'))"
    ).stdout.strip()
    for words in (["carla-replay-viewer"], ["python", "-m", "viewer"]):
        answer = installed(*words, "desktop", "--install")
        assert answer.returncode == 0, answer.stderr
        (entry,) = tmp_path.glob("applications/*.desktop")
        assert f"\nExec={script}/carla-replay-viewer %F\n" in entry.read_text(encoding="utf-8")
        entry.unlink()


def test_the_wheel_says_what_it_is(wheel):
    told = metadata(wheel)
    assert told["Name"] == "carla-replay-viewer"
    assert told["Requires-Python"] == ">=3.10"
    assert told["Summary"]
    assert told["Description-Content-Type"] == "text/markdown"
    text = told.get_payload()
    assert text.startswith("# CARLA replay viewer\n")
    assert "[CARLA](https://carla.org)" in text
    assert [link for link in re.findall(r"\]\(([^)]*)\)", text) if not link.startswith("https://")] == []
    scripts = information(wheel, "entry_points.txt").decode()
    assert scripts.split() == ["[console_scripts]", "carla-replay-viewer", "=", "viewer.__main__:main"]


def test_the_source_distribution_carries_all_that_the_wheel_is_made_of(source):
    assert {"pyproject.toml", "README.md", "PKG-INFO"} <= {path.name for path in source.iterdir()}
    for folder in ("viewer", "resources", "tests", "packaging"):
        assert files(source / folder) == files(ROOT / folder), folder


def test_resources_are_found_where_the_wheel_is_installed(installed):
    answer = installed("python", "-c", "from viewer.program import resource; print(resource('theme.json'))")
    assert Path(answer.stdout.strip()).parts[-3:] == ("viewer", "_resources", "theme.json"), answer.stderr
    assert str(ROOT) not in answer.stdout


def test_the_installed_program_draws_the_sample(installed, tmp_path):
    sample = installed("python", "-c", "from viewer.program import resource; print(resource('sample.log'))")
    picture = tmp_path / "sample.png"
    drawing = ["--at", "20", "--size", "400x300", "-o", str(picture)]
    answer = installed("carla-replay-viewer", "render", sample.stdout.strip(), *drawing)
    assert answer.returncode == 0, answer.stderr
    image = QImage(str(picture))
    assert (image.width(), image.height()) == (400, 300)
    colours = {image.pixel(x, y) for x in range(0, 400, 2) for y in range(0, 300, 2)}
    assert len(colours) > 20, "a town with actors in it has more colours"
