"""Descriptor for a setting that is stored as JSON under a key, and functions that parse the JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar, get_args, get_type_hints

if TYPE_CHECKING:
    from viewer.ui.state.settings import Settings

T = TypeVar("T")
Of = TypeVar("Of")
_MOST_PIXELS = 1 << 15
UNREADABLE = (ValueError, TypeError, KeyError, AttributeError, OverflowError)
"""Exceptions that parsing a stored value may raise."""


class Setting(Generic[T]):
    """Attribute of ``Settings`` that is stored as JSON; a value that cannot be parsed reads as the default.

    Without ``read`` a stored value must have the type of the default.
    """

    def __init__(
        self,
        key: str,
        default: T,
        read: Callable[[Any], T] | None = None,
        write: Callable[[T], object] = lambda value: value,
    ) -> None:
        """Store under ``key``; ``read`` turns parsed JSON into a value, ``write`` a value into JSON types."""
        self._key, self._default = key, default
        self._read, self._write = read or same_type(default), write

    def __set_name__(self, owner: type[Settings], name: str) -> None:
        self._name = name

    def __get__(self, settings: Settings, owner: type[Settings]) -> T:
        return settings.read(self._key, self._default, self._read)

    def __set__(self, settings: Settings, value: T) -> None:
        settings.write(self._key, self._write(value))
        settings.changed(self._name).emit()
        settings.any_changed.emit()

    def to_json(self, settings: Settings) -> object:
        """Return this setting's value in ``settings`` as an object that JSON can represent."""
        return self._write(self.__get__(settings, type(settings)))

    def accept(self, settings: Settings, stored: object) -> bool:
        """Set the value from parsed JSON, ``stored``; return False if it cannot be understood."""
        try:
            value = self._read(stored)
        except UNREADABLE:
            return False
        self.__set__(settings, value)
        return True

    def reset(self, settings: Settings) -> None:
        """Set this setting to its default in ``settings``, and emit its signal of change."""
        self.__set__(settings, self._default)


class Each(Generic[Of, T]):
    """Setting with a value per key, such as a file, panel or town, read and set as ``each[key]``.

    Unlike ``Setting`` it emits no signal when it is set.
    """

    def __init__(
        self, settings: Settings, key: Callable[[Of], str], default: T, read: Callable[[Any], T] | None = None
    ) -> None:
        self._settings, self._key, self._default = settings, key, default
        self._read = read or same_type(default)

    def __getitem__(self, of: Of) -> T:
        return self._settings.read(self._key(of), self._default, self._read)

    def __setitem__(self, of: Of, value: T) -> None:
        self._settings.write(self._key(of), value)


# -- parsers of stored JSON; each may raise the exceptions in UNREADABLE


def same_type(default: T) -> Callable[[Any], T]:
    """Return a parser that accepts values of the type of ``default``, and raises TypeError for others."""

    def read(value: Any) -> T:  # noqa: ANN401 - JSON
        if type(value) is not type(default):
            raise TypeError
        return value

    return read


def one_of(*values: T) -> Callable[[Any], T]:
    """Return a parser that accepts one of ``values``, and raises ValueError for others."""
    return lambda value: values[values.index(value)]


def fields_of(default: T) -> Callable[[Any], T]:
    """Return a parser that makes a dataclass of a JSON object; missing fields are those of ``default``."""
    hints = get_type_hints(type(default))

    def read(value: Any) -> T:  # noqa: ANN401 - JSON
        known = {name: value[name] for name in hints.keys() & value.keys()}
        right = {
            name: each
            for name, each in known.items()
            if (each in get_args(hints[name]) if get_args(hints[name]) else type(each) is hints[name])
        }
        return replace(default, **right)  # type: ignore[type-var]

    return read


def switches_of(default: Mapping[str, bool]) -> Callable[[Any], Mapping[str, bool]]:
    """Return a parser that makes booleans by name of a JSON object; missing ones are as in ``default``."""

    def read(value: Any) -> Mapping[str, bool]:  # noqa: ANN401 - JSON
        return {
            name: on if type(value.get(name)) is not bool else value[name] for name, on in default.items()
        }

    return read


def words(value: Any) -> tuple[str, ...]:  # noqa: ANN401 - JSON
    """Parse a list of words, or one text with blanks between words, as earlier versions stored them."""
    return tuple(map(str, value.split() if isinstance(value, str) else value))


def text(value: Any) -> str:  # noqa: ANN401 - JSON
    """Parse a text; anything else becomes its JSON text."""
    return value if isinstance(value, str) else json.dumps(value)


def pixels(value: Any) -> int:  # noqa: ANN401 - JSON
    """Return ``value`` if it is an int from 1 to 32767, a size in pixels; raises ValueError otherwise."""
    if type(value) is not int or not 0 < value < _MOST_PIXELS:
        raise ValueError
    return value


def each_of(read: Callable[[Any], T]) -> Callable[[Any], tuple[T, ...]]:
    """Return a parser that makes a tuple of a JSON list; ``read`` parses each item.

    The parser raises TypeError if the value is no list, and what ``read`` raises.
    """

    def read_all(values: Any) -> tuple[T, ...]:  # noqa: ANN401 - JSON
        if not isinstance(values, list):
            raise TypeError
        return tuple(read(each) for each in values)

    return read_all
