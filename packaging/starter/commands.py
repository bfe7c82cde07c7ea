"""The two commands that the README names: ``run`` and ``test``."""

import os
import shlex
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from starter import libraries
from starter.environment import Environment
from starter.messages import StopError, say

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "resources" / "sample.log"
WITHOUT_WINDOW = {
    *(
        "render",
        "info",
        "collisions",
        "blocked",
        "metrics",
        "replay-file",
        "check",
        "export",
        "cut",
        "clip",
        "format",
    ),
    *("-h", "--help", "--version"),
}
"""The first arguments of the program with which it opens no window."""

_TYPED_NUMPY = (3, 11)
"""The first Python with a numpy whose types mypy is asked to judge by."""

_USAGE = """\
python3 packaging/start.py run [FILE and other arguments of the program]
    opens the window on a recording, or on the sample that ships

python3 packaging/start.py test [arguments of pytest]
    passes the checks and the tests"""


def main(arguments: Sequence[str]) -> int:
    """Do what the command line asks; return the exit status."""
    commands = {"run": run, "test": test}
    command = commands.get(arguments[0]) if arguments else None
    if command is None:
        say(_USAGE)
        return 0 if arguments and arguments[0] in ("-h", "--help") else 2
    try:
        return command(arguments[1:])
    except StopError as stop:
        say(str(stop))
        return stop.status
    except OSError as error:
        say(f"{error.filename or 'The set-up'}: {error.strerror or error}.")
        return 1
    except KeyboardInterrupt:
        say("Interrupted. Run the same command again to go on.")
        return 130


def run(arguments: Sequence[str]) -> int:
    """Start the program in its environment, on the sample when no arguments are given."""
    window = "QT_QPA_PLATFORM" not in os.environ and WITHOUT_WINDOW.isdisjoint(arguments[:1])
    environment = _prepare("", libraries.needed(os.environ, window=window))
    program = environment.program("carla-replay-viewer")
    if window and not has_display(os.environ, sys.platform):
        raise StopError(_no_display(program, arguments), status=2)
    return _become([str(program), *(arguments or ["--sample"])])


def test(arguments: Sequence[str]) -> int:
    """Pass every check, report each in a line, and show all of what failed."""
    environment = _prepare("test", libraries.needed(os.environ, window=False))
    python, lint_imports = str(environment.python), str(environment.program("lint-imports"))
    checks = {
        "ruff check": [python, "-m", "ruff", "check"],
        "ruff format": [python, "-m", "ruff", "format", "--check"],
        "mypy": [python, "-m", "mypy"],
        "import contracts": [lint_imports],
    }
    if sys.version_info < _TYPED_NUMPY:
        del checks["mypy"]
    failed = [name for name, command in checks.items() if not _passes(name, command)]
    say("pytest")
    if subprocess.run([python, "-m", "pytest", *arguments], check=False, cwd=ROOT).returncode != 0:
        failed.append("pytest")
    say(f"Failed: {', '.join(failed)}" if failed else "All checks passed.")
    return 1 if failed else 0


def has_display(environ: Mapping[str, str], platform: str) -> bool:
    """Return whether a window can open: elsewhere than on Linux always, there when a display is named."""
    return platform != "linux" or bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))


def _prepare(extra: str, needed: Mapping[str, str]) -> Environment:
    environment = Environment(ROOT)
    libraries.provide(needed, environment.missing_packages())
    environment.prepare(extra)
    return environment


def _no_display(program: Path, arguments: Sequence[str]) -> str:
    files = [argument for argument in arguments if Path(argument).is_file()]
    recording = files[0] if files else os.path.relpath(SAMPLE)
    line = [os.path.relpath(program), "render", recording, "-o", "picture.png"]
    return (
        "There is no display here: neither DISPLAY nor WAYLAND_DISPLAY is set, so no window can open. "
        f"A picture needs none:\n\n    {shlex.join(line)}\n"
    )


def _become(command: list[str]) -> int:
    """Replace this process by the program, so that signals and the exit status are the program's own."""
    if os.name != "nt":
        os.execv(command[0], command)
    # On Windows, the shell would not wait for a process that was replaced.
    return subprocess.run(command, check=False).returncode


def _passes(name: str, command: Sequence[str]) -> bool:
    begin = time.monotonic()
    check = subprocess.run(
        command,
        check=False,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    passed = check.returncode == 0
    say(f"{name:<17} {'passed' if passed else 'FAILED'} in {time.monotonic() - begin:.1f} s")
    if not passed:
        say(check.stdout)
    return passed
