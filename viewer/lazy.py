"""Cached properties, functions cached per object, and sequences that make items on access, without locks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, Generic, TypeVar, overload

Value = TypeVar("Value")
Owner = TypeVar("Owner")


class lazy(Generic[Value]):  # noqa: N801 - a decorator, as property is
    """Property that is computed at the first access and then cached in the instance's ``__dict__``.

    It replaces ``functools.cached_property``, which up to Python 3.11 holds one lock for all objects of a
    class while it computes: a thread that paints would wait for one that reads a file. Here two threads may
    both compute the value; both get the one that was stored first.
    """

    def __init__(self, find: Callable[[Any], Value]) -> None:
        self._find = find
        self.__doc__ = find.__doc__

    def __set_name__(self, owner: type[object], name: str) -> None:
        """Store ``name``, the attribute under which the value will be cached."""
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type[object]) -> lazy[Value]: ...
    @overload
    def __get__(self, instance: object, owner: type[object] | None = None) -> Value: ...
    def __get__(self, instance: object | None, owner: type[object] | None = None) -> lazy[Value] | Value:
        """Compute the value and cache it in ``instance``; later accesses find the cached attribute."""
        if instance is None:
            return self
        value: Value = instance.__dict__.setdefault(self._name, self._find(instance))
        return value


def cached_per_object(find: Callable[[Owner], Value]) -> Callable[[Owner], Value]:
    """Decorate ``find``, a function of one object, so that it computes its result once per object.

    The result is stored in ``object.__dict__``. Two threads that call the function at the same time may both
    compute; both get the result that was stored first.
    """
    name = f"{find.__module__}.{find.__qualname__}"

    @wraps(find)
    def found(owner: Owner) -> Value:
        known = owner.__dict__
        value: Value = known[name] if name in known else known.setdefault(name, find(owner))
        return value

    return found


class LazySequence(Sequence[Value]):
    """Sequence whose items are made by a function of their index at each access: for very many items.

    >>> squares = LazySequence(1_000_000, lambda index: index**2)
    >>> squares[-1], squares[2:5]
    (999998000001, [4, 9, 16])
    """

    def __init__(self, count: int, make: Callable[[int], Value]) -> None:
        """Create a sequence of ``count`` items, where ``make(index)`` returns the item at an index."""
        self._count, self._make = count, make

    def __len__(self) -> int:
        """Return the number of items."""
        return self._count

    @overload
    def __getitem__(self, index: int) -> Value: ...
    @overload
    def __getitem__(self, index: slice) -> list[Value]: ...
    def __getitem__(self, index: int | slice) -> Value | list[Value]:
        """Return the item at ``index``, or a list of the items in the slice ``index``."""
        if isinstance(index, slice):
            return [*map(self._make, range(self._count)[index])]
        return self._make(range(self._count)[index])
