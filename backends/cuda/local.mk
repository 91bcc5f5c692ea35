# SPDX-License-Identifier: BSD-3-Clause
# The CUDA backend, a plugin: the host side in C, the kernels in CUDA C++, linked as C.

EXTRA_DIST += build-aux/nvcc.sh

EXTRA_DIST += \
    %D%/base/context.h \
    %D%/base/device.h \
    %D%/base/driver.h \
    %D%/base/function.h \
    %D%/base/session.h \
    %D%/base/stage.h \
    %D%/calls/expand.h \
    %D%/calls/memory.h \
    %D%/calls/runs.h \
    %D%/calls/scan.h \
    %D%/calls/segmented.h \
    %D%/calls/select.h \
    %D%/calls/session.h \
    %D%/launch/catalogue.h \
    %D%/launch/cluster.h \
    %D%/launch/expand.h \
    %D%/launch/partition.h \
    %D%/launch/reduce_by_key.h \
    %D%/launch/reduce_by_offset.h \
    %D%/launch/ring.h \
    %D%/launch/runs.h \
    %D%/launch/runs_by_bits.h \
    %D%/launch/scan.h \
    %D%/launch/segmented.h \
    %D%/launch/segmented_ring.h \
    %D%/launch/select.h \
    %D%/launch/select_pass.h \
    %D%/launch/stages.h \
    %D%/launch/sums.h \
    %D%/memory/counts.h \
    %D%/memory/scratch.h \
    %D%/memory/workspace.h \
    %D%/params/catalogue_params.h \
    %D%/params/few.h \
    %D%/params/runs_params.h \
    %D%/params/runs_reduce_params.h \
    %D%/params/scan_params.h \
    %D%/params/segmented_params.h \
    %D%/params/select_params.h \
    %D%/plan/lower.h \
    %D%/plan/registry.h \
    %D%/staging/call.h \
    %D%/staging/copy_team.h \
    %D%/staging/pieces.h \
    %D%/staging/scan.h \
    %D%/staging/stage.h \
    %D%/block/cut_carries.cuh \
    %D%/block/fold_step.cuh \
    %D%/block/halves.cuh \
    %D%/block/halves_skew.cuh \
    %D%/block/keep_elements.cuh \
    %D%/block/marks.cuh \
    %D%/block/offsets.cuh \
    %D%/block/row_carries.cuh \
    %D%/block/rows.cuh \
    %D%/block/store_total.cuh \
    %D%/block/tile_load.cuh \
    %D%/block/tile_skew.cuh \
    %D%/block/tile_store.cuh \
    %D%/block/told_warps.cuh \
    %D%/catalogue/blelloch_tree.cuh \
    %D%/catalogue/block_total.cuh \
    %D%/catalogue/catalogue.cuh \
    %D%/catalogue/elements.cuh \
    %D%/catalogue/network.cuh \
    %D%/catalogue/pass.cuh \
    %D%/catalogue/predecessors.cuh \
    %D%/catalogue/scan_blelloch.cuh \
    %D%/catalogue/scan_blelloch_padded.cuh \
    %D%/catalogue/scan_blelloch_vector.cuh \
    %D%/catalogue/scan_brent_kung.cuh \
    %D%/catalogue/scan_hillis_steele.cuh \
    %D%/catalogue/scan_kogge_stone.cuh \
    %D%/catalogue/scan_raking.cuh \
    %D%/catalogue/scan_sklansky.cuh \
    %D%/catalogue/scan_warp.cuh \
    %D%/catalogue/serial.cuh \
    %D%/catalogue/vectors.cuh \
    %D%/grid/bring_near.cuh \
    %D%/grid/claim.cuh \
    %D%/grid/cluster_scan.cuh \
    %D%/grid/dependent.cuh \
    %D%/grid/descriptor.cuh \
    %D%/grid/few.cuh \
    %D%/grid/fold.cuh \
    %D%/grid/look_back.cuh \
    %D%/grid/segmented_look_back.cuh \
    %D%/grid/total.cuh \
    %D%/kernels/by_key_kernels.cuh \
    %D%/kernels/by_offset_kernels.cuh \
    %D%/kernels/kernels.cuh \
    %D%/kernels/operators.cuh \
    %D%/kernels/segmented_kernels.cuh \
    %D%/pipeline/ring.cuh \
    %D%/pipeline/ring_carry.cuh \
    %D%/pipeline/ring_load.cuh \
    %D%/reduce_by_key/finish.cuh \
    %D%/segments/run_heads.cuh \
    %D%/reduce_by_key/list.cuh \
    %D%/reduce_by_key/long.cuh \
    %D%/select/runs_part.cuh \
    %D%/reduce_by_key/reduce.cuh \
    %D%/reduce_by_key/ring.cuh \
    %D%/reduce_by_key/rows.cuh \
    %D%/reduce_by_key/share.cuh \
    %D%/reduce_by_key/tiles.cuh \
    %D%/reduce_by_key/tiles_keys.cuh \
    %D%/reduce_by_key/tiles_part.cuh \
    %D%/reduce_by_key/wave.cuh \
    %D%/segments/chunk.cuh \
    %D%/reduce_by_offset/chunks.cuh \
    %D%/reduce_by_offset/differences.cuh \
    %D%/reduce_by_offset/elements.cuh \
    %D%/reduce_by_offset/floats.cuh \
    %D%/reduce_by_offset/fold.cuh \
    %D%/reduce_by_offset/halves.cuh \
    %D%/reduce_by_offset/join.cuh \
    %D%/reduce_by_offset/lanes.cuh \
    %D%/reduce_by_offset/marks.cuh \
    %D%/reduce_by_offset/offsets.cuh \
    %D%/reduce_by_offset/places.cuh \
    %D%/reduce_by_offset/search.cuh \
    %D%/reduce_by_offset/shares.cuh \
    %D%/reduce_by_offset/tile.cuh \
    %D%/reduce_by_offset/totals.cuh \
    %D%/runs/bits.cuh \
    %D%/runs/encode.cuh \
    %D%/runs/expand.cuh \
    %D%/runs/expand_lengths.cuh \
    %D%/scan/reduce.cuh \
    %D%/scan/ring_part.cuh \
    %D%/scan/ring_reduce.cuh \
    %D%/scan/ring_scan.cuh \
    %D%/scan/ring_store.cuh \
    %D%/scan/scan.cuh \
    %D%/segments/halves_part.cuh \
    %D%/segments/head_bits.cuh \
    %D%/segments/part.cuh \
    %D%/segments/ring.cuh \
    %D%/segments/ring_block.cuh \
    %D%/segments/ring_carry.cuh \
    %D%/segments/ring_fold.cuh \
    %D%/segments/ring_reduce.cuh \
    %D%/segments/ring_scan.cuh \
    %D%/segments/row_pairs.cuh \
    %D%/segments/segmented.cuh \
    %D%/segments/store.cuh \
    %D%/segments/sum_bytes.cuh \
    %D%/segments/wave.cuh \
    %D%/select/behind.cuh \
    %D%/select/count.cuh \
    %D%/select/part.cuh \
    %D%/select/partition.cuh \
    %D%/select/partition_counted.cuh \
    %D%/select/ring.cuh \
    %D%/select/ring_count.cuh \
    %D%/select/select.cuh \
    %D%/warp/compact.cuh \
    %D%/warp/cut_scan.cuh \
    %D%/warp/heads.cuh \
    %D%/warp/kogge_stone.cuh \
    %D%/warp/lane_scan.cuh \
    %D%/warp/mask.cuh \
    %D%/warp/mbarrier.cuh \
    %D%/warp/row_scan.cuh \
    %D%/warp/row_totals.cuh \
    %D%/warp/search.cuh \
    %D%/warp/warp_total.cuh \
    %D%/word/chosen.cuh \
    %D%/word/conditional.cuh \
    %D%/word/convert.cuh \
    %D%/word/element.cuh \
    %D%/word/floats.cuh \
    %D%/word/hot.cuh \
    %D%/word/integer.cuh \
    %D%/word/lanes.cuh \
    %D%/word/narrow.cuh \
    %D%/word/ordered.cuh \
    %D%/word/packed_maximum.cuh \
    %D%/word/packed_product.cuh \
    %D%/word/packed_sum.cuh \
    %D%/word/packet.cuh \
    %D%/word/pair.cuh \
    %D%/word/stored.cuh \
    %D%/word/taken.cuh \
    %D%/word/tile_shape.cuh

