package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"slices"
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

// unheard returns how long a run does not listen to signals, which then end it at once,
// as they end a program that never does. Most runs are over before, and nothing that
// has just begun needs to end in order, but for a service; to listen takes a tenth of
// the time of such a run.
func unheard(args []string) time.Duration {
	if slices.Contains(args, "serve") {
		return 0
	}
	return 100 * time.Millisecond
}

// untilSignal returns a context that the first SIGINT or SIGTERM after some time ends,
// with an interruption as its cause. Another one ends the process as if nobody listened.
func untilSignal(after time.Duration) context.Context {
	ctx, cancel := context.WithCancelCause(context.Background())
	time.AfterFunc(after, func() {
		signals := make(chan os.Signal, 1)
		signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
		s := <-signals
		signal.Stop(signals)
		cancel(interruption{s.(syscall.Signal)})
	})
	return ctx
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
