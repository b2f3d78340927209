#!/bin/sh
# Fuzzes every target of the module that the shell stands in, one after the other.
#
#	fuzz.sh 10m            each target for ten minutes
#	fuzz.sh 60s '^FuzzP'   those that match, for a minute each
#	fuzz.sh 60s today      one target, another every day
#
# A target that fails does not stop the others; their names come last and the exit status is 1. The target of the day
# fails only with an input that it has found: a machine that is busy may stop it for reasons of its own.
set -eu

time=${1:?usage: fuzz.sh TIME [REGEXP|today]}
pattern=${2:-^Fuzz}
today=''
if [ "$pattern" = today ]; then
	today=yes pattern='^Fuzz'
fi

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
if [ -n "$today" ]; then
	turn=$(($(date +%s) / 86400 % $(printf '%s\n' "$targets" | wc -l) + 1))
	targets=$(printf '%s\n' "$targets" | sed -n "${turn}p")
	package=${targets% *} target=${targets#* }
	echo "== $package $target, for $time: today it is its turn"
	said=$(timeout 5m go test -run '^$' -fuzz "^$target\$" -fuzztime "$time" -fuzzminimizetime 5s "$package" </dev/null 2>&1) && exit 0
	printf '%s\n' "$said" | tail -n 40
	case $said in
	*'Failing input written to'* | *'[build failed]'* | *'failure while testing seed corpus'*) exit 1 ;;
	esac
	echo "fuzz.sh: NOT CHECKED: $package $target was stopped, and has found nothing" >&2
	exit 0
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
