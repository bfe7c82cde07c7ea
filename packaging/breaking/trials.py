"""Trying faults: each alone, in a copy, with the tests that reach it."""

from __future__ import annotations

import ast
import difflib
import re
import shutil
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from breaking.checkout import Checkout
from breaking.faults import Fault
from breaking.reach import Reach

_PASSED, _NOTHING_RUN = 0, 5
_STARTING = 90.0
"""Seconds that are granted besides those which the tests take."""
_SLOWER = 4.0
"""How many times longer they may take than when they were measured."""


@dataclass(frozen=True)
class Verdict:
    """What came of a fault: by what it was noticed, nothing if it was not, and how."""

    fault: Fault
    noticed_by: str
    said: str
    seconds: float


def chosen_tests(reach: Reach, root: Path, fault: Fault, most: float) -> list[str]:
    """Return the tests that are to notice a fault, the likeliest first."""
    tests = reach.tests_of(fault.path, range(fault.line, fault.last_line + 1))
    if not tests or _is_done_on_import(root / fault.path, fault):
        # A test may have been the first to import it. Whoever reaches what uses it, or else the module; and
        # what is beside it.
        lines = _uses(root / fault.path, fault) or reach.lines_of(fault.path)
        tests |= reach.tests_of(fault.path, lines) or reach.tests_of(fault.path, reach.lines_of(fault.path))
        tests |= reach.beside(fault.path)  # what a class has by default is used without a line of the module
    return reach.nearest(fault.path, tests, most)


def _is_done_on_import(path: Path, fault: Fault) -> bool:
    """Tell whether a fault is in no function's body."""
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return not any(
        node.body[0].lineno <= fault.line <= (node.end_lineno or 0)
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, functions)
    )


def _uses(path: Path, fault: Fault) -> set[int]:
    """Return the lines that read a name which the module sets where the fault is; none within functions."""
    tree = ast.parse(path.read_bytes())
    names = set()
    for node in tree.body:
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.lineno <= fault.line <= (
            node.end_lineno or 0
        ):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names |= {
                each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)
            }
    return {
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in names
    }


def tried(checkout: Checkout, reach: Reach, root: Path, fault: Fault, most: float) -> Verdict:
    """Break the copy, run the tests, and mend it again."""
    tests = chosen_tests(reach, root, fault, most)
    if not tests:
        return Verdict(fault, "", "no test reaches it", 0.0)
    whole, broken = root / fault.path, checkout.folder / fault.path
    seconds = [reach.seconds[test] for test in tests]
    limit = _STARTING + _SLOWER * max(seconds)
    granted = limit + _STARTING + _SLOWER * sum(seconds)
    began = time.monotonic()
    try:
        broken.write_bytes(fault.applied(whole.read_bytes()))  # at another time than before: read anew
        try:
            noticed_by = _failing(checkout, tests, limit, granted)
        finally:
            shutil.copy2(whole, broken)
        took = time.monotonic() - began
        again = [noticed_by] if noticed_by in tests else tests
        if noticed_by and (other := _failing(checkout, again, limit, granted)):
            return Verdict(fault, "", f"{noticed_by}, but without the fault {other}", took)
    except subprocess.TimeoutExpired:
        return Verdict(fault, "", "its tests do not end, and no limit ends them", time.monotonic() - began)
    return Verdict(fault, noticed_by, f"{len(tests)} tests pass", took)


def _failing(checkout: Checkout, tests: list[str], limit: float, granted: float) -> str:
    """Return the first of these tests that fails, or what else goes wrong; nothing if they pass.

    Args:
        checkout: where they are run.
        tests: their ids.
        limit: seconds after which a test that does not end is ended as in any run of the tests: it fails.
        granted: seconds after which all are ended from outside.

    Raises:
        subprocess.TimeoutExpired: they had to be.

    """
    words = checkout.folder / "tests.txt"
    words.write_text("\n".join(tests), encoding="utf-8")
    run = checkout.pytest(["-x", "--no-cov", "-o", f"faulthandler_timeout={limit}", f"@{words}"], granted)
    if "Timeout (" in run.stderr:  # its limit ended the run; the lines below say where each thread stood
        return "a test that its limit ends"
    if run.returncode in (_PASSED, _NOTHING_RUN):
        return ""
    failed = re.search(r"^(?:FAILED|ERROR) (.*?)(?: - .*)?$", run.stdout, re.MULTILINE)
    return failed.group(1) if failed else f"status {run.returncode}"


def difference(root: Path, fault: Fault) -> str:
    """Return a fault as a small diff."""
    source = (root / fault.path).read_bytes()
    lines = (data.decode().splitlines() for data in (source, fault.applied(source)))
    diff = difflib.unified_diff(*lines, fault.path, fault.path, fault.operator, fault.operator, 1, "")
    return "\n".join(diff)
