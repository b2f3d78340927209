# Uriel's chores. `make` alone lists them.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:
MAKEFLAGS += --no-print-directory

# sudo's own PATH leaves out the folder that Go is usually unpacked to.
export PATH := $(PATH):/usr/local/go/bin
GO := go

# Go stops at a checkout that git refuses to read, as root's git does with a folder of another user: no stamp then.
STAMP := $(shell git rev-parse HEAD >/dev/null 2>&1 || echo -buildvcs=false)

ARGS      ?= --local#   what `make run` hands to `uriel serve`
FUZZTIME  ?= 10m#       how long `make fuzz` stays with a target
FUZZ      ?= ^Fuzz#     which targets
TURN      ?= 60s#       how long the target of the day is fuzzed in `make test`
BENCH     ?= .#         which benchmarks `make bench` runs
TESTFLAGS ?=#           more flags for `go test`

# What waits for peers is tested for data races too.
RACED := ^uriel\.dev/(get|policy|gateway|scheme/.*client)(/|$$)

MODULES := . interop bench
STATICCHECK := $(GO) tool -modfile=$(CURDIR)/internal/setup/tools.mod staticcheck

# go test tells of skipped tests with -v only.
REPORT := LC_ALL=C awk -f $(CURDIR)/internal/setup/report.awk

.PHONY: help
help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: run
run: setup-run build ## install what is needed, build, start the gateway (ARGS=--local)
	bin/uriel serve $(ARGS)

# Nothing of C is used (names are resolved by Go), and linking with it costs a tenth of the start.
.PHONY: build
build: ## build bin/uriel, which needs no library
	CGO_ENABLED=0 $(strip $(GO) build $(STAMP)) -o bin/uriel ./cmd/uriel

.PHONY: test
test: setup ## install what tests need, lint, run every test
	@$(MAKE) --keep-going lint vulns gosec test-root test-interop test-bench fuzz-today

.PHONY: setup-run
setup-run:
	@sh internal/setup/debian.sh run

.PHONY: setup
setup: ## install what tests need: servers, browser, fonts, manual pages
	@sh internal/setup/debian.sh test

.PHONY: lint
lint: ## gofmt, go vet, staticcheck over all modules
	@bad=$$(gofmt -l .); if [ -n "$$bad" ]; then echo "gofmt -w is due:" $$bad >&2; exit 1; fi
	@for mod in $(MODULES); do \
		echo "go vet and staticcheck: $$mod"; \
		(cd $$mod && $(GO) vet ./... && $(STATICCHECK) ./...) || exit 1; \
	done

.PHONY: vulns
vulns: ## look for known vulnerabilities of what is imported
	@sh internal/setup/vulns.sh

.PHONY: gosec
gosec: ## look for what is known to be risky in the code
	@sh internal/setup/gosec.sh

.PHONY: test-root
test-root: ## test the module itself, with -race where it waits for peers
	@all=$$($(GO) list ./...); \
	plain=$$(grep -vE '$(RACED)' <<<"$$all"); \
	raced=$$(grep -E '$(RACED)' <<<"$$all"); \
	failed=0; \
	$(GO) test -v $(TESTFLAGS) $$plain 2>&1 | $(REPORT) || failed=1; \
	$(GO) test -v -race $(TESTFLAGS) $$raced 2>&1 | $(REPORT) || failed=1; \
	exit $$failed

.PHONY: test-interop
test-interop: ## test the command against real servers
	cd interop && $(GO) test -v -count=1 ./... 2>&1 | $(REPORT)

.PHONY: test-bench
test-bench: ## see that every benchmark still runs
	cd bench && $(GO) test -bench . -benchtime 1x $(TESTFLAGS) ./...

.PHONY: bench
bench: ## measure against peers (BENCH=regexp)
	cd bench && $(GO) test -run '^$$' -bench $(BENCH) -benchmem ./...

.PHONY: fuzz
fuzz: ## fuzz every target for FUZZTIME=10m (FUZZ=regexp)
	@sh internal/setup/fuzz.sh $(FUZZTIME) '$(FUZZ)'

.PHONY: fuzz-today
fuzz-today: ## fuzz one target for TURN=60s, another every day
	@sh internal/setup/fuzz.sh $(TURN) today

.PHONY: generate
generate: ## write the generated files anew
	$(GO) generate ./...

.PHONY: clean
clean: ## remove what was built
	rm -rf bin
