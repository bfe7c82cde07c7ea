"""Which terms the guide explains, and the way there from what shows one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QMenu

from viewer.ui.translation import tr

GUIDE_SCHEME = "guide"
"""Of links that the window opens itself, as ``guide:terms.md#gap``."""
PAGE_PROPERTY = "guidePage"
"""The property of a widget that names the page which explains it."""
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
"""By names of signals and kinds of events, the heading in ``terms.md`` that explains it."""


def explain(name: str) -> None:
    """Show what the guide says of a signal or a kind of event."""
    page = f"terms.md#{TERMS[name]}" if name in TERMS else "events.md"
    QDesktopServices.openUrl(QUrl(f"{GUIDE_SCHEME}:{page}"))


def offer_term(menu: QMenu, names: Iterable[str]) -> None:
    """Let a menu lead to the explanation of the first of some names that has one."""
    known = next((name for name in names if name in TERMS), None)
    if known is not None:
        menu.addAction(tr("What is this?"), lambda: explain(known))
