"""Prints where the Python file on standard input can be changed: one JSON object a line, with offsets in bytes. The changes are in operators.ts."""

import ast
import io
import json
import sys
import tokenize

TEXT_METHODS = ("lower", "upper", "strip", "lstrip", "rstrip", "replace")
SIMPLE = (ast.Raise, ast.Return, ast.AugAssign, ast.Continue, ast.Break)


class Sites(ast.NodeVisitor):
    def __init__(self, source: str) -> None:
        self.source = source.encode()
        self.lines = [0]
        for line in source.encode().splitlines(keepends=True):
            self.lines.append(self.lines[-1] + len(line))
        self.function = ""
        self.last: ast.stmt | None = None
        self.bound: list[set[str]] = []

    def start(self, node) -> int:
        return self.lines[node.lineno - 1] + node.col_offset

    def end(self, node) -> int:
        return self.lines[node.end_lineno - 1] + node.end_col_offset

    def emit(self, kind: str, start: int, end: int, **more) -> None:
        print(json.dumps({"kind": kind, "function": self.function, "start": start, "end": end, **more}))

    def of(self, kind: str, node, **more) -> None:
        self.emit(kind, self.start(node), self.end(node), **more)

    def between(self, kind: str, left, right, **more) -> None:
        """An operator: what is between its operands, without blanks and parentheses."""
        start, end = self.end(left), self.start(right)
        text = self.source[start:end]
        self.emit(kind, start + len(text) - len(text.lstrip(b" )\n")), end - len(text) + len(text.rstrip(b" (\n")), **more)

    def condition(self, test, emptied: bool = False) -> None:
        # Another kind of change turns it already.
        self.of("condition", test, turned=isinstance(test, (ast.Compare, ast.UnaryOp)), emptied=emptied)

    def visit_FunctionDef(self, node) -> None:
        outer = self.function, self.last
        self.function, self.last = node.name, node.body[-1]
        self.bound.append({a.arg for a in node.args.args})
        self.generic_visit(node)
        self.bound.pop()
        self.function, self.last = outer

    def visit_If(self, node) -> None:
        self.condition(node.test, not node.orelse and len(node.body) == 1 and self.is_removable(node.body[0]))
        self.generic_visit(node)

    def visit_IfExp(self, node) -> None:
        self.condition(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node) -> None:
        for test in node.ifs:
            self.condition(test)
        self.generic_visit(node)

    def visit_For(self, node) -> None:
        last = node.body[-1]
        self.emit("loop", self.end(last), self.end(last), text="\n" + " " * node.body[0].col_offset + "break")
        self.generic_visit(node)

    def visit_Compare(self, node) -> None:
        left = node.left
        for right in node.comparators:
            self.between("comparison", left, right)
            left = right
        self.generic_visit(node)

    def visit_BoolOp(self, node) -> None:
        word = "and" if isinstance(node.op, ast.And) else "or"
        for left, right in zip(node.values, node.values[1:]):
            self.between("connective", left, right, text=word)
        for value in node.values:
            self.of("operand", value, text=word)
        self.generic_visit(node)

    def visit_UnaryOp(self, node) -> None:
        if isinstance(node.op, ast.Not):
            self.emit("not", self.start(node), self.start(node.operand))
        self.generic_visit(node)

    def visit_Constant(self, node) -> None:
        if isinstance(node.value, bool):
            self.of("boolean", node)
        elif isinstance(node.value, int):
            self.of("integer", node, text=str(node.value))

    def visit_ExceptHandler(self, node) -> None:
        for each in node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]:
            self.of("handler", each)
        self.generic_visit(node)

    def visit_Call(self, node) -> None:
        f = node.func
        name = f.attr if isinstance(f, ast.Attribute) else f.id if isinstance(f, ast.Name) else ""
        if name:
            self.emit("called", self.end(f) - len(name), self.end(f), text=name)
        if isinstance(f, ast.Attribute) and name in TEXT_METHODS:
            self.of("call", node, keep=[self.start(f.value), self.end(f.value)])
        if name == "floor":
            self.of("call", node, keep=[self.start(node.args[0]), self.end(node.args[0])])
        self.generic_visit(node)

    def visit_Attribute(self, node) -> None:
        if isinstance(node.value, ast.Name) and node.value.id == "re" and node.attr.isupper():
            self.of("flag", node)
        self.generic_visit(node)

    def visit_Subscript(self, node) -> None:
        if isinstance(node.slice, ast.Slice):
            self.of("call", node, keep=[self.start(node.value), self.end(node.value)])
        self.generic_visit(node)

    def is_removable(self, node) -> bool:
        if isinstance(node, ast.Expr):
            return isinstance(node.value, ast.Call)
        if isinstance(node, ast.Assign):
            target = node.targets[0]
            # Without its first assignment a variable does not exist.
            return not isinstance(target, ast.Name) or any(target.id in names for names in self.bound[-1:])
        return isinstance(node, SIMPLE)

    def generic_visit(self, node) -> None:
        if isinstance(node, ast.stmt) and self.bound:
            if node is not self.last and self.is_removable(node):
                self.of("statement", node)
            for target in getattr(node, "targets", []):
                if isinstance(target, ast.Name):
                    self.bound[-1].add(target.id)
        super().generic_visit(node)

    def patterns(self) -> None:
        """Raw string literals are regular expressions. In an f-string braces are doubled, and names stand in single ones."""
        for token in tokenize.generate_tokens(io.StringIO(self.source.decode()).readline):
            prefix, quote, _ = token.string.partition(token.string[-1]) if token.string else ("", "", "")
            if token.type != tokenize.STRING or "r" not in prefix.lower():
                continue
            start = self.lines[token.start[0] - 1] + len(token.line[: token.start[1]].encode())
            skip = len(prefix) + len(quote)
            self.emit("pattern", start + skip, start + len(token.string.encode()) - len(quote), braces="f" in prefix)


source = sys.stdin.buffer.read().decode()
sites = Sites(source)
sites.visit(ast.parse(source))
sites.patterns()
