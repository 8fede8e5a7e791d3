"""Small mistakes that a hand could make in a module, found in its syntax tree: a swapped comparison, a number
one off, a statement left out."""

from __future__ import annotations

import ast
import copy
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}
PLAIN = (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.Constant)
"""Conditions that no other operator reaches."""


@dataclass(frozen=True)
class Mutant:
    """One change in one file."""

    file: str
    """From the top of the tree."""
    line: int
    function: str
    """The qualified name of the function that the change is in; empty for the module itself and the body of a
    class, which run when somebody imports them first."""
    old: str
    new: str
    source: str
    """The whole text of the changed file."""
    text: str
    """The line as it was."""

    @property
    def digest(self) -> str:
        """Of the whole changed module."""
        return hashlib.sha256(f"{self.file}\n{self.source}".encode()).hexdigest()[:24]

    @property
    def key(self) -> tuple[str, str, str]:
        """What the list of equivalent mutants knows it by; it survives that lines move."""
        return self.file, self.text, f"{self.old} -> {self.new}"


def changes(node: ast.AST) -> Iterator[ast.AST]:
    """What may stand in a node's place."""
    match node:
        case ast.Compare():
            for number, operator in enumerate(node.ops):
                for other in COMPARISONS[type(operator)]:
                    changed = copy.deepcopy(node)
                    changed.ops[number] = other()
                    yield changed
        case ast.BinOp() if type(node.op) in OPERATORS:
            yield ast.BinOp(node.left, OPERATORS[type(node.op)](), node.right)
        case ast.BoolOp():
            yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        case ast.UnaryOp():
            yield node.operand
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value) | float(value)):
            yield ast.Constant(value + 1)
            yield ast.Constant(value - 1)
        case ast.Call(func=ast.Name(id=name)) if name in CALLS:
            yield ast.Call(ast.Name(CALLS[name]), node.args, node.keywords)
        case ast.Call(func=ast.Name(id="range")) if len(node.args) < 3:
            less = ast.BinOp(node.args[-1], ast.Sub(), ast.Constant(1))
            yield ast.Call(node.func, [*node.args[:-1], less], [])
        case ast.Return(value=ast.expr() as value) if not _is_none(value):
            yield ast.Return(ast.Constant(None))
        case ast.Expr(value=ast.Call()) | ast.Raise() | ast.Continue():
            yield ast.Pass()
        case ast.Break():
            yield ast.Continue()
        case ast.AugAssign():
            yield ast.Pass()
            if type(node.op) in OPERATORS:
                yield ast.AugAssign(node.target, OPERATORS[type(node.op)](), node.value)
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript(), *_]):
            yield ast.Pass()


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_type(node: ast.expr) -> bool:
    """Whether an expression at the top of a module is a type with another name."""
    match node:
        case ast.BinOp(op=ast.BitOr()):
            return _is_type(node.left) or _is_type(node.right)
        case ast.Subscript():
            return _is_type(node.value)
        case ast.Name(id=name):
            return name in ("int", "str", "bool", "tuple", "dict", "list", "set", "Callable", "Mapping")
    return False


def _conditions(node: ast.AST) -> list[ast.expr]:
    """What a node asks, where that is a bare name or call."""
    match node:
        case ast.If() | ast.IfExp() | ast.While():
            asked = [node.test]
        case ast.comprehension():
            asked = node.ifs
        case _:
            asked = []
    return [test for test in asked if isinstance(test, PLAIN)]


def sites(node: ast.AST, within: str = "") -> Iterator[tuple[ast.AST, ast.AST, str]]:
    """Every node that can be changed, what it becomes, and the function it is in. Left out is what no test
    can be asked to see: types, the words of errors, asserts, text."""
    match node:
        case ast.Assert() | ast.JoinedStr() | ast.ImportFrom() | ast.Import():
            return
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return
        case ast.If(test=ast.Compare(left=ast.Name(id="__name__"))):
            return
        case ast.Assign(value=value) if not within and _is_type(value):
            return
        case ast.Assign(targets=[ast.Name(id="__slots__" | "__all__")]):
            return
    for changed in changes(node):
        yield node, changed, within
    for test in _conditions(node):
        yield test, ast.UnaryOp(ast.Not(), test), within
    if isinstance(node, ast.Raise):
        return
    if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Lambda):
        name = "<lambda>" if isinstance(node, ast.Lambda) else node.name
        inner = within + name + (".<locals>." if not isinstance(node, ast.ClassDef) else ".")
        outer = within
    else:
        inner = outer = within
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list", "bases"):
            continue
        inside = inner if field == "body" else outer
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from sites(child, inside)


def _replaced(source: str, node: ast.AST, text: str) -> str:
    """The source with other text where a node stands (columns count bytes)."""
    assert isinstance(node, ast.expr | ast.stmt)
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    lines = source.encode().splitlines(keepends=True)
    before = b"".join(lines[: node.lineno - 1]) + lines[node.lineno - 1][: node.col_offset]
    after = lines[node.end_lineno - 1][node.end_col_offset :] + b"".join(lines[node.end_lineno :])
    return (before + text.encode() + after).decode()


def mutants_of(path: Path, top: Path) -> list[Mutant]:
    """All mutants of a module, in the order of its text."""
    source = path.read_text(encoding="utf-8")
    found = []
    for node, changed, within in sites(ast.parse(source)):
        assert isinstance(node, ast.expr | ast.stmt)
        old, new = ast.unparse(node), ast.unparse(ast.fix_missing_locations(changed))
        text = _replaced(source, node, f"({new})" if isinstance(changed, ast.expr) else new)
        line = source.splitlines()[node.lineno - 1].strip()
        function = within.removesuffix(".<locals>.") if within.endswith(".<locals>.") else ""
        found.append(Mutant(path.relative_to(top).as_posix(), node.lineno, function, old, new, text, line))
    return found
