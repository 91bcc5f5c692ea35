#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# abi.sh dump LIBRARY HEADERS FILE: writes the functions of a library and the types that they show to FILE; nothing
#     that depends on the machine or the folder. The library must be built with -g.
# abi.sh compare BASELINE FILE: fails, and says why, unless all of BASELINE is as it was; more functions are welcome.
set -eu
case $1 in
dump)
    abidw --exported-interfaces-only --headers-dir "$3" --drop-private-types --no-show-locs --no-corpus-path \
        --no-comp-dir-path --out-file "$4" "$2"
    ;;
compare) abidiff --no-added-syms "$2" "$3" ;;
esac
