# SPDX-License-Identifier: BSD-3-Clause
# Plugins for loader.t: one that is right, and one for each way to be wrong. They are never
# installed; -rpath has libtool build them shared all the same.
tests_mock_ldflags = $(AM_LDFLAGS) -module -avoid-version -no-undefined -rpath /nowhere -Wl,-z,defs
EXTRA_DIST += %D%/mock.h

# A third party has the installed headers and nothing else.
check_LTLIBRARIES += %D%/prefix_simple.la
tests_mock_prefix_simple_la_CPPFLAGS = -I$(top_srcdir)/include
tests_mock_prefix_simple_la_LDFLAGS = $(tests_mock_ldflags)

check_LTLIBRARIES += %D%/prefix_adder.la
tests_mock_prefix_adder_la_LDFLAGS = $(tests_mock_ldflags)

check_LTLIBRARIES += %D%/prefix_bad_probe.la
tests_mock_prefix_bad_probe_la_LDFLAGS = $(tests_mock_ldflags)

check_LTLIBRARIES += %D%/prefix_bad_scan.la
tests_mock_prefix_bad_scan_la_LDFLAGS = $(tests_mock_ldflags)

check_LTLIBRARIES += %D%/prefix_borrowed.la
tests_mock_prefix_borrowed_la_LDFLAGS = $(tests_mock_ldflags) \
    -Wl,-rpath,'$$ORIGIN' -Wl,%D%/.libs/prefix_simple.so
EXTRA_tests_mock_prefix_borrowed_la_DEPENDENCIES = %D%/prefix_simple.la

check_LTLIBRARIES += %D%/prefix_dear_probe.la
tests_mock_prefix_dear_probe_la_LDFLAGS = $(tests_mock_ldflags)

check_LTLIBRARIES += %D%/prefix_declines.la
tests_mock_prefix_declines_la_LDFLAGS = $(tests_mock_ldflags)

check_LTLIBRARIES += %D%/prefix_first_table.la
tests_mock_prefix_first_table_la_LDFLAGS = $(tests_mock_ldflags)

check_LTLIBRARIES += %D%/prefix_no_function.la
tests_mock_prefix_no_function_la_LDFLAGS = $(tests_mock_ldflags)

check_LTLIBRARIES += %D%/prefix_no_symbol.la
tests_mock_prefix_no_symbol_la_LDFLAGS = $(tests_mock_ldflags)

check_LTLIBRARIES += %D%/prefix_nomem_open.la
tests_mock_prefix_nomem_open_la_LDFLAGS = $(tests_mock_ldflags)

check_LTLIBRARIES += %D%/prefix_queued.la
tests_mock_prefix_queued_la_LDFLAGS = $(tests_mock_ldflags)

check_LTLIBRARIES += %D%/prefix_short_table.la
tests_mock_prefix_short_table_la_LDFLAGS = $(tests_mock_ldflags)

check_LTLIBRARIES += %D%/prefix_wrong_major.la
tests_mock_prefix_wrong_major_la_LDFLAGS = $(tests_mock_ldflags)

check_LTLIBRARIES += %D%/prefix_wrong_name.la
tests_mock_prefix_wrong_name_la_LDFLAGS = $(tests_mock_ldflags)
