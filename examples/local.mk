# SPDX-License-Identifier: BSD-3-Clause
# The examples: built and run by make check here, and by make installcheck against what is installed.

check_PROGRAMS += \
    %D%/01-scan %D%/02-offsets %D%/03-filter %D%/04-maximum %D%/05-rows %D%/07-threads %D%/08-pieces \
    %D%/09-plan %D%/10-device %D%/11-backends %D%/12-order %D%/14-names %D%/15-reduce %D%/16-counts \
    %D%/17-selection %D%/18-runs %D%/19-operator %D%/20-parentheses %D%/21-matrices %D%/22-variance \
    %D%/23-fingerprints %D%/24-range %D%/25-log-cdf %D%/26-intervals %D%/27-unitriangular \
    %D%/28-complex %D%/29-missing %D%/30-blur %D%/31-table %D%/32-csr \
    %D%/33-depth-of-field %D%/34-recurrence %D%/35-sort %D%/36-histogram %D%/37-groups %D%/38-edges \
    %D%/39-butterworth %D%/40-volatility %D%/41-split %D%/45-columns %D%/46-rows %D%/47-window %D%/48-counts \
    %D%/49-team %D%/51-selective-scan
%C%_01_scan_LDADD = $(LIBPREFIX)
%C%_02_offsets_LDADD = $(LIBPREFIX)
%C%_03_filter_LDADD = $(LIBPREFIX)
%C%_04_maximum_LDADD = $(LIBPREFIX)
%C%_05_rows_LDADD = $(LIBPREFIX)
%C%_07_threads_LDADD = $(LIBPREFIX)
%C%_08_pieces_LDADD = $(LIBPREFIX)
%C%_09_plan_LDADD = $(LIBPREFIX)
%C%_10_device_LDADD = $(LIBPREFIX)
%C%_11_backends_LDADD = $(LIBPREFIX)
%C%_12_order_LDADD = $(LIBPREFIX)
%C%_14_names_LDADD = $(LIBPREFIX)
%C%_15_reduce_LDADD = $(LIBPREFIX)
%C%_16_counts_LDADD = $(LIBPREFIX)
%C%_17_selection_LDADD = $(LIBPREFIX)
%C%_18_runs_LDADD = $(LIBPREFIX)
%C%_19_operator_LDADD = $(LIBPREFIX)
%C%_20_parentheses_LDADD = $(LIBPREFIX)
%C%_21_matrices_LDADD = $(LIBPREFIX)
%C%_22_variance_LDADD = $(LIBPREFIX)
%C%_23_fingerprints_LDADD = $(LIBPREFIX)
%C%_24_range_LDADD = $(LIBPREFIX)
%C%_25_log_cdf_LDADD = $(LIBPREFIX) -lm
%C%_26_intervals_LDADD = $(LIBPREFIX)
%C%_27_unitriangular_LDADD = $(LIBPREFIX)
%C%_28_complex_LDADD = $(LIBPREFIX)
%C%_29_missing_LDADD = $(LIBPREFIX)
%C%_30_blur_LDADD = $(LIBPREFIX)
%C%_31_table_LDADD = $(LIBPREFIX)
%C%_32_csr_LDADD = $(LIBPREFIX)
%C%_33_depth_of_field_LDADD = $(LIBPREFIX) -lm
%C%_34_recurrence_LDADD = $(LIBPREFIX)
%C%_35_sort_LDADD = $(LIBPREFIX)
%C%_36_histogram_LDADD = $(LIBPREFIX)
%C%_37_groups_LDADD = $(LIBPREFIX)
%C%_38_edges_LDADD = $(LIBPREFIX)
%C%_39_butterworth_LDADD = $(LIBPREFIX) -lm
%C%_40_volatility_LDADD = $(LIBPREFIX) -lm
%C%_41_split_LDADD = $(LIBPREFIX)
%C%_45_columns_LDADD = $(LIBPREFIX)
%C%_46_rows_LDADD = $(LIBPREFIX)
%C%_47_window_LDADD = $(LIBPREFIX)
%C%_48_counts_LDADD = $(LIBPREFIX)
%C%_49_team_LDADD = $(LIBPREFIX)
%C%_51_selective_scan_LDADD = $(LIBPREFIX) -lm
EXTRA_DIST += %D%/expect.sh

