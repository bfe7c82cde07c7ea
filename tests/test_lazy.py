"""Values that are worked out once, without a lock."""

from __future__ import annotations

import threading
from dataclasses import dataclass

import pytest

from viewer.lazy import LazySequence, cached_per_object, lazy

PATIENCE = 20.0  # seconds


@dataclass(frozen=True)
class Number:
    """A number that counts how often it was doubled, and may be held up while it is."""

    value: int
    calls: list[int]
    begun: threading.Event
    gate: threading.Event

    @lazy
    def double(self) -> int:
        """Twice as much."""
        self.calls.append(self.value)
        self.begun.set()
        assert self.gate.wait(PATIENCE)
        return 2 * self.value


def number(value: int, *, held: bool = False) -> Number:
    made = Number(value, [], threading.Event(), threading.Event())
    if not held:
        made.gate.set()
    return made


def test_it_is_worked_out_once_for_each_object() -> None:
    three, four = number(3), number(4)
    assert [three.double, four.double, three.double] == [6, 8, 6]
    assert three.calls == [3]
    assert Number.double.__doc__ == "Twice as much."


def test_nobody_waits_while_it_is_worked_out_for_another_object() -> None:
    slow, quick = number(1, held=True), number(2)
    thread = threading.Thread(target=lambda: slow.double)
    thread.start()
    try:
        assert slow.begun.wait(PATIENCE)
        other = threading.Thread(target=lambda: quick.double)
        other.start()
        other.join(PATIENCE)
        assert not other.is_alive()
    finally:
        slow.gate.set()
        thread.join()


def test_who_asks_at_the_same_time_gets_the_same() -> None:
    @dataclass
    class Holder:
        both: threading.Barrier

        @lazy
        def thing(self) -> object:
            self.both.wait(PATIENCE)
            return object()

    holder, found = Holder(threading.Barrier(2)), []
    threads = [threading.Thread(target=lambda: found.append(holder.thing)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found[0] is found[1] is holder.thing


def test_a_function_keeps_what_it_finds_with_each_object() -> None:
    calls = []

    @cached_per_object
    def tripled(number: Number) -> int:
        calls.append(number.value)
        return 3 * number.value

    three, four = number(3), number(4)
    assert [tripled(each) for each in (three, four, three, four)] == [9, 12, 9, 12]
    assert calls == [3, 4]


def test_a_sequence_is_read_as_a_list_is_and_makes_only_what_is_asked_for() -> None:
    made = []
    sequence = LazySequence(5, lambda number: made.append(number) or number**2)
    assert (len(sequence), sequence[3], sequence[-1], sequence[1:3]) == (5, 9, 16, [1, 4])
    assert made == [3, 4, 1, 2]
    assert list(reversed(sequence)) == [16, 9, 4, 1, 0]
    for number in (5, -6):
        with pytest.raises(IndexError):
            sequence[number]
