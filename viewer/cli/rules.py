"""Arguments about events: whose, of which kinds, and by which thresholds."""

from __future__ import annotations

import argparse
from pathlib import Path

from viewer.analysis.kinds import KINDS
from viewer.analysis.thresholds import ThresholdError, Thresholds, parse_thresholds, read_thresholds
from viewer.cli import arguments
from viewer.cli.arguments import ACTOR_HELP, actor
from viewer.export.errors import ExportError
from viewer.recording.actor_name import ActorName


def add_rules(parser: argparse.ArgumentParser, whose: str) -> None:
    """Add the arguments; the help of ``--for`` begins with ``whose``."""
    parser.add_argument(
        "--for", dest="whose", type=_whose, default=None, metavar="all|ACTOR",
        help=f"{whose}: of everybody (usual), or of an actor: {ACTOR_HELP}",
    )  # fmt: skip
    arguments.add(parser, "--hero", help="who the hero is, if not who the recording says")
    parser.add_argument(
        "--fail-on", type=kinds, default=(), metavar="K,K", help="end with status 4 if one of these happened"
    )
    parser.add_argument(
        "--allow-not-judged", action="store_true", help="do not end with 5 if one of them was not judged"
    )
    parser.add_argument(
        "--set", dest="changed", type=_changed, action="append", default=[], metavar="NAME=VALUE,…",
        help="other thresholds; can be given again",
    )  # fmt: skip
    parser.add_argument(
        "--thresholds", type=Path, metavar="FILE.toml", help="other thresholds from a file; --set goes first"
    )


def thresholds_of(options: argparse.Namespace) -> Thresholds:
    """Return the thresholds that were asked for.

    Raises:
        ExportError: the file cannot be used, or --allow-not-judged has nothing to allow.

    """
    try:
        changed = {} if options.thresholds is None else read_thresholds(options.thresholds)
        for each in options.changed:
            changed |= each
        thresholds = Thresholds(changed)
    except ThresholdError as error:
        raise ExportError(str(error).rstrip(".")) from error
    if options.allow_not_judged and not options.fail_on:
        raise ExportError("--allow-not-judged goes with --fail-on")
    return thresholds


def kinds(text: str) -> tuple[str, ...]:
    """Read kinds of events with commas between them."""
    names = tuple(filter(None, (each.strip() for each in text.split(","))))
    unknown = [name for name in names if name not in KINDS]
    if unknown or not names:
        what = f"there is no kind '{unknown[0]}'" if unknown else "no kind is named"
        raise argparse.ArgumentTypeError(f"{what}; there are {', '.join(KINDS)}")
    return names


def _whose(text: str) -> ActorName | None:
    return None if text == "all" else actor(text)


def _changed(text: str) -> dict[str, float]:
    try:
        return parse_thresholds(text)
    except ThresholdError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
