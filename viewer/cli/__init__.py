"""Command line of the program: the window, or a command named by the first argument."""

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

from viewer.cli.terminal import Status, discard_output
from viewer.export.errors import ExportError
from viewer.file_error import FileError, printable
from viewer.program import PROGRAM, WORDS, WORKER

COMMANDS: Mapping[str, str] = {
    "render": "draw the map or the whole window to a picture, without a display",
    "info": "print what show_recorder_file_info prints, or the facts as JSON",
    "collisions": "print what show_recorder_collisions prints, or the collisions as JSON",
    "blocked": "print what show_recorder_actors_blocked prints, or the blocked actors as JSON",
    "metrics": "run a metric of ScenarioRunner, unchanged and without a simulator",
    "replay-file": "print the client.replay_file(...) call that replays a recording in the simulator",
    "events": "find what went wrong: contacts, conflicts, harsh driving, traffic rules",
    "diff": "compare two recordings: where they part, and whether the agent or the world parted first",
    "library": "list what happened in a folder of recordings, the worst first",
    "check": "report what is wrong with recordings and where; repair one",
    "export": "write recordings as data for other programs",
    "import": "write a clip or a table of poses as a recording",
    "cut": "write part of a recording as a new recording",
    "clip": "draw part of a recording as a video or as a folder of pictures",
    "desktop": "add the program to the desktop: menu entry, file type, thumbnails",
    "format": "print the file format, generated from the packet table",
    "mcp": "answer a coding agent's questions about recordings, by the Model Context Protocol",
    "skill": "print a SKILL.md that tells a coding agent which command answers which question",
}
"""One line of help for each command, by the command's name.

A command is run by the module of the same name in ``viewer.cli``, except for the commands in ``_MODULES``.
"""
_MODULES = {
    **dict.fromkeys(("info", "collisions", "blocked"), "queries"),
    **dict.fromkeys(("render", "clip"), "render"),
    "import": "import_",
    **dict.fromkeys(("cut", "replay-file"), "cut"),
}
"""Name of the module in ``viewer.cli`` for each command that has no module of its own name."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program with ``argv`` (``sys.argv`` if None), and return its exit status (``Status``)."""
    if isinstance(sys.stdout, io.TextIOWrapper):  # the terminal's encoding may lack characters
        sys.stdout.reconfigure(errors="backslashreplace")
    words = [*(sys.argv[1:] if argv is None else argv)]
    if words[:1] == [WORDS]:
        words = json.loads(words[1])
    if words == [WORKER]:
        import_module("viewer.library.local_survey").work()
        return Status.FINE
    try:
        if words and words[0] in COMMANDS:
            return _interruptible(words[0], words[1:], is_process=argv is None)
        from viewer.cli import window

        commands = (f"  {name:13}{summary}" for name, summary in COMMANDS.items())
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
    """Yield the argument parser of the program's window, then of each of its commands."""
    from viewer.cli import window

    yield window.make_parser()
    yield from (_command(name)[0] for name in COMMANDS)


def _command(name: str) -> tuple[argparse.ArgumentParser, Callable[[argparse.Namespace], int]]:
    """Return the argument parser of the command ``name``, and the function that runs the command."""
    command = import_module(f"viewer.cli.{_MODULES.get(name, name)}")
    parser = command.PARSERS[name] if hasattr(command, "PARSERS") else command.PARSER
    parser.prog = f"{PROGRAM} {name}"
    return parser, command.run


def _nearest_command(word: str) -> str:
    """Return a message that suggests the command nearest to ``word``; empty for a path or an option.

    >>> _nearest_command("evnts")
    "there is no command and no file 'evnts'; did you mean 'events'?"
    """
    if word.startswith("-") or os.path.lexists(word):
        return ""
    near = get_close_matches(word, COMMANDS, n=1)
    return f"there is no command and no file '{printable(word)}'; did you mean '{near[0]}'?" if near else ""


def _interruptible(name: str, words: Sequence[str], *, is_process: bool) -> int:
    """Run a command so that Ctrl+C ends it soon without unfinished files, and return its exit status.

    Ctrl+C also ends the process if ``is_process``.
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
        if not interruption.happened:  # a library may turn an interrupt into another error
            raise
    if interruption.happened and is_process:
        leave()
    print(MESSAGE, file=sys.stderr)
    return INTERRUPTED


def _run(command: Callable[[argparse.Namespace], int], options: argparse.Namespace) -> int:
    """Run a command and return its exit status; print errors as a line, and turn them into a status."""
    try:
        status = command(options)
        print(end="", flush=True)  # a full disk may be reported only now
    except ExportError as error:
        print(f"{printable(str(error))}.", file=sys.stderr)
    except FileError as error:
        print(error.line(), file=sys.stderr)
    except BrokenPipeError:  # the reader of the pipe has closed it
        discard_output()
        return Status.FINE
    except OSError as error:  # from writing: reading raises other errors
        from viewer.export.target import why_not_written

        discard_output()
        print(f"{why_not_written(error)}.", file=sys.stderr)
    else:
        return status
    return Status.WRONG_USAGE
