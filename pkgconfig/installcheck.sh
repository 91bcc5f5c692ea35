#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# usage: installcheck.sh EXAMPLES: builds the examples with pkg-config against the installed tree,
# shared and static, and runs them. The make target sets CC, CFLAGS, LDFLAGS, DESTDIR, libdir and
# plugins, the directory of plugins if there are any.
set -eu
examples=$(cd "$1" && pwd)
if ! command -v pkg-config >/dev/null; then
    echo 'SKIP: installcheck: no pkg-config'
    exit 0
fi
PKG_CONFIG_PATH=$DESTDIR$libdir/pkgconfig
export PKG_CONFIG_PATH
unset LIBPREFIX_BACKEND LIBPREFIX_BACKEND_PATH LIBPREFIX_DEBUG LIBPREFIX_NUM_THREADS PKG_CONFIG_LIBDIR
export LIBPREFIX_CACHE=
if [ -n "$DESTDIR" ]; then
    PKG_CONFIG_SYSROOT_DIR=$DESTDIR
    export PKG_CONFIG_SYSROOT_DIR
    [ -z "$plugins" ] || export LIBPREFIX_BACKEND_PATH="$DESTDIR$plugins"
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Some pkg-config set the root of a system before variables, others do not.
docdir=$(pkg-config --variable=docdir prefix)
[ -f "$DESTDIR${docdir#"$DESTDIR"}/examples/README.md" ] || {
    echo "not ok: no examples in $docdir"
    exit 1
}

# check DIRECTORY FLAGS
check()
{
    mkdir -p "$1"
    for source in "$examples"/*.c; do
        program=${source##*/}
        program=${program%.c}
        case $program in
        06-stream | 13-backend) continue ;; # with CUDA, and no program
        esac
        flags=$2
        case $program in
        42-* | 43-* | 44-*) # with MPI, whose folders are not below DESTDIR
            [ -z "$DESTDIR" ] && [ "$1" = "$work/shared" ] && pkg-config --exists prefix-mpi || continue
            flags=$(pkg-config --cflags --libs prefix-mpi)
            ;;
        esac
        # shellcheck disable=SC2086
        $CC $CFLAGS -pthread -o "$1/$program" "$source" $flags $LDFLAGS -lm
    done
    LD_LIBRARY_PATH=$DESTDIR$libdir "$examples/expect.sh" "$1" >"$work/report"
    cat "$work/report"
    ! grep -q '^not ok' "$work/report"
}

if [ -f "$DESTDIR$libdir/libprefix.so" ]; then
    echo "# shared: $(pkg-config --cflags --libs prefix)"
    if [ -n "$plugins" ]; then
        mkdir -p "$work/shared/.libs"
        # shellcheck disable=SC2046,SC2086
        $CC $CFLAGS -shared -fPIC -o "$work/shared/.libs/prefix_demo.so" "$examples/13-backend.c" \
            $(pkg-config --cflags prefix)
    fi
    check "$work/shared" "$(pkg-config --cflags --libs prefix)"
fi
if [ -f "$DESTDIR$libdir/libprefix.a" ]; then
    echo "# static: $(pkg-config --static --cflags --libs prefix)"
    # The archive by name: -lprefix would take the shared library where there are both.
    check "$work/static" "$(pkg-config --static --cflags --libs prefix | sed 's/-lprefix/-l:libprefix.a/')"
fi
