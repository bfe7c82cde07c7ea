"""Make what installs the program here into a folder: ``python3 packaging/installers/make.py FOLDER``.

That is a ``.deb`` and a ``.tar.gz`` on Linux (``debian.py`` makes ones that run on older systems too), a
``setup.exe`` on Windows, which needs Inno Setup, and a ``.dmg`` on macOS. The latter two are untried.
"""

import gzip
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator, Mapping
from datetime import datetime
from email.utils import format_datetime
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE.parent / "desktop"), str(ROOT)]
from shares import read_owner  # noqa: E402 - from the folder beside this one

from viewer.program import PROGRAM  # noqa: E402 - from the checkout
from viewer.qt_needs import DISPLAYS, OFFSCREEN  # noqa: E402 - from the checkout

EXTRAS = "library,parquet"
ABOUT = "Opens recordings of any CARLA version without the simulator and without a GPU."
_VERSION = f"from importlib.metadata import version; print(version({PROGRAM!r}))"


def main(target: Path) -> None:
    """Make a bundle of the checkout, and of that what this system installs."""
    target.mkdir(parents=True, exist_ok=True)
    owner = read_owner()
    if open_still := ", ".join(name for name, said in owner.items() if not said):
        print(f"The owner has not filled in, so it is left out: {open_still} (packaging/desktop/owner.toml)")
    with tempfile.TemporaryDirectory() as made:
        build = Path(made)
        venv.create(build / "venv", with_pip=True, symlinks=os.name != "nt")
        python = build / "venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
        install: list[str | Path] = [python, "-m", "pip", "install", "--quiet"]
        needed = [f"{ROOT}[{EXTRAS}]", "hatchling", "pyinstaller>=6.11"]
        subprocess.run([*install, *needed], check=True)
        # Once more, now that Qt is there, which makes the texts in other languages.
        subprocess.run([*install, "--force-reinstall", "--no-build-isolation", "--no-deps", ROOT], check=True)
        subprocess.run([python, HERE.parent / "desktop" / "shares.py", build], check=True)
        folders = [f"--distpath={build / 'lib'}", f"--workpath={build / 'work'}"]
        bundle: list[str | Path] = [
            python,
            "-m",
            "PyInstaller",
            "--log-level=ERROR",
            *folders,
            HERE / "bundle.spec",
        ]
        subprocess.run(bundle, check=True, env=os.environ | {"BUNDLE_SHARES": str(build)})
        version = subprocess.check_output([python, "-c", _VERSION], text=True).strip()
        make = {"linux": make_linux, "win32": make_windows, "darwin": make_macos}[sys.platform]
        make(build, target, version, owner)
    for path in target.iterdir():
        print(f"{path}: {path.stat().st_size / 1e6:.0f} MB")


def make_linux(build: Path, target: Path, version: str, owner: Mapping[str, Any]) -> None:
    """Make a package of Debian, and an archive with the same below a folder."""
    package, folder = build / "package", build / f"{PROGRAM}-{version}"
    machine = subprocess.check_output(["dpkg", "--print-architecture"], text=True).strip()
    folder.mkdir()
    for part in ("lib", "share"):
        (build / part).rename(folder / part)
    (folder / "bin").mkdir()
    (folder / "bin" / PROGRAM).symlink_to(f"../lib/{PROGRAM}/{PROGRAM}")
    (package / "DEBIAN").mkdir(parents=True)
    shutil.copytree(folder, package / "usr", symlinks=True)
    fields = "".join(f"{name}: {told}\n" for name, told in control(package, version, machine, owner) if told)
    (package / "DEBIAN" / "control").write_text(fields, encoding="utf-8")
    for name, content in documents(owner):
        path = package / "usr" / "share" / "doc" / PROGRAM / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Zzstd", "--build", package, target], check=True)
    shutil.rmtree(folder / "share")  # the program writes there for a user what it tells the desktop
    shutil.copy(HERE / "install.sh", folder)
    archive = target / f"{folder.name}-linux-{machine}.tar.gz"
    subprocess.run(["tar", "-C", build, "-czf", archive, folder.name], check=True)


def control(package: Path, version: str, machine: str, owner: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield what Debian is told of its package."""
    size = sum(path.lstat().st_size for path in package.rglob("*")) // 1024
    print(f"Installed, that is {size / 1024:.0f} MB")
    needs = [*OFFSCREEN.values(), *DISPLAYS["xcb"].values(), "libstdc++6"]
    yield "Package", PROGRAM
    yield "Version", version
    yield "Architecture", machine
    yield "Maintainer", owner["maintainer"]
    yield "Homepage", owner["homepage"]
    yield "Section", "science"
    yield "Priority", "optional"
    yield "Installed-Size", str(size)
    yield "Depends", ", ".join([f"libc6 (>= {platform.libc_ver()[1]})", *sorted(needs)])
    yield "Recommends", ", ".join(["desktop-file-utils", *DISPLAYS["wayland"].values(), "shared-mime-info"])
    yield "Description", f"replays recordings of the CARLA simulator\n {ABOUT}"


def documents(owner: Mapping[str, Any]) -> Iterator[tuple[str, bytes]]:
    """Yield the names and contents of documents for Debian, as far as the owner has said what they hold."""
    if owner["copyright"] and owner["licence"] and owner["licence_text"]:
        lines = ["Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/"]
        lines += [
            f"Upstream-Name: {PROGRAM}",
            *([f"Source: {owner['homepage']}"] if owner["homepage"] else []),
        ]
        lines += ["", "Files: *", "Copyright: " + "\n           ".join(owner["copyright"])]
        text = (f" {line}" if line.strip() else " ." for line in owner["licence_text"].splitlines())
        yield "copyright", "\n".join([*lines, f"License: {owner['licence']}", *text, ""]).encode()
    if owner["changes"] and owner["maintainer"]:
        entries = [
            f"{PROGRAM} ({version}) unstable; urgency=medium\n\n  * {told}\n\n"
            f" -- {owner['maintainer']}  {format_datetime(datetime.fromisoformat(f'{day}T00:00:00+00:00'))}\n"
            for version, day, told in owner["changes"]
        ]
        yield "changelog.gz", gzip.compress("\n".join(entries).encode(), 9, mtime=0)


def make_windows(build: Path, target: Path, version: str, owner: Mapping[str, Any]) -> None:
    """Make a set-up program; Inno Setup's compiler has to be on the search path."""
    told = {"Version": version, "Bundle": build / "lib" / PROGRAM, "Output": target.resolve()}
    told |= {"Id": owner["id"], "Publisher": owner["developer"], "Homepage": owner["homepage"]}
    words = [f"/D{name}={said}" for name, said in told.items()]
    subprocess.run(["iscc", *words, HERE / "windows.iss"], check=True)


def make_macos(build: Path, target: Path, version: str, _owner: Mapping[str, Any]) -> None:
    """Make a picture of a disk with the program on it."""
    (application,) = (build / "lib").glob("*.app")
    picture = target / f"{PROGRAM}-{version}.dmg"
    subprocess.run(["hdiutil", "create", "-srcfolder", application, "-ov", picture], check=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
