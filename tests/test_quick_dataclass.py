"""Quick dataclasses do what Python's own do, but that nothing keeps a frozen one from being changed."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from dataclasses import field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer import quick_dataclass


class _Fields:
    first: float
    second: str = "b"
    uncounted: int = field(default=0, compare=False)
    unshown: int = field(default=1, repr=False)
    unhashed: tuple[int, ...] = field(default=(), hash=False)


def pair(**options):
    names = {key: value for key, value in vars(_Fields).items() if key not in ("__dict__", "__weakref__")}
    made = [type("Made", (), dict(names)) for _ in range(2)]
    return dataclasses.dataclass(**options)(made[0]), quick_dataclass.dataclass(**options)(made[1])


values = st.tuples(
    st.sampled_from([0.0, -0.0, 1.5]),
    st.sampled_from(["b", "c"]),
    st.integers(0, 1),
    st.integers(0, 1),
    st.sampled_from([(), (1,)]),
)


@pytest.mark.parametrize("options", [{"frozen": True}, {"frozen": True, "slots": True}, {}])
@given(one=values, other=values)
def test_they_are_equal_hashed_and_shown_alike(options, one, other):
    own, quick = pair(**options)
    assert (quick(*one) == quick(*other)) == (own(*one) == own(*other))
    assert repr(quick(*one)) == repr(own(*one))
    assert (quick.__hash__ is None) == (own.__hash__ is None)
    if options and quick(*one) == quick(*other):
        assert (hash(quick(*one)) == hash(quick(*other))) == (hash(own(*one)) == hash(own(*other)))


def test_what_is_not_equal_to_itself_is_still_the_same_object():
    """As up to Python 3.12, and as in tuples: who has a nan has not changed by it."""
    _, quick = pair(frozen=True)
    nothing = float("nan")
    assert quick(nothing) == quick(nothing)
    assert quick(nothing) != quick(float("nan"))


@pytest.mark.parametrize("options", [{"frozen": True, "eq": False}, {"eq": False}])
def test_without_equality_they_are_themselves_alone(options):
    _, quick = pair(**options)
    one, other = quick(1.0), quick(1.0)
    assert one != other
    assert len({one, other}) == 2


def test_those_of_other_classes_are_never_equal():
    own, quick = pair(frozen=True)
    assert quick(1.0) != own(1.0)
    assert quick(1.0).__eq__(own(1.0)) is NotImplemented


def test_what_a_class_says_itself_stays():
    class Kept:
        a: int = 0

        def __repr__(self):
            return "kept"

        def __eq__(self, other):
            return True

        def __hash__(self):
            return 7

    quick = quick_dataclass.dataclass(frozen=True)(Kept)
    assert repr(quick(1)) == "kept"
    assert quick(1) == quick(2)
    assert hash(quick(1)) == 7


@quick_dataclass.dataclass(frozen=True, slots=True)
class _Slotted:
    a: int
    b: str = "b"


def test_they_are_dataclasses():
    made = _Slotted(1)
    assert dataclasses.asdict(made) == {"a": 1, "b": "b"}
    assert dataclasses.replace(made, a=2) == _Slotted(2)
    assert not hasattr(made, "__dict__")
    assert copy.copy(made) == pickle.loads(pickle.dumps(made)) == made  # noqa: S301 - its own
    match made:
        case _Slotted(a, b):
            assert (a, b) == (1, "b")
