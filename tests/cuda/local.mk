# SPDX-License-Identifier: BSD-3-Clause
# Of the CUDA backend. These need no GPU, nor nvcc:
tests_cuda_cache = \
    %D%/cache_bed.h \
    backends/cuda/cache/cache.c \
    backends/cuda/cache/cache.h \
    backends/cuda/cache/file.c \
    backends/cuda/cache/file.h \
    backends/cuda/cache/folder.c \
    backends/cuda/cache/folder.h \
    backends/cuda/cache/names.h \
    backends/cuda/cache/trim.c \
    backends/cuda/cache/trim.h

tests_programs += %D%/cache.t
%C%_cache_t_SOURCES = %D%/cache.c $(tests_cuda_cache)
%C%_cache_t_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/backends/cuda
%C%_cache_t_LDADD = -lpthread

tests_programs += %D%/cache_folder.t
%C%_cache_folder_t_SOURCES = %D%/cache_folder.c $(tests_cuda_cache)
%C%_cache_folder_t_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/backends/cuda

tests_programs += %D%/copy_team.t
%C%_copy_team_t_SOURCES = \
    %D%/copy_team.c \
    backends/cuda/staging/copy_team.c \
    backends/cuda/staging/copy_team.h
%C%_copy_team_t_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/backends/cuda
%C%_copy_team_t_LDADD = $(tests_ldadd) -lpthread

tests_programs += %D%/plan.t
%C%_plan_t_SOURCES = \
    %D%/plan.c \
    backends/cuda/plan/scan.c \
    backends/cuda/plan/stages.c
%C%_plan_t_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/backends/cuda

tests_programs += %D%/batch_plan.t
%C%_batch_plan_t_SOURCES = %D%/batch_plan.c backends/cuda/plan/batch.c
%C%_batch_plan_t_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/backends/cuda

# Tests that use CUDA beside the library, with kernels of their own. Without a GPU they are skipped.
EXTRA_DIST += %D%/check.h %D%/compile_text.h %D%/open_session.h
tests_scripts += %D%/tables.t
if ENABLE_PLUGINS
if WITH_CUDA
check_LTLIBRARIES += %D%/libcudakernels.la
%C%_libcudakernels_la_SOURCES = %D%/kernels.cu %D%/kernels.h
%C%_libcudakernels_la_LIBTOOLFLAGS = --tag=disable-static
tests_cuda_cppflags = $(AM_CPPFLAGS) $(CUDA_CPPFLAGS)
tests_cuda_ldadd = %D%/libcudakernels.la $(tests_ldadd) $(CUDA_LIBS)

# The catalogue for an operator of the test's own.
check_LTLIBRARIES += %D%/libcudaaffine.la
%C%_libcudaaffine_la_SOURCES = %D%/affine.cu %D%/affine.h
%C%_libcudaaffine_la_LIBTOOLFLAGS = --tag=disable-static
-include %D%/affine.d %D%/kernels.d
CLEANFILES += %D%/affine.d %D%/kernels.d
tests_programs += %D%/catalogue.t
%C%_catalogue_t_CPPFLAGS = $(tests_cuda_cppflags) -I$(top_srcdir)/backends/cuda
%C%_catalogue_t_LDADD = %D%/libcudaaffine.la libprefixcuda.la $(tests_cuda_ldadd)

# NVRTC is looked for where the toolkit's libraries are.
comma = ,
tests_programs += %D%/run_time.t
%C%_run_time_t_CPPFLAGS = $(tests_cuda_cppflags)
%C%_run_time_t_LDFLAGS = $(AM_LDFLAGS) $(patsubst -L%,-Wl$(comma)-rpath$(comma)%,$(filter -L%,$(CUDA_LIBS)))
%C%_run_time_t_LDADD = $(tests_ldadd) -ldl

tests_programs += %D%/program.t
%C%_program_t_CPPFLAGS = $(tests_cuda_cppflags) -I$(top_srcdir)/backends/cuda
%C%_program_t_LDADD = libprefixcuda.la $(tests_cuda_ldadd)

tests_programs += %D%/built_in.t
%C%_built_in_t_SOURCES = \
    %D%/built_in.c \
    lib/api/built_in.c \
    lib/api/built_in.h \
    lib/api/built_in_arg.c \
    lib/api/built_in_checked.c \
    lib/api/built_in_complex.c \
    lib/api/built_in_recurrence.c
%C%_built_in_t_CPPFLAGS = $(tests_cuda_cppflags) -I$(top_srcdir)/backends/cuda -I$(top_srcdir)/lib
%C%_built_in_t_LDADD = libprefixcuda.la $(tests_cuda_ldadd)

