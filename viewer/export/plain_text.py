"""Text that can be written wherever text can be."""

from __future__ import annotations


def plain(text: str) -> str:
    """Return text without what XML or UTF-8 cannot hold: controls and halves of surrogate pairs."""
    return "".join(each if each in "\t\n" or each.isprintable() else "\ufffd" for each in text)
