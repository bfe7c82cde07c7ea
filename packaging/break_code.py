"""Break the program on purpose, at some fifty places, and say which of these faults its tests do not notice.

    python packaging/break_code.py --cache FOLDER [--seed N] [--count N] [--jobs N] [--seconds S]

Needs the extra ``test``. Faults are drawn by the seed, from every place of viewer/, one operator after the
other: the same checkout and seed give the same faults. Each is tried alone in a temporary copy, with the
tests that reach its line; which those are is measured once (a run of all tests) and kept in the cache, until
the program changes. The status is 1 if more than one in ten is not noticed.
"""

from __future__ import annotations

import argparse
import ast
import queue
import random
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from breaking.checkout import Checkout
from breaking.faults import Fault, all_faults
from breaking.reach import PACKAGE, Reach
from breaking.trials import Verdict, difference, tried

ROOT = Path(__file__).resolve().parents[1]
_ALLOWED = 0.1


def drawn(count: int, seed: int) -> Iterator[Fault]:
    """Yield faults, of each operator as many, no two in the same lines."""
    by_operator = defaultdict(list)
    for fault in all_faults(ROOT, PACKAGE):
        by_operator[fault.operator].append(fault)
    draw, taken = random.Random(seed), set()  # noqa: S311 - no secret
    operators = sorted(by_operator)
    while count:
        fault = draw.choice(by_operator[operators[count % len(operators)]])
        if (fault.path, fault.line) not in taken and _is_program(fault):
            taken.add((fault.path, fault.line))
            count -= 1
            yield fault


def _is_program(fault: Fault) -> bool:
    source = (ROOT / fault.path).read_bytes()
    try:
        return ast.dump(ast.parse(fault.applied(source))) != ast.dump(ast.parse(source))
    except SyntaxError:
        return False


def main() -> int:
    """Draw, try, and tell."""
    parser = argparse.ArgumentParser(description="Break the program on purpose; say what no test notices.")
    parser.add_argument("--cache", type=Path, required=True, help="folder for what the tests reach")
    parser.add_argument("--seed", type=int, default=1, help="draw other faults (default: 1)")
    parser.add_argument("--count", type=int, default=50, help="draw so many (default: 50)")
    parser.add_argument("--jobs", type=int, default=2, help="try so many at once (default: 2)")
    parser.add_argument(
        "--seconds", type=float, default=200.0, help="of tests for each, of the processor (default: 200)"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="break-code-") as folder:
        copies: queue.Queue[Checkout] = queue.Queue()
        for number in range(options.jobs):
            copies.put(Checkout(ROOT, Path(folder) / str(number)))
        measured = copies.get()
        reach = Reach(measured, options.cache, options.jobs)
        copies.put(measured)

        def trial(fault: Fault) -> Verdict:
            checkout = copies.get()
            try:
                return tried(checkout, reach, ROOT, fault, options.seconds)
            finally:
                copies.put(checkout)

        faults = list(drawn(options.count, options.seed))
        verdicts = []
        with ThreadPoolExecutor(options.jobs) as pool:
            for verdict in pool.map(trial, faults):
                verdicts.append(verdict)
                _tell(verdict)
    missed = [verdict for verdict in verdicts if not verdict.noticed_by]
    for verdict in missed:
        print(f"\nNot noticed: {verdict.said}\n{difference(ROOT, verdict.fault)}")
    print(f"\nSeed {options.seed}: {len(verdicts)} faults, {len(missed)} not noticed")
    return int(len(missed) > _ALLOWED * len(verdicts))


def _tell(verdict: Verdict) -> None:
    fault = verdict.fault
    came = f"noticed by {verdict.noticed_by}" if verdict.noticed_by else f"NOT NOTICED: {verdict.said}"
    place = f"{fault.path}:{fault.line}"
    print(f"{fault.operator:14} {place:50} {came} ({verdict.seconds:.0f} s)", flush=True)


if __name__ == "__main__":
    sys.exit(main())
