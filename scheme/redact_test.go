package scheme_test

import (
	"testing"

	"uriel.dev/scheme"
	"uriel.dev/scheme/known"
	"uriel.dev/uri"
)

func TestRedacted(t *testing.T) {
	table := known.Table()
	for in, want := range map[string]string{
		"http://h/":                                "http://h/",
		"http://u:p@h/":                            "http://u:***@h/",
		"http://u:@h/":                             "http://u:***@h/",
		"http://u@h/":                              "http://u@h/",
		"zz9://u:p@h/":                             "zz9://u:***@h/",
		"//u:p@h/":                                 "//u:***@h/",
		"ftp://u:p%40@h:21/x":                      "ftp://u:***@h:21/x",
		"sip:alice:secret@h;transport=tcp":         "sip:alice:***@h;transport=tcp",
		"jdbc:mysql://h/d?user=u&password=s&x=y":   "jdbc:mysql://h/d?user=u&password=***&x=y",
		"jdbc:oracle:thin:scott/tiger@h:1521:x":    "jdbc:oracle:thin:scott/***@h:1521:x",
		"otpauth://totp/a:b?secret=JBSWY3DP&x=y":   "otpauth://totp/a:b?secret=***&x=y",
		"irc://h/chan?key=s3cret":                  "irc://h/chan?key=***",
		"irc://h/#chan?key=s3cret":                 "irc://h/#chan?key=***",
		"view-source:http://u:p@h/":                "view-source:http://u:***@h/",
		"view-source:sip:alice:secret@h":           "view-source:sip:alice:***@h",
		"feed:https://u:p@h/f":                     "feed:https://u:***@h/f",
		"feed://u:p@h/f":                           "feed://u:***@h/f",
		"jdbc:mysql://u:p@h/d;password=a?secret=b": "jdbc:mysql://u:***@h/d;password=***",
		"imap://u@h/m/;UID=1;URLAUTH=anonymous:internal:91354a473744909de610943775f92038": "imap://u@h/m/;UID=1;URLAUTH=anonymous:internal:***",
	} {
		if got := table.Redacted(uri.MustParse(in)); got != want {
			t.Errorf("%s is shown as %s, want %s", in, got, want)
		}
	}
	if got := (scheme.Table{}).Redacted(uri.MustParse("x://u:p@h")); got != "x://u:***@h" {
		t.Errorf("without a table: %s", got)
	}
}
