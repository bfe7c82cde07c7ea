"""Make the packages in a bare root of the oldest Debian that is supported, or try them in bare roots.

``python3 packaging/installers/debian.py make --folder ROOTS`` makes those of the last commit in ``dist``, and
``… try bookworm trixie --folder ROOTS`` tries what lies there. It needs what ``debian_roots.py`` needs.
"""

import shutil
import sys
from pathlib import Path
from typing import IO

sys.path[:0] = [str(folder) for folder in Path(__file__).resolve().parents[1:3]]
from debian_roots import CHECKOUT, clone, enter, lent_root, make_base, make_parser  # noqa: E402 - found there

from viewer.qt_needs import OFFSCREEN  # noqa: E402 - the same

OLDEST = "bookworm"
PACKAGES = ["python3-venv", "binutils", "libpython3.11", *OFFSCREEN.values()]
DIST = CHECKOUT / "dist"
TRIAL = Path(__file__).with_name("trial.sh")
STEPS = {
    "install": ("root", ""),
    "look": ("user", "xvfb-run --auto-servernum dbus-run-session "),
    "remove": ("root", ""),
    "archive": ("user", "xvfb-run --auto-servernum dbus-run-session "),
}


def main() -> int:
    """Make packages, or try them; return 0 if all went well."""
    parser = make_parser("Make the packages for Debian, or try them in bare roots.")
    parser.add_argument("what", choices=("make", "try"))
    parser.add_argument("suites", nargs="*", metavar="SUITE", help="where to try them")
    options = parser.parse_args()
    options.logs.mkdir(parents=True, exist_ok=True)
    if options.what == "make":
        base = make_base(OLDEST, options, PACKAGES)
        with (options.logs / "make.log").open("w+", encoding="utf-8") as log:
            return make(base, log)
    statuses = []
    for suite in options.suites:
        base = make_base(suite, options)
        with (options.logs / f"try-{suite}.log").open("w+", encoding="utf-8") as log:
            statuses.append(attempt(base, log))
    return int(any(statuses))


def make(base: Path, log: IO[str]) -> int:
    """Make the packages of a fresh clone."""
    with lent_root(base) as root:
        line = f"python3 {clone(root, 'root')}/packaging/installers/make.py /made"
        status, said = enter(root, "root", line, log)
        print(said)
        if not status:
            shutil.copytree(root / "made", DIST, dirs_exist_ok=True)
        return status


def attempt(base: Path, log: IO[str]) -> int:
    """Try the packages that were made, step by step as long as it goes well; say what they say."""
    with lent_root(base) as root:
        shutil.copytree(DIST, root / "made")
        for path in (TRIAL, CHECKOUT / "resources" / "sample.log"):
            shutil.copy(path, root / "made")
        for step, (user, inside) in STEPS.items():
            status, said = enter(root, user, f"{inside}sh /made/{TRIAL.name} {step}", log)
            told = [line for line in said.splitlines() if line.startswith("The ")]
            print(base.name, step, f"status {status}", *told, sep=" | ", flush=True)
            if status:
                return status
    return 0


if __name__ == "__main__":
    sys.exit(main())
