# SPDX-License-Identifier: BSD-3-Clause
# The library: libprefix.so, and libprefix.a, which has the CPU backends built in and no loader. Both are made of the
# same objects; only the register of backends is compiled twice.

# What plugins have of the front end, too: types, carries, networks by name, and segments as the reference has them.
noinst_LTLIBRARIES += libshared.la
libshared_la_SOURCES = \
    %D%/catalogue/blelloch.c \
    %D%/catalogue/brent_kung.c \
    %D%/catalogue/hillis_steele.c \
    %D%/catalogue/kernel.c \
    %D%/catalogue/kernel.h \
    %D%/catalogue/kogge_stone.c \
    %D%/catalogue/network.c \
    %D%/catalogue/network.h \
    %D%/catalogue/network_scan.c \
    %D%/catalogue/sklansky.c \
    %D%/catalogue/split_merge.c \
    %D%/catalogue/split_merge.h \
    %D%/serial/segmented.c \
    %D%/serial/segmented.h \
    %D%/shared/bins.c \
    %D%/shared/bins.h \
    %D%/shared/box.c \
    %D%/shared/box.h \
    %D%/shared/carry.c \
    %D%/shared/carry.h \
    %D%/shared/difference.c \
    %D%/shared/difference.h \
    %D%/shared/columns.h \
    %D%/shared/filter_kernel.h \
    %D%/shared/filter_strands.c \
    %D%/shared/filter_strands.h \
    %D%/shared/half.h \
    %D%/shared/heads.h \
    %D%/shared/lanes.h \
    %D%/shared/missing.c \
    %D%/shared/missing.h \
    %D%/shared/missing_rows.c \
    %D%/shared/missing_rows.h \
    %D%/shared/missing_values.c \
    %D%/shared/missing_values.h \
    %D%/shared/offsets.c \
    %D%/shared/offsets.h \
    %D%/shared/on_host.c \
    %D%/shared/on_host.h \
    %D%/shared/operator_network.c \
    %D%/shared/operator_network.h \
    %D%/shared/operator_results.c \
    %D%/shared/operator_results.h \
    %D%/shared/operator_rows.c \
    %D%/shared/operator_rows.h \
    %D%/shared/operator_stages.c \
    %D%/shared/operator_stages.h \
    %D%/shared/operator_tile.c \
    %D%/shared/operator_tile.h \
    %D%/shared/order.h \
    %D%/shared/pages.h \
    %D%/shared/recurrence_kernel.h \
    %D%/shared/recurrence_lanes.h \
    %D%/shared/recurrence_lines.c \
    %D%/shared/recurrence_lines.h \
    %D%/shared/recurrence_rows.c \
    %D%/shared/recurrence_rows.h \
    %D%/shared/recurrence_step.h \
    %D%/shared/recurrence_strip.h \
    %D%/shared/recurrence_strip_kernel.h \
    %D%/shared/recurrence_tile.h \
    %D%/shared/rows.c \
    %D%/shared/rows.h \
    %D%/shared/sort_code.h \
    %D%/shared/sort_pass.c \
    %D%/shared/sort_pass.h \
    %D%/shared/sort_segments.h \
    %D%/shared/sort_span.c \
    %D%/shared/sort_span.h \
    %D%/shared/tables.h \
    %D%/shared/types.h \
    %D%/shared/values.h \
    %D%/shared/window.c \
    %D%/shared/window.h \
    %D%/shared/window_tile.c \
    %D%/shared/window_tile.h \
    %D%/shared/words.c \
    %D%/shared/words.h
libshared_la_LIBTOOLFLAGS = --tag=disable-static

