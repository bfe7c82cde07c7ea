"""Try the README's commands in bare roots of Debian: ``python3 packaging/try_suites.py bookworm trixie sid``.

Each trial has a root with ``python3`` alone and a fresh clone of the last commit, of root or of a plain user.
Folders that ``CARLA_RECORDINGS``, ``CARLA_MAPS`` and ``SCENARIO_RUNNER`` name are bound in read-only.
Needs Linux, root, ``debootstrap`` and ``git``.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import IO

CHECKOUT = Path(__file__).resolve().parents[1]
USERS = {"root": "/root", "user": "/home/user"}
COMMANDS = {"test": "test -q", "render": "run render resources/sample.log --at 20 -o picture.png"}
DATA = ("CARLA_RECORDINGS", "CARLA_MAPS", "SCENARIO_RUNNER")
SEARCH = "/usr/sbin:/usr/bin:/sbin:/bin"
CERTIFICATES = "/etc/certificates-of-the-machine.pem"
TRUSTED = os.environ.get("SSL_CERT_FILE", "/etc/ssl/certs/ca-certificates.crt")
FILES = {"/etc/resolv.conf": "/etc/resolv.conf", "/etc/hosts": "/etc/hosts", TRUSTED: CERTIFICATES}
ENTER = """set -e
root=$1 cache=$2; shift 2
mount -t proc proc "$root/proc"
mkdir -p "$root/dev/shm" "$root/var/cache/trials"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
mount --bind "$cache" "$root/var/cache/trials"
while [ "$1" != -- ]; do
    mkdir -p "$root/data/$1"; mount --bind "$2" "$root/data/$1"
    mount -o remount,bind,ro "$root/data/$1"
    shift 2
done
shift; chroot "$@" || exit
"""


def main() -> int:
    """Try everything; return 0 if all of it passed."""
    parser = argparse.ArgumentParser(description="Try the README's commands in bare roots of Debian.")
    parser.add_argument("suites", nargs="+", metavar="SUITE", help="bookworm, trixie, sid")
    parser.add_argument("-c", "--commands", action="append", choices=COMMANDS, help="by default all")
    parser.add_argument("-u", "--users", action="append", choices=USERS, help="by default both")
    parser.add_argument("--mirror", default="http://deb.debian.org/debian")
    parser.add_argument("--folder", type=Path, required=True, help="keeps bare roots and downloads")
    parser.add_argument("--logs", type=Path, default=Path(), help="where the logs are written")
    options = parser.parse_args()
    options.logs.mkdir(parents=True, exist_ok=True)
    statuses = []
    for suite in options.suites:
        base = make_base(suite, options.folder.resolve(), options.mirror)
        for name in options.commands or COMMANDS:
            for user in options.users or USERS:
                begin = time.monotonic()
                with (options.logs / f"{suite}-{name}-{user}.log").open("w+", encoding="utf-8") as log:
                    statuses.append(try_command(base, COMMANDS[name], user, log))
                    log.seek(0)
                    counted = re.findall(r"^=*\s*(\d+ (?:passed|failed).*)$", log.read(), re.MULTILINE)
                told = f"status {statuses[-1]}, {(time.monotonic() - begin) / 60:.0f} min"
                print(suite, name, user, told, *counted[-1:], sep=" | ", flush=True)
    return int(any(statuses))


def make_base(suite: str, folder: Path, mirror: str) -> Path:
    """Return the bare root of a suite; it is made if it is not there."""
    base, part = folder / suite, folder / f"{suite}.part"
    if not base.exists():
        make = ["debootstrap", "--variant=minbase", "--include=python3", suite, str(part), mirror]
        subprocess.run(make, check=True, stdout=sys.stderr)
        part.rename(base)
    return base


def try_command(base: Path, command: str, user: str, log: IO[str]) -> int:
    """Try a command of ``start.py``; where it asks for packages, type its line as root and try again."""
    root, home = base.with_name(f"{base.name}.trial"), USERS[user]
    cache = base.parent / "cache" / user
    cache.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(root, ignore_errors=True)
    try:
        subprocess.run(["cp", "--archive", "--reflink=auto", base, root], check=True)
        expired = root / "etc/apt/apt.conf.d/90expired"  # a mirror may be one of an earlier day
        expired.write_text('Acquire::Check-Valid-Until "false";\n', encoding="utf-8")
        for source, target in FILES.items():
            shutil.copyfile(source, f"{root}{target}")
        subprocess.run(["chroot", root, "useradd", "--create-home", "user"], check=True)
        subprocess.run(["git", "clone", "-q", "--no-hardlinks", CHECKOUT, f"{root}{home}/clone"], check=True)
        line = f"cd {home}/clone && exec python3 packaging/start.py {command}"
        enter(root, cache, "root", f"chown -R {user}: {home}/clone /var/cache/trials", log)
        status, said = enter(root, cache, user, line, log)
        if asked := re.search(r"^    (.*apt-get install .*)$", said, re.MULTILINE):
            enter(root, cache, "root", asked[1], log)
            status, _ = enter(root, cache, user, line, log)
        return status
    finally:
        shutil.rmtree(root, ignore_errors=True)


def enter(root: Path, cache: Path, user: str, line: str, log: IO[str]) -> tuple[int, str]:
    """Run a line of the shell in a root to its end; return its status and what it said, which is logged."""
    data = {name: os.environ[name] for name in DATA if name in os.environ}
    passed = {name: value for name, value in os.environ.items() if name.lower().endswith("_proxy")}
    trusted = dict.fromkeys(("PIP_CERT", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE"), CERTIFICATES)
    own = {"HOME": USERS[user], "LANG": "C.UTF-8", "PIP_CACHE_DIR": "/var/cache/trials", "PATH": SEARCH}
    variables = passed | trusted | own | {name: f"/data/{name}" for name in data}
    command = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", ENTER, "sh"]
    command += [str(root), str(cache), *(word for pair in data.items() for word in pair), "--"]
    command += [f"--userspec={user}:{user}", str(root), "env", "-i", "--default-signal=INT"]
    command += [*(f"{name}={value}" for name, value in variables.items()), "sh", "-c", line]
    begin = log.tell()
    done = subprocess.run(command, check=False, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    log.seek(begin)
    return done.returncode, log.read()


if __name__ == "__main__":
    sys.exit(main())
