"""Generates mutants from a module's syntax tree, such as a changed comparison, a number off by one or a
missing statement."""

from __future__ import annotations

import ast
import copy
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

COMPARISON_REPLACEMENTS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
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
OPERATOR_REPLACEMENTS: dict[type[ast.operator], type[ast.operator]] = {
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
CALL_REPLACEMENTS = {"min": "max", "max": "min", "any": "all", "all": "any"}
SIMPLE_CONDITIONS = (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.Constant)
"""Node types of simple conditions. Such a condition is mutated by negating it, because no other mutation
changes it."""


@dataclass(frozen=True)
class Mutant:
    """One change in one file."""

    file: str
    """Path relative to the project root."""
    line: int
    function: str
    """Qualified name of the function that contains the change. Empty for module and class bodies, which run
    on import."""
    old: str
    new: str
    source: str
    """The complete text of the changed file."""
    text: str
    """The original line of code."""

    @property
    def digest(self) -> str:
        """Hash of the whole changed module."""
        return hashlib.sha256(f"{self.file}\n{self.source}".encode()).hexdigest()[:24]

    @property
    def key(self) -> tuple[str, str, str]:
        """Identifies the mutant in the list of equivalent mutants, independent of line numbers."""
        return self.file, self.text, f"{self.old} -> {self.new}"


def replacements(node: ast.AST) -> Iterator[ast.AST]:
    """Yields possible replacements for a node."""
    match node:
        case ast.Compare():
            for number, operator in enumerate(node.ops):
                for other in COMPARISON_REPLACEMENTS[type(operator)]:
                    changed = copy.deepcopy(node)
                    changed.ops[number] = other()
                    yield changed
        case ast.BinOp() if type(node.op) in OPERATOR_REPLACEMENTS:
            yield ast.BinOp(node.left, OPERATOR_REPLACEMENTS[type(node.op)](), node.right)
        case ast.BoolOp():
            yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        case ast.UnaryOp():
            yield node.operand
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value) | float(value)):
            yield ast.Constant(value + 1)
            yield ast.Constant(value - 1)
        case ast.Call(func=ast.Name(id=name)) if name in CALL_REPLACEMENTS:
            yield ast.Call(ast.Name(CALL_REPLACEMENTS[name]), node.args, node.keywords)
        case ast.Call(func=ast.Name(id="range")) if len(node.args) < 3:
            shorter = ast.BinOp(node.args[-1], ast.Sub(), ast.Constant(1))
            yield ast.Call(node.func, [*node.args[:-1], shorter], [])
        case ast.Return(value=ast.expr() as value) if not _is_none(value):
            yield ast.Return(ast.Constant(None))
        case ast.Expr(value=ast.Call()) | ast.Raise() | ast.Continue():
            yield ast.Pass()
        case ast.Break():
            yield ast.Continue()
        case ast.AugAssign():
            yield ast.Pass()
            if type(node.op) in OPERATOR_REPLACEMENTS:
                yield ast.AugAssign(node.target, OPERATOR_REPLACEMENTS[type(node.op)](), node.value)
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript(), *_]):
            yield ast.Pass()


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_type_alias(node: ast.expr) -> bool:
    """Returns True if a module-level expression looks like a type alias."""
    match node:
        case ast.BinOp(op=ast.BitOr()):
            return _is_type_alias(node.left) or _is_type_alias(node.right)
        case ast.Subscript():
            return _is_type_alias(node.value)
        case ast.Name(id=name):
            return name in ("int", "str", "bool", "tuple", "dict", "list", "set", "Callable", "Mapping")
    return False


def _conditions(node: ast.AST) -> list[ast.expr]:
    """Returns the simple conditions of a node."""
    match node:
        case ast.If() | ast.IfExp() | ast.While():
            conditions = [node.test]
        case ast.comprehension():
            conditions = node.ifs
        case _:
            conditions = []
    return [test for test in conditions if isinstance(test, SIMPLE_CONDITIONS)]


def mutations(node: ast.AST, scope: str = "") -> Iterator[tuple[ast.AST, ast.AST, str]]:
    """Yields every node that can be changed, its replacement and the enclosing function. Skips type hints,
    error messages, asserts and f-strings, which tests need not check."""
    match node:
        case ast.Assert() | ast.JoinedStr() | ast.ImportFrom() | ast.Import():
            return
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return
        case ast.If(test=ast.Compare(left=ast.Name(id="__name__"))):
            return
        case ast.Assign(value=value) if not scope and _is_type_alias(value):
            return
        case ast.Assign(targets=[ast.Name(id="__slots__" | "__all__")]):
            return
    for changed in replacements(node):
        yield node, changed, scope
    for test in _conditions(node):
        yield test, ast.UnaryOp(ast.Not(), test), scope
    if isinstance(node, ast.Raise):
        return
    if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Lambda):
        name = "<lambda>" if isinstance(node, ast.Lambda) else node.name
        inner_scope = scope + name + (".<locals>." if not isinstance(node, ast.ClassDef) else ".")
        outer_scope = scope
    else:
        inner_scope = outer_scope = scope
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list", "bases"):
            continue
        child_scope = inner_scope if field == "body" else outer_scope
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from mutations(child, child_scope)


def _replace_node(source: str, node: ast.AST, text: str) -> str:
    """Returns the source with a node replaced by other text. Column offsets are in bytes."""
    assert isinstance(node, ast.expr | ast.stmt)
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    lines = source.encode().splitlines(keepends=True)
    before = b"".join(lines[: node.lineno - 1]) + lines[node.lineno - 1][: node.col_offset]
    after = lines[node.end_lineno - 1][node.end_col_offset :] + b"".join(lines[node.end_lineno :])
    return (before + text.encode() + after).decode()


def generate_mutants(path: Path, root: Path) -> list[Mutant]:
    """Returns all mutants of a module in source order."""
    source = path.read_text(encoding="utf-8")
    found = []
    for node, changed, scope in mutations(ast.parse(source)):
        assert isinstance(node, ast.expr | ast.stmt)
        old, new = ast.unparse(node), ast.unparse(ast.fix_missing_locations(changed))
        mutated_source = _replace_node(source, node, f"({new})" if isinstance(changed, ast.expr) else new)
        line = source.splitlines()[node.lineno - 1].strip()
        function = scope.removesuffix(".<locals>.") if scope.endswith(".<locals>.") else ""
        found.append(
            Mutant(path.relative_to(root).as_posix(), node.lineno, function, old, new, mutated_source, line)
        )
    return found
