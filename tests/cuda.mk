# SPDX-License-Identifier: BSD-3-Clause
# Tests that use CUDA beside the library, with kernels of their own. Without a GPU they are skipped.
check_LTLIBRARIES += %D%/libcudakernels.la
tests_libcudakernels_la_SOURCES = %D%/cuda_kernels.cu %D%/cuda_kernels.h
tests_libcudakernels_la_LIBTOOLFLAGS = --tag=disable-static
tests/cuda_kernels.lo: $(srcdir)/tests/cuda_kernels.h
tests_cuda_cppflags = $(AM_CPPFLAGS) $(CUDA_CPPFLAGS)
tests_cuda_ldadd = tests/libcudakernels.la $(tests_ldadd) $(CUDA_LIBS)

# The catalogue for an operator of the test's own.
check_LTLIBRARIES += %D%/libcudaaffine.la
tests_libcudaaffine_la_SOURCES = %D%/cuda_affine.cu %D%/cuda_affine.h
tests_libcudaaffine_la_LIBTOOLFLAGS = --tag=disable-static
tests/cuda_affine.lo: $(cuda_headers) $(cuda_catalogue_headers) $(srcdir)/tests/cuda_affine.h
tests_programs += %D%/cuda_catalogue.t
tests_cuda_catalogue_t_CPPFLAGS = $(tests_cuda_cppflags) -I$(top_srcdir)/backends/cuda
tests_cuda_catalogue_t_LDADD = tests/libcudaaffine.la libprefixcuda.la $(tests_cuda_ldadd)

tests_programs += %D%/cuda_errors.t
tests_cuda_errors_t_CPPFLAGS = $(tests_cuda_cppflags)
tests_cuda_errors_t_LDADD = $(tests_cuda_ldadd)

tests_programs += %D%/cuda_graph.t
tests_cuda_graph_t_CPPFLAGS = $(tests_cuda_cppflags)
tests_cuda_graph_t_LDADD = $(tests_cuda_ldadd)

tests_programs += %D%/cuda_graph_runs.t
tests_cuda_graph_runs_t_CPPFLAGS = $(tests_cuda_cppflags)
tests_cuda_graph_runs_t_LDADD = $(tests_ldadd) $(CUDA_LIBS)

tests_programs += %D%/cuda_host.t
tests_cuda_host_t_CPPFLAGS = $(tests_cuda_cppflags)
tests_cuda_host_t_LDADD = $(tests_cuda_ldadd)

tests_programs += %D%/cuda_huge.t
tests_cuda_huge_t_CPPFLAGS = $(tests_cuda_cppflags)
tests_cuda_huge_t_LDADD = $(tests_cuda_ldadd)

tests_programs += %D%/cuda_streams.t
tests_cuda_streams_t_CPPFLAGS = $(tests_cuda_cppflags)
tests_cuda_streams_t_LDADD = $(tests_cuda_ldadd) -lpthread

# The backend itself is in the program, so that the test can say how many blocks there are.
tests_programs += %D%/cuda_bits.t
tests_cuda_bits_t_CPPFLAGS = $(tests_cuda_cppflags) -I$(top_srcdir)/backends/cuda
tests_cuda_bits_t_LDADD = libprefixcuda.la $(tests_cuda_ldadd) -lpthread

tests_programs += %D%/cuda_select.t
tests_cuda_select_t_CPPFLAGS = $(tests_cuda_cppflags) -I$(top_srcdir)/backends/cuda
tests_cuda_select_t_LDADD = libprefixcuda.la $(tests_cuda_ldadd)

tests_programs += %D%/cuda_select_large.t
tests_cuda_select_large_t_CPPFLAGS = $(tests_cuda_cppflags)
tests_cuda_select_large_t_LDADD = $(tests_cuda_ldadd)

tests_programs += %D%/cuda_runs_large.t
tests_cuda_runs_large_t_LDADD = $(tests_ldadd)

tests_programs += %D%/cuda_offsets_large.t
tests_cuda_offsets_large_t_LDADD = $(tests_ldadd)

tests_programs += %D%/cuda_segmented_large.t
tests_cuda_segmented_large_t_LDADD = $(tests_ldadd)

tests_programs += %D%/cuda_segmented.t
tests_cuda_segmented_t_CPPFLAGS = $(tests_cuda_cppflags) -I$(top_srcdir)/backends/cuda
tests_cuda_segmented_t_LDADD = libprefixcuda.la $(tests_cuda_ldadd)

tests_programs += %D%/cuda_halves.t
tests_cuda_halves_t_LDADD = $(tests_ldadd)

tests_programs += %D%/cuda_small.t
tests_cuda_small_t_LDADD = $(tests_ldadd)
