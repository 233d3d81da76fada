// Prints where the Go file on standard input can be changed: one JSON object a line, with offsets in bytes. The changes are in operators.ts.
package main

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strings"
)

type site struct {
	Kind     string `json:"kind"`
	Function string `json:"function"`
	Start    int    `json:"start"`
	End      int    `json:"end"`
	Text     string `json:"text,omitempty"`
	Keep     []int  `json:"keep,omitempty"`
	Turned   bool   `json:"turned,omitempty"`
	Emptied  bool   `json:"emptied,omitempty"`
}

var (
	files    = token.NewFileSet()
	out      = json.NewEncoder(os.Stdout)
	function string
)

func offset(at token.Pos) int { return files.Position(at).Offset }

func emit(kind string, start, end token.Pos, s site) {
	s.Kind, s.Function, s.Start, s.End = kind, function, offset(start), offset(end)
	if err := out.Encode(s); err != nil {
		panic(err)
	}
}

func of(kind string, n ast.Node, s site) { emit(kind, n.Pos(), n.End(), s) }

var comparisons = []token.Token{token.LSS, token.LEQ, token.GTR, token.GEQ, token.EQL, token.NEQ}

func isError(e ast.Expr) bool {
	name, ok := e.(*ast.Ident)
	return ok && strings.HasPrefix(name.Name, "err")
}

// isTurned tells whether another kind of change turns the condition already, or would only show that errors are rare.
func isTurned(e ast.Expr) bool {
	switch c := e.(type) {
	case *ast.BinaryExpr:
		return slices.Contains(comparisons, c.Op)
	case *ast.UnaryExpr:
		return c.Op == token.NOT
	}
	return false
}

func isRemovable(s ast.Stmt) bool {
	switch t := s.(type) {
	case *ast.ExprStmt:
		_, ok := t.X.(*ast.CallExpr)
		return ok
	case *ast.AssignStmt:
		return t.Tok != token.DEFINE // without it a variable does not exist
	case *ast.IncDecStmt, *ast.BranchStmt, *ast.ReturnStmt:
		return true
	}
	return false
}

func condition(e ast.Expr, body []ast.Stmt, hasElse bool) {
	of("condition", e, site{Turned: isTurned(e), Emptied: !hasElse && len(body) == 1 && isRemovable(body[0])})
}

func loop(body *ast.BlockStmt) {
	emit("loop", body.Rbrace, body.Rbrace, site{Text: "break\n"})
}

var keepFirst = []string{"ToUpper", "ToLower", "TrimLeft", "TrimRight", "TrimPrefix", "TrimSuffix", "Floor", "Abs"}

func call(c *ast.CallExpr) {
	var name *ast.Ident
	switch f := c.Fun.(type) {
	case *ast.SelectorExpr:
		name = f.Sel
	case *ast.Ident:
		name = f
	default:
		return
	}
	of("called", name, site{Text: name.Name})
	if slices.Contains(keepFirst, name.Name) {
		of("call", c, site{Keep: []int{offset(c.Args[0].Pos()), offset(c.Args[0].End())}})
	}
	if name.Name == "MustCompile" {
		ast.Inspect(c.Args[0], func(n ast.Node) bool {
			if text, ok := n.(*ast.BasicLit); ok && text.Kind == token.STRING {
				emit("pattern", text.Pos()+1, text.End()-1, site{})
			}
			return true
		})
	}
}

func binary(b *ast.BinaryExpr) {
	switch {
	case slices.Contains(comparisons, b.Op) && !isError(b.X):
		emit("comparison", b.OpPos, b.OpPos+token.Pos(len(b.Op.String())), site{})
	case b.Op == token.LAND || b.Op == token.LOR:
		word := map[token.Token]string{token.LAND: "and", token.LOR: "or"}[b.Op]
		emit("connective", b.OpPos, b.OpPos+2, site{Text: word})
		for _, each := range []ast.Expr{b.X, b.Y} {
			if inner, ok := each.(*ast.BinaryExpr); !ok || inner.Op != b.Op {
				of("operand", each, site{Text: word})
			}
		}
	}
}

func visit(root ast.Node, last ast.Stmt) {
	ast.Inspect(root, func(n ast.Node) bool {
		if s, ok := n.(ast.Stmt); ok && s != last && isRemovable(s) {
			of("statement", s, site{})
		}
		switch t := n.(type) {
		case *ast.IfStmt:
			condition(t.Cond, t.Body.List, t.Else != nil)
		case *ast.ForStmt:
			if t.Cond != nil {
				condition(t.Cond, nil, false)
			}
			loop(t.Body)
		case *ast.RangeStmt:
			loop(t.Body)
		case *ast.SwitchStmt:
			if t.Tag == nil {
				for _, each := range t.Body.List {
					for _, e := range each.(*ast.CaseClause).List {
						condition(e, each.(*ast.CaseClause).Body, false)
					}
				}
			}
		case *ast.BinaryExpr:
			binary(t)
		case *ast.UnaryExpr:
			if t.Op == token.NOT {
				emit("not", t.Pos(), t.X.Pos(), site{})
			}
		case *ast.ArrayType:
			return false // a length that differs does not compile
		case *ast.BasicLit:
			if t.Kind == token.INT {
				of("integer", t, site{Text: t.Value})
			}
		case *ast.Ident:
			if t.Name == "true" || t.Name == "false" {
				of("boolean", t, site{})
			}
		case *ast.CallExpr:
			call(t)
		case *ast.SliceExpr:
			if t.Low != nil || t.High != nil {
				of("call", t, site{Keep: []int{offset(t.X.Pos()), offset(t.X.End())}})
			}
		}
		return true
	})
}

func main() {
	file, err := parser.ParseFile(files, "", os.Stdin, parser.SkipObjectResolution)
	if err != nil {
		panic(err)
	}
	for _, decl := range file.Decls {
		function = ""
		f, ok := decl.(*ast.FuncDecl)
		if !ok {
			visit(decl, nil)
			continue
		}
		function = f.Name.Name
		visit(f.Body, f.Body.List[len(f.Body.List)-1])
	}
}
