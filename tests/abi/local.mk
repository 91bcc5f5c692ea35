# SPDX-License-Identifier: BSD-3-Clause
# make check-abi compares the shared library with the last release's ABI; make update-abi, a step
# of a release (RELEASING.md), writes that down. Both need abigail-tools and a build with -g.
EXTRA_DIST += %D%/libprefix.abi
CLEANFILES += %D%/now.abi
.PHONY: check-abi update-abi

# The functions and the types that they show; nothing that depends on the machine or the folder.
dump_abi = abidw --exported-interfaces-only --headers-dir $(top_srcdir)/include/prefix \
    --drop-private-types --no-show-locs --no-corpus-path --no-comp-dir-path .libs/libprefix.so

check-abi: all
	@if command -v abidw >/dev/null && test -f .libs/libprefix.so; then \
	    $(MKDIR_P) %D% && $(dump_abi) --out-file %D%/now.abi && \
	    abidiff $(top_srcdir)/%D%/libprefix.abi %D%/now.abi && echo 'PASS: check-abi'; \
	else \
	    echo 'SKIP: check-abi: no abidw (abigail-tools), or no shared library'; \
	fi

update-abi: all
	$(dump_abi) --out-file $(top_srcdir)/%D%/libprefix.abi
