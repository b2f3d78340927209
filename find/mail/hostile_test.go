//go:build unix

package mail_test

import (
	"testing"

	"uriel.dev/find/internal/piece/containertest"
)

func TestLinear(t *testing.T) {
	const multipart, qp = "Content-Type: multipart/mixed; boundary=x\n\n…", "Content-Transfer-Encoding: quoted-printable\n\n…"
	containertest.Linear(t, container,
		":", "a:b\n", "a: …=?", "a: …=?a?b?", "a: …=?utf-8?q?x?= ", "a: …\n ", "\n…>", "\n…> <http://a/\n", "\n…<\n>", "\n…<http://a/ ", "From a\n\n", "From a\n…\n", multipart+"--x\n", multipart+"--x\n\n", multipart+"--\n", multipart+"--x\nContent-Type: multipart/mixed; boundary=x\n\n",
		qp+"=", qp+" ", qp+"= ", qp+"=\n", "Content-Transfer-Encoding: base64\n\n…!", "Content-Transfer-Encoding: base64\n\n…a=", "Content-Type: message/rfc822\n\n", "Content-Type: text/plain; format=flowed; delsp=yes\n\n…a \n",
	)
}
