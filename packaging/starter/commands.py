"""The commands: ``run`` and ``test``, which the README names first, and ``check``."""

import os
import shlex
import subprocess
import sys
import time
from collections.abc import Collection, Sequence
from pathlib import Path

from starter import libraries
from starter.environment import Environment
from starter.libraries import displays
from starter.messages import StopError, say

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "resources" / "sample.log"
WITHOUT_WINDOW = {
    *(
        "render",
        "info",
        "events",
        "collisions",
        "blocked",
        "metrics",
        "replay-file",
        "check",
        "export",
        "cut",
        "clip",
        "format",
        "library",
    ),
    *("-h", "--help", "--version"),
}
"""The first arguments of the program with which it opens no window."""

_TYPED_NUMPY = (3, 11)
"""The first Python with a numpy whose types mypy is asked to judge by."""

TEST_EXTRAS = "test,carla,cluster,library,mcap,metrics,parquet,rerun,video,xosc"
"""The extras of the tests: their tools, and what is optional, as far as there is a wheel of it."""

_EVERY_CORE = ("-n", "auto", "--maxprocesses", "8", "--dist", "worksteal")
"""Arguments of pytest: some processes share the tests. Whoever wants one process adds ``-n 0``."""

_USAGE = """\
python3 packaging/start.py run [FILE and other arguments of the program]
    opens the window on a recording, or on the sample that ships

python3 packaging/start.py test [arguments of pytest]
    passes the tests

python3 packaging/start.py check
    judges the code: lints, format, types and the contracts between its layers"""


def main(arguments: Sequence[str]) -> int:
    """Do what the command line asks; return the exit status."""
    commands = {"run": run, "test": test, "check": check}
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
    window = WITHOUT_WINDOW.isdisjoint(arguments[:1])
    environment = _prepare("", displays.named(os.environ) if window else ())
    program = environment.program("carla-replay-viewer")
    if window and (refusal := displays.no_window(os.environ, _render(program, arguments))):
        raise StopError(refusal, status=2)
    if window and (advice := libraries.font_advice()):
        say(advice)
    return _become([str(program), *(arguments or ["--sample"])])


def test(arguments: Sequence[str]) -> int:
    """Pass the tests, on every core; return the exit status of pytest."""
    python = _prepare(TEST_EXTRAS).python
    command = [python, "-m", "pytest", *_EVERY_CORE, *arguments]
    return subprocess.run(command, check=False, cwd=ROOT).returncode


def check(arguments: Sequence[str]) -> int:
    """Judge the code by each tool, report each in a line, and show all of what failed."""
    if arguments:
        raise StopError(_USAGE, status=2)
    environment = _prepare(TEST_EXTRAS)
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
    say(f"Failed: {', '.join(failed)}" if failed else "All checks passed.")
    return 1 if failed else 0


def _prepare(extra: str, kinds: Collection[str] = ()) -> Environment:
    environment = Environment(ROOT)
    libraries.provide(kinds, environment.missing_packages())
    environment.prepare(extra)
    return environment


def _render(program: Path, arguments: Sequence[str]) -> str:
    """Return the line to type for a picture of the recording that was to be shown."""
    files = [argument for argument in arguments if Path(argument).is_file()]
    recording = files[0] if files else os.path.relpath(SAMPLE)
    return shlex.join([os.path.relpath(program), "render", recording, "-o", "picture.png"])


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
