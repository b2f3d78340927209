package main

import (
	"io"
	"os"
	"strings"
	"testing"
)

// BenchmarkParse runs parse over the lines of a file of URLs.
func BenchmarkParse(b *testing.B) {
	text, err := os.ReadFile("../../../shared/data/urls/kasztp.txt")
	if err != nil {
		b.Skip("NOT measured: ", err)
	}
	for name, args := range map[string]string{"host": "parse --get {host} -", "json": "parse --json -", "normalize": "normalize -"} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				run(b.Context(), strings.Fields(args), strings.NewReader(string(text)), io.Discard, io.Discard)
			}
			b.ReportMetric(float64(b.N)*float64(strings.Count(string(text), "\n"))/b.Elapsed().Seconds(), "lines/s")
		})
	}
}