tests_programs += %D%/operator.t
%C%_operator_t_CPPFLAGS = $(tests_cuda_cppflags)
%C%_operator_t_LDADD = $(tests_cuda_ldadd)

tests_programs += %D%/errors.t
%C%_errors_t_CPPFLAGS = $(tests_cuda_cppflags)
%C%_errors_t_LDADD = $(tests_cuda_ldadd)

tests_programs += %D%/graph.t
%C%_graph_t_CPPFLAGS = $(tests_cuda_cppflags)
%C%_graph_t_LDADD = $(tests_cuda_ldadd)

tests_programs += %D%/graph_missing.t
%C%_graph_missing_t_CPPFLAGS = $(tests_cuda_cppflags)
%C%_graph_missing_t_LDADD = $(tests_ldadd) $(CUDA_LIBS) -lm

tests_programs += %D%/graph_runs.t
%C%_graph_runs_t_CPPFLAGS = $(tests_cuda_cppflags)
%C%_graph_runs_t_LDADD = $(tests_ldadd) $(CUDA_LIBS)

tests_programs += %D%/graph_sort.t
%C%_graph_sort_t_CPPFLAGS = $(tests_cuda_cppflags)
%C%_graph_sort_t_LDADD = $(tests_ldadd) $(CUDA_LIBS)

tests_programs += %D%/host.t
%C%_host_t_CPPFLAGS = $(tests_cuda_cppflags)
%C%_host_t_LDADD = $(tests_cuda_ldadd)

tests_programs += %D%/huge.t
%C%_huge_t_CPPFLAGS = $(tests_cuda_cppflags)
%C%_huge_t_LDADD = $(tests_cuda_ldadd)

tests_programs += %D%/streams.t
%C%_streams_t_CPPFLAGS = $(tests_cuda_cppflags)
%C%_streams_t_LDADD = $(tests_cuda_ldadd) -lpthread

# The backend itself is in the program, so that the test can say how many blocks there are.
tests_programs += %D%/bits.t
%C%_bits_t_CPPFLAGS = $(tests_cuda_cppflags) -I$(top_srcdir)/backends/cuda
%C%_bits_t_LDADD = libprefixcuda.la $(tests_cuda_ldadd) -lpthread

tests_programs += %D%/select.t
%C%_select_t_CPPFLAGS = $(tests_cuda_cppflags) -I$(top_srcdir)/backends/cuda
%C%_select_t_LDADD = libprefixcuda.la $(tests_cuda_ldadd)

tests_programs += %D%/in_place.t
%C%_in_place_t_CPPFLAGS = $(tests_cuda_cppflags) -I$(top_srcdir)/backends/cuda
%C%_in_place_t_LDADD = libprefixcuda.la $(tests_cuda_ldadd)

tests_programs += %D%/select_large.t
%C%_select_large_t_CPPFLAGS = $(tests_cuda_cppflags)
%C%_select_large_t_LDADD = $(tests_cuda_ldadd)

tests_programs += %D%/runs_large.t
%C%_runs_large_t_LDADD = $(tests_ldadd)

tests_programs += %D%/offsets_large.t
%C%_offsets_large_t_LDADD = $(tests_ldadd)

tests_programs += %D%/segmented_large.t
%C%_segmented_large_t_LDADD = $(tests_ldadd)

tests_programs += %D%/segmented.t
%C%_segmented_t_CPPFLAGS = $(tests_cuda_cppflags) -I$(top_srcdir)/backends/cuda
%C%_segmented_t_LDADD = libprefixcuda.la $(tests_cuda_ldadd)

tests_programs += %D%/sort_pass.t
%C%_sort_pass_t_CPPFLAGS = $(tests_cuda_cppflags) -I$(top_srcdir)/backends/cuda
%C%_sort_pass_t_LDADD = libprefixcuda.la $(tests_cuda_ldadd)

tests_programs += %D%/sort_large.t
%C%_sort_large_t_LDADD = $(tests_ldadd)

tests_programs += %D%/sort_segments.t
%C%_sort_segments_t_LDADD = $(tests_ldadd)

tests_programs += %D%/sort_huge.t
%C%_sort_huge_t_CPPFLAGS = $(tests_cuda_cppflags)
%C%_sort_huge_t_LDADD = $(tests_ldadd) $(CUDA_LIBS)

tests_programs += %D%/halves.t
%C%_halves_t_LDADD = $(tests_ldadd)

tests_programs += %D%/small.t
%C%_small_t_LDADD = $(tests_ldadd)

tests_programs += %D%/large.t
%C%_large_t_LDADD = $(tests_ldadd)
endif
endif
