"""Entry point of the program: for the installed command, ``python -m viewer``, and processes it starts.

Only ``sys`` and ``os``, which Python has loaded already, are imported before the current folder is out of
``sys.path``: a file ``re.py`` in that folder would else be run in place of Python's ``re``.
"""

import os
import sys


def main() -> int:
    """Run the program without the current folder in ``sys.path``; return its exit status."""
    _clean_path()
    from viewer.cli import main as run  # noqa: PLC0415 - not before the path is clean

    return run()


def _clean_path() -> None:
    """Remove the current folder and the script's folder from ``sys.path`` unless PYTHONPATH names them.

    Python puts one of them first. An empty entry in PYTHONPATH also means the current folder, as ``export
    PYTHONPATH=$PYTHONPATH:/opt/carla`` makes one if PYTHONPATH was empty; it is removed, too.
    """
    is_safe = sys.flags.isolated or getattr(sys.flags, "safe_path", False)  # the latter since Python 3.11
    if not is_safe and os.path.isdir(sys.path[0]):  # noqa: PTH112 - pathlib is not loaded yet
        del sys.path[0]
    named = [] if sys.flags.ignore_environment else os.environ.get("PYTHONPATH", "").split(os.pathsep)
    if len(named) > 1 and "" in named:
        here, absolute = os.getcwd(), map(os.path.abspath, filter(None, named))  # noqa: PTH109 - as for isdir
        if here not in absolute:
            sys.path[: len(named)] = [each for each in sys.path[: len(named)] if each not in ("", here)]


if __name__ == "__main__":
    if not __package__:  # run by its path: import the package that contains this file
        sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))  # noqa: PTH100, PTH120
        import viewer  # noqa: F401 - so that later imports find this one in sys.modules

        del sys.path[0]
    sys.exit(main())