examplesdir = $(docdir)/examples
dist_examples_DATA = %D%/README.md \
    %D%/01-scan.c %D%/02-offsets.c %D%/03-filter.c %D%/04-maximum.c %D%/05-rows.c %D%/06-stream.c %D%/07-threads.c \
    %D%/08-pieces.c %D%/09-plan.c %D%/10-device.c %D%/11-backends.c %D%/12-order.c %D%/13-backend.c %D%/14-names.c \
    %D%/15-reduce.c %D%/16-counts.c %D%/17-selection.c %D%/18-runs.c %D%/19-operator.c %D%/20-parentheses.c \
    %D%/21-matrices.c %D%/22-variance.c %D%/23-fingerprints.c %D%/24-range.c %D%/25-log-cdf.c %D%/26-intervals.c \
    %D%/27-unitriangular.c %D%/28-complex.c %D%/29-missing.c %D%/30-blur.c %D%/31-table.c \
    %D%/32-csr.c %D%/33-depth-of-field.c %D%/34-recurrence.c %D%/35-sort.c %D%/36-histogram.c %D%/37-groups.c \
    %D%/38-edges.c %D%/39-butterworth.c %D%/40-volatility.c %D%/41-split.c %D%/42-vertices.c %D%/43-global-cdf.c \
    %D%/44-rebalance.c %D%/45-columns.c %D%/46-rows.c %D%/47-window.c %D%/48-counts.c %D%/49-team.c \
    %D%/51-selective-scan.c
examples_cmakedir = $(examplesdir)/cmake
dist_examples_cmake_DATA = %D%/cmake/CMakeLists.txt
examples_mesondir = $(examplesdir)/meson
dist_examples_meson_DATA = %D%/meson/meson.build

# With the CUDA runtime; it runs where there is a GPU.
if WITH_CUDA
check_PROGRAMS += %D%/06-stream
%C%_06_stream_CPPFLAGS = $(AM_CPPFLAGS) $(CUDA_CPPFLAGS)
%C%_06_stream_LDADD = $(LIBPREFIX) $(CUDA_LIBS)
endif

# On ranks of MPI, which must not run libtool's scripts at the same time.
if WITH_MPI
check_PROGRAMS += %D%/42-vertices %D%/43-global-cdf %D%/44-rebalance
%C%_42_vertices_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CPPFLAGS)
%C%_42_vertices_LDADD = $(LIBPREFIX_MPI)
%C%_42_vertices_LDFLAGS = $(AM_LDFLAGS) -no-install
%C%_43_global_cdf_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CPPFLAGS)
%C%_43_global_cdf_LDADD = $(LIBPREFIX_MPI)
%C%_43_global_cdf_LDFLAGS = $(AM_LDFLAGS) -no-install
%C%_44_rebalance_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CPPFLAGS)
%C%_44_rebalance_LDADD = $(LIBPREFIX_MPI)
%C%_44_rebalance_LDFLAGS = $(AM_LDFLAGS) -no-install
endif

# -rpath makes libtool build a shared object that is not installed.
if ENABLE_PLUGINS
check_LTLIBRARIES += %D%/prefix_demo.la
%C%_prefix_demo_la_SOURCES = %D%/13-backend.c
%C%_prefix_demo_la_LDFLAGS = $(AM_LDFLAGS) -module -shared -avoid-version -no-undefined -rpath /nowhere
%C%_prefix_demo_la_LIBTOOLFLAGS = --tag=disable-static
endif
