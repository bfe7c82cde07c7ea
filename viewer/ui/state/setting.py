"""A setting: kept as JSON under a key, and made of what is found there again."""

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
"""What reading may raise."""


class Setting(Generic[T]):
    """An attribute of the settings, kept as JSON; what cannot be understood is the default.

    Without ``read`` a value is of the type of the default.
    """

    def __init__(
        self,
        key: str,
        default: T,
        read: Callable[[Any], T] | None = None,
        write: Callable[[T], object] = lambda value: value,
    ) -> None:
        """Take the key, and what makes a value of what JSON has and the other way round."""
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

    def told(self, settings: Settings) -> object:
        """Return the value as JSON has it."""
        return self._write(self.__get__(settings, type(settings)))

    def take(self, settings: Settings, told: object) -> bool:
        """Set what JSON has; return whether it could be understood."""
        try:
            value = self._read(told)
        except UNREADABLE:
            return False
        self.__set__(settings, value)
        return True

    def reset(self, settings: Settings) -> None:
        """Set what it is at first."""
        self.__set__(settings, self._default)


class Each(Generic[Of, T]):
    """What is kept for each of several, such as files or panels: read and set as an item."""

    def __init__(
        self, settings: Settings, key: Callable[[Of], str], default: T, read: Callable[[Any], T] | None = None
    ) -> None:
        self._settings, self._key, self._default = settings, key, default
        self._read = read or same_type(default)

    def __getitem__(self, of: Of) -> T:
        return self._settings.read(self._key(of), self._default, self._read)

    def __setitem__(self, of: Of, value: T) -> None:
        self._settings.write(self._key(of), value)


# -- what makes a value of what JSON has; each may raise what is UNREADABLE


def same_type(default: T) -> Callable[[Any], T]:
    """Read what is of the type of the default."""

    def read(value: Any) -> T:  # noqa: ANN401 - JSON
        if type(value) is not type(default):
            raise TypeError
        return value

    return read


def one_of(*values: T) -> Callable[[Any], T]:
    """Read one of some values."""
    return lambda value: values[values.index(value)]


def fields_of(default: T) -> Callable[[Any], T]:
    """Read a dataclass from an object of JSON; fields it does not have are those of the default."""
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
    """Read switches from an object of JSON; those that it does not have are as in the default."""

    def read(value: Any) -> Mapping[str, bool]:  # noqa: ANN401 - JSON
        return {
            name: on if type(value.get(name)) is not bool else value[name] for name, on in default.items()
        }

    return read


def words(value: Any) -> tuple[str, ...]:  # noqa: ANN401 - JSON
    """Read several words, also in one text, as earlier versions kept them."""
    return tuple(map(str, value.split() if isinstance(value, str) else value))


def text(value: Any) -> str:  # noqa: ANN401 - JSON
    """Read a text, or anything else as the text it was."""
    return value if isinstance(value, str) else json.dumps(value)


def pixels(value: Any) -> int:  # noqa: ANN401 - JSON
    """Read a size that a screen may have."""
    if type(value) is not int or not 0 < value < _MOST_PIXELS:
        raise ValueError
    return value


def each_of(read: Callable[[Any], T]) -> Callable[[Any], tuple[T, ...]]:
    """Read a list."""

    def read_all(values: Any) -> tuple[T, ...]:  # noqa: ANN401 - JSON
        if not isinstance(values, list):
            raise TypeError
        return tuple(read(each) for each in values)

    return read_all
