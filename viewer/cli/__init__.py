"""The command line: one program, the window without a word, everything else by its word."""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path

from viewer.cli import window
from viewer.cli.terminal import Status, discard_output
from viewer.export.errors import ExportError
from viewer.file_error import FileError, printable
from viewer.program import PROGRAM, WORDS, WORKER

_COMMANDS: Mapping[str, str] = {
    "render": "draw the map or the whole window to a picture, without a display",
    "info": "print what show_recorder_file_info prints, or the facts as JSON",
    "collisions": "print what show_recorder_collisions prints, or the contacts as JSON",
    "blocked": "print what show_recorder_actors_blocked prints, or who stood as JSON",
    "metrics": "run a metric of ScenarioRunner, unchanged and without a simulator",
    "replay-file": "print the client.replay_file(...) that shows it in the simulator",
    "events": "find what went wrong: contacts, conflicts, hard driving, rules of the road",
    "library": "tell what happened in a folder of recordings, the worst first",
    "check": "say what is wrong with recordings and where, and repair one",
    "export": "write recordings as data for other programs",
    "cut": "write a part of a recording as a recording",
    "clip": "draw a part of a recording as a video or as a folder of pictures",
    "desktop": "tell the desktop of the program: menu, type of recordings, thumbnails",
    "format": "print the file format, generated from the packet table",
}
"""What each command does. The module of its name has a ``PARSER`` and ``run(options)``."""
_MODULES = {
    **dict.fromkeys(("info", "collisions", "blocked"), "queries"),
    **dict.fromkeys(("render", "clip"), "render"),
    **dict.fromkeys(("cut", "replay-file"), "cut"),
}
"""Those that share a module, which has ``PARSERS``."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program; return its exit status (``viewer.cli.terminal.Status``)."""
    if isinstance(sys.stdout, io.TextIOWrapper):  # a name or a text may not fit what the terminal can show
        sys.stdout.reconfigure(errors="backslashreplace")
    words = [*(sys.argv[1:] if argv is None else argv)]
    if words[:1] == [WORDS]:
        words = json.loads(words[1])
    if words == [WORKER]:
        import_module("viewer.library.local_survey").work()
        return Status.FINE
    try:
        if words and words[0] in _COMMANDS:
            return _interruptible(words[0], words[1:], is_process=argv is None)
        commands = (f"  {name:13}{summary}" for name, summary in _COMMANDS.items())
        parser = window.make_parser(["other commands (each has --help):", *commands])
        if words and (advice := _nearest_command(words[0])):
            parser.error(advice)
        return window.run(parser.parse_args(words))
    except KeyboardInterrupt:
        from viewer.cli.interrupt import INTERRUPTED, MESSAGE

        print(MESSAGE, file=sys.stderr)
        return INTERRUPTED
    except SystemExit as ended:  # argparse has said what is wrong, or has shown its help
        return ended.code if isinstance(ended.code, int) else Status.WRONG_USAGE


def parsers() -> Iterator[argparse.ArgumentParser]:
    """Yield what reads the arguments of the window, and then of each command."""
    yield window.make_parser()
    yield from (_command(name)[0] for name in _COMMANDS)


def _command(name: str) -> tuple[argparse.ArgumentParser, Callable[[argparse.Namespace], int]]:
    """Return what reads the arguments of a command, and what runs it."""
    command = import_module(f"viewer.cli.{_MODULES.get(name, name)}")
    parser = command.PARSERS[name] if name in _MODULES else command.PARSER
    parser.prog = f"{PROGRAM} {name}"
    return parser, command.run


def _nearest_command(word: str) -> str:
    """Return a message that names the command nearest to ``word``; empty if ``word`` is a path or an option.

    >>> _nearest_command("evnts")
    "there is no command and no file 'evnts'; did you mean 'events'?"
    """
    if word.startswith("-") or os.path.lexists(word):
        return ""
    near = get_close_matches(word, _COMMANDS, n=1)
    return f"there is no command and no file '{printable(word)}'; did you mean '{near[0]}'?" if near else ""


def _interruptible(name: str, words: Sequence[str], *, is_process: bool) -> int:
    """Run a command; return its exit status. Ctrl+C ends it soon, and nothing is left of what it writes.

    With ``is_process`` Ctrl+C ends the process, too, once that has been tidied up.
    """
    from viewer.cli.interrupt import INTERRUPTED, MESSAGE, Interruption, leave

    interruption = Interruption()
    try:
        with interruption.awaited():
            parser, run = _command(name)
            options = parser.parse_args(words)
            interruption.targets = tuple(each for each in vars(options).values() if isinstance(each, Path))
            status = int(_run(run, options))
        if not interruption.happened:
            return status
    except KeyboardInterrupt:
        pass
    except Exception:
        if not interruption.happened:  # a library may make another error of an interrupt
            raise
    if interruption.happened and is_process:
        leave()
    print(MESSAGE, file=sys.stderr)
    return INTERRUPTED


def _run(command: Callable[[argparse.Namespace], int], options: argparse.Namespace) -> int:
    """Run a command; return its exit status, or that of what ended it.

    That may be words that cannot be followed, a reader that has seen enough, or a full disk.
    """
    try:
        status = command(options)
        print(end="", flush=True)  # a full disk is told as late as now
    except ExportError as error:
        print(f"{printable(str(error))}.", file=sys.stderr)
    except FileError as error:
        print(error.line(), file=sys.stderr)
    except BrokenPipeError:  # who reads has seen enough
        discard_output()
        return Status.FINE
    except OSError as error:  # of what is written: reading has errors of its own
        from viewer.export.target import why_not_written

        discard_output()
        print(f"{why_not_written(error)}.", file=sys.stderr)
    else:
        return status
    return Status.WRONG_USAGE
