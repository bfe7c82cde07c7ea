"""The door of the program: its installed command, ``python -m viewer``, and the processes that it starts.

Only ``sys`` and ``os``, which Python has loaded by then, are imported before the path is clean: a file in the
current folder that is named like a module would be run in its place.
"""

import os
import sys


def main() -> int:
    """Run the program without the current folder on the path; return its exit status."""
    _clean_path()
    from viewer.cli import main as run  # noqa: PLC0415 - not before the path is clean

    return run()


def _clean_path() -> None:
    """Remove from ``sys.path`` the folders that are there by accident.

    Python puts the current folder, or that of the script, in front. An empty entry of PYTHONPATH, as
    ``export PYTHONPATH=$PYTHONPATH:/opt/carla`` makes one, stands for the current folder, too.
    """
    is_safe = sys.flags.isolated or getattr(sys.flags, "safe_path", False)  # the latter since Python 3.11
    if not is_safe and os.path.isdir(sys.path[0]):  # noqa: PTH112 - pathlib is not loaded yet
        del sys.path[0]
    named = [] if sys.flags.ignore_environment else os.environ.get("PYTHONPATH", "").split(os.pathsep)
    if len(named) > 1 and "" in named:
        here, absolute = os.getcwd(), map(os.path.abspath, filter(None, named))  # noqa: PTH109 - as above
        if here not in absolute:
            sys.path[: len(named)] = [each for each in sys.path[: len(named)] if each not in ("", here)]


if __name__ == "__main__":
    if not __package__:  # run by its path: the package is the one that this file lies in
        sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))  # noqa: PTH100, PTH120
        import viewer  # noqa: F401 - found now, and known from here on

        del sys.path[0]
    sys.exit(main())
