package manread

import (
	"math"
	"strings"
)

// evaluate reads a numeric expression at the start of s: numbers with units,
// operators without precedence, and parentheses. A number without a unit has
// the given one. It returns what stands behind.
func (r *reader) evaluate(s string, scale byte) (value int, rest string, ok bool) {
	n := number{scale: scale}
	value, rest, ok = n.expression(s, 0)
	return value, rest, ok
}

// number is an expression while it is evaluated.
type number struct{ scale byte }

func (n number) expression(s string, depth int) (value int, rest string, ok bool) {
	value, s, ok = n.operand(s, depth)
	for ok {
		if depth > 0 {
			s = strings.TrimLeft(s, " ")
		}
		op := operator(s)
		if op == "" {
			return value, s, true
		}
		var right int
		if right, rest, ok = n.operand(s[len(op):], depth); !ok {
			return value, s, depth == 0
		}
		value, s = operate(op, value, right), rest
	}
	return 0, s, false
}

func (n number) operand(s string, depth int) (value int, rest string, ok bool) {
	if depth > 0 {
		s = strings.TrimLeft(s, " ")
	}
	if depth > 50 || s == "" {
		return 0, s, false
	}
	switch s[0] {
	case '-', '+':
		value, rest, ok = n.operand(s[1:], depth+1)
		if s[0] == '-' {
			value = -value
		}
		return value, rest, ok
	case '(':
		value, rest, ok = n.expression(s[1:], depth+1)
		return value, strings.TrimPrefix(strings.TrimLeft(rest, " "), ")"), ok
	case '|':
		return n.operand(s[1:], depth+1)
	}
	return n.literal(s)
}

// literal reads digits with a fraction and a unit.
func (n number) literal(s string) (value int, rest string, ok bool) {
	f, place, i := 0.0, 0.0, 0
	for ; i < len(s); i++ {
		switch c := s[i]; {
		case '0' <= c && c <= '9' && place == 0:
			f = f*10 + float64(c-'0')
		case '0' <= c && c <= '9':
			f += float64(c-'0') * place
			place /= 10
		case c == '.' && place == 0:
			place = 0.1
			continue
		default:
			goto unit
		}
		ok = true
	}
unit:
	if !ok {
		return 0, s, false
	}
	rest = s[i:]
	unit := unitOf(n.scale)
	if rest != "" && unitOf(rest[0]) > 0 {
		unit, rest = unitOf(rest[0]), rest[1:]
	}
	return int(max(min(math.Round(f*unit), math.MaxInt32), math.MinInt32)), rest, true
}

// unitOf returns the size of a unit, 0 if there is none of that letter.
func unitOf(c byte) float64 {
	switch c {
	case 'u':
		return 1
	case 'm', 'n', 'M':
		return unit
	case 'v', 'P':
		return 40
	case 'i':
		return 240
	case 'c':
		return 240 / 2.54
	case 'p':
		return 240.0 / 72
	case 'f':
		return 65536
	case 's', 'z':
		return 1
	}
	return 0
}

// operators are longest first.
var operators = [...]string{"<=", ">=", "==", "<>", "<?", ">?", "+", "-", "*", "/", "%", "<", ">", "=", "&", ":"}

func operator(s string) string {
	for _, op := range operators {
		if strings.HasPrefix(s, op) {
			return op
		}
	}
	return ""
}

func operate(op string, a, b int) int {
	truth := func(is bool) int {
		if is {
			return 1
		}
		return 0
	}
	switch op {
	case "+":
		a += b
	case "-":
		a -= b
	case "*":
		a *= b
	case "/", "%":
		switch {
		case b == 0:
			return 0
		case op == "/":
			a /= b
		default:
			a %= b
		}
	case "<":
		return truth(a < b)
	case "<=":
		return truth(a <= b)
	case ">":
		return truth(a > b)
	case ">=":
		return truth(a >= b)
	case "=", "==":
		return truth(a == b)
	case "<>":
		return truth(a != b)
	case "&":
		return truth(a > 0 && b > 0)
	case ":":
		return truth(a > 0 || b > 0)
	case "<?":
		return min(a, b)
	case ">?":
		return max(a, b)
	}
	return max(min(a, math.MaxInt32), math.MinInt32)
}
