package ftpclient

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// lines are as servers write them; those of servers that are not to be had any
// more have been seen in the parsers of other clients and in trackers.
var lines = []struct {
	server, line string
	want         Item
}{
	{"vsftpd 3.0", "-rw-r--r--    1 0        0              20 Jul 19 12:00 hello.txt", Item{"hello.txt", File, 20, at("2026-07-19 12:00"), "", ""}},
	{"vsftpd 3.0", "drwxr-xr-x    2 0        0            4096 Nov 30  2025 sub", Item{"sub", Directory, -1, at("2025-11-30 00:00"), "", ""}},
	{"vsftpd 3.0", "lrwxrwxrwx    1 0        0               9 Jul 19 12:00 to text -> hello.txt", Item{"to text", Link, -1, at("2026-07-19 12:00"), "hello.txt", ""}},
	{"proftpd 1.3", "-rw-r--r--   1 ftp      ftp            38283 Jan 12 07:08 my file.pdf", Item{"my file.pdf", File, 38283, at("2026-01-12 07:08"), "", ""}},
	{"pure-ftpd 1.0", "-rw-r--r--    1 0          root               20 Jul 19 12:00  two blanks ", Item{" two blanks ", File, 20, at("2026-07-19 12:00"), "", ""}},
	{"wu-ftpd 2.6", "lrwxrwxrwx   1 root     other          7 Jan 25 00:17 bin -> usr/bin", Item{"bin", Link, -1, at("2026-01-25 00:17"), "usr/bin", ""}},
	{"wu-ftpd without groups", "dr-xr-xr-x   2 root                  512 Apr  8  1994 etc", Item{"etc", Directory, -1, at("1994-04-08 00:00"), "", ""}},
	{"ftpd of BSD, a device", "crw-rw-rw-   1 root  wheel   13,   0 Jan  1  1970 null", Item{"null", Special, -1, at("1970-01-01 00:00"), "", ""}},
	{"a socket and a pipe", "srwxrwxrwx   1 root  wheel        0 Jan  1  1970 log", Item{"log", Special, -1, at("1970-01-01 00:00"), "", ""}},
	{"ls -T of BSD", "-rw-r--r--  1 root  wheel  531 Jan 29 03:26:59 2001 README", Item{"README", File, 531, at("2001-01-29 03:26:59"), "", ""}},
	{"ls of GNU, long-iso", "-rw-r--r--   1 root     other        531 2005-06-07 21:22 README4", Item{"README4", File, 531, at("2005-06-07 21:22"), "", ""}},
	{"ls of GNU, full-iso", "-rw-r--r-- 1 root root 531 2005-06-07 21:22:33.000000000 +0200 README", Item{"README", File, 531, at("2005-06-07 19:22:33"), "", ""}},
	{"rights beyond those of Unix", "-rwxrw-r--+  1 521      101         2080 May 21 10:53 data.csv", Item{"data.csv", File, 2080, at("2026-05-21 10:53"), "", ""}},
	{"a group of two words", "-rw-r--r--   1 group domain user 531 Jan 29 03:26 README6", Item{"README6", File, 531, at("2026-01-29 03:26"), "", ""}},
	{"no links", "-r--------   0 user group     65222236 Feb 24 00:39 RegularFile", Item{"RegularFile", File, 65222236, at("2026-02-24 00:39"), "", ""}},
	{"the day first", "-rw-r--r--   1 root root 531 29 Jan 03:26 README", Item{"README", File, 531, at("2026-01-29 03:26"), "", ""}},
	{"a month of another language", "-rw-r--r--   1 root root 531 29. Mär 03:26 README", Item{"README", File, 531, time.Time{}, "", ""}},
	{"a month of another language", "-rw-r--r--   1 root root 531 Mär 29 2003 LIESMICH", Item{"LIESMICH", File, 531, time.Time{}, "", ""}},
	{"an owner called like a month", "-rw-r--r--   1 May     12       531 Jan 29  2003 Jan 29  2003", Item{"Jan 29  2003", File, 531, at("2003-01-29 00:00"), "", ""}},
	{"a leap day", "-rw-r--r--   1 root root 531 Feb 29 03:26 leap", Item{"leap", File, 531, at("2024-02-29 03:26"), "", ""}},
	{"Windows in the manner of Unix", "d---------   1 owner    group               0 May  9 19:45 foo bar", Item{"foo bar", Directory, -1, at("2026-05-09 19:45"), "", ""}},
	{"Windows in the manner of Unix", "----------   1 owner    group         1803128 Jul 10 10:18 ls-lR.Z", Item{"ls-lR.Z", File, 1803128, at("2026-07-10 10:18"), "", ""}},
	{"WFTPD", "-rwxrwxrwx   1 noone    nogroup      322 Aug 19  1996 message.ftp", Item{"message.ftp", File, 322, at("1996-08-19 00:00"), "", ""}},
	{"NetPresenz", "-------r--         326  1391972  1392298 Nov 22  1995 MegaPhone.sit", Item{"MegaPhone.sit", File, 1392298, at("1995-11-22 00:00"), "", ""}},
	{"NetPresenz", "drwxrwxr-x               folder        2 May 10  1996 network", Item{"network", Directory, -1, at("1996-05-10 00:00"), "", ""}},
	{"NetWare", "d [R----F--] supervisor            512       Jan 16 18:53    login", Item{"login", Directory, -1, at("2026-01-16 18:53"), "", ""}},
	{"NetWare", "- [R----F--] rhesus             214059       Oct 20 15:27    cx.exe", Item{"cx.exe", File, 214059, at("2025-10-20 15:27"), "", ""}},
	{"NetWare", "- [RWCEAFMS] tjhamalainen                  1020928 Sep 25  2001 winntnw.exe", Item{"winntnw.exe", File, 1020928, at("2001-09-25 00:00"), "", ""}},
	{"NetWare", "-[R----F-]  1 raj           857 Feb 23  2000 !info!", Item{"!info!", File, 857, at("2000-02-23 00:00"), "", ""}},
	{"IIS", "07-20-26  09:52AM       <DIR>          Fuentes", Item{"Fuentes", Directory, -1, at("2026-07-20 09:52"), "", ""}},
	{"IIS", "04-27-00  09:09PM       <DIR>            leading blanks", Item{"  leading blanks", Directory, -1, at("2000-04-27 21:09"), "", ""}},
	{"IIS", "04-14-99  03:47PM                  589 readme.htm", Item{"readme.htm", File, 589, at("1999-04-14 15:47"), "", ""}},
	{"IIS, years of four digits", "02-05-2015  02:04PM       <DIR>          Billing", Item{"Billing", Directory, -1, at("2015-02-05 14:04"), "", ""}},
	{"IIS, a link", "02-05-2015  02:04PM    <SYMLINKD>     Link [C:\\Target]", Item{"Link", Link, -1, at("2015-02-05 14:04"), `C:\Target`, ""}},
	{"DIR of DOS", "03/08/2000  12:24p           51,346,952  Projects", Item{" Projects", File, 51346952, at("2000-03-08 12:24"), "", ""}},
	{"Windows, the year first", "2002-09-02  18:48       <DIR>          DOS dir 2", Item{"DOS dir 2", Directory, -1, at("2002-09-02 18:48"), "", ""}},
	{"publicfile (EPLF)", "+i8388621.29609,m824255902,/,\tdev", Item{"dev", Directory, -1, at("1996-02-13 23:58:22"), "", ""}},
	{"publicfile (EPLF)", "+i8388621.44468,m839956783,r,s10376,\tRFCEPLF", Item{"RFCEPLF", File, 10376, at("1996-08-13 17:19:43"), "", ""}},
	{"MultiNet (VMS)", "CORE.DIR;1          1  8-SEP-1996 16:09 [SYSTEM] (RWE,RWE,RE,RE)", Item{"CORE", Directory, -1, at("1996-09-08 16:09"), "", ""}},
	{"MultiNet (VMS)", "00README.TXT;1      2 30-DEC-1996 17:44 [SYSTEM] (RWED,RWED,RE,RE)", Item{"00README.TXT;1", File, -1, at("1996-12-30 17:44"), "", ""}},
	{"MultiNet (VMS)", "README.FTP;1        %RMS-E-PRV, insufficient privilege or file protection violation", Item{"README.FTP;1", File, -1, time.Time{}, "", ""}},
	{"UCX (VMS)", "CII-MANUAL.TEX;1  213/216  29-JAN-1996 03:33:12  [ANONYMOU,ANONYMOUS]   (RWED,RWED,,)", Item{"CII-MANUAL.TEX;1", File, -1, at("1996-01-29 03:33:12"), "", ""}},
	{"CMU (VMS)", "[VMSSERV.FILES]ALARM.DIR;1 1/3 5-MAR-1993 18:09", Item{"ALARM", Directory, -1, at("1993-03-05 18:09"), "", ""}},
	{"TCPware (VMS)", "FOO.BAR;1 4 5-MAR-1993 18:09:01.12", Item{"FOO.BAR;1", File, -1, at("1993-03-05 18:09:01.12"), "", ""}},
	{"z/OS", "ZASYS1 3390   2020/12/16  1   10  FB      80 23440  PO  CLIST", Item{"CLIST", Directory, -1, time.Time{}, "", ""}},
	{"z/OS", "B10142 3390   2006/03/20  2   31  F       80    80  PS   MDI.OKL.WORK", Item{"MDI.OKL.WORK", File, -1, time.Time{}, "", ""}},
	{"z/OS", "ZASYS1 3390   **NONE**    1   10  U    32760 32760  PO-E  'SYS1.LPALIB'", Item{"'SYS1.LPALIB'", Directory, -1, time.Time{}, "", ""}},
	{"z/OS", "SESPUS 3380                                        VSAM DDIR.D", Item{"DDIR.D", Unknown, -1, time.Time{}, "", ""}},
	{"z/OS", "Migrated                                                ALICE.OLD.DATA", Item{"ALICE.OLD.DATA", Unknown, -1, time.Time{}, "", ""}},
	{"z/OS", "Pseudo Directory                                        ALICE.PROJECTS", Item{"ALICE.PROJECTS", Directory, -1, time.Time{}, "", ""}},
	{"z/OS, a member", "BPXPRM00  01.30 1996/08/09 1996/11/21 09:31    82    77     0 HUANGY", Item{"BPXPRM00", File, -1, at("1996-11-21 09:31"), "", ""}},
}

