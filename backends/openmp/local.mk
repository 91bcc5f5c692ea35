# The OpenMP backend: a plugin, or built into the library where there are none.

openmp_sources = \
    %D%/chain.c %D%/columns.h %D%/core_float.h %D%/reduce_float.h %D%/step_float.h %D%/stream_float.h %D%/core_half.h %D%/core_integer.h %D%/cut.h %D%/cut_float.h %D%/cut_integer.h %D%/cut_masks.h %D%/cut_takers.h %D%/differences.h %D%/draw.h %D%/ends.h %D%/expand.h %D%/extrema.h %D%/finish.h %D%/fold_vectors.h %D%/floats.h %D%/halves.h %D%/integers.h %D%/internal.h %D%/look_back.h \
    %D%/isa.c %D%/isa_avx2.c %D%/isa_avx512.c %D%/isa_base.c %D%/isa_template.h %D%/mark.h %D%/near.h %D%/nodes.h %D%/nodes_avx2.h %D%/nodes_float.h %D%/openmp.c %D%/openmp.h \
    %D%/partition.c %D%/pipeline.c %D%/planes.h %D%/pool.c %D%/pool.h %D%/expand.c %D%/reduce.c %D%/put.h %D%/runs.c %D%/runs.h %D%/runs_chain.c %D%/runs_put.c %D%/runs_tile.c %D%/scan.c %D%/select.c %D%/select.h %D%/select_chain.c %D%/select_tile.c %D%/selection.h %D%/segmented.c %D%/segmented.h %D%/segmented_differences.c %D%/segmented_differences.h %D%/segmented_few.c %D%/segmented_heads.c %D%/segmented_nodes.c %D%/segmented_reduce.c %D%/segmented_tile.c %D%/segmented_totals.h %D%/segmented_turns.c %D%/segmented_windows.c %D%/segmented_windows.h %D%/session.h %D%/shares.h %D%/shift.h %D%/simd.h %D%/spans.h %D%/stages.h %D%/totals.h %D%/totals_float.h %D%/totals_integer.h \
    %D%/table.h %D%/takers.h %D%/team.c %D%/thread.c %D%/tile.c %D%/tile.h %D%/truths.h %D%/wait.h %D%/widened.h %D%/windows.h %D%/windows_avx512.h %D%/windows_short.h %D%/windows_tables.h %D%/windows_trees.h
# Algorithms for comparison.
openmp_sources += \
    %D%/catalogue.c %D%/catalogue.h %D%/chained_scan.c %D%/reduce_then_scan.c %D%/scan_then_propagate.c
EXTRA_DIST += backends/backend.map

if ENABLE_PLUGINS
if WITH_OPENMP
# All but the entry point, so that a test can link it.
noinst_LTLIBRARIES += libopenmp.la
libopenmp_la_SOURCES = $(openmp_sources) $(catalogue_sources) $(segmented_sources)
libopenmp_la_CFLAGS = $(AM_CFLAGS) $(OPENMP_CFLAGS)
libopenmp_la_LIBTOOLFLAGS = --tag=disable-static

backendexec_LTLIBRARIES += prefix_openmp.la
prefix_openmp_la_SOURCES = %D%/plugin.c
prefix_openmp_la_CFLAGS = $(AM_CFLAGS) $(OPENMP_CFLAGS)
prefix_openmp_la_LIBADD = libopenmp.la
prefix_openmp_la_LDFLAGS = $(AM_LDFLAGS) $(OPENMP_LDFLAGS) -module -shared -avoid-version -no-undefined \
    -Wl,--version-script=$(top_srcdir)/backends/backend.map -Wl,--no-undefined-version \
    -Wl,-z,defs -Wl,-z,nodelete
prefix_openmp_la_LIBTOOLFLAGS = --tag=disable-static
EXTRA_prefix_openmp_la_DEPENDENCIES = $(top_srcdir)/backends/backend.map
endif
endif
