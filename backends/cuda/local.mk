# SPDX-License-Identifier: BSD-3-Clause
# The CUDA backend, a plugin: the host side in C, the kernels in CUDA C++, linked as C.

EXTRA_DIST += build-aux/nvcc.sh build-aux/embed.sh

# Headers: of the host side, and of the kernels.
EXTRA_DIST += $(wildcard $(srcdir)/%D%/*/*.h $(srcdir)/%D%/*/*.cuh)

cuda_kernels = \
    %D%/kernels/batch_rest.cu \
    %D%/kernels/batch_sum.cu \
    %D%/kernels/by_key_cold.cu \
    %D%/kernels/by_key_max.cu \
    %D%/kernels/by_key_sum.cu \
    %D%/kernels/by_key_sum_float.cu \
    %D%/kernels/by_offset_max.cu \
    %D%/kernels/by_offset_sum.cu \
    %D%/kernels/by_offset_sum_float.cu \
    %D%/kernels/catalogue_any32.cu \
    %D%/kernels/catalogue_any64.cu \
    %D%/kernels/catalogue_sum_float.cu \
    %D%/kernels/filters.cu \
    %D%/kernels/histogram.cu \
    %D%/kernels/max.cu \
    %D%/kernels/missing.cu \
    %D%/kernels/or.cu \
    %D%/kernels/product.cu \
    %D%/kernels/product_float.cu \
    %D%/kernels/rearrange.cu \
    %D%/kernels/recurrences.cu \
    %D%/kernels/runs.cu \
    %D%/kernels/segmented_cold.cu \
    %D%/kernels/segmented_max.cu \
    %D%/kernels/segmented_sum.cu \
    %D%/kernels/segmented_sum_float.cu \
    %D%/kernels/select.cu \
    %D%/kernels/sort.cu \
    %D%/kernels/split_merge.cu \
    %D%/kernels/sum.cu \
    %D%/kernels/sum_float.cu \
    %D%/kernels/tables.cu \
    %D%/kernels/windows.cu \
    %D%/kernels/xor.cu

# What NVRTC gets of them for operators of the caller's own.
cuda_texts = \
    params/scan_params.h \
    params/operator_params.h \
    grid/claim.cuh \
    grid/dependent.cuh \
    operator/heads.cuh \
    operator/look_back.cuh \
    operator/pick.cuh \
    operator/row_scan.cuh \
    operator/scan.cuh \
    operator/shape.cuh \
    operator/stages.cuh \
    operator/tile.cuh \
    word/keys.cuh
cuda_texts_of_lib = shared/half.h

%D%/compile/texts.c: build-aux/embed.sh $(cuda_texts:%=%D%/%) $(cuda_texts_of_lib:%=lib/%)
	$(AM_V_GEN)$(MKDIR_P) $(@D) && $(SHELL) $(top_srcdir)/build-aux/embed.sh $(top_srcdir)/%D% $(top_srcdir)/lib \
	    $(cuda_texts) $(cuda_texts_of_lib) >$@.new && mv $@.new $@
CLEANFILES += %D%/compile/texts.c

# No contraction, no flush to zero: the canonical order allows neither.
CUDA_NVCCFLAGS = -std=c++17 -O3 -fmad=false -ftz=false -prec-div=true -cudart static \
    -fvisibility=hidden -fno-exceptions -fno-rtti -fno-threadsafe-statics

.cu.lo:
	$(AM_V_GEN)$(MKDIR_P) $(@D) && NVCC='$(NVCC)' $(LIBTOOL) --silent --tag=CC --tag=disable-static \
	    --mode=compile $(SHELL) $(top_srcdir)/build-aux/nvcc.sh -I$(top_srcdir)/include -I$(top_srcdir)/backends/cuda \
	    $(CUDA_NVCCFLAGS) $(NVCC_GENCODE) $(NVCC_COMPRESS) $(NVCCFLAGS) \
	    -MMD -MP -MF $(@:.lo=.d) -MT $@ -prefer-pic -c -o $@ $<

