"""Write the man page anew from the help of the commands: ``python packaging/desktop/man_page.py``."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

PAGE = Path(__file__).with_name("carla-replay-viewer.1")
sys.path.insert(0, str(PAGE.parents[2]))

from viewer.cli import parsers  # noqa: E402 - from the checkout
from viewer.program import PROGRAM  # noqa: E402


def page() -> str:
    """Return the page, as troff has it."""
    window, *commands = parsers()
    lines = [
        f'.TH {PROGRAM.upper()} 1 "" "" "User commands"',
        ".SH NAME",
        f"{PROGRAM} \\- replay recordings of the CARLA simulator",
        ".SH SYNOPSIS",
        *_synopsis(window),
        *(f".br\n.B {command.prog}\n.I arguments" for command in commands),
        ".SH DESCRIPTION",
        "Opens recordings of CARLA's recorder in a window, without the simulator.",
        "The commands print, check, cut and export them.",
        ".SH OPTIONS",
        *_arguments(window),
        ".SH COMMANDS",
    ]
    for parser in commands:
        name = parser.prog.removeprefix(f"{PROGRAM} ")
        told = _text(parser.description or "")
        lines += [f".SS {name}", told, ".PP", *_synopsis(parser), *_arguments(parser)]
        if parser.epilog:
            lines += [".PP", _text(parser.epilog)]
    return "\n".join([*lines, ""])


def _synopsis(parser: argparse.ArgumentParser) -> Iterator[str]:
    words = " ".join(_named(each) for each in parser._actions if not each.option_strings)  # noqa: SLF001
    yield f".B {parser.prog}"
    yield f"[\\fIoptions\\fR] \\fI{_text(words)}\\fR"


def _arguments(parser: argparse.ArgumentParser) -> Iterator[str]:
    for action in parser._actions[1:]:  # noqa: SLF001 - argparse has no other way to ask; the first is help
        names = ", ".join(f"\\fB{_text(each)}\\fR" for each in action.option_strings)
        value = "" if action.nargs == 0 else f"\\fI{_text(_named(action))}\\fR"
        yield ".TP"
        yield f"{names} {value}".strip()
        told = {**vars(action), "prog": PROGRAM}
        yield _text((action.help or "") % told) if action.help else "\\&"


def _named(action: argparse.Action) -> str:
    """Return what stands for a value."""
    choices = "|".join(map(str, action.choices)) if action.choices and not action.metavar else ""
    metavar = action.metavar or choices or action.dest.upper()
    return " ".join(metavar) if isinstance(metavar, tuple) else metavar


def _text(text: str) -> str:
    """Return plain text so that troff prints it as it is."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("\n", " ")
    escaped = "".join(sign if sign.isascii() else f"\\[u{ord(sign):04X}]" for sign in escaped)
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
