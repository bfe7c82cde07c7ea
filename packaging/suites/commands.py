"""The command line of ``packaging/try_suites.py``."""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

from starter.messages import StopError, say

from suites import machine, report, roots, screen
from suites.oldest import try_oldest
from suites.trials import TRIALS, Trial, outcome_of

_TOOLS = ("debootstrap", "git", "unshare", "chroot")
_OLDEST = "oldest"


def main(arguments: Sequence[str]) -> int:
    """Try everything; return 0 if all of it passed, 1 if not, 2 if it could not be tried."""
    options = _parser().parse_args(arguments)
    try:
        _check_machine()
        with ExitStack() as stack:
            folder = options.folder or Path(stack.enter_context(tempfile.TemporaryDirectory()))
            folder.mkdir(parents=True, exist_ok=True)
            rows = [report.head()]
            failed = False
            for where, outcome in _outcomes(options, folder.resolve()):
                rows.append(report.row(where, outcome))
                say(rows[-1])
                failed |= outcome.failed
    except StopError as stop:
        say(str(stop))
        return 2
    except KeyboardInterrupt:
        say("Interrupted.")
        return 130
    print("\n".join(rows))
    return 1 if failed else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "try_suites.py", description="Try the README's commands in bare roots of Debian."
    )
    parser.add_argument("suites", nargs="*", metavar="SUITE", help="suites of Debian: bookworm, trixie, sid")
    parser.add_argument(
        *("--commands", "-c"),
        action="append",
        choices=[*TRIALS, _OLDEST],
        help=f"try only this one (may be repeated); {_OLDEST}: the tests with the oldest dependencies",
    )
    parser.add_argument("--users", "-u", action="append", choices=list(roots.USERS), help="only as this user")
    parser.add_argument("--mirror", help="take Debian from there, not from where apt is configured for")
    parser.add_argument(
        "--folder", type=Path, help="keep the bare roots and downloads here for the next time"
    )
    parser.add_argument("--logs", type=Path, default=Path(), help="where the logs of what failed are left")
    return parser


def _check_machine() -> None:
    if sys.platform != "linux" or os.geteuid() != 0:
        raise StopError("Roots can be made and entered only on Linux, and only by root.")
    if lacking := [tool for tool in _TOOLS if shutil.which(tool) is None]:
        raise StopError(f"This needs {', '.join(lacking)}: apt-get install debootstrap git util-linux")
    changed = ["git", "-C", str(roots.CHECKOUT), "status", "--porcelain"]
    if subprocess.run(changed, check=True, capture_output=True).stdout:
        say("Some changes are not committed: they are not tried.")


def _outcomes(options: argparse.Namespace, folder: Path) -> Iterator[tuple[str, report.Outcome]]:
    """Try one after the other; a log is left of what failed."""
    options.logs.mkdir(parents=True, exist_ok=True)
    mirror = options.mirror or machine.mirror()
    names = [name for name in TRIALS if name in (options.commands or TRIALS)]
    with screen.opened() as display:
        for suite in options.suites:
            base = roots.make_base(suite, folder, mirror)
            for name in names:
                for user in options.users or roots.USERS:
                    log = options.logs / f"{suite}-{name.replace(' ', '-')}-{user}.log"
                    log.unlink(missing_ok=True)
                    with roots.trial_root(base, folder) as root:
                        root.clone(user)
                        outcome = outcome_of(name, Trial(root, user, log, display))
                    yield suite, _with_log(outcome, log)
    if _OLDEST in (options.commands or [_OLDEST]):
        log = options.logs / f"{_OLDEST}.log"
        yield "this machine", _with_log(try_oldest("root", log), log)


def _with_log(outcome: report.Outcome, log: Path) -> report.Outcome:
    if outcome.failed:
        return outcome._replace(notes=f"{outcome.notes}; see {log}")
    log.unlink(missing_ok=True)
    return outcome
