"""Text that can be written wherever text can be."""

from __future__ import annotations

import re

_UNWRITABLE = re.compile("[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def plain(text: str) -> str:
    """Return text without what XML or UTF-8 cannot hold: controls and halves of surrogate pairs."""
    return _UNWRITABLE.sub("\ufffd", text)
