#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# pkg-config against the build tree; make installcheck does the same against what is installed.
set -u
. "${top_srcdir:=..}/tests/support/tap.sh"

if ! have pkg-config; then
    skip 'pkg-config' 'no pkg-config'
    finish
fi
PKG_CONFIG_PATH=$top_builddir/pkgconfig
export PKG_CONFIG_PATH
unset PKG_CONFIG_LIBDIR PKG_CONFIG_SYSROOT_DIR PKG_CONFIG_DISABLE_UNINSTALLED
program=$PWD/pkgconfig.$$
trap 'rm -f "$program"' EXIT

# build FLAGS: a ten-line program, with the flags that the library itself was built with.
build()
{
    # What pkg-config prints is quoted for a shell, as the path may need it.
    eval "${CC:-cc} ${CFLAGS-} -o \"\$program\" \"\$top_srcdir/examples/01-scan.c\" $1 ${LDFLAGS-}" 2>&1
}

sums=$(printf '%s\n' 3 4 11 11 15 16 22 25)

# runs DESCRIPTION FLAGS
runs()
{
    messages=$(build "$2")
    ok $? "$1: compiles and links with $2" "$messages"
    is "$(LD_LIBRARY_PATH=$top_builddir/.libs "$program" 2>&1)" "$sums" "$1: runs"
    rm -f "$program"
}

pkg-config --uninstalled prefix
ok $? 'the uninstalled file is found'
version=$(sed -n 's/^#define PREFIX_VERSION_STRING "\(.*\)"$/\1/p' "$top_srcdir/include/prefix/version.h")
major=$(sed -n 's/^#define PREFIX_BACKEND_ABI_MAJOR //p' "$top_srcdir/include/prefix/backend.h")

# describes FILE: what both files say.
describes()
{
    is "$(pkg-config --validate prefix 2>&1)" '' "$1 is valid"
    is "$(pkg-config --modversion prefix)" "$version" "$1 has the version of the header"
    is "$(pkg-config --variable=backend_abi prefix)" "$major" "$1 has the plugin ABI of the header"
}

describes prefix-uninstalled.pc
[ -f "$(pkg-config --variable=docdir prefix)/examples/README.md" ]
ok $? 'prefix-uninstalled.pc has the directory of the examples' "$(pkg-config --variable=docdir prefix)"
PKG_CONFIG_DISABLE_UNINSTALLED=1
export PKG_CONFIG_DISABLE_UNINSTALLED
describes prefix.pc
case $(pkg-config --variable=backenddir prefix) in
/*/prefix/"$major") status=0 ;;
*) status=1 ;;
esac
ok $status 'prefix.pc has the directory of plugins' "$(pkg-config --variable=backenddir prefix)"
docdir=$(pkg-config --variable=docdir prefix)
case $docdir in
*'${'*) status=1 ;;
/*) status=0 ;;
*) status=1 ;;
esac
ok $status 'prefix.pc has the directory of documents' "$docdir"
is "$(pkg-config --libs-only-l --libs-only-other prefix | sed 's/ *$//')" -lprefix 'prefix.pc asks for -lprefix alone'
unset PKG_CONFIG_DISABLE_UNINSTALLED

if [ -f "$top_builddir/.libs/libprefix.so" ]; then
    runs 'shared' "$(pkg-config --cflags --libs prefix)"
else
    skip 'shared' 'not built'
fi
if [ -f "$top_builddir/libprefix.a" ]; then
    # The archive by name: -lprefix would take the shared library where there are both.
    runs 'static' "$(pkg-config --static --cflags --libs prefix | sed 's/-lprefix/-l:libprefix.a/')"
else
    skip 'static' 'not built'
fi
finish
