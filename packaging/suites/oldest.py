"""The tests by the oldest Python with the oldest dependencies, on this machine: Debian has none so old."""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from suites import machine
from suites.report import Outcome
from suites.roots import CHECKOUT
from suites.trials import last_line_of_pytest

OLDEST = "3.10"
_NAME = "tests, oldest dependencies"


def oldest_python() -> Path | None:
    """Return a Python of the oldest version that is supported, from the search path or from pyenv."""
    if named := shutil.which(f"python{OLDEST}"):
        return Path(named)
    root = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    found = sorted(root.glob(f"versions/{OLDEST}.*/bin/python"))
    return found[-1] if found else None


def try_oldest(user: str, log: Path) -> Outcome:
    """Install the lowest of what ``pyproject.toml`` allows into a fresh environment, and pass the tests."""
    python = oldest_python()
    if python is None:
        return Outcome(_NAME, user, "", 0.0, f"no Python {OLDEST} here", was_run=False)
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, log.open("w+", encoding="utf-8") as output:
        clone, own = Path(folder) / "clone", Path(folder) / "venv" / "bin"
        environ = {**os.environ, **machine.environment(str(machine.certificates()))}
        environ |= {"VIRTUAL_ENV": str(own.parent), "QT_QPA_PLATFORM": "offscreen"}
        steps: list[Sequence[str | Path]] = [
            ["git", "clone", "--quiet", "--no-hardlinks", CHECKOUT, clone],
            [python, "-m", "venv", own.parent],
            [own / "python", "-m", "pip", "install", "uv"],
            [own / "uv", "pip", "install", "--resolution", "lowest-direct", "--editable", ".[test]"],
            ["env", "--default-signal=INT", own / "python", "-m", "pytest", "-q", "-n", "auto"],
        ]
        failed = any(_fails(step, clone, environ, output) for step in steps)
        versions = subprocess.run(
            [own / "uv", "pip", "list"], check=False, capture_output=True, text=True, env=environ
        ).stdout
        output.seek(0)
        counted = last_line_of_pytest(output.read())
    used = dict(line.split()[:2] for line in versions.splitlines() if line)
    told = f"{_version(python)} {used.get('numpy', '–')} {used.get('pyside6-essentials', '–')}"
    return Outcome(_NAME, user, told, time.monotonic() - begin, counted, failed=failed)


def _fails(step: Sequence[str | Path], clone: Path, environ: dict[str, str], output: object) -> bool:
    place = clone if clone.exists() else None
    done = subprocess.run(step, check=False, cwd=place, env=environ, stdout=output, stderr=subprocess.STDOUT)  # type: ignore[call-overload]
    return bool(done.returncode)


def _version(python: Path) -> str:
    return subprocess.run([python, "--version"], check=True, capture_output=True, text=True).stdout.split()[1]
