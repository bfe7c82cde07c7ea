"""Terms that the user guide explains, and links to their explanations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QMenu

from viewer.ui.translation import tr

GUIDE_SCHEME = "guide"
"""URL scheme of links to the user guide, such as ``guide:terms.md#gap``, which the program opens itself."""
PAGE_PROPERTY = "guidePage"
"""Name of the Qt property of a widget that names the page of the user guide about it."""
DERIVED = "derived"
_TTC, _PET, _NEAR = "time-to-collision-ttc", "post-encroachment-time-pet", "near-miss"
_LIGHT, _CONTACT = "light-ahead", "contact-and-collision"
TERMS: Mapping[str, str] = {
    "ttc": _TTC,
    "pair_ttc": _TTC,
    "pet": _PET,
    "drac": "deceleration-to-avoid-a-crash-drac",
    "near_miss": _NEAR,
    "headway": "headway",
    "contact": _CONTACT,
    "collision": _CONTACT,
    "light_ahead": _LIGHT,
    "light_ahead_id": _LIGHT,
    "light_ahead_source": _LIGHT,
    "box_distance": "gap",
    "jerk": "jerk",
    "real_time_factor": "real-time-factor",
    "stall": "stall",
    DERIVED: "derived",
}
"""Anchors of headings in the guide's ``terms.md`` that explain signals and kinds of events, by their names.
"""


def explain(name: str) -> None:
    """Open the user guide at the explanation of the signal or event kind ``name``."""
    page = f"terms.md#{TERMS[name]}" if name in TERMS else "events.md"
    QDesktopServices.openUrl(QUrl(f"{GUIDE_SCHEME}:{page}"))


def offer_term(menu: QMenu, names: Iterable[str]) -> None:
    """Add an entry *What is this?* to ``menu``, which opens the guide at a term that it explains.

    The term is the first of ``names`` (of signals or kinds of events) in the guide; without any, no entry is
    added.
    """
    known = next((name for name in names if name in TERMS), None)
    if known is not None:
        menu.addAction(tr("What is this?"), lambda: explain(known))
