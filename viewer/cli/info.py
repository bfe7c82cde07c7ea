"""What CARLA's ``show_recorder_file_info`` prints."""

from __future__ import annotations

import argparse

from viewer.analysis.carla_text.file_info import file_info
from viewer.analysis.carla_text.packet_texts import STYLES
from viewer.cli import questions
from viewer.cli.questions import Facts, life_facts
from viewer.cli.report import recording_as_json
from viewer.export.errors import ExportError
from viewer.recording.index import RecordingIndex


def make_parser(program: str) -> argparse.ArgumentParser:
    """Return the parser of this command's arguments."""
    parser = argparse.ArgumentParser(
        program,
        description="Print what CARLA's show_recorder_file_info prints, byte for byte; with --json, the "
        "recording and its actors with their lives.",
        epilog=questions.EPILOG,
    )
    questions.add_usual(parser)
    parser.add_argument("--all", action="store_true", help="print all packets, not the events alone")
    parser.add_argument(
        "--style", choices=STYLES, default="0.9.15",
        help="the build whose words are used (default: %(default)s, which programs parse)",
    )  # fmt: skip
    return parser


def run(options: argparse.Namespace) -> int:
    """Print; return the exit status."""
    if options.json and options.all:
        raise ExportError("--all is for the text; every packet as JSON is what export --to jsonl writes")
    style = STYLES[options.style]
    return questions.ask(
        options,
        lambda index: file_info(index, show_all=options.all, style=style, utc=options.utc),
        _facts,
    )


def _facts(index: RecordingIndex) -> Facts:
    lives = [life_facts(index, row) for row in range(len(index.actors))]
    return {"recording": recording_as_json(index), "actors": lives}
