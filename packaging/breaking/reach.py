"""Which tests reach which lines: measured once, and kept in a folder until the program changes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path

import coverage

from breaking.checkout import Checkout
from breaking.watching import TARGET

PACKAGE = "viewer"
_NOT_ABOUT_IT = ("tests/packaging", "tests/benchmarks")


class Reach:
    """A map from lines to tests, and how long each test takes."""

    def __init__(self, checkout: Checkout, folder: Path, jobs: int) -> None:
        """Take what was measured before; tests that are new or other ones since are measured now.

        Args:
            checkout: where they are run.
            folder: what is kept.
            jobs: in so many processes.

        Raises:
            RuntimeError: the tests could not be run.

        """
        self._checkout = checkout
        self._folder = folder
        self._jobs = jobs
        folder.mkdir(parents=True, exist_ok=True)
        self._data, self._state = folder / "coverage.sqlite", folder / "state.json"
        state = json.loads(self._state.read_text(encoding="utf-8")) if self._state.exists() else {}
        program, tests = self._marks(PACKAGE, "*.py"), self._marks("tests", "test_*.py")
        if state.get("program") != program:
            state = {"program": program, "tests": {}, "seconds": {}}
            self._data.unlink(missing_ok=True)
        changed = [name for name, mark in tests.items() if state["tests"].get(name) != mark]
        if changed:
            print(f"Measuring what {len(changed)} files of tests reach", flush=True)
            kept = {test: took for test, took in state["seconds"].items() if _file(test) not in changed}
            state["seconds"] = kept | self._measure(changed)
            state["tests"] = tests
            self._state.write_text(json.dumps(state), encoding="utf-8")
        self.seconds: dict[str, float] = {
            test: seconds
            for test, seconds in state["seconds"].items()
            if seconds is not None and _file(test) in tests
        }
        """Seconds of the processor that each test takes which passes."""
        self._coverage = coverage.CoverageData(str(self._data))
        self._coverage.read()
        self._names: dict[str, list[str]] = {}
        for name in self._coverage.measured_files():
            self._names.setdefault(self._relative(name), []).append(name)

    def _marks(self, folder: str, pattern: str) -> dict[str, str]:
        root = self._checkout.folder
        paths = sorted((root / folder).rglob(pattern))
        names = {path.relative_to(root).as_posix(): path for path in paths}
        return {
            name: hashlib.sha256(path.read_bytes()).hexdigest()
            for name, path in names.items()
            if not name.startswith(_NOT_ABOUT_IT)
        }

    def _measure(self, files: Iterable[str]) -> dict[str, float | None]:
        seen = self._folder.resolve() / "seen.json"
        seen.unlink(missing_ok=True)
        words = ["-p", "breaking.watching", f"--cov={PACKAGE}", "--cov-context=test", "--cov-report="]
        run = self._checkout.pytest(
            [*words, "--cov-append", f"--numprocesses={self._jobs}", "--fuzz=100", *files],
            **{TARGET: str(seen), "COVERAGE_FILE": str(self._data.resolve()), "COVERAGE_CORE": "ctrace"},
        )
        if not seen.exists():
            raise RuntimeError(f"the tests cannot be run:\n{run.stdout[-4000:]}{run.stderr[-4000:]}")
        found: dict[str, float | None] = json.loads(seen.read_text(encoding="utf-8"))
        return found

    def _relative(self, name: str) -> str:
        """Return a module's path in the checkout; each measurement has its own copy of that."""
        parts = Path(name).parts
        return Path(*parts[parts.index(PACKAGE) :]).as_posix() if PACKAGE in parts else name

    # -- asking

    @lru_cache(maxsize=64)  # noqa: B019 - it lives as long as the program
    def _tests_by_line(self, path: str) -> dict[int, set[str]]:
        """Return which tests reach the lines of a module; what is done on import is no test's."""
        by_line: dict[int, set[str]] = {}
        for name in self._names.get(path, ()):
            for line, contexts in self._coverage.contexts_by_lineno(name).items():
                tests = {context.rpartition("|")[0] for context in contexts}
                by_line.setdefault(line, set()).update(tests & self.seconds.keys())
        return by_line

    @cache  # noqa: B019 - the same
    def _text(self, file: str) -> str:
        return (self._checkout.folder / file).read_text(encoding="utf-8")

    def tests_of(self, path: str, lines: Iterable[int]) -> set[str]:
        """Return the tests that reach one of these lines of a module."""
        by_line = self._tests_by_line(path)
        return set().union(*(by_line.get(line, ()) for line in lines))

    def lines_of(self, path: str) -> set[int]:
        """Return the lines of a module that some test reaches."""
        return {line for line, tests in self._tests_by_line(path).items() if tests}

    def beside(self, path: str) -> set[str]:
        """Return the tests in the folder that mirrors a module's, or in folders of that."""
        return {test for test in self.seconds if test.startswith(_folder_beside(path))}

    def nearest(self, path: str, tests: Iterable[str], most: float) -> list[str]:
        """Return tests that take so many seconds together.

        First come those of files that name the module, then those beside it and the approved pictures, then
        others; quick ones first.
        """
        beside = {_folder_beside(path), "tests/pictures"}
        module = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

        def order(test: str) -> tuple[bool, bool, float, str]:
            file = _file(test)
            named = module in self._text(file)
            return not named, file.rpartition("/")[0] not in beside, self.seconds[test], test

        chosen, spent = [], 0.0
        for test in sorted(tests, key=order):
            spent += self.seconds[test]
            if chosen and spent > most:
                break
            chosen.append(test)
        return chosen


def _folder_beside(path: str) -> str:
    return "tests/" + path.removeprefix(f"{PACKAGE}/").rpartition("/")[0]


def _file(test: str) -> str:
    """Return the file of a test, by its id."""
    return test.partition("::")[0]
