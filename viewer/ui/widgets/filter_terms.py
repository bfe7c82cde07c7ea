"""Terms of a filter as one types them: texts, patterns, and ``key=value``."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection
from dataclasses import dataclass

_WORD_BEGINS = r"(?<![^\W_])"
_WORD_ENDS = r"(?![^\W_])"
_NOT = ("!", "-")
_WORD = re.compile(r'(?:[^\s"]|"[^"]*(?:"|$))+')


@dataclass(frozen=True)
class Term:
    """One of the words of a filter, in lower case but for names of attributes.

    Attributes:
        key: what it asks about; empty for a text that may be anywhere.
        value: what is asked for.
        negated: whether it leaves out instead.

    """

    key: str
    value: str
    negated: bool = False


def read_terms(text: str, keys: Collection[str]) -> tuple[Term, ...]:
    """Return the terms of a text; after one of the keys a colon may stand for ``=``."""
    return tuple(_term(word, keys) for word in _WORD.findall(text))


def _term(word: str, keys: Collection[str]) -> Term:
    negated = len(word) > 1 and word.startswith(_NOT)
    word = (word[1:] if negated else word).replace('"', "")
    key, equals, value = word.partition("=")
    before, colon, after = word.partition(":")
    if colon and before.casefold() in keys:
        key, equals, value = before, colon, after
    if not equals or not key:
        return Term("", word.casefold(), negated)
    return Term(key.casefold() if key.casefold() in keys else key, value.casefold(), negated)


def text_test(value: str) -> Callable[[str], bool]:
    """Return what tells whether a text has this in it, or words of this pattern."""
    if has_wildcard(value):
        return _pattern_test(_pattern(value) + _WORD_ENDS)
    return lambda text: value in text.casefold()


def value_test(value: str) -> Callable[[str], bool]:
    """Return what tells whether a text is this number, or has a word that begins so or is of this pattern."""
    number = _number(value)
    if number is not None:
        whole_word = _pattern_test(_pattern(value) + _WORD_ENDS)

        def test(text: str) -> bool:
            other = _number(text)
            return whole_word(text) if other is None else other == number

        return test
    if not value:
        return lambda _: True
    return _pattern_test(_pattern(value) + (_WORD_ENDS if has_wildcard(value) else ""))


def _pattern_test(pattern: str) -> Callable[[str], bool]:
    search = re.compile(_WORD_BEGINS + pattern, re.DOTALL).search
    return lambda text: search(text.casefold()) is not None


def _pattern(value: str) -> str:
    """Return the regular expression for a value with wildcards."""
    return re.sub(r"(\\\*)+", ".*", re.escape(value)).replace(r"\?", ".")


def has_wildcard(value: str) -> bool:
    """Tell whether it is a pattern."""
    return "*" in value or "?" in value


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None
