"""Values and sequences that are made when they are asked for, by threads that do not wait for each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, Generic, TypeVar, overload

Value = TypeVar("Value")
Owner = TypeVar("Owner")


class lazy(Generic[Value]):  # noqa: N801 - a decorator, as property is
    """A property that is worked out once for each object and kept among its attributes.

    Up to Python 3.11 ``functools.cached_property`` holds one lock for all objects of a class while it works
    one out: a thread that paints waits there for one that reads a file, and a cancelled one cannot see that
    it is. Here two threads that ask at the same time may both work; both get what was there first.
    """

    def __init__(self, find: Callable[[Any], Value]) -> None:
        self._find = find
        self.__doc__ = find.__doc__

    def __set_name__(self, owner: type[object], name: str) -> None:
        """Learn under which name it is kept."""
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type[object]) -> lazy[Value]: ...
    @overload
    def __get__(self, instance: object, owner: type[object] | None = None) -> Value: ...
    def __get__(self, instance: object | None, owner: type[object] | None = None) -> lazy[Value] | Value:
        """Work the value out; from then on the attribute of this name is found before this is asked."""
        if instance is None:
            return self
        value: Value = instance.__dict__.setdefault(self._name, self._find(instance))
        return value


def kept(find: Callable[[Owner], Value]) -> Callable[[Owner], Value]:
    """Return a function that works something out once for each object, and keeps it with the object.

    It is to a function of a layer above what ``lazy`` is to a method: a thread may work out ahead what
    another one will ask for.
    """
    name = f"{find.__module__}.{find.__qualname__}"

    @wraps(find)
    def found(owner: Owner) -> Value:
        known = owner.__dict__
        value: Value = known[name] if name in known else known.setdefault(name, find(owner))
        return value

    return found


class LazySequence(Sequence[Value]):
    """Things that are made from their numbers, each time they are asked for: there may be very many.

    >>> squares = LazySequence(1_000_000, lambda number: number**2)
    >>> squares[-1], squares[2:5]
    (999998000001, [4, 9, 16])
    """

    def __init__(self, count: int, make: Callable[[int], Value]) -> None:
        """Take how many there are, and what makes them."""
        self._count, self._make = count, make

    def __len__(self) -> int:
        """Return how many there are."""
        return self._count

    @overload
    def __getitem__(self, number: int) -> Value: ...
    @overload
    def __getitem__(self, number: slice) -> list[Value]: ...
    def __getitem__(self, number: int | slice) -> Value | list[Value]:
        """Make one, or several."""
        if isinstance(number, slice):
            return [*map(self._make, range(self._count)[number])]
        return self._make(range(self._count)[number])
