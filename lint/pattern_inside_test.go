package lint

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"regexp/syntax"
	"strconv"
	"strings"
	"testing"
)

// A pattern is compiled when a text needs it, and the needles of a phrase decide whether one does. So both are taken from
// the source: every pattern compiles, and no form of a phrase is without a needle.
func TestPatternsCompileAndNeedlesAreInEveryForm(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	patterns, phrases := 0, 0
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, source, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if expression, ok := lazyIn(n); ok {
				patterns++
				if _, err := regexp.Compile(expression); err != nil {
					t.Errorf("%s: got %v, want a pattern", name, err)
				}
			}
			for _, parts := range phrasesIn(n) {
				needles, _ := textOf(parts[0])
				expression, _ := lazyIn(parts[1])
				phrases++
				everyForm(t, phrase{needles: needles}, expression)
			}
			return true
		})
	}
	if patterns < 70 || phrases < 30 {
		t.Errorf("got %d patterns and %d phrases, which is less than there are", patterns, phrases)
	}
}

func everyForm(t *testing.T, ph phrase, expression string) {
	form, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		t.Error(err)
		return
	}
	chance := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		if text := write(form, chance); !ph.possible(text) {
			t.Errorf("got no needle of %q in %q, want one in every form of %s", ph.needles, text, expression)
			return
		}
	}
}

// write writes one text of a form, without what stands around it.
func write(form *syntax.Regexp, chance *rand.Rand) string {
	var b strings.Builder
	repeat := func(least, most int) {
		for range least + chance.IntN(most-least+1) {
			b.WriteString(write(form.Sub[0], chance))
		}
	}
	switch form.Op {
	case syntax.OpLiteral:
		return string(form.Rune)
	case syntax.OpCharClass:
		pair := 2 * chance.IntN(len(form.Rune)/2)
		return string(form.Rune[pair])
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return "x"
	case syntax.OpCapture:
		return write(form.Sub[0], chance)
	case syntax.OpStar:
		repeat(0, 2)
	case syntax.OpPlus:
		repeat(1, 2)
	case syntax.OpQuest:
		repeat(0, 1)
	case syntax.OpRepeat:
		repeat(form.Min, form.Min+1)
	case syntax.OpConcat:
		for _, part := range form.Sub {
			b.WriteString(write(part, chance))
		}
	case syntax.OpAlternate:
		return write(form.Sub[chance.IntN(len(form.Sub))], chance)
	case syntax.OpBeginText, syntax.OpEndText, syntax.OpWordBoundary, syntax.OpEmptyMatch, syntax.OpBeginLine, syntax.OpEndLine:
	default:
		panic(fmt.Sprintf("a form of kind %v is not written yet", form.Op))
	}
	return b.String()
}

// phrasesIn returns the parts of a phrase, or of each in a list of them.
func phrasesIn(n ast.Node) (parts [][]ast.Expr) {
	literal, ok := n.(*ast.CompositeLit)
	if !ok {
		return nil
	}
	if isPhrase(literal.Type) {
		return [][]ast.Expr{literal.Elts}
	}
	if list, ok := literal.Type.(*ast.ArrayType); ok && isPhrase(list.Elt) {
		for _, e := range literal.Elts {
			if one, ok := e.(*ast.CompositeLit); ok {
				parts = append(parts, one.Elts)
			}
		}
	}
	return parts
}

func isPhrase(e ast.Expr) bool {
	name, ok := e.(*ast.Ident)
	return ok && name.Name == "phrase"
}

// lazyIn returns the expression of a call of lazy.
func lazyIn(n ast.Node) (string, bool) {
	call, ok := n.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return "", false
	}
	if name, ok := call.Fun.(*ast.Ident); !ok || name.Name != "lazy" {
		return "", false
	}
	return textOf(call.Args[0])
}

// textOf returns a text that is written out, perhaps in parts.
func textOf(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil
	case *ast.BinaryExpr:
		left, ok := textOf(e.X)
		right, also := textOf(e.Y)
		return left + right, ok && also
	}
	return "", false
}
