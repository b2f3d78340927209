package ftpclient

import (
	"strconv"
	"strings"
	"time"
)

// parseUnix reads a line of ls -l, in any of its dialects, and of servers that
// imitate it: NetWare with its rights in brackets, NetPresenz without a number of
// links. What they have in common is a mode, a size, a date, one blank, and the
// name.
//
//	drwxr-xr-x   5 owner    group         512 Mar 27  1996 name
//	- [R----F--] rhesus             214059    Oct 20 15:27 name
//	-------r--         326  1391972   1392298 Nov 22  1995 name
func parseUnix(line string, now time.Time) (Item, bool) {
	kind, ok := modeKind(line)
	if !ok {
		return Item{}, false
	}
	w := words(line)
	for i := 1; i+1 < len(w); i++ {
		length := line[w[i].start:w[i].end]
		if !isNumber(length) {
			continue
		}
		modified, n, ok := unixDate(line, w[i+1:], now)
		if !ok {
			continue
		}
		item := Item{Name: behind(line, w[i+n].end), Kind: kind, Size: -1, Modified: modified}
		switch {
		case kind == Link:
			item.Name, item.Target, _ = strings.Cut(item.Name, " -> ")
		case strings.Contains(line[1:3], "["): // NetWare has four blanks, or one
			item.Name = strings.TrimPrefix(item.Name, "   ")
		}
		if kind == File {
			item.Size = size(length)
		}
		return item, item.Name != ""
	}
	return Item{}, false
}

// modeKind returns the kind that a mode at the beginning of a line tells. It is
// not ok if there is none.
func modeKind(line string) (kind string, ok bool) {
	if len(line) < len("drwxr-xr-x ") {
		return "", false
	}
	rights := strings.TrimLeft(line[1:], " ")
	switch {
	case strings.HasPrefix(rights, "["): // of NetWare
		inside, _, closed := strings.Cut(rights[1:], "]")
		ok = closed && strings.Trim(inside, "SRWCEMFAD-") == "" && (line[0] == 'd' || line[0] == '-')
	default:
		ok = strings.Trim(line[1:10], "rwxsStTlL-") == "" && strings.Contains(" +.@", line[10:11])
	}
	switch line[0] {
	case 'd':
		return Directory, ok
	case 'l':
		return Link, ok
	case '-':
		return File, ok
	case 'b', 'c', 'p', 's', 'D':
		return Special, ok
	}
	return "", false
}

// unixDate reads a date at the beginning of the words and returns how many they
// are. A month in a language that is not known gives the zero time.
//
//	Mar 27  1996 · Mar 27 12:34 · 27 Mar 12:34 · Mar 27 12:34:56 1996
//	1996-03-27 12:34 · 1996-03-27 12:34:56.789 +0100
func unixDate(line string, w []word, now time.Time) (t time.Time, n int, ok bool) {
	text := func(i int) string {
		if i >= len(w) {
			return ""
		}
		return line[w[i].start:w[i].end]
	}
	if t, n, ok := isoDate(text(0), text(1), text(2)); ok {
		return t, n, true
	}
	month, day := strings.TrimRight(text(0), "."), strings.TrimRight(text(1), ".")
	if isNumber(month) {
		month, day = day, month
	}
	if isNumber(month) || !isNumber(day) || len(day) > 2 || day == "0" {
		return time.Time{}, 0, false
	}
	switch clock := strings.Count(text(2), ":"); {
	case isNumber(text(2)) && len(text(2)) == 4:
		t, _ = time.Parse("Jan 2 2006", month+" "+day+" "+text(2))
		return t, 3, true
	case clock == 2 && isNumber(text(3)) && len(text(3)) == 4:
		t, _ = time.Parse("Jan 2 15:04:05 2006", month+" "+day+" "+text(2)+" "+text(3))
		return t, 4, true
	case clock == 1:
		return withYear(month+" "+day+" "+text(2), now), 3, true
	}
	return time.Time{}, 0, false
}

func isoDate(date, clock, zone string) (t time.Time, n int, ok bool) {
	if len(date) != len("2006-01-02") || date[4] != '-' {
		return time.Time{}, 0, false
	}
	if t, err := time.Parse("2006-01-02 15:04:05 -0700", date+" "+clock+" "+zone); err == nil {
		return t.UTC(), 3, true
	}
	for _, layout := range [...]string{"2006-01-02 15:04", "2006-01-02 15:04:05"} {
		if t, err := time.Parse(layout, date+" "+clock); err == nil {
			return t, 2, true
		}
	}
	return time.Time{}, 0, false
}

// withYear reads a date without a year. It is the last such date, but for a day,
// since the clock of the server may be ahead of ours or in another zone: ls
// leaves the year out of dates of the last six months.
func withYear(date string, now time.Time) time.Time {
	now = now.UTC()
	for year := now.Year() + 1; year > now.Year()-8; year-- { // a leap day may be that far away
		t, err := time.Parse("Jan 2 15:04 2006", date+" "+strconv.Itoa(year))
		if err == nil && !t.After(now.AddDate(0, 0, 1)) {
			return t
		}
	}
	return time.Time{}
}