// at is a moment in UTC.
func at(s string) time.Time {
	t, err := time.Parse("2006-01-02 15:04:05", (s + ":00")[:max(len(s), len("2006-01-02 15:04:05"))])
	if err != nil {
		panic(err)
	}
	return t
}

var noon = time.Date(2026, 7, 20, 12, 0, 0, 0, time.UTC)

func TestParseLine(t *testing.T) {
	servers := map[string]bool{}
	for _, x := range lines {
		servers[strings.Fields(x.server)[0]] = true
		got, ok := ParseLine(x.line, noon)
		if diff := cmp.Diff(x.want, got); !ok || diff != "" {
			t.Errorf("%s: %s\nok %v (-want +got):\n%s", x.server, x.line, ok, diff)
		}
	}
	if len(servers) < 12 {
		t.Errorf("lines of %d kinds of servers only", len(servers))
	}
}

// Lines that name nothing. Those that are no headings are to be shown.
func TestParseLineFails(t *testing.T) {
	for line, heading := range map[string]bool{
		"": true, "   ": true, "total 14786": true, "total": true, "Total of 11 Files, 10966 Blocks.": true, "Directory DISK$PCSA:[ANONYM]": true,
		"Volume Unit    Referred Ext Used Recfm Lrecl BlkSz Dsorg Dsname": true, " Name     VV.MM   Created       Changed      Size  Init   Mod   Id": true,
		"hello.txt": false, "ls: cannot open directory": false, "-rw-r--r--": false, "drwxr-xr-x 1 ftp ftp 0 Jan  1  2024": false, "drwxr-xr-x 1 ftp ftp 0 Jan  1  2024 ": false,
		"Zrwxrwxrwx   1 root     other          7 Jan 25 00:17 bin": false, "-rw-r--r-- 1 ftp ftp many Jan  1  2024 a": false, "-rw-r--r-- 1 ftp ftp 1 Jan 0 2024 a": false,
		"+i1,m2,/,": false, "+i1,m2,/,\t": false, "13-32-99  25:00AM <DIR> x": false, "07-20-26  09:52AM       <WHAT>          x": false,
		"a;b c": false, "NAME.TXT;x 1 1-JAN-1996 1:00": false, "drwx": false, "d [": false, "\x00\xff": false,
	} {
		if item, ok := ParseLine(line, noon); ok || IsHeading(line) != heading {
			t.Errorf("%q: %+v, %v, heading %v", line, item, ok, IsHeading(line))
		}
	}
}

