"""Try the README's commands in bare roots of Debian: ``python3 packaging/try_suites.py bookworm trixie sid``.

Each trial has a root with ``python3`` alone and a fresh clone of the last commit, of root or of a plain user.
"""

import re
import sys
import time
from pathlib import Path
from typing import IO

from debian_roots import CACHE, HOMES, clone, enter, lent_root, make_base, make_parser

COMMANDS = {
    "test": "python3 packaging/start.py test -q",
    "render": "python3 packaging/start.py run render resources/sample.log --at 20 -o picture.png",
    "ci": "bash .ci/run",
}


def main() -> int:
    """Try everything; return 0 if all of it passed."""
    parser = make_parser("Try the README's commands in bare roots of Debian.")
    parser.add_argument("suites", nargs="+", metavar="SUITE", help="bookworm, trixie, sid")
    parser.add_argument("-c", "--commands", action="append", choices=COMMANDS, help="by default all")
    parser.add_argument("-u", "--users", action="append", choices=HOMES, help="by default both")
    options = parser.parse_args()
    options.logs.mkdir(parents=True, exist_ok=True)
    statuses = []
    for suite in options.suites:
        base = make_base(suite, options, ["python3"])
        for name in options.commands or COMMANDS:
            for user in options.users or HOMES:
                begin = time.monotonic()
                with (options.logs / f"{suite}-{name}-{user}.log").open("w+", encoding="utf-8") as log:
                    statuses.append(try_command(base, COMMANDS[name], user, log))
                    log.seek(0)
                    counted = re.findall(r"^=*\s*(\d+ (?:passed|failed).*)$", log.read(), re.MULTILINE)
                told = f"status {statuses[-1]}, {(time.monotonic() - begin) / 60:.0f} min"
                print(suite, name, user, told, *counted[-1:], sep=" | ", flush=True)
    return int(any(statuses))


def try_command(base: Path, command: str, user: str, log: IO[str]) -> int:
    """Try a command; where it asks for packages, type its line as root and try again."""
    with lent_root(base) as root:
        line = f"cd {clone(root, user)} && exec {command}"
        enter(root, "root", f"chown -R {user}: {CACHE}", log)
        status, said = enter(root, user, line, log)
        if asked := re.search(r"^    (.*apt-get install .*)$", said, re.MULTILINE):
            enter(root, "root", asked[1], log)
            status, _ = enter(root, user, line, log)
        return status


if __name__ == "__main__":
    sys.exit(main())
