# SPDX-License-Identifier: BSD-3-Clause
# The examples: built and run by make check here, and by make installcheck against what is installed.

example_programs = \
    %D%/01-scan %D%/02-plan %D%/03-chained %D%/04-device %D%/05-backends %D%/06-order %D%/08-names \
    %D%/09-reduce %D%/10-counts %D%/11-select %D%/12-segments %D%/13-runs %D%/13-selection
check_PROGRAMS += $(example_programs)
%C%_01_scan_LDADD = $(LIBPREFIX)
%C%_02_plan_LDADD = $(LIBPREFIX)
%C%_03_chained_LDADD = $(LIBPREFIX)
%C%_04_device_LDADD = $(LIBPREFIX)
%C%_05_backends_LDADD = $(LIBPREFIX)
%C%_06_order_LDADD = $(LIBPREFIX)
%C%_08_names_LDADD = $(LIBPREFIX)
%C%_09_reduce_LDADD = $(LIBPREFIX)
%C%_10_counts_LDADD = $(LIBPREFIX)
%C%_11_select_LDADD = $(LIBPREFIX)
%C%_12_segments_LDADD = $(LIBPREFIX)
%C%_13_runs_LDADD = $(LIBPREFIX)
%C%_13_selection_LDADD = $(LIBPREFIX)
EXTRA_DIST += %D%/07-backend.c %D%/expect.sh

# -rpath makes libtool build a shared object that is not installed.
if ENABLE_PLUGINS
check_LTLIBRARIES += %D%/prefix_demo.la
%C%_prefix_demo_la_SOURCES = %D%/07-backend.c
%C%_prefix_demo_la_LDFLAGS = $(AM_LDFLAGS) -module -shared -avoid-version -no-undefined -rpath /nowhere
%C%_prefix_demo_la_LIBTOOLFLAGS = --tag=disable-static
endif