// TestWithYear: dates without a year, around the turn of it.
func TestWithYear(t *testing.T) {
	for _, x := range []struct{ now, date, want, why string }{
		{"2026-07-20 12:00", "Jul 20 11:59", "2026-07-20 11:59", "just now"},
		{"2026-07-20 12:00", "Jul 21 11:59", "2026-07-21 11:59", "a server to the east of us"},
		{"2026-07-20 12:00", "Jul 21 12:01", "2025-07-21 12:01", "a year ago"},
		{"2026-01-01 00:30", "Dec 31 23:59", "2025-12-31 23:59", "last year"},
		{"2025-12-31 23:00", "Jan  1 00:30", "2026-01-01 00:30", "a server where it is next year"},
		{"2026-01-12 00:00", "Dec 15 10:00", "2025-12-15 10:00", "lynx took it for next December"},
		{"2024-02-29 12:00", "Feb 29 10:00", "2024-02-29 10:00", "a leap day"},
		{"2026-03-01 12:00", "Feb 29 10:00", "2024-02-29 10:00", "the last leap day"},
		{"2026-07-20 12:00", "Jul 99 10:00", "0001-01-01 00:00", "no day"},
		{"2026-07-20 12:00", "Jul 20 99:00", "0001-01-01 00:00", "no hour"},
	} {
		if got := withYear(strings.Join(strings.Fields(x.date), " "), at(x.now)); !got.Equal(at(x.want)) {
			t.Errorf("%s, seen at %s, is %s, want %s (%s)", x.date, x.now, got, x.want, x.why)
		}
	}
}

