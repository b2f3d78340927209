#!/bin/sh
# Makes the text that the finders are measured on: the documentation of Linux, Python, Git, Apache, Perl and the
# manual, unpacked from the packages of Debian 12. Nothing is installed, and what is there is not made again.
#
#	corpus.sh [FOLDER]     $URIEL_TEXT, or ~/.cache/uriel/text, if no folder is given
set -eu

folder=${1:-${URIEL_TEXT:-${XDG_CACHE_HOME:-$HOME/.cache}/uriel/text}}
mkdir -p "$folder"

# real prints the package that a package stands for: linux-doc is that of some version.
real() {
	name=$(apt-cache depends "$1" | sed -n "s/^  Depends: \($1-.*\|python3\..*-doc\)$/\1/p" | head -n 1)
	echo "${name:-$1}"
}

for package in linux-doc python3-doc git-doc apache2-doc manpages perl-doc; do
	[ -d "$folder/$package" ] && continue
	new=$folder/.$package
	rm -rf "$new"
	mkdir "$new"
	(
		cd "$new"
		apt-get -o APT::Sandbox::User=root download "$(real "$package")" </dev/null
		dpkg-deb -x ./*.deb .
		rm ./*.deb
		find . -type l -delete
		find . -name '*.gz' -exec gzip -d -f {} +
	)
	mv "$new" "$folder/$package"
done
du -sh --apparent-size "$folder"
