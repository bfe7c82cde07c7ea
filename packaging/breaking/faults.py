"""Ways to break a module, one small change each: what may matter, and never what cannot.

Left alone are type annotations, texts (docstrings, messages), imports, what is raised, decorators, what only
calls a base class, and ``strict`` of ``zip``, which asserts: breaking these says nothing about tests.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_SIGNS = {ast.Add: ("+", "-"), ast.Sub: ("-", "+")}
_FACTORS = {ast.Mult: ("*", "/"), ast.Div: ("/", "*")}
_EDGES = {ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">")}
_OPPOSITES = {ast.Eq: ("==", "!="), ast.NotEq: ("!=", "=="), ast.And: ("and", "or"), ast.Or: ("or", "and")}
_PARTNERS = [
    ("x", "y"), ("x", "z"), ("width", "height"), ("left", "right"), ("top", "bottom"), ("first", "last"),
    ("start", "end"), ("start", "stop"), ("begin", "end"), ("min", "max"), ("minimum", "maximum"),
    ("before", "after"), ("earlier", "later"), ("spawn", "destroy"), ("cos", "sin"), ("pitch", "yaw"),
    ("red", "green"), ("visible", "hidden"), ("floor", "ceil"), ("row", "column"), ("least", "most"),
    ("hero", "selected"), ("primary", "secondary"), ("append", "clear"), ("show", "hide"),
]  # fmt: skip
_PARTNER_OF = {one: other for pair in _PARTNERS for one, other in (pair, pair[::-1])}
_COUNTED = {
    "actors", "bytes", "columns", "count", "depth", "frame", "frames", "index", "len", "level", "line",
    "lines", "number", "offset", "page", "place", "places", "position", "row", "rows", "size", "sizes", "sum",
}  # fmt: skip
"""Words for what is counted: only that meets an edge; measured numbers do not."""
_TINY = 1e-6
"""Where such a number stands, only that it is not 0 matters."""
_EITHER_WAY = {"min", "max", "minimum", "maximum", "fmin", "fmax", "hypot"}
"""Functions that say the same whichever argument comes first."""
_STRETCHING = {
    "addWidget",
    "addLayout",
    "addStretch",
    "setColumnStretch",
    "setRowStretch",
    "setStretchFactor",
}
"""Qt's functions whose last number is a share: alone, it shares with nobody, whether it is 1 or 2."""
_WORD = re.compile(r"[A-Za-z]+")
_NAME = re.compile(r"\w+")


@dataclass(frozen=True, order=True)
class Fault:
    """One change of one module.

    Attributes:
        path: the module, relative to the checkout, with slashes.
        line: number of the line where the change begins, from 1.
        last_line: number of the last line of what is changed.
        operator: which kind of change it is.
        start: first byte of the module that is replaced.
        stop: first byte after them.
        text: what stands there instead.

    """

    path: str
    line: int
    last_line: int
    operator: str
    start: int
    stop: int
    text: str

    def applied(self, source: bytes) -> bytes:
        """Return the module with the change in it."""
        return source[: self.start] + self.text.encode() + source[self.stop :]


def faults_of(root: Path, path: Path) -> list[Fault]:
    """Return every change of a module, in the order of their places."""
    source = path.read_bytes()
    finder = _Finder(path.relative_to(root).as_posix(), source)
    finder.visit(ast.parse(source))
    return sorted(set(finder.found))


