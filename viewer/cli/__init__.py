"""The command line: one program, the window without a word, everything else by its word (DESIGN.md §7)."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from types import ModuleType

from viewer.cli import (
    blocked,
    check,
    clip,
    collisions,
    cut,
    events,
    export,
    info,
    metrics,
    render,
    replay_file,
    window,
)
from viewer.cli import format as format_
from viewer.cli.arguments import joined
from viewer.cli.program import PROGRAM
from viewer.cli.status import Status

_COMMANDS: Mapping[str, ModuleType] = {
    "render": render,
    "info": info,
    "collisions": collisions,
    "blocked": blocked,
    "metrics": metrics,
    "replay-file": replay_file,
    "events": events,
    "check": check,
    "export": export,
    "cut": cut,
    "clip": clip,
    "format": format_,
}
"""Each has ``SUMMARY``, ``make_parser(program)`` and ``run(options)``."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program; return its exit status (``viewer.cli.status``)."""
    words = joined(sys.argv[1:] if argv is None else argv)
    command = _COMMANDS.get(words[0]) if words else None
    try:
        if command is not None:
            parser = command.make_parser(f"{PROGRAM} {words[0]}")
            return int(command.run(parser.parse_args(words[1:])))
        return window.run(_window_parser().parse_args(words))
    except SystemExit as ended:  # argparse has said what is wrong, or has shown its help
        return ended.code if isinstance(ended.code, int) else Status.WRONG_USAGE


def _window_parser() -> argparse.ArgumentParser:
    parser = window.make_parser(PROGRAM)
    lines = [f"  {name:13}{module.SUMMARY}" for name, module in _COMMANDS.items()]
    parser.epilog = "\n".join(["other commands (each has --help):", *lines])
    return parser