noinst_LTLIBRARIES += libfront.la
libfront_la_SOURCES = \
    %D%/api/batch.c \
    %D%/api/batch.h \
    %D%/api/binning.c \
    %D%/api/bins.c \
    %D%/api/bins.h \
    %D%/api/box.c \
    %D%/api/built_in.c \
    %D%/api/built_in.h \
    %D%/api/built_in_arg.c \
    %D%/api/built_in_checked.c \
    %D%/api/built_in_complex.c \
    %D%/api/built_in_ewm.c \
    %D%/api/built_in_mean.c \
    %D%/api/built_in_recurrence.c \
    %D%/api/check_arrays.c \
    %D%/api/check_arrays.h \
    %D%/api/check_batch.c \
    %D%/api/check_batch.h \
    %D%/api/check_images.c \
    %D%/api/check_images.h \
    %D%/api/check_operator.c \
    %D%/api/check_operator.h \
    %D%/api/check_settings.c \
    %D%/api/check_settings.h \
    %D%/api/difference.c \
    %D%/api/ends.c \
    %D%/api/ends.h \
    %D%/api/group.c \
    %D%/api/group.h \
    %D%/api/grouping.c \
    %D%/api/histogram.c \
    %D%/api/histogram.h \
    %D%/api/ewm.c \
    %D%/api/ewm_step.h \
    %D%/api/ewm_tile.c \
    %D%/api/ewm_tile.h \
    %D%/api/filter.c \
    %D%/api/filter_map.c \
    %D%/api/filter_map.h \
    %D%/api/layout.c \
    %D%/api/layout.h \
    %D%/api/memory.c \
    %D%/api/missing.c \
    %D%/api/missing.h \
    %D%/api/operator.c \
    %D%/api/operator.h \
    %D%/api/operator_check.c \
    %D%/api/operator_matrix.c \
    %D%/api/operator_scan.c \
    %D%/api/plan.c \
    %D%/api/plan.h \
    %D%/api/predicate.c \
    %D%/api/predicate.h \
    %D%/api/recurrence.c \
    %D%/api/recurrence.h \
    %D%/api/recurrence_run.c \
    %D%/api/runs.c \
    %D%/api/runs.h \
    %D%/api/scan.c \
    %D%/api/segmented.c \
    %D%/api/segmented.h \
    %D%/api/select.c \
    %D%/api/select.h \
    %D%/api/selection.c \
    %D%/api/sorting.c \
    %D%/api/sorting.h \
    %D%/api/table.c \
    %D%/api/version.c \
    %D%/api/window.c \
    %D%/api/work.c \
    %D%/api/work.h \
    %D%/catalogue/chained_scan.c \
    %D%/catalogue/decoupled_look_back.c \
    %D%/catalogue/in_step.c \
    %D%/catalogue/one_by_one.c \
    %D%/catalogue/reduce_then_scan.c \
    %D%/catalogue/scan_then_propagate.c \
    %D%/catalogue/tiles.c \
    %D%/catalogue/tiles.h \
    %D%/context/backends.h \
    %D%/context/context.h \
    %D%/context/ctx.c \
    %D%/context/ctx.h \
    %D%/context/env.c \
    %D%/context/env.h \
    %D%/context/host.c \
    %D%/context/host.h \
    %D%/context/loader.h \
    %D%/context/route.c \
    %D%/context/route.h \
    %D%/context/scratch.c \
    %D%/context/scratch.h \
    %D%/context/status.c \
    %D%/context/status.h \
    %D%/context/thread.c \
    %D%/context/thread.h \
    %D%/serial/batch.c \
    %D%/serial/batch.h \
    %D%/serial/box_filter.c \
    %D%/serial/box_filter.h \
    %D%/serial/difference.c \
    %D%/serial/difference.h \
    %D%/serial/filter.c \
    %D%/serial/filter.h \
    %D%/serial/histogram.c \
    %D%/serial/histogram.h \
    %D%/serial/integral.c \
    %D%/serial/integral.h \
    %D%/serial/operator_scan.c \
    %D%/serial/operator_scan.h \
    %D%/serial/recurrence.c \
    %D%/serial/recurrence.h \
    %D%/serial/runs.c \
    %D%/serial/runs.h \
    %D%/serial/scan.c \
    %D%/serial/scan.h \
    %D%/serial/select.c \
    %D%/serial/select.h \
    %D%/serial/sort.c \
    %D%/serial/sort.h \
    %D%/serial/serial.c \
    %D%/serial/serial.h \
    %D%/serial/window.c \
    %D%/serial/window.h \
    %D%/shared/names.c \
    %D%/shared/names.h \
    %D%/shared/window_values.c \
    %D%/shared/window_values.h \
    %D%/team/fold.c \
    %D%/team/fold.h \
    %D%/team/array.c \
    %D%/team/exact.c \
    %D%/team/job.h \
    %D%/team/part.c \
    %D%/team/part.h \
    %D%/team/queue.c \
    %D%/team/queue.h \
    %D%/team/ranges.c \
    %D%/team/ranges.h \
    %D%/team/scan.c \
    %D%/team/select.c \
    %D%/team/team.c \
    %D%/team/team.h \
    %D%/team/tiles.c \
    %D%/team/tiles.h
