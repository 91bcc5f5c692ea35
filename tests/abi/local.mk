# SPDX-License-Identifier: BSD-3-Clause
# make check-abi compares the shared library with the last release's ABI; make update-abi, a step
# of a release (RELEASING.md), writes that down. Both need abigail-tools and a build with -g.
tests_scripts += %D%/compare.t
EXTRA_DIST += %D%/abi.sh %D%/libprefix.abi
CLEANFILES += %D%/now.abi
.PHONY: check-abi update-abi

abi = $(SHELL) $(top_srcdir)/%D%/abi.sh
dump_abi = $(abi) dump .libs/libprefix.so $(top_srcdir)/include/prefix

check-abi: all
	@if command -v abidw >/dev/null && test -f .libs/libprefix.so; then \
	    $(MKDIR_P) %D% && $(dump_abi) %D%/now.abi && \
	    $(abi) compare $(top_srcdir)/%D%/libprefix.abi %D%/now.abi && echo 'PASS: check-abi'; \
	else \
	    echo 'SKIP: check-abi: no abidw (abigail-tools), or no shared library'; \
	fi

update-abi: all
	$(dump_abi) $(top_srcdir)/%D%/libprefix.abi
