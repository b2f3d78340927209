package ftpclient

import (
	"strings"
	"time"
)

// parseDOS reads a line in the manner of DIR, as IIS and others write it: date,
// time, size or a word in angle brackets, and the name from a fixed column on.
//
//	07-20-26  09:52AM       <DIR>          Fuentes
//	02-05-2004  17:45            1,803,128 readme.txt
func parseDOS(line string, _ time.Time) (Item, bool) {
	w := words(line)
	if len(w) < 4 || w[0].start > 0 {
		return Item{}, false
	}
	modified, ok := dosDate(line[:w[0].end], line[w[1].start:w[1].end])
	if !ok {
		return Item{}, false
	}
	what := line[w[2].start:w[2].end]
	item := Item{Name: behind(line, w[2].end), Kind: File, Size: size(strings.ReplaceAll(what, ",", "")), Modified: modified}
	switch {
	case item.Size >= 0:
	case what == "<DIR>":
		item.Kind = Directory
	case strings.HasPrefix(what, "<JUNCTION") || strings.HasPrefix(what, "<SYMLINK"):
		item.Kind = Link
	default:
		return Item{}, false
	}
	if item.Size < 0 {
		item.Name = afterBlanks(line[w[2].end:])
	}
	if item.Kind == Link {
		item.Name, item.Target, _ = strings.Cut(item.Name, " [")
		item.Target = strings.TrimSuffix(item.Target, "]")
	}
	return item, item.Name != ""
}

// afterBlanks takes off the ten blanks that stand behind <DIR>; what more there
// are belong to the name.
func afterBlanks(s string) string {
	if rest, ok := strings.CutPrefix(s, "          "); ok {
		return rest
	}
	return strings.TrimLeft(s, " \t")
}

// dosDate reads a date, the month or the year first, and a time of 12 or 24
// hours. A year of two digits is one from 1969 on.
func dosDate(date, clock string) (time.Time, bool) {
	date = strings.NewReplacer("/", "-", ".", "-").Replace(date)
	clock = strings.ToUpper(clock)
	if strings.HasSuffix(clock, "A") || strings.HasSuffix(clock, "P") {
		clock += "M"
	}
	for _, day := range [...]string{"1-2-06", "1-2-2006", "2006-1-2"} {
		for _, hour := range [...]string{" 3:04PM", " 15:04"} {
			if t, err := time.Parse(day+hour, date+" "+clock); err == nil {
				return t, true
			}
		}
	}
	return time.Time{}, false
}

// parseVMS reads a line of DIRECTORY: a name with its version, blocks, date,
// owner, rights. A directory loses its ".DIR;1", which CWD does not take. A line
// of a name alone is ok: the rest follows on the next.
//
//	CII-MANUAL.TEX;1  213/216  29-JAN-1996 03:33:12  [ANONYMOU,ANONYMOUS]   (RWED,RWED,,)
func parseVMS(line string, _ time.Time) (Item, bool) {
	w := words(line)
	if len(w) == 0 || w[0].start > 0 {
		return Item{}, false
	}
	name := line[:w[0].end]
	base, version, ok := strings.Cut(name, ";")
	if !ok || !isNumber(version) || !strings.Contains(base, ".") {
		return Item{}, false
	}
	item := Item{Name: name, Kind: File, Size: -1}
	if dir, ok := strings.CutSuffix(strings.ToUpper(base), ".DIR"); ok {
		item.Name, item.Kind = base[:len(dir)], Directory
	}
	if strings.HasPrefix(item.Name, "[") { // with the directory, which we are in
		item.Name = item.Name[strings.LastIndexByte(item.Name, ']')+1:]
	}
	if len(w) >= 4 {
		item.Modified = vmsDate(line[w[2].start:w[2].end], line[w[3].start:w[3].end])
	}
	return item, item.Name != ""
}

// vmsDate reads "8-SEP-1996" and a time with or without seconds and their
// hundredths; it returns the zero time for what is none.
func vmsDate(date, clock string) time.Time {
	for _, layout := range [...]string{"2-Jan-2006 15:04", "2-Jan-2006 15:04:05"} {
		if t, err := time.Parse(layout, date+" "+clock); err == nil {
			return t
		}
	}
	return time.Time{}
}

// parseMVS reads a line of z/OS: a data set, which is a directory if it is
// partitioned, or a member of one with its statistics. What they say of sizes is
// no number of bytes, and of data sets they tell when they were used last.
//
//	WPTA01 3290   2004/03/04  1    3  FB      80  3125  PO  USER.JCL
//	Migrated                                                USER.OLD
//	IEFBR14   01.02 2002/07/02 2002/07/09 18:34   195   100     0 USERID
func parseMVS(line string, _ time.Time) (Item, bool) {
	f := strings.Fields(line)
	item := Item{Kind: File, Size: -1}
	switch {
	case len(f) == 2 && f[0] == "Migrated", len(f) == 4 && f[2] == "VSAM":
		item.Name, item.Kind = f[len(f)-1], Unknown
	case len(f) == 3 && f[0] == "Pseudo" && f[1] == "Directory":
		item.Name, item.Kind = f[2], Directory
	case len(f) == 10 && (f[2] == "**NONE**" || isDate(f[2])) && isNumber(f[3]):
		item.Name = f[9]
		if strings.HasPrefix(f[8], "PO") {
			item.Kind = Directory
		}
	case len(f) == 9 && len(f[1]) == len("01.02") && f[1][2] == '.' && isDate(f[2]) && isDate(f[3]):
		item.Name = f[0]
		item.Modified, _ = time.Parse("2006/01/02 15:04", f[3]+" "+f[4])
	default:
		return Item{}, false
	}
	return item, true
}

func isDate(s string) bool {
	_, err := time.Parse("2006/01/02", s)
	return err == nil
}