class _Finder(ast.NodeVisitor):
    """Walks through a module and notes what can be changed."""

    def __init__(self, path: str, source: bytes) -> None:
        self.found: list[Fault] = []
        self._path = path
        self._source = source
        self._names = set(_NAME.findall(source.decode()))
        self._counting: set[ast.AST] = set()
        self._shares: set[ast.AST] = set()
        self._starts = [0]
        for line in source.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))

    # -- what is left alone

    def visit_Import(self, node: ast.Import) -> None:
        """Leave it alone."""

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """Leave it alone."""

    def visit_Raise(self, node: ast.Raise) -> None:
        """Leave messages alone."""

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Leave texts alone: before Python 3.12 their parts do not say where they stand."""

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """Leave the annotation alone."""
        if node.value is not None:
            self.visit(node.value)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Leave decorators and annotations alone."""
        for default in (*node.args.defaults, *node.args.kw_defaults):
            if default is not None:
                self.visit(default)
        for statement in node.body:
            self.visit(statement)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Leave decorators and bases alone."""
        for statement in node.body:
            self.visit(statement)

    def visit_If(self, node: ast.If) -> None:
        """Leave alone what only the type checker reads."""
        if not (isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"):
            self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> None:
        """Leave alone what only makes sure that two are equally long."""
        if node.arg != "strict":
            self.visit(node.value)

    # -- what is changed

    def visit_BinOp(self, node: ast.BinOp) -> None:
        """Turn signs, and multiply instead of dividing."""
        for operator, table in (("sign", _SIGNS), ("unit factor", _FACTORS)):
            if type(node.op) in table:
                self._change_between(operator, node.left, node.right, *table[type(node.op)])
        if type(node.op) in _SIGNS:
            self._counting |= {node.left, node.right}
        self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        """Take the next place."""
        self._counting |= set(ast.walk(node.slice))
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        """Leave out a minus or a not."""
        operator = {ast.USub: "sign", ast.Not: "opposite"}.get(type(node.op))
        if operator is not None:
            self._change(operator, node, self._text(node.operand))
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        """Miss an edge by one, or ask for the opposite."""
        sides = [node.left, *node.comparators]
        self._counting |= set(sides)
        for number, kind in enumerate(node.ops):
            both = sides[number], sides[number + 1]
            for operator, table in (("off by one", _EDGES), ("opposite", _OPPOSITES)):
                if type(kind) in table and (table is _OPPOSITES or any(map(self._is_counted, both))):
                    self._change_between(operator, *both, *table[type(kind)])
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        """Ask for one of two instead of both."""
        self._change_between("opposite", node.values[0], node.values[1], *_OPPOSITES[type(node.op)])
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        """Take another number, or the opposite."""
        value = node.value
        if node in self._shares:
            return
        if isinstance(value, bool):
            self._change("constant", node, str(not value))
        elif isinstance(value, int) and node in self._counting:
            self._change("off by one", node, str(value + 1))
        elif isinstance(value, int) and value:
            self._change("constant", node, str(2 * value))
        elif isinstance(value, float) and (not value or abs(value) > _TINY):
            self._change("constant", node, repr(2.0 * value if value else 1.0))

    def visit_Name(self, node: ast.Name) -> None:
        """Take its partner instead."""
        if isinstance(node.ctx, ast.Load):
            self._change("swapped names", node, self._partner(node.id))

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """Take its partner instead."""
        if isinstance(node.ctx, ast.Load):
            self._change("swapped names", node, f"{self._text(node.value)}.{self._partner(node.attr)}")
        self.visit(node.value)

    def visit_Call(self, node: ast.Call) -> None:
        """Swap two arguments that are no numbers or texts; take a share of the room away."""
        if isinstance(node.func, ast.Attribute) and node.func.attr in _STRETCHING and node.args:
            share = node.args[-1]
            if isinstance(share, ast.Constant) and share.value == 1:
                self._change("constant", share, "0")
                self._shares.add(share)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "reshape":  # below 0: what is left
            self._shares |= {each.operand for each in node.args if isinstance(each, ast.UnaryOp)}
        plain = (ast.Name, ast.Attribute, ast.Subscript)
        function = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        ordered = function not in _EITHER_WAY
        if ordered and len(node.args) == 2 and all(isinstance(each, plain) for each in node.args):  # noqa: PLR2004
            first, second = node.args
            between = self._source[self._end(first) : self._start(second)].decode()
            self._add("swapped names", node, self._start(first), self._end(second),
                      f"{self._text(second)}{between}{self._text(first)}")  # fmt: skip
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        """Drop a call whose answer nobody wants."""
        if isinstance(node.value, ast.Call):
            function = ast.unparse(node.value.func)
            if not function.startswith("super()."):
                self._change("dropped call", node, "pass")
                self.visit(node.value)

    def _is_counted(self, side: ast.expr) -> bool:
        """Whether a side of a comparison is a whole number, or named like one."""
        if isinstance(side, ast.Constant):
            return type(side.value) is int
        return not _COUNTED.isdisjoint(_WORD.findall(self._text(side).lower()))

    def _partner(self, name: str) -> str:
        """Return a name with a word replaced by its partner, itself unless the module knows that one, too."""
        for word in _WORD.finditer(name):
            if word.group() in _PARTNER_OF:
                other = name[: word.start()] + _PARTNER_OF[word.group()] + name[word.end() :]
                return other if other in self._names else name
        return name

    # -- where it stands

    def _start(self, node: ast.expr | ast.stmt) -> int:
        return self._starts[node.lineno - 1] + node.col_offset

    def _end(self, node: ast.expr | ast.stmt) -> int:
        return self._starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)

    def _text(self, node: ast.expr) -> str:
        return self._source[self._start(node) : self._end(node)].decode()

    def _change(self, operator: str, node: ast.expr | ast.stmt, text: str) -> None:
        self._add(operator, node, self._start(node), self._end(node), text)

    def _change_between(self, operator: str, left: ast.expr, right: ast.expr, old: str, new: str) -> None:
        """Replace the sign between two operands; parentheses may stand beside it."""
        start, stop = self._end(left), self._start(right)
        between = self._source[start:stop].decode()
        if between.count(old) == 1 and "#" not in between:
            self._add(operator, left, start, stop, between.replace(old, new), last=right)

    def _add(
        self,
        operator: str,
        node: ast.expr | ast.stmt,
        start: int,
        stop: int,
        text: str,
        *,
        last: ast.expr | None = None,
    ) -> None:
        if self._source[start:stop].decode() == text:
            return
        end = last or node
        line = self._source.count(b"\n", 0, start) + 1
        self.found.append(Fault(self._path, line, end.end_lineno or end.lineno, operator, start, stop, text))


def all_faults(root: Path, package: str) -> Iterator[Fault]:
    """Yield every change of every module of a package, always in the same order."""
    for path in sorted((root / package).rglob("*.py"), key=lambda each: each.as_posix()):
        yield from faults_of(root, path)