cuda_kernels = \
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
    %D%/kernels/max.cu \
    %D%/kernels/or.cu \
    %D%/kernels/product.cu \
    %D%/kernels/product_float.cu \
    %D%/kernels/runs.cu \
    %D%/kernels/segmented_cold.cu \
    %D%/kernels/segmented_max.cu \
    %D%/kernels/segmented_sum.cu \
    %D%/kernels/segmented_sum_float.cu \
    %D%/kernels/select.cu \
    %D%/kernels/sum.cu \
    %D%/kernels/sum_float.cu \
    %D%/kernels/xor.cu

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
    %D%/calls/expand.c \
    %D%/calls/memory.c \
    %D%/calls/runs.c \
    %D%/calls/scan.c \
    %D%/calls/segmented.c \
    %D%/calls/select.c \
    %D%/calls/session.c \
    %D%/launch/catalogue.c \
    %D%/launch/cluster.c \
    %D%/launch/expand.c \
    %D%/launch/partition.c \
    %D%/launch/reduce_by_key.c \
    %D%/launch/reduce_by_offset.c \
    %D%/launch/ring.c \
    %D%/launch/runs.c \
    %D%/launch/runs_by_bits.c \
    %D%/launch/scan.c \
    %D%/launch/segmented.c \
    %D%/launch/segmented_ring.c \
    %D%/launch/select.c \
    %D%/launch/select_pass.c \
    %D%/launch/stages.c \
    %D%/launch/sums.c \
    %D%/memory/counts.c \
    %D%/memory/scratch.c \
    %D%/memory/workspace.c \
    %D%/plan/lower.c \
    %D%/plan/registry.c \
    %D%/staging/call.c \
    %D%/staging/copy_team.c \
    %D%/staging/pieces.c \
    %D%/staging/scan.c \
    %D%/staging/stage.c
libprefixcuda_la_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/%D% $(CUDA_CPPFLAGS)
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
