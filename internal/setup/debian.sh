#!/bin/sh
# Installs what Uriel needs on Debian 12.
#
#	debian.sh run     what the gateway runs: mandoc
#	debian.sh test    that, and the servers, the browser and the fonts of the tests
#
# When all is there it only looks, which takes a moment and needs no rights. On another system it says what is
# missing and leaves the choice to the reader: the command works without, and tests skip by name.
set -eu

case ${1-} in
run) want='mandoc' unpack='' ;;
test)
	want='mandoc man-db manpages nginx gophernicus pygopherd gopher lynx curl chromium fonts-urw-base35 fonts-dejavu-core gcc libc6-dev'
	want="$want manpages-dev git-man perl-doc" # pages of the manual
	want="$want libcanlock3 libdb5.3 libperl5.36 libpython3.11 libsasl2-2 libsqlite3-0" # of inn2
	want="$want info install-info texinfo bash-doc autoconf-doc automake m4-doc libtool-doc wget" # documents of Info
	want="$want lftp libwrap0 libcap2 libsodium23 libhiredis0.14 libmemcached11 libmemcachedutil2 libpcre2-posix3" # of servers of FTP
	want="$want ripgrep" # whose habits find has
	want="$want systemd apache2-utils" # what a service is given, and logins
	want="$want iproute2 perl-base" # a network for one test, and what a helper tries in its sandbox
	unpack='inn2 inn2-inews sn gnome-user-docs gucharmap vsftpd pure-ftpd proftpd-core'
	;;
*)
	echo 'usage: debian.sh run|test' >&2
	exit 2
	;;
esac

# missing prints the wanted packages that are not installed.
missing() {
	have=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' $want 2>/dev/null || true)
	for p in $want; do
		printf '%s\n' "$have" | grep -qx "installed $p" || printf '%s ' "$p"
	done
}

# Packages that exclude each other, or start as soon as they are installed, are not: their files lie below $peers.
peers=/opt/uriel-peers
packed() {
	for p in $unpack; do
		[ -d "$peers/$p" ] || printf '%s ' "$p"
	done
}

# pages_missing tells whether the manual of coreutils is absent though coreutils is there: small images
# tell dpkg to leave /usr/share/man out.
pages_missing() {
	[ "$1" = test ] && [ -z "$(ls /usr/share/man/man1/ls.1* 2>/dev/null)" ]
}

if [ "$1" = run ] && command -v mandoc >/dev/null; then
	exit 0
fi
if ! command -v apt-get >/dev/null; then
	echo "debian.sh: this is no Debian; install by hand what is missing of: $want" >&2
	exit 0
fi
absent=$(missing)
if [ -z "$absent$(packed)" ] && ! pages_missing "$1"; then
	exit 0
fi
if [ "$(id -u)" != 0 ]; then
	if command -v sudo >/dev/null; then
		exec sudo sh "$0" "$1"
	fi
	echo "debian.sh: run as root, or install: ${absent:-the manual pages of coreutils}, and unpack below $peers: $(packed)" >&2
	exit 1
fi

# install runs apt-get install. The manual pages are taken in whatever the image tells dpkg to leave out.
install() {
	DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
		-o DPkg::Lock::Timeout=300 -o 'DPkg::Options::=--path-include=/usr/share/man/*' -o 'DPkg::Options::=--path-include=/usr/share/info/*' "$@" </dev/null
}

# The packages of servers start them at once on every address: policy-rc.d forbids that for as long as we install.
# One that was there before comes back as it was, also after an installation that was killed half-way.
policy=/usr/sbin/policy-rc.d
restore() {
	rm -f "$policy"
	if [ -e "$policy.before-uriel" ]; then
		mv "$policy.before-uriel" "$policy"
	fi
}
trap restore EXIT
trap 'exit 1' HUP INT TERM
if [ -e "$policy" ] && [ ! -e "$policy.before-uriel" ]; then
	mv "$policy" "$policy.before-uriel"
fi
printf '#!/bin/sh\nexit 101\n' >"$policy"
chmod 755 "$policy"

apt-get update </dev/null
if [ -n "$absent" ]; then
	install $absent
fi
if pages_missing "$1"; then
	install --reinstall coreutils manpages
fi
for p in $(packed); do
	rm -rf "$peers/.$p"
	mkdir -p "$peers/.$p"
	(cd "$peers/.$p" && apt-get download "$p" && dpkg-deb -x ./*.deb . && rm ./*.deb)
	chmod 755 "$peers/.$p"
	mv "$peers/.$p" "$peers/$p"
done

# Nor do they start at the next boot. What was installed before us keeps its setting.
for p in $absent; do
	case $p in
	nginx | pygopherd) unit=$p.service ;;
	gophernicus) unit=$p.socket ;;
	*) continue ;;
	esac
	if command -v systemctl >/dev/null; then
		systemctl --quiet disable "$unit"
	fi
done

absent=$(missing)
if [ -n "$absent" ] || pages_missing "$1"; then
	echo "debian.sh: still missing: ${absent:-the manual pages of coreutils}" >&2
	exit 1
fi
