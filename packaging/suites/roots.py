"""Bare roots of Debian: made once for each suite, copied for each trial, and entered.

What a trial needs mounted is mounted in a namespace of its own, which ends with its last process: nothing of
this machine can be inside a root when it is removed, and nothing has to be unmounted.
"""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from starter.messages import StopError, say

from suites import machine

CHECKOUT = Path(__file__).resolve().parents[2]
USERS = {"root": "/root", "user": "/home/user"}
"""Whom a root has, with their homes."""

_CACHE = "/var/cache/trials"
_PROCESSES = Path("/proc")
_MOUNTS = _PROCESSES / "self/mountinfo"
_PATIENCE = 10.0
"""Seconds in which processes that were killed are gone."""
_ENTER = """
set -e
root=$1 cache=$2
shift 2
mount -t proc proc "$root/proc"
mkdir -p "$root/dev/shm" "$root/tmp/.X11-unix"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
mount --bind "$cache" "$root{cache}"
if [ -d /tmp/.X11-unix ]; then mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix"; fi
status=0
chroot "$@" || status=$?
exit "$status"
""".replace("{cache}", _CACHE)
"""Mounts what is needed; runs as the first process of its namespaces.

It stays root for that: the kernel forgets whose end is to kill a process when the process changes its user.
"""


class Root:
    """One bare root, in which a trial runs."""

    def __init__(self, path: Path, cache: Path) -> None:
        """Take the folder of the root, and one that keeps what pip and uv download."""
        self.path = path
        self._cache = cache

    def clone(self, user: str) -> str:
        """Put a fresh clone of this checkout into the home of a user; return where it is inside."""
        inside = f"{USERS[user]}/carla-replay-viewer"
        target = f"{self.path}{inside}"
        subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", CHECKOUT, target], check=True)
        subprocess.run(["chroot", self.path, "chown", "--recursive", f"{user}:{user}", inside], check=True)
        return inside

    def start(
        self, command: Sequence[str], user: str, output: IO[str], environ: Mapping[str, str]
    ) -> subprocess.Popen[str]:
        """Start a command as a user, in the clone if there is one; killing it ends all that it started.

        Args:
            command: the words of the command.
            user: ``root`` or ``user``.
            output: what it says goes there.
            environ: variables beside those that every trial has.

        """
        home = USERS[user]
        variables = {
            "HOME": home,
            "USER": user,
            "PATH": f"{home}/.local/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "LANG": "C.UTF-8",
            "DEBIAN_FRONTEND": "noninteractive",
            "PIP_CACHE_DIR": f"{_CACHE}/{user}/pip",
            "UV_CACHE_DIR": f"{_CACHE}/{user}/uv",
            "UV_LINK_MODE": "copy",
            **machine.environment(),
            **environ,
        }
        inside = [f"{name}={value}" for name, value in variables.items()]
        place = f'cd {home}/carla-replay-viewer 2>/dev/null || cd; exec "$@"'
        return subprocess.Popen(
            [
                *("unshare", "--mount", "--pid", "--fork", "--kill-child"),
                *("sh", "-c", _ENTER, "sh", str(self.path), str(self._cache)),
                *(f"--userspec={user}:{user}", str(self.path)),
                *("env", "--ignore-environment", "--default-signal=INT", *inside),
                *("sh", "-c", place, "sh", *command),
            ],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            text=True,
        )


def make_base(suite: str, folder: Path, mirror: str) -> Path:
    """Return the bare root of a suite in a folder; it is made if it is not there."""
    base = folder / suite
    if base.exists():
        return base
    say(f"Making a bare root of {suite} from {mirror}")
    part = folder / f"{suite}.part"
    remove(part)
    made = subprocess.run(
        ["debootstrap", "--variant=minbase", "--include=python3", suite, part, mirror],
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if made.returncode != 0:
        raise StopError(f"debootstrap could not make a root of {suite}:\n\n{made.stdout[-2000:]}")
    subprocess.run(["chroot", part, "apt-get", "clean"], check=True)
    part.rename(base)
    return base


@contextmanager
def trial_root(base: Path, folder: Path) -> Iterator[Root]:
    """Give a copy of a bare root, which has this machine's network, and remove it in the end."""
    path = folder / f"{base.name}.trial"
    remove(path)
    try:
        subprocess.run(["cp", "--archive", "--reflink=auto", base, path], check=True)
        (path / "etc/apt/apt.conf.d/90machine").write_text(machine.apt_settings(), encoding="utf-8")
        for name in ("resolv.conf", "hosts"):
            shutil.copyfile(f"/etc/{name}", path / "etc" / name)
        if (certificates := machine.certificates()) is not None:
            shutil.copyfile(certificates, f"{path}{machine.CERTIFICATES}")
        subprocess.run(["chroot", path, "useradd", "--create-home", "user"], check=True)
        (path / _CACHE.lstrip("/")).mkdir()
        yield Root(path, _make_cache(folder, path))
    finally:
        remove(path)


def remove(path: Path) -> None:
    """Remove a root.

    Raises:
        StopError: something is mounted in it, which would be emptied too, or still runs in it.

    """
    if not path.exists():
        return
    mounts = _MOUNTS.read_text(encoding="utf-8").splitlines()
    inside = [place for place in (line.split()[4] for line in mounts) if Path(place).is_relative_to(path)]
    if inside:
        raise StopError(f"{path} is not removed: {', '.join(inside)} is mounted in it.")
    begin = time.monotonic()
    while running := _processes_in(path):
        if time.monotonic() - begin > _PATIENCE:
            raise StopError(f"{path} is not removed: processes run in it ({', '.join(running)}).")
        time.sleep(0.1)
    shutil.rmtree(path)


def _processes_in(path: Path) -> list[str]:
    """Return the numbers of the processes whose root this is."""
    found = []
    for process in _PROCESSES.glob("[0-9]*"):
        with suppress(OSError):  # it has ended
            if (process / "root").readlink() == path:
                found.append(process.name)
    return found


def _make_cache(folder: Path, root: Path) -> Path:
    """Return a folder that outlives the roots, with a part for each user, owned by them there."""
    cache = folder / "cache"
    for user, home in USERS.items():
        own = cache / user
        own.mkdir(parents=True, exist_ok=True)
        owner = (root / home.lstrip("/")).stat()
        os.chown(own, owner.st_uid, owner.st_gid)
    return cache
