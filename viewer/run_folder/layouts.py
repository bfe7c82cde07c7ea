"""The table of layouts of run folders; a new layout is one row and the functions that it names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from viewer.cancellation import ShouldContinue, always
from viewer.file_error import printable
from viewer.run_folder import anno, bench2drive, carla_garage, lead, opv2v, plain_folder
from viewer.run_folder.contents import Contents
from viewer.run_folder.listing import Listing, list_folder
from viewer.run_folder.text_log import logs_in


class Layout(NamedTuple):
    """Way in which a driving stack lays out a run's folder.

    Attributes:
        name: id of the layout.
        label: name for people.
        fits: returns whether a folder has this layout, by the names in it.
        read: returns the content of such a folder.
    """

    name: str
    label: str
    fits: Callable[[Listing], bool]
    read: Callable[[Listing, ShouldContinue], Contents]


def _has_logs(here: Listing) -> bool:
    return bool(logs_in(here))


def _read_logs(here: Listing, _should_continue: ShouldContinue) -> Contents:
    return Contents(here.path, "logs")


LAYOUTS = (
    Layout("vad", "VAD or UniAD on Bench2Drive", bench2drive.is_vad, bench2drive.read_vad),
    Layout("tcp", "TCP or ADMLP on Bench2Drive", bench2drive.is_tcp, bench2drive.read_tcp),
    Layout("lead", "LEAD or CaRL", lead.is_lead, lead.read_lead),
    Layout("anno", "Clip of Bench2Drive", anno.is_anno, anno.read_anno),
    Layout("carla_garage", "Data of carla_garage", carla_garage.is_data, carla_garage.read_data),
    Layout(
        "carla_garage_evaluation", "Evaluation of carla_garage", carla_garage.is_evaluation,
        carla_garage.read_evaluation,
    ),
    Layout("opv2v", "Car of OpenCDA or OPV2V", opv2v.is_opv2v, opv2v.read_opv2v),
    Layout("plain", "Pictures, videos and tables", plain_folder.is_plain, plain_folder.read_plain),
    Layout("logs", "Text logs", _has_logs, _read_logs),
)  # fmt: skip
"""All layouts; the first that fits a folder counts."""
KNOWN = tuple(each for each in LAYOUTS if each.name not in ("plain", "logs"))
"""Layouts that are recognised while folders near a recording are searched: not any pictures or texts."""


def layout_of(here: Listing, layouts: tuple[Layout, ...] = LAYOUTS) -> Layout | None:
    """Return the first of ``layouts`` that the folder ``here`` has; None if it has none of them."""
    return next((each for each in layouts if each.fits(here)), None)


def read_folder(path: Path, should_continue: ShouldContinue = always) -> Contents | None:
    """Return the content of the run's folder ``path``; None if it has nothing that can be shown.

    Raises:
        OSError: the folder cannot be read.
        ReadingCancelledError: ``should_continue`` returned False.
    """
    here = list_folder(path, should_continue)
    layout = layout_of(here)
    contents = None if layout is None else layout.read(here, should_continue)
    if contents is None:
        return None
    contents = replace(contents, logs=logs_in(here))
    if contents.is_empty:
        return None
    streams = tuple(each._replace(name=printable(each.name)) for each in contents.streams)
    return replace(contents, streams=streams)
