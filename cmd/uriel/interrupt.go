package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// grace is how long a verb may take to end in order when a signal asks it to. What
// does not hear it, such as a read of a terminal, is not waited for.
const grace = 200 * time.Millisecond

// An interruption is the signal that ended a run.
type interruption struct{ syscall.Signal }

func (i interruption) Error() string { return "broken off (" + i.String() + ")" }

func (interruption) Unwrap() error { return context.Canceled }

// untilSignal returns a context that the first SIGINT or SIGTERM ends, with an
// interruption as its cause. Another one ends the process as if nobody listened.
func untilSignal() (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		select {
		case s := <-signals:
			signal.Stop(signals)
			cancel(interruption{s.(syscall.Signal)})
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		cancel(nil)
	}
}

// obeySoon is obeySignal after the time of grace.
func obeySoon(ctx context.Context) {
	time.Sleep(grace)
	obeySignal(ctx)
}

// obeySignal ends the process by the signal that ended ctx, if one did: a shell that
// runs it in a loop goes on after any exit status, and ends with whom a signal ended.
func obeySignal(ctx context.Context) {
	i, ok := errors.AsType[interruption](context.Cause(ctx))
	if !ok {
		return
	}
	signal.Reset(i.Signal)
	if self, err := os.FindProcess(os.Getpid()); err == nil && self.Signal(i.Signal) == nil {
		time.Sleep(time.Second) // it may come to another thread
	}
	os.Exit(128 + int(i.Signal))
}
