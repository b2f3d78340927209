package manread

import "strings"

// standardNames are what .St calls standards.
const standardNames = `
-ansiC ANSI X3.159-1989 (“ANSI C89”)
-ansiC-89 ANSI X3.159-1989 (“ANSI C89”)
-isoC ISO/IEC 9899:1990 (“ISO C90”)
-isoC-90 ISO/IEC 9899:1990 (“ISO C90”)
-isoC-amd1 ISO/IEC 9899/AMD1:1995 (“ISO C90, Amendment 1”)
-isoC-tcor1 ISO/IEC 9899/TCOR1:1994 (“ISO C90, Technical Corrigendum 1”)
-isoC-tcor2 ISO/IEC 9899/TCOR2:1995 (“ISO C90, Technical Corrigendum 2”)
-isoC-99 ISO/IEC 9899:1999 (“ISO C99”)
-isoC-2011 ISO/IEC 9899:2011 (“ISO C11”)
-p1003.1-88 IEEE Std 1003.1-1988 (“POSIX.1”)
-p1003.1 IEEE Std 1003.1 (“POSIX.1”)
-p1003.1-90 IEEE Std 1003.1-1990 (“POSIX.1”)
-iso9945-1-90 ISO/IEC 9945-1:1990 (“POSIX.1”)
-p1003.1b-93 IEEE Std 1003.1b-1993 (“POSIX.1b”)
-p1003.1b IEEE Std 1003.1b (“POSIX.1b”)
-p1003.1c-95 IEEE Std 1003.1c-1995 (“POSIX.1c”)
-p1003.1i-95 IEEE Std 1003.1i-1995 (“POSIX.1i”)
-p1003.1-96 ISO/IEC 9945-1:1996 (“POSIX.1”)
-iso9945-1-96 ISO/IEC 9945-1:1996 (“POSIX.1”)
-xpg3 X/Open Portability Guide Issue 3 (“XPG3”)
-p1003.2 IEEE Std 1003.2 (“POSIX.2”)
-p1003.2-92 IEEE Std 1003.2-1992 (“POSIX.2”)
-iso9945-2-93 ISO/IEC 9945-2:1993 (“POSIX.2”)
-p1003.2a-92 IEEE Std 1003.2a-1992 (“POSIX.2”)
-xpg4 X/Open Portability Guide Issue 4 (“XPG4”)
-susv1 Version 1 of the Single UNIX Specification (“SUSv1”)
-xpg4.2 X/Open Portability Guide Issue 4, Version 2 (“XPG4.2”)
-xsh4.2 X/Open System Interfaces and Headers Issue 4, Version 2 (“XSH4.2”)
-xcurses4.2 X/Open Curses Issue 4, Version 2 (“XCURSES4.2”)
-p1003.1g-2000 IEEE Std 1003.1g-2000 (“POSIX.1g”)
-svid4 System V Interface Definition, Fourth Edition (“SVID4”),
-susv2 Version 2 of the Single UNIX Specification (“SUSv2”)
-xbd5 X/Open Base Definitions Issue 5 (“XBD5”)
-xsh5 X/Open System Interfaces and Headers Issue 5 (“XSH5”)
-xcu5 X/Open Commands and Utilities Issue 5 (“XCU5”)
-xns5 X/Open Networking Services Issue 5 (“XNS5”)
-xns5.2 X/Open Networking Services Issue 5.2 (“XNS5.2”)
-p1003.1-2001 IEEE Std 1003.1-2001 (“POSIX.1”)
-susv3 Version 3 of the Single UNIX Specification (“SUSv3”)
-p1003.1-2004 IEEE Std 1003.1-2004 (“POSIX.1”)
-p1003.1-2008 IEEE Std 1003.1-2008 (“POSIX.1”)
-susv4 Version 4 of the Single UNIX Specification (“SUSv4”)
-ieee754 IEEE Std 754-1985
-iso8601 ISO 8601
-iso8802-3 ISO 8802-3: 1989
-ieee1275-94 IEEE Std 1275-1994 (“Open Firmware”)
`

// libraryNames are what .Lb calls libraries.
const libraryNames = `
libarm ARM Architecture Library
libbsm Basic Security Module Library
libc Standard C Library
libcrypt Crypt Library
libcurses Curses Library
libdevstat Device Statistics Library
libedit Command Line Editor Library
libelf ELF Access Library
libevent Event Notification Library
libfetch File Transfer Library
libform Curses Form Library
libgeom Userland API Library for Kernel GEOM subsystem
libipsec IPsec Policy Control Library
libjail Jail Library
libkiconv Kernel-side iconv Library
libkvm Kernel Data Access Library
libm Math Library
libmagic Magic Number Recognition Library
libmd Message Digest (MD4, MD5, etc.) Support Library
libmenu Curses Menu Library
libpam Pluggable Authentication Module Library
libpanel Z-order for curses windows
libpcap Packet capture Library
libproc Processor Monitoring and Analysis Library
libprocstat Process and Files Information Retrieval
libpthread POSIX Threads Library
libpuffs puffs Convenience Library
libresolv DNS Resolver Library
librt POSIX Real-time Library
libsdp Bluetooth Service Discovery Protocol User Library
libssp Buffer Overflow Protection Library
libthr 1:1 Threading Library
libutil System Utilities Library
libz Compression Library
`

// fullName returns what stands behind a name in one of the lists above.
func fullName(list, name string) (full string, ok bool) {
	if strings.ContainsAny(name, " \n") || name == "" {
		return "", false
	}
	_, rest, ok := strings.Cut(list, "\n"+name+" ")
	full, _, _ = strings.Cut(rest, "\n")
	return full, ok
}

// library says which library is meant.
func library(name string) string {
	if full, ok := fullName(libraryNames, name); ok {
		return full + " (" + name + ", -l" + strings.TrimPrefix(name, "lib") + ")"
	}
	return "library “" + name + "”"
}

// attUNIX says which version of the UNIX of AT&T .At means.
func attUNIX(version string) string {
	switch {
	case len(version) == 2 && version[0] == 'v' && '1' <= version[1] && version[1] <= '7':
		return "Version " + version[1:] + " AT&T UNIX"
	case version == "32v":
		return "Version 7 AT&T UNIX/32V"
	case version == "III":
		return "AT&T System III UNIX"
	case version == "V" || strings.HasPrefix(version, "V."):
		system, release, ok := strings.Cut(version, ".")
		if ok {
			return "AT&T System " + system + " Release " + release + " UNIX"
		}
		return "AT&T System V UNIX"
	}
	return "AT&T UNIX"
}

// systems are the macros of operating systems.
var systems = map[string]string{"Nx": "NetBSD", "Fx": "FreeBSD", "Ox": "OpenBSD", "Dx": "DragonFly", "Bsx": "BSD/OS", "Ux": "UNIX"}

// bsd says which version of BSD .Bx means.
func bsd(a []string) string {
	switch len(a) {
	case 0:
		return "BSD"
	case 1:
		if a[0] == "-alpha" || a[0] == "-beta" || a[0] == "-devel" {
			return "BSD (currently in " + strings.TrimPrefix(a[0], "-") + " test)"
		}
		return a[0] + "BSD"
	}
	return a[0] + "BSD-" + strings.ToUpper(a[1][:1]) + a[1][1:]
}
