# SPDX-License-Identifier: BSD-3-Clause
# The OpenMP backend: a plugin, or built into the library where there are none. Compiled once for both.

libopenmp_sources = \
    %D%/backend.c \
    %D%/backend.h \
    %D%/batch/batch.c \
    %D%/batch/batch.h \
    %D%/batch/operator_batch.c \
    %D%/batch/operator_batch.h \
    %D%/batch/panel.c \
    %D%/batch/panel.h \
    %D%/batch/short_rows.c \
    %D%/batch/short_rows.h \
    %D%/batch/strip.c \
    %D%/batch/strip.h \
    %D%/catalogue/by_name.c \
    %D%/catalogue/by_name.h \
    %D%/chain/chain.c \
    %D%/chain/chain.h \
    %D%/chain/look_back.c \
    %D%/chain/look_back.h \
    %D%/chain/reduce_then_scan.c \
    %D%/histogram/histogram.c \
    %D%/histogram/histogram.h \
    %D%/runs/expand.c \
    %D%/runs/run_tile.c \
    %D%/runs/runs.c \
    %D%/runs/runs.h \
    %D%/scan/filter.c \
    %D%/scan/missing.c \
    %D%/scan/reduce.c \
    %D%/scan/operator_scan.c \
    %D%/scan/scan.c \
    %D%/scan/scan.h \
    %D%/segments/check_offsets.c \
    %D%/segments/check_offsets.h \
    %D%/segments/output_buffer.h \
    %D%/segments/reduce_tile.c \
    %D%/segments/reduce_tile.h \
    %D%/segments/segmented_reduce.c \
    %D%/segments/segmented_scan.c \
    %D%/segments/segmented_scan.h \
    %D%/select/compact_by_team.c \
    %D%/select/compaction.c \
    %D%/select/compaction.h \
    %D%/select/select.c \
    %D%/select/select.h \
    %D%/select/select_tile.c \
    %D%/session/session.c \
    %D%/session/session.h \
    %D%/simd/choose_isa.c \
    %D%/simd/columns.h \
    %D%/simd/isa.h \
    %D%/simd/kernel.h \
    %D%/simd/prefetch_plan.h \
    %D%/simd/vector/cpu.c \
    %D%/simd/vector/cpu.h \
    %D%/simd/vector/prefetch.h \
    %D%/sort/segments.c \
    %D%/sort/sort.c \
    %D%/sort/sort.h \
    %D%/sort/team_sort.c \
    %D%/sort/team_sort.h \
    %D%/tables/box_filter.c \
    %D%/tables/box_filter.h \
    %D%/tables/integral.c \
    %D%/tables/integral.h \
    %D%/threads/affinity.h \
    %D%/threads/doubtful.h \
    %D%/threads/pool.c \
    %D%/threads/pool.h \
    %D%/threads/shares.h \
    %D%/threads/team.c \
    %D%/threads/team.h \
    %D%/threads/tuning.h \
    %D%/threads/wait.h \
    %D%/tile/chunks.h \
    %D%/tile/flush.h \
    %D%/tile/pipeline.c \
    %D%/tile/pipeline.h \
    %D%/tile/segment_starts.c \
    %D%/tile/segment_starts.h \
    %D%/tile/segmented_tile.c \
    %D%/tile/segmented_tile.h \
    %D%/tile/span.c \
    %D%/tile/span.h \
    %D%/tile/tile.c \
    %D%/tile/tile.h \
    %D%/windows/difference.c \
    %D%/windows/difference.h \
    %D%/windows/loops.c \
    %D%/windows/loops.h \
    %D%/windows/tiles.c \
    %D%/windows/tiles.h \
    %D%/windows/window.c \
    %D%/windows/window.h

# What is compiled for each instruction set.
simd_units = \
    %D%/simd/units/compact.c \
    %D%/simd/units/convert.c \
    %D%/simd/units/filters.c \
    %D%/simd/units/floats.c \
    %D%/simd/units/integers.c \
    %D%/simd/units/recurrences.c \
    %D%/simd/units/segments.c \
    %D%/simd/units/tables.c \
    %D%/simd/units/windows.c
