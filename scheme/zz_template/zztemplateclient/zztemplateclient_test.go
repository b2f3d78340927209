package zztemplateclient

import (
	"testing"

	"uriel.dev/get/gettest"
	zztemplate "uriel.dev/scheme/zz_template"
)

func TestHandler(t *testing.T) {
	gettest.Run(t, gettest.Subject{
		Schemes: zztemplate.Schemes(),
		New:     New,
		Servers: []gettest.Server{{
			Name:    "text",
			URI:     func(addr string) string { return "x-template://" + addr + "/line" },
			Start:   "an answer\n",
			Payload: "and more of it\n",
			Lines:   1,
			Octets: func(addr, escape string) []string {
				return []string{"x-template://" + addr + "/line" + escape, "x-template://" + addr + "/" + escape + "line"}
			},
		}},
	})
}
