"""What is tried in a bare root, step by step."""

import re
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from suites.report import Outcome
from suites.roots import Root
from suites.screen import Screen

_LONGEST = 3 * 3600.0
"""Seconds that a step may take: nothing is to hang for ever."""
_POLL = 0.5
_WRONG_USAGE = 2
_LINE = re.compile(r"^    (.*apt-get install .*)$", re.MULTILINE)
_PYTEST = re.compile(r"^=*\s*(\d+ (?:passed|failed|error).*? in [\d.]+s)", re.MULTILINE)
_VERSIONS = (
    "import sys, numpy, PySide6; print(sys.version.split()[0], numpy.__version__, PySide6.__version__)"
)
_RENDER = ("render", "resources/sample.log", "--at", "20", "-o", "picture.png")


class TrialError(Exception):
    """A step did not do what it should; the message says which."""


@dataclass
class Trial:
    """One command, tried by one user in one root.

    Attributes:
        root: the root, with a clone in the user's home.
        user: who tries.
        log: where everything is written that the steps say.
        screen: a display for windows, if there is one.
        notes: what the table says about it.

    """

    root: Root
    user: str
    log: Path
    screen: Screen | None = None
    notes: list[str] = field(default_factory=list)

    def run(self, command: Sequence[str], user: str = "", environ: Mapping[str, str] = {}) -> tuple[int, str]:
        """Run a command to its end; return its status and what it said."""
        return self._follow(command, user, environ, lambda: False)

    def must(self, command: Sequence[str], user: str = "") -> str:
        """Run a command that has to succeed; return what it said.

        Raises:
            TrialError: it did not.

        """
        status, said = self.run(command, user)
        if status != 0:
            raise TrialError(f"status {status} from: {' '.join(command)}")
        return said

    def as_advised(self, attempt: Callable[[], tuple[int, str]], *, must_ask: bool) -> str:
        """Try; where that asks for packages, type its line as root and try again. Return what it said.

        Raises:
            TrialError: it failed, or did not ask though the libraries cannot be there.

        """
        status, said = attempt()
        line = _LINE.search(said)
        if must_ask and (status != _WRONG_USAGE or line is None):
            raise TrialError(f"status {status}, and no line to type for what is missing")
        if line is not None:
            self.notes.append("after the line to type")
            self.must(["sh", "-c", line[1]], "root")
            status, said = attempt()
        if status != 0:
            raise TrialError(f"status {status}")
        return said

    def show(self, command: Sequence[str]) -> tuple[int, str]:
        """Start the program until its window is on the screen; return 0 for that, else how it ended."""
        screen = self.screen
        if screen is None:
            raise TrialError("there is no display")
        return self._follow(command, "", {"DISPLAY": screen.name}, screen.has_window)

    def versions(self, python: str) -> str:
        """Return the versions of Python, numpy and PySide6 that a Python of the root has."""
        return self.must(["sh", "-c", f"{python} -c '{_VERSIONS}'"]).strip()

    def _follow(
        self, command: Sequence[str], user: str, environ: Mapping[str, str], done: Callable[[], bool]
    ) -> tuple[int, str]:
        """Run a command until it ends, or until what it was started for is done."""
        with self.log.open("a+", encoding="utf-8", errors="replace") as output:
            print(f"\n[{user or self.user}] {' '.join(command)}", file=output, flush=True)
            start = output.tell()
            process = self.root.start(command, user or self.user, output, environ)
            try:
                status = _wait(process, done)
            finally:
                process.kill()
                process.wait()
            output.seek(start)
            return status, output.read()


def try_run(trial: Trial) -> str:
    """The README's first command: the window."""
    if trial.screen is None:
        trial.notes.append("a picture: no Xvfb here for a window")
        command = ["python3", "packaging/start.py", "run", *_RENDER]
        trial.as_advised(lambda: trial.run(command), must_ask=trial.user != "root")
    else:
        command = ["python3", "packaging/start.py", "run"]
        trial.as_advised(lambda: trial.show(command), must_ask=trial.user != "root")
        trial.notes.append("the window shows")
    return trial.versions(".venv/bin/python")


def try_test(trial: Trial) -> str:
    """The README's second command: the tests."""
    command = ["python3", "packaging/start.py", "test", "-q"]
    said = trial.as_advised(lambda: trial.run(command), must_ask=trial.user != "root")
    trial.notes.append(last_line_of_pytest(said))
    return trial.versions(".venv/bin/python")


def try_pip(trial: Trial) -> str:
    """Into an environment of one's own: Debian's own is closed to pip."""
    _install_packages(trial, "python3-venv")
    trial.must(["python3", "-m", "venv", "../env"])
    trial.must(["../env/bin/pip", "install", "."])
    return _use(trial, "../env/bin/carla-replay-viewer")


def try_pipx(trial: Trial) -> str:
    """As pipx installs programs."""
    _install_packages(trial, "pipx")
    trial.must(["pipx", "install", "."])
    return _use(trial, "../.local/bin/carla-replay-viewer")


def try_uv(trial: Trial) -> str:
    """As uv installs programs."""
    _install_packages(trial, "python3-venv")
    trial.must(["python3", "-m", "venv", "../uv"])
    trial.must(["../uv/bin/pip", "install", "uv"])
    trial.must(["../uv/bin/uv", "tool", "install", "--no-python-downloads", "."])
    return _use(trial, "../.local/bin/carla-replay-viewer")


TRIALS = {
    "run": try_run,
    "test": try_test,
    "pip install": try_pip,
    "pipx install": try_pipx,
    "uv tool install": try_uv,
}
"""By the names of the commands. Each returns the versions of Python, numpy and PySide6 that were used."""


def outcome_of(name: str, trial: Trial) -> Outcome:
    """Try one of ``TRIALS``; return what came of it."""
    begin = time.monotonic()
    try:
        versions, failed = TRIALS[name](trial), False
    except TrialError as error:
        trial.notes.append(str(error))
        versions, failed = "", True
    seconds = time.monotonic() - begin
    return Outcome(name, trial.user, versions, seconds, "; ".join(trial.notes), failed=failed)


def last_line_of_pytest(said: str) -> str:
    """Return what pytest counted, without the time; nothing if it did not come so far."""
    counted = _PYTEST.findall(said)
    return counted[-1].rpartition(" in ")[0] if counted else ""


def _install_packages(trial: Trial, *packages: str) -> None:
    """Install the installer itself, which a bare root lacks."""
    trial.must(["apt-get", "update"], "root")
    trial.must(["apt-get", "install", "--yes", "--no-install-recommends", *packages], "root")


def _use(trial: Trial, program: str) -> str:
    """Draw a picture with the installed program; say with which versions."""
    trial.as_advised(lambda: trial.run([program, *_RENDER]), must_ask=True)
    return trial.versions(f"$(head -n 1 {program} | cut -c 3-)")


def _wait(process: subprocess.Popen[str], done: Callable[[], bool]) -> int:
    begin = time.monotonic()
    while time.monotonic() - begin < _LONGEST:
        if process.poll() is not None:
            return process.returncode
        if done():
            return 0
        time.sleep(_POLL)
    raise TrialError(f"still running after {_LONGEST / 3600:.0f} h")