libopenmp_simd_headers = \
    %D%/simd/scan/columns_float.h \
    %D%/simd/scan/columns_integer.h \
    %D%/simd/scan/convert.h \
    %D%/simd/scan/even_odd.h \
    %D%/simd/scan/float_kernel.h \
    %D%/simd/scan/floats.h \
    %D%/simd/scan/half_kernel.h \
    %D%/simd/scan/integer_kernel.h \
    %D%/simd/scan/integers.h \
    %D%/simd/scan/reduce_float.h \
    %D%/simd/scan/round_halves.h \
    %D%/simd/scan/rows_float.h \
    %D%/simd/scan/rows_integer.h \
    %D%/simd/scan/step_float.h \
    %D%/simd/scan/stream_float.h \
    %D%/simd/segments/carry_masks.h \
    %D%/simd/segments/lanes.h \
    %D%/simd/segments/masked_loads.h \
    %D%/simd/segments/offsets_to_bits.h \
    %D%/simd/segments/scan_float.h \
    %D%/simd/segments/scan_integer.h \
    %D%/simd/segments/totals.h \
    %D%/simd/segments/totals_float.h \
    %D%/simd/segments/totals_integer.h \
    %D%/simd/segments/totals_of_width.h \
    %D%/simd/segments/work_aside.h \
    %D%/simd/select/compress.h \
    %D%/simd/select/fill_runs.h \
    %D%/simd/select/test_and_pack.h \
    %D%/simd/select/test_and_pack_width.h \
    %D%/simd/tables/box_rows.h \
    %D%/simd/tables/interleave.h \
    %D%/simd/tables/table_rows.h \
    %D%/simd/vector/avx2.h \
    %D%/simd/vector/avx512.h \
    %D%/simd/vector/base.h \
    %D%/simd/vector/each_width.h \
    %D%/simd/vector/fold_vectors.h \
    %D%/simd/vector/halves.h \
    %D%/simd/vector/set.h \
    %D%/simd/vector/shift.h \
    %D%/simd/vector/table.h \
    %D%/simd/vector/vector.h \
    %D%/simd/windows/combine.h \
    %D%/simd/windows/windows_of_width.h
EXTRA_DIST += backends/backend.map $(libopenmp_simd_headers)

if WITH_OPENMP
# Vectors of their own, in which checks of array bounds would be calls.
simd_cppflags = $(AM_CPPFLAGS) -I$(top_srcdir)/%D%
simd_cflags = $(AM_CFLAGS) $(SIMD_CFLAGS) -U_FORTIFY_SOURCE

noinst_LTLIBRARIES += libisa_base.la
libisa_base_la_SOURCES = $(simd_units)
libisa_base_la_CPPFLAGS = $(simd_cppflags) -DISA=base -DVECTOR_BYTES=16
libisa_base_la_CFLAGS = $(simd_cflags)
libisa_base_la_LIBTOOLFLAGS = --tag=disable-static

noinst_LTLIBRARIES += libisa_avx2.la
libisa_avx2_la_SOURCES = $(simd_units)
libisa_avx2_la_CPPFLAGS = $(simd_cppflags) -DISA=avx2 -DVECTOR_BYTES=32
libisa_avx2_la_CFLAGS = $(simd_cflags) $(AVX2_CFLAGS)
libisa_avx2_la_LIBTOOLFLAGS = --tag=disable-static

noinst_LTLIBRARIES += libisa_avx512.la
libisa_avx512_la_SOURCES = $(simd_units)
libisa_avx512_la_CPPFLAGS = $(simd_cppflags) -DISA=avx512 -DVECTOR_BYTES=64
libisa_avx512_la_CFLAGS = $(simd_cflags) $(AVX512_CFLAGS)
libisa_avx512_la_LIBTOOLFLAGS = --tag=disable-static

# All but the entry point, so that a test can link it, and an archive have it.
noinst_LTLIBRARIES += libopenmp.la
libopenmp_la_SOURCES = $(libopenmp_sources)
libopenmp_la_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/%D%
libopenmp_la_CFLAGS = $(AM_CFLAGS) $(OPENMP_CFLAGS)
libopenmp_la_LIBADD = libisa_base.la libisa_avx2.la libisa_avx512.la
libopenmp_la_LIBTOOLFLAGS = --tag=disable-static

if ENABLE_PLUGINS
backendexec_LTLIBRARIES += prefix_openmp.la
prefix_openmp_la_SOURCES = %D%/plugin.c
prefix_openmp_la_CFLAGS = $(AM_CFLAGS) $(OPENMP_CFLAGS)
prefix_openmp_la_LIBADD = libopenmp.la libshared.la
prefix_openmp_la_LDFLAGS = $(AM_LDFLAGS) $(OPENMP_LDFLAGS) -module -shared -avoid-version -no-undefined \
    -Wl,--version-script=$(top_srcdir)/backends/backend.map -Wl,--no-undefined-version \
    -Wl,-z,defs -Wl,-z,nodelete
prefix_openmp_la_LIBTOOLFLAGS = --tag=disable-static
EXTRA_prefix_openmp_la_DEPENDENCIES = $(top_srcdir)/backends/backend.map
endif
else
EXTRA_DIST += $(libopenmp_sources) $(simd_units) %D%/plugin.c
endif
