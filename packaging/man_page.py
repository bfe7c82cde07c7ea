"""The man page, made from the help of the commands; ``generate.py`` writes it."""

import argparse
from collections.abc import Iterator, Mapping
from pathlib import Path

from viewer.cli import parsers
from viewer.program import PROGRAM

FILES = {
    "FILE.notes.json": "notes of the recording FILE, beside it",
    "~/.config/{0}/{0}.conf": "settings",
    "~/.local/share/{0}/{0}/notes/": "notes of recordings whose folder cannot be written",
    "~/.local/state/{0}/{0}/log.txt": "faults, and what Qt complains of; it is never sent anywhere",
    "~/.cache/{0}/library/": "tables of folders of recordings; they can be deleted and are made anew",
}
"""Files that the program writes unasked; ``{0}`` is its name."""
ENVIRONMENT = {
    "CARLA_ROOT": "folder of a CARLA: the window looks there for maps that do not lie beside the recording",
    "DISPLAY, WAYLAND_DISPLAY": "where the window opens; pictures need neither",
    "QT_QPA_PLATFORM, QT_SCALE_FACTOR": "which platform Qt uses; how much larger everything in the window is",
    "XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME, XDG_CACHE_HOME":
        "folders that take the places of those above: ~/.config, ~/.local/share, ~/.local/state, ~/.cache",
    "XDG_RUNTIME_DIR": "folder of the socket by which a window without a recording is asked to open one",
}  # fmt: skip
"""Variables that change what the program does."""
PAGE = Path(__file__).resolve().parents[1] / "resources" / "desktop" / f"{PROGRAM}.1"


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
    lines += [".SH FILES", *_terms({path.format(PROGRAM): told for path, told in FILES.items()})]
    lines += [".SH ENVIRONMENT", *_terms(ENVIRONMENT)]
    return "\n".join([*lines, ""])


def _terms(told: Mapping[str, str]) -> Iterator[str]:
    for term, text in told.items():
        yield ".TP"
        yield f"\\fB{_text(term)}\\fR"
        yield _text(text)


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


def made() -> Iterator[tuple[Path, str]]:
    """Yield the path of the man page, and what it should be."""
    yield PAGE, page()
