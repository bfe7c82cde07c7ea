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
"""Exceptions that a parser of a stored setting may raise; the stored value then counts as invalid."""


class Setting(Generic[T]):
    """Attribute of ``Settings`` that is stored as JSON; a value that cannot be parsed reads as the default.

    Without ``read`` a stored value must have the type of the default.

    Attributes:
        key: key under which the setting is stored.
        default: value of the setting as long as none is stored.
    """

    def __init__(
        self,
        key: str,
        default: T,
        read: Callable[[Any], T] | None = None,
        write: Callable[[T], object] = lambda value: value,
    ) -> None:
        """Store the setting's value under ``key``, with ``default`` for a missing or invalid one.

        ``read`` turns parsed JSON into a value; without it, only values of the type of ``default`` are valid.
        ``write`` turns a value into JSON types.
        """
        self.key, self.default = key, default
        self._read, self._write = read or same_type(default), write

    def __set_name__(self, owner: type[Settings], name: str) -> None:
        self._name = name

    def __get__(self, settings: Settings, owner: type[Settings]) -> T:
        return settings.read(self.key, self.default, self._read)

    def __set__(self, settings: Settings, value: T) -> None:
        settings.write(self.key, self._write(value))
        settings.changed.emit(self._name)

    def to_json(self, settings: Settings) -> object:
        """Return this setting's value in ``settings`` as an object that JSON can represent."""
        return self._write(self.__get__(settings, type(settings)))

    def accept(self, settings: Settings, stored: object) -> bool:
        """Set this setting in ``settings`` to ``stored``, parsed JSON; return False if that is invalid."""
        try:
            value = self._read(stored)
        except UNREADABLE:
            return False
        self.__set__(settings, value)
        return True

    def reset(self, settings: Settings) -> None:
        """Set this setting to its default in ``settings``, and emit the signal that it has changed."""
        self.__set__(settings, self.default)


class Each(Generic[Of, T]):
    """Setting with a value per key, such as a file, panel or town, read and set as ``each[key]``.

    Unlike ``Setting`` it emits no signal when it is set.
    """

    def __init__(
        self,
        settings: Settings,
        group: str,
        default: T,
        read: Callable[[Any], T],
        name: Callable[[Of], str] = str,
    ) -> None:
        """Store the value of a key in ``settings`` as ``group/``, and what ``name`` makes of the key."""
        self._settings, self._group, self._default = settings, group, default
        self._read, self._name = read, name

    def __getitem__(self, of: Of) -> T:
        return self._settings.read(f"{self._group}/{self._name(of)}", self._default, self._read)

    def __setitem__(self, of: Of, value: T) -> None:
        self._settings.write(f"{self._group}/{self._name(of)}", value)


# -- parsers of stored JSON; each may raise the exceptions in UNREADABLE


def same_type(default: T) -> Callable[[Any], T]:
    """Return a parser of stored settings that accepts only values of the type of ``default``.

    For others it raises TypeError.
    """

    def read(value: Any) -> T:  # noqa: ANN401 - JSON
        if type(value) is not type(default):
            raise TypeError
        return value

    return read


def one_of(*values: T) -> Callable[[Any], T]:
    """Return a parser for a stored setting that accepts only ``values``, and raises ValueError for others."""
    return lambda value: values[values.index(value)]


def fields_of(default: T) -> Callable[[Any], T]:
    """Return a parser of stored settings that makes a dataclass of a JSON object.

    Missing fields get the values that they have in ``default``.
    """
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
    """Return a function that turns a stored JSON object into a mapping from names to booleans.

    Names that are missing in the object have their values in ``default``.
    """

    def read(value: Any) -> Mapping[str, bool]:  # noqa: ANN401 - JSON
        return {
            name: on if type(value.get(name)) is not bool else value[name] for name, on in default.items()
        }

    return read


def words(value: Any) -> tuple[str, ...]:  # noqa: ANN401 - JSON
    """Return the words in the stored setting ``value``: a list, or one text with blanks between words.

    The text is what earlier versions of the program stored.
    """
    return tuple(map(str, value.split() if isinstance(value, str) else value))


def text(value: Any) -> str:  # noqa: ANN401 - JSON
    """Return the stored setting ``value`` as text; if it is not a text, as its JSON text."""
    return value if isinstance(value, str) else json.dumps(value)


def pixels(value: Any) -> int:  # noqa: ANN401 - JSON
    """Return ``value`` if it is an int from 1 to 32767, a size in pixels; raises ValueError otherwise."""
    if type(value) is not int or not 0 < value < _MOST_PIXELS:
        raise ValueError
    return value


def each_of(read: Callable[[Any], T]) -> Callable[[Any], tuple[T, ...]]:
    """Return a parser of stored settings that makes a tuple of a JSON list; ``read`` parses each item.

    The parser raises TypeError if the value is no list, and what ``read`` raises.
    """

    def read_all(values: Any) -> tuple[T, ...]:  # noqa: ANN401 - JSON
        if not isinstance(values, list):
            raise TypeError
        return tuple(read(each) for each in values)

    return read_all