func TestParseMLSD(t *testing.T) {
	for _, x := range []struct {
		line string
		want Item
		ok   bool
	}{
		{"type=file;size=1024990;modify=20250101120000;perm=r; a b.txt", Item{"a b.txt", File, 1024990, at("2025-01-01 12:00"), "", ""}, true},
		{"Type=dir;Modify=19981107085215.123;  two blanks", Item{" two blanks", Directory, -1, at("1998-11-07 08:52:15.123"), "", ""}, true},
		{"type=OS.unix=slink:/target;size=7; link", Item{"link", Link, -1, time.Time{}, "/target", ""}, true},
		{"type=OS.unix=symlink; link", Item{"link", Link, -1, time.Time{}, "", ""}, true},
		{"type=OS.unix=chr-13/29; tty", Item{"tty", Special, -1, time.Time{}, "", ""}, true},
		{"media-type=text/plain;type=file; a", Item{"a", File, -1, time.Time{}, "", "text/plain"}, true},
		{" no facts", Item{"no facts", Unknown, -1, time.Time{}, "", ""}, true},
		{"size=-5;type=file;modify=yesterday; a", Item{"a", File, -1, time.Time{}, "", ""}, true},
		{"type=file;size=1; caf\xe9", Item{"caf\xe9", File, 1, time.Time{}, "", ""}, true},
		{"type=cdir;modify=20250101120000; .", Item{}, false},
		{"type=pdir; /above", Item{}, false},
		{"type=file;size=1;", Item{}, false},
		{"type=file; ", Item{}, false},
		{"", Item{}, false},
	} {
		got, ok := parseMLSD(x.line)
		if ok != x.ok || ok && !cmp.Equal(got, x.want) {
			t.Errorf("%s: %+v, %v; want %+v", x.line, got, ok, x.want)
		}
	}
}

// FuzzParseLine: whatever a server writes, a name is a piece of it, and a link
// or a size is said only of what has one.
func FuzzParseLine(f *testing.F) {
	for _, x := range lines {
		f.Add(x.line)
	}
	f.Add("type=file;size=1; a")
	f.Fuzz(func(t *testing.T, line string) {
		for _, parse := range []func(string) (Item, bool){
			func(s string) (Item, bool) { return ParseLine(s, noon) }, parseMLSD,
		} {
			item, ok := parse(line)
			if !ok {
				continue
			}
			if item.Name == "" || !strings.Contains(line, item.Name) {
				t.Errorf("%q has the name %q", line, item.Name)
			}
			if item.Size < -1 || item.Target != "" && item.Kind != Link || item.Size >= 0 && item.Kind != File && item.Kind != Unknown {
				t.Errorf("%q: %+v", line, item)
			}
		}
	})
}
