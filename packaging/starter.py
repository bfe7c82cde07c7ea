"""What ``start.py`` does, with the standard library only: make ``.venv``, fill it, start something in it."""

import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Collection, Sequence
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[1]
EXTRAS = (
    "test", "check", "test-cluster", "agent", "carla", "cluster", "import", "library", "mcap", "metrics",
    "parquet", "rerun", "video", "xosc",
)  # fmt: skip
"""All extras; those after ``check`` are left out where there is no wheel of one."""
_REQUIRED = {"test", "check"}

_SIZES = {
    "run": "about 90 MB to download, and 370 MB on the disk",
    "test": "about 100 MB to download, and 430 MB on the disk",
    "check": "about 125 MB to download, and 490 MB on the disk",
    "all": "about 450 MB to download, and 2 GB on the disk",
}
"""What environments take, by the command that makes them; all is with all extras."""
_VENV = ROOT / ".venv"
_STAMP = _VENV / "carla-replay-viewer.json"
_PROGRAMS, _ENDING = ("Scripts", ".exe") if os.name == "nt" else ("bin", "")
_ON_EVERY_CORE = ("-n", "auto", "--maxprocesses", "8", "--dist", "worksteal")
_NO_WHEEL = re.compile(
    "No matching distribution|ResolutionImpossible|requires a different Python"
    "|failed-wheel-build-for-install|metadata-generation-failed|Failed to build"
)
"""What pip says where there is no wheel, and none can be made: that takes a compiler."""
_USAGE = """\
python3 packaging/start.py run [FILE and other arguments of the program]
    opens the window on a recording, or on the sample that ships

python3 packaging/start.py test [arguments of pytest]
    passes the tests: those of an extra where it is installed

python3 packaging/start.py check
    judges the code: lints, format, types and the contracts between its layers

python3 packaging/start.py generate [--pictures]
    writes what is made from the code: tables of the guide, translations, the man page

python3 packaging/start.py install [EXTRA ...]
    adds extras to the environment, by default all"""


class StopError(Exception):
    """The set-up cannot go on; the message says what is wrong and what to do about it."""

    def __init__(self, message: str, status: int = 1) -> None:
        super().__init__(message)
        self.status = status


def main(arguments: Sequence[str]) -> int:
    """Do what the command line asks; return the exit status."""
    commands = {"run": run, "test": test, "check": check, "generate": generate, "install": install}
    command = commands.get(arguments[0]) if arguments else None
    if command is None:
        _say(_USAGE)
        return 0 if arguments and arguments[0] in ("-h", "--help") else 2
    try:
        return command(arguments[1:])
    except StopError as stop:
        _say(str(stop))
        return stop.status
    except OSError as error:
        _say(f"{error.filename or 'The set-up'}: {error.strerror or error}.")
        return 1
    except KeyboardInterrupt:
        _say("Interrupted. Run the same command again to go on.")
        return 130


def run(arguments: Sequence[str]) -> int:
    """Start the program in place of this one, on the sample when no arguments are given."""
    provide_libraries(_module("qt_needs").display_names(os.environ))
    prepare()
    command = [str(program("carla-replay-viewer")), *(arguments or ["--sample"])]
    if os.name != "nt":
        os.execv(command[0], command)
    # On Windows, the shell would not wait for a process that was replaced.
    return subprocess.run(command, check=False).returncode


def test(arguments: Sequence[str]) -> int:
    """Pass the tests, on every core; return the exit status of pytest."""
    provide_libraries(_module("qt_needs").DISPLAYS)  # the tests open windows, though no display shows them
    prepare("test")
    command = [str(program("python")), "-m", "pytest", *_ON_EVERY_CORE, *arguments]
    return subprocess.run(command, check=False, cwd=ROOT).returncode


def check(arguments: Sequence[str]) -> int:
    """Judge the code by each tool, and show all of what failed."""
    if arguments:
        raise StopError(_USAGE, status=2)
    provide_libraries()
    prepare("check")
    tools: dict[str, list[str | Path]] = {
        "ruff check": [program("ruff"), "check"],
        "ruff format": [program("ruff"), "format", "--check"],
        "mypy": [program("mypy")],
        "import contracts": [program("lint-imports")],
    }
    if sys.version_info < (3, 11):  # there is no numpy with the types that are asked for
        del tools["mypy"]
    failed = []
    for name, command in tools.items():
        status, said = _output(command)
        _say(f"{name} failed:\n{said}" if status else f"{name} passed")
        failed += [name] if status else []
    _say(f"Failed: {', '.join(failed)}" if failed else "All checks passed.")
    return 1 if failed else 0


def generate(arguments: Sequence[str]) -> int:
    """Write the files that are made from the code; return the exit status."""
    if set(arguments) - {"--pictures"}:
        raise StopError(_USAGE, status=2)
    provide_libraries()
    prepare()
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    command: list[str | Path] = [program("python"), Path(__file__).with_name("generate.py"), *arguments]
    return subprocess.run(command, check=False, cwd=ROOT).returncode


def install(arguments: Sequence[str]) -> int:
    """Add extras to the environment, by default all."""
    if unknown := set(arguments) - set(EXTRAS):
        raise StopError(
            f"There is no extra {', '.join(sorted(unknown))}; there are {', '.join(EXTRAS)}.", status=2
        )
    provide_libraries()
    prepare(*arguments or EXTRAS)
    return 0


def program(name: str) -> Path:
    """Return the path of a command in the environment."""
    return _VENV / _PROGRAMS / f"{name}{_ENDING}"


