"""Messages that can be told in other languages too."""

from __future__ import annotations

from collections.abc import Mapping


class Message(str):
    """A text in English that remembers what it was made of."""

    __slots__ = ("template", "values")

    template: str
    """With a place for each value in braces."""
    values: Mapping[str, object]
    """By the names that the template has for them; some may be messages themselves."""


def message(template: str, **values: object) -> Message:
    """Return a template filled with values, as ``str.format`` does it.

    The template is a literal: translators are shown all that are given here.

    >>> message("{count:,} bytes are left", count=1234)
    '1,234 bytes are left'
    """
    text = Message(template.format(**values))
    text.template, text.values = template, values
    return text