if ENABLE_PLUGINS
if WITH_CUDA
# All but the entry point, so that a test can link it.
noinst_LTLIBRARIES += libprefixcuda.la
libprefixcuda_la_SOURCES = \
    $(cuda_kernels) \
    %D%/base/context.c \
    %D%/base/device.c \
    %D%/base/driver.c \
    %D%/base/function.c \
    %D%/cache/cache.c \
    %D%/cache/file.c \
    %D%/cache/folder.c \
    %D%/cache/trim.c \
    %D%/calls/batch.c \
    %D%/calls/difference.c \
    %D%/calls/event.c \
    %D%/calls/expand.c \
    %D%/calls/filter.c \
    %D%/calls/histogram.c \
    %D%/calls/integral.c \
    %D%/calls/memory.c \
    %D%/calls/missing.c \
    %D%/calls/operator.c \
    %D%/calls/operator_batch.c \
    %D%/calls/runs.c \
    %D%/calls/scan.c \
    %D%/calls/segmented.c \
    %D%/calls/select.c \
    %D%/calls/session.c \
    %D%/calls/sort.c \
    %D%/calls/window.c \
    %D%/compile/nvrtc.c \
    %D%/compile/operator.c \
    %D%/compile/program.c \
    %D%/launch/batch.c \
    %D%/launch/box_filter.c \
    %D%/launch/catalogue.c \
    %D%/launch/cluster.c \
    %D%/launch/difference.c \
    %D%/launch/expand.c \
    %D%/launch/filter.c \
    %D%/launch/head_bits.c \
    %D%/launch/histogram.c \
    %D%/launch/integral.c \
    %D%/launch/missing.c \
    %D%/launch/missing_batch.c \
    %D%/launch/operator.c \
    %D%/launch/operator_batch.c \
    %D%/launch/operator_runs.c \
    %D%/launch/partition.c \
    %D%/launch/rearrange.c \
    %D%/launch/recurrence.c \
    %D%/launch/reduce_by_key.c \
    %D%/launch/reduce_by_offset.c \
    %D%/launch/runs.c \
    %D%/launch/runs_by_bits.c \
    %D%/launch/scan.c \
    %D%/launch/segmented.c \
    %D%/launch/segmented_ring.c \
    %D%/launch/select.c \
    %D%/launch/select_pass.c \
    %D%/launch/sort.c \
    %D%/launch/sort_gather.c \
    %D%/launch/sort_passes.c \
    %D%/launch/sort_segments.c \
    %D%/launch/split_merge.c \
    %D%/launch/store_ends.c \
    %D%/launch/sums.c \
    %D%/launch/window.c \
    %D%/memory/counts.c \
    %D%/memory/scratch.c \
    %D%/memory/workspace.c \
    %D%/plan/batch.c \
    %D%/plan/lower.c \
    %D%/plan/registry.c \
    %D%/plan/scan.c \
    %D%/plan/stages.c \
    %D%/staging/call.c \
    %D%/staging/copy_team.c \
    %D%/staging/pieces.c \
    %D%/staging/scan.c \
    %D%/staging/stage.c
nodist_libprefixcuda_la_SOURCES = %D%/compile/texts.c
libprefixcuda_la_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/%D% $(CUDA_CPPFLAGS) -DCUDA_LIBDIR='"$(CUDA_LIBDIR)"'
libprefixcuda_la_CFLAGS = $(AM_CFLAGS)
libprefixcuda_la_LIBTOOLFLAGS = --tag=disable-static
# What nvcc found each to include, as of the last build.
-include $(cuda_kernels:.cu=.d)
CLEANFILES += $(cuda_kernels:.cu=.d)

backendexec_LTLIBRARIES += prefix_cuda.la
prefix_cuda_la_SOURCES = %D%/plugin.c
prefix_cuda_la_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/%D% $(CUDA_CPPFLAGS)
prefix_cuda_la_CFLAGS = $(AM_CFLAGS)
prefix_cuda_la_LDFLAGS = $(AM_LDFLAGS) -module -shared -avoid-version -no-undefined \
    -Wl,--version-script=$(top_srcdir)/backends/backend.map -Wl,--no-undefined-version \
    -Wl,-z,defs -Wl,-z,nodelete
prefix_cuda_la_LIBADD = libprefixcuda.la $(CUDA_LIBS)
prefix_cuda_la_LIBTOOLFLAGS = --tag=disable-static
EXTRA_prefix_cuda_la_DEPENDENCIES = $(top_srcdir)/backends/backend.map
endif
endif
