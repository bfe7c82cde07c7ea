"""Parser and tests for the terms of a filter field: words, wildcard patterns, and ``key=value``."""

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
    """One term of the text in a filter field, such as ``hero``, ``!type:walker`` or ``color=255,*``.

    Attributes:
        key: name of the property that is tested: a known one in lower case, or an actor's attribute as typed;
            empty for a text that may occur anywhere.
        value: the text, number or wildcard pattern that the property is tested for, in lower case.
        negated: whether rows that match are left out.
    """

    key: str
    value: str
    negated: bool = False


def read_terms(text: str, keys: Collection[str]) -> tuple[Term, ...]:
    """Return the terms in ``text``, a filter that the user typed, such as ``hero !type:walker``.

    ``keys`` are known names of properties, in lower case: after one of them, ``:`` means the same as ``=``.

    >>> read_terms('hero !type:walker', ["type"])
    (Term(key='', value='hero', negated=False), Term(key='type', value='walker', negated=True))
    """
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
    """Return a function that tells whether a text contains ``value``.

    If ``value`` has wildcards, ``*`` or ``?``, the text must instead have whole words that it matches.
    """
    if has_wildcard(value):
        return _pattern_test(_pattern(value) + _WORD_ENDS)
    return lambda text: value in text.casefold()


def value_test(value: str) -> Callable[[str], bool]:
    """Return a function that tells whether a text matches ``value``.

    Numbers match if they are equal, other texts if one of their words begins with ``value``. If ``value`` has
    wildcards, it must match whole words; an empty ``value`` matches every text.
    """
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
    """Return a regular expression for ``value``, in which ``*`` matches any characters and ``?`` one."""
    return re.sub(r"(\\\*)+", ".*", re.escape(value)).replace(r"\?", ".")


def has_wildcard(value: str) -> bool:
    """Return whether ``value`` contains the wildcards ``*`` or ``?``."""
    return "*" in value or "?" in value


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None