libfront_la_LIBTOOLFLAGS = --tag=disable-static
EXTRA_DIST += %D%/libprefix.map

# What is built in.
libprefix_parts = libfront.la libshared.la
if WITH_OPENMP
libprefix_parts_openmp = libopenmp.la
libprefix_builtin_cppflags = $(AM_CPPFLAGS) -DPREFIX__PLUGINS=0 -DPREFIX__BUILTIN_OPENMP=1
else
libprefix_parts_openmp =
libprefix_builtin_cppflags = $(AM_CPPFLAGS) -DPREFIX__PLUGINS=0 -DPREFIX__BUILTIN_OPENMP=0
endif

if ENABLE_SHARED
lib_LTLIBRARIES += libprefix.la
libprefix_la_CFLAGS = $(AM_CFLAGS)
libprefix_la_LDFLAGS = $(AM_LDFLAGS) -shared -version-info 1:0:0 -no-undefined \
    -Wl,--version-script=$(top_srcdir)/%D%/libprefix.map -Wl,--no-undefined-version -Wl,-z,defs -Wl,-z,nodelete
libprefix_la_LIBTOOLFLAGS = --tag=disable-static
EXTRA_libprefix_la_DEPENDENCIES = $(top_srcdir)/%D%/libprefix.map
if ENABLE_PLUGINS
libprefix_la_SOURCES = %D%/context/backends.c %D%/context/loader.c
libprefix_la_CPPFLAGS = $(AM_CPPFLAGS) -DPREFIX__BACKEND_DIR='"$(backendexecdir)"' \
    -DPREFIX__BACKEND_BELOW='"$(backendexecbelow)"' -DPREFIX__PLUGINS=1 -DPREFIX__BUILTIN_OPENMP=0
if WITH_OPENMP
libprefix_la_CPPFLAGS += -DPREFIX__PLUGIN_OPENMP=1
endif
libprefix_la_LIBADD = $(libprefix_parts) $(LIBPREFIX_DL) -lm
else
libprefix_la_SOURCES = %D%/context/backends.c
EXTRA_DIST += %D%/context/loader.c
libprefix_la_CPPFLAGS = $(libprefix_builtin_cppflags)
libprefix_la_LIBADD = $(libprefix_parts) $(libprefix_parts_openmp) -lm
if WITH_OPENMP
libprefix_la_CFLAGS += $(OPENMP_CFLAGS)
libprefix_la_LDFLAGS += $(OPENMP_LDFLAGS)
endif
endif
endif

# libtool makes one archive of the parts.
if ENABLE_STATIC
noinst_LTLIBRARIES += libprefix_static.la
libprefix_static_la_SOURCES = %D%/context/backends.c
libprefix_static_la_CPPFLAGS = $(libprefix_builtin_cppflags)
libprefix_static_la_LIBADD = $(libprefix_parts) $(libprefix_parts_openmp)
libprefix_static_la_LIBTOOLFLAGS = --tag=disable-static

staticlibdir = $(libdir)
nodist_staticlib_DATA = libprefix.a
CLEANFILES += libprefix.a
libprefix.a: libprefix_static.la
	$(AM_V_GEN)cp .libs/libprefix_static.a $@
endif

# What programs of this tree link.
if ENABLE_SHARED
LIBPREFIX = libprefix.la
else
LIBPREFIX = libprefix.a $(LIBS_PRIVATE)
endif
