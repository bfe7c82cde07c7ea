"""Bare roots of Debian, in which something is tried or made; needs Linux, root, ``debootstrap`` and ``git``.

Folders that ``CARLA_RECORDINGS``, ``CARLA_MAPS`` and ``SCENARIO_RUNNER`` name are bound in read-only.
"""

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

CHECKOUT = Path(__file__).resolve().parents[1]
HOMES = {"root": "/root", "user": "/home/user"}
CACHE = "/var/cache/trials"
"""Where a root has what pip has downloaded."""
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


def make_parser(description: str) -> argparse.ArgumentParser:
    """Return what reads where roots are kept and what they are made from."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--mirror", default="http://deb.debian.org/debian")
    parser.add_argument("--folder", type=Path, required=True, help="keeps bare roots and downloads")
    parser.add_argument("--logs", type=Path, default=Path(), help="where the logs are written")
    return parser


def make_base(suite: str, options: argparse.Namespace, packages: Sequence[str] = ()) -> Path:
    """Return the bare root of a suite, with packages and what they need; it is made if it is not there."""
    base: Path = options.folder.resolve() / "-".join([suite, *packages[:1]])
    part = base.with_name(f"{base.name}.part")
    if not base.exists():
        included = [f"--include={','.join(packages)}"] if packages else []
        make = ["debootstrap", "--variant=minbase", *included, suite, str(part), options.mirror]
        subprocess.run(make, check=True, stdout=sys.stderr)
        part.rename(base)
    return base


@contextmanager
def lent_root(base: Path) -> Iterator[Path]:
    """Lend a copy of a bare root, with a plain user in it."""
    root = base.with_name(f"{base.name}.trial")
    shutil.rmtree(root, ignore_errors=True)
    try:
        subprocess.run(["cp", "--archive", "--reflink=auto", base, root], check=True)
        expired = root / "etc/apt/apt.conf.d/90expired"  # a mirror may be one of an earlier day
        expired.write_text('Acquire::Check-Valid-Until "false";\n', encoding="utf-8")
        for source, target in FILES.items():
            shutil.copyfile(source, f"{root}{target}")
        subprocess.run(["chroot", root, "useradd", "--create-home", "user"], check=True)
        yield root
    finally:
        shutil.rmtree(root, ignore_errors=True)


def clone(root: Path, user: str) -> str:
    """Put a fresh clone of the last commit into the home of a user; return its path there."""
    target = f"{HOMES[user]}/clone"
    subprocess.run(["git", "clone", "-q", "--no-hardlinks", CHECKOUT, f"{root}{target}"], check=True)
    subprocess.run(["chroot", root, "chown", "-R", f"{user}:", target], check=True)
    return target


def enter(root: Path, user: str, line: str, log: IO[str]) -> tuple[int, str]:
    """Run a line of the shell in a root to its end; return its status and what it said, which is logged."""
    data = {name: os.environ[name] for name in DATA if name in os.environ}
    passed = {name: value for name, value in os.environ.items() if name.lower().endswith("_proxy")}
    trusted = dict.fromkeys(("PIP_CERT", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE"), CERTIFICATES)
    own = {"HOME": HOMES[user], "LANG": "C.UTF-8", "PIP_CACHE_DIR": CACHE, "PATH": SEARCH}
    variables = passed | trusted | own | {name: f"/data/{name}" for name in data}
    cache = root.parent / "cache" / user
    cache.mkdir(parents=True, exist_ok=True)
    command = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", ENTER, "sh"]
    command += [str(root), str(cache), *(word for pair in data.items() for word in pair), "--"]
    command += [f"--userspec={user}:{user}", str(root), "env", "-i", "--default-signal=INT"]
    command += [*(f"{name}={value}" for name, value in variables.items()), "sh", "-c", line]
    begin = log.tell()
    done = subprocess.run(command, check=False, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    log.seek(begin)
    return done.returncode, log.read()
