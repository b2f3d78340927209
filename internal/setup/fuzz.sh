#!/bin/sh
# Fuzzes every target of the module that the shell stands in, one after the other.
#
#	fuzz.sh 10m            each target for ten minutes
#	fuzz.sh 60s '^FuzzP'   those that match, for a minute each
#
# A target that fails does not stop the others; their names come last and the exit status is 1.
set -eu

time=${1:?usage: fuzz.sh TIME [REGEXP]}
pattern=${2:-^Fuzz}

# go test -list prints the names of a package's targets and then its "ok" line.
if ! listed=$(go test -list '^Fuzz' ./...); then
	printf '%s\n' "$listed" >&2
	exit 1
fi
targets=$(printf '%s\n' "$listed" | awk -v pattern="$pattern" '
	/^Fuzz/ { if ($1 ~ pattern) names[++n] = $1 }
	/^ok/   { for (i = 1; i <= n; i++) print $2, names[i]; n = 0 }')
if [ -z "$targets" ]; then
	echo "fuzz.sh: no fuzz target matches $pattern" >&2
	exit 1
fi

failed=''
while read -r package target; do
	echo "== $package $target"
	go test -run '^$' -fuzz "^$target\$" -fuzztime "$time" "$package" </dev/null || failed="$failed $package.$target"
done <<EOF
$targets
EOF
if [ -n "$failed" ]; then
	echo "fuzz.sh: failed:$failed" >&2
	exit 1
fi
