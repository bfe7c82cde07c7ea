"""Dataclasses that are made in a fraction of the time."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass"]

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(
        cls: type | None = None, /, *, frozen: bool = False, eq: bool = True, slots: bool = False
    ) -> Callable[[type], type] | type:
        """Make a dataclass as Python's own decorator does, but compile nothing except ``__init__``.

        Up to Python 3.12 each method is compiled by itself, which for all classes of the window takes a tenth
        of the time to its first picture. What compares, hashes and shows an object is written here instead.
        That nothing is assigned to a frozen object is left to mypy; such an object is also made faster.
        """

        def make(plain: type) -> type:
            own = vars(plain)
            made = dataclasses.dataclass(plain, eq=False, repr=False, slots=slots)
            methods = {"__repr__": _show}
            if eq:
                values = _values_of(made)
                hashed = _hash_by(_values_of(made, hashed=True)) if frozen else None
                methods |= {"__eq__": _equal_by(values), "__hash__": hashed}
            for name, method in methods.items():
                if name not in own:
                    setattr(made, name, method)
            return made

        return make if cls is None else make(cls)


def _values_of(made: type, *, hashed: bool = False) -> Callable[[Any], tuple[Any, ...]]:
    """Return what gives the values of the fields that count."""
    counting = dataclasses.fields(made)
    names = [field.name for field in counting if field.compare and not (hashed and field.hash is False)]
    if len(names) > 1:
        return attrgetter(*names)
    return lambda shown: tuple(getattr(shown, name) for name in names)


def _equal_by(values: Callable[[Any], tuple[Any, ...]]) -> Callable[[Any, Any], bool]:
    def equal(one: Any, other: Any) -> bool:  # noqa: ANN401 - whatever it is compared with
        return values(one) == values(other) if other.__class__ is one.__class__ else NotImplemented

    return equal


def _hash_by(values: Callable[[Any], tuple[Any, ...]]) -> Callable[[Any], int]:
    return lambda hashed: hash(values(hashed))


def _show(shown: Any) -> str:  # noqa: ANN401 - any dataclass
    names = (field.name for field in dataclasses.fields(shown) if field.repr)
    values = (f"{name}={getattr(shown, name)!r}" for name in names)
    return f"{type(shown).__qualname__}({', '.join(values)})"