def provide_libraries(displays: Collection[str] = ()) -> None:
    """Install what Debian leaves out (Qt's libraries, Python's venv) as root, else say what to type.

    Args:
        displays: kinds of display on which a window may open.

    Raises:
        StopError: something is missing that this user cannot install.

    """
    known = _module("qt_needs")
    libraries = known.missing(displays)
    packages = []
    if not program("python").exists() and importlib.util.find_spec("ensurepip") is None:
        packages = [f"python3.{sys.version_info[1]}-venv"]
    wanted = [*packages, *libraries.values()]
    if not wanted:
        return
    if sys.platform != "linux" or os.geteuid() != 0 or shutil.which("apt-get") is None:
        raise StopError(known.advice(libraries, packages), status=2)
    _say(f"Installing with apt: {' '.join(wanted)}")
    os.environ["DEBIAN_FRONTEND"] = "noninteractive"
    # A machine may have package lists of today, of last year, or none: they are fetched when needed.
    install = ["apt-get", "install", "--yes", "--no-install-recommends", *wanted]
    if _output(install)[0]:
        _output(["apt-get", "update"])
        status, said = _output(install)
        if status:
            first = next(
                (line for line in said.splitlines() if line.startswith("E: ")), "E: it does not say why"
            )
            raise StopError(
                f"apt could not install {' '.join(wanted)}. It says: {first[3:]}\n"
                "Without a network, connect to one, or install these packages from a medium of the system's."
            )
    if still := known.missing(displays):
        raise StopError(f"apt installed {' '.join(wanted)}, and yet these do not load: {', '.join(still)}.")


def prepare(*extras: str) -> None:
    """Make and fill the environment; do nothing while Python, folder and ``pyproject.toml`` stay the same.

    An environment keeps the extras that it has.

    Args:
        extras: names of extras that are needed besides.

    Raises:
        StopError: pip could not install what is needed; it has said why.

    """
    try:
        stamped = dict(json.loads(_STAMP.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        stamped = {}
    known = [each for each in str(stamped.get("extra", "")).split(",") if each in EXTRAS]
    chosen = [*known, *(each for each in extras if each not in known)]
    wanted = {
        "folder": str(_VENV),
        "python": f"{sys.implementation.cache_tag} {sys.platform}",
        "project": hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest(),
        "extra": ",".join(chosen),
    }
    if stamped == wanted and program("python").exists():
        return
    place = ("folder", "python")
    if any(stamped.get(key, wanted[key]) != wanted[key] for key in place) or not _has_pip():
        _say(f"Making the Python environment {_VENV}")
        status, said = _output([sys.executable, "-m", "venv", "--clear", _VENV])
        if status:
            raise StopError(f"Python could not make {_VENV}:\n\n{said}")
    _say(f"Installing the program and what it needs; the first time, that is {_size(chosen)}")
    needed = [each for each in chosen if each in _REQUIRED]
    optional = [each for each in chosen if each not in _REQUIRED]
    if not _install(chosen, may_lack=bool(optional)):
        _install(needed)
        for other in optional:
            if not _install([*needed, other], may_lack=True):
                _say(f"The extra {other} is left out: it cannot be installed for this Python")
    _STAMP.write_text(json.dumps(wanted, indent=4), encoding="utf-8")


def _size(extras: Collection[str]) -> str:
    """Return how much there is to download for ``extras``, and how much that takes on the disk."""
    if set(extras) <= {"test"}:
        return _SIZES["test"] if extras else _SIZES["run"]
    return _SIZES["check"] if set(extras) <= _REQUIRED else _SIZES["all"]


def _install(extras: Sequence[str], *, may_lack: bool = False) -> bool:
    """Install the checkout with extras; return False where one of them may be lacking and is."""
    options = ("--disable-pip-version-check", "--no-input", "--progress-bar", "off", "--retries", "2")
    package = f".[{','.join(extras)}]" if extras else "."
    status, said = _output([program("python"), "-m", "pip", "install", *options, "-e", package], show=True)
    if status and not (may_lack and _NO_WHEEL.search(said)):
        raise StopError(
            "pip could not install what is needed. Without a network, connect to one (behind a proxy, set "
            "HTTPS_PROXY, and PIP_CERT to its certificate), or name a package index with PIP_INDEX_URL."
        )
    return not status


def _has_pip() -> bool:
    """Return whether the environment is whole and of this Python, also one that was made by hand."""
    code = "import pip, sys; print(sys.implementation.cache_tag, sys.prefix != sys.base_prefix)"
    if not program("python").exists():
        return False
    return _output([program("python"), "-c", code]) == (0, f"{sys.implementation.cache_tag} True\n")


def _output(command: Sequence[str | Path], *, show: bool = False) -> tuple[int, str]:
    """Run a command to its end; return its status and what it said, which is shown meanwhile if asked for."""
    said = []
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        cwd=ROOT,
    ) as process:
        for line in process.stdout or ():
            said.append(line)
            if show and not line.startswith("Requirement already satisfied"):
                _say(line.rstrip())
    return process.returncode, "".join(said)


def _module(name: str) -> ModuleType:
    """Load a module of the program by its path: nothing is installed yet, and it needs nothing."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "viewer" / f"{name}.py")
    if spec is None or spec.loader is None:
        raise ImportError(name)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _say(line: str) -> None:
    """Print at once, on the error stream: the output stream belongs to the program that is started."""
    print(line, file=sys.stderr, flush=True)
