package ftpclient

import (
	"context"
	"time"
)

// abortTime is how long ABOR may take to be sent, to a server that does not
// listen any more, and each reply to it to come, which is on its way since.
const abortTime = 2 * time.Second

// abort asks the server to end a transfer (RFC 959, section 4.1.3), the data of
// which nobody takes any more.
//
// It is sent even if the context of the request has ended, which set a deadline.
// No Telnet signal goes before it: a server that does not look at its control
// connection meanwhile sees that the data connection is closed.
func (c *conn) abort() {
	if c.broken {
		return
	}
	c.free()
	c.SetDeadline(time.Now().Add(abortTime))
	if c.send("ABOR", "ABOR") != nil {
		return
	}
	c.SetDeadline(time.Time{})
	c.owes = true
}

// settle reads the replies that abort left. How many those are differs: none or one
// to the transfer, by 426 or as if it had gone well, and one to ABOR. NOOP comes
// behind, whose reply no other is taken for, so that all are known to have come. It
// waits for the first of them: a server that looks for ABOR while it sends drops what
// came with it. A connection that is not settled is not to be used again.
func (c *conn) settle(ctx context.Context) bool {
	const most = 4 // 150 if it was late, two to the transfer and to ABOR, and that to NOOP
	asked := false
	for range most {
		r, err := c.readWithin(ctx, abortTime)
		if err != nil {
			break
		}
		switch {
		case r.code < 200:
		case !asked:
			if c.send("NOOP", "NOOP") != nil {
				return false
			}
			asked = true
		case r.code == 200 && ctx.Err() == nil: // else the deadline is undone that ended with ctx
			c.owes, c.replies = false, 0
			return true
		}
	}
	c.broken = true
	return false
}
