# SPDX-License-Identifier: BSD-3-Clause
# The CUDA backend, a plugin: the host side in C, the kernels in CUDA C++, linked as C.

EXTRA_DIST += build-aux/nvcc.sh

EXTRA_DIST += \
    %D%/call.h \
    %D%/catalogue.h \
    %D%/catalogue_params.h \
    %D%/copy_team.h \
    %D%/few.h \
    %D%/pieces.h \
    %D%/runs.h \
    %D%/runs_params.h \
    %D%/runs_reduce_params.h \
    %D%/scan_params.h \
    %D%/segmented.h \
    %D%/segmented_params.h \
    %D%/select.h \
    %D%/select_params.h \
    %D%/session.h \
    %D%/stage.h \
    %D%/block/blelloch_tree.cuh \
    %D%/block/cut_carries.cuh \
    %D%/block/elements.cuh \
    %D%/block/fold_step.cuh \
    %D%/block/halves.cuh \
    %D%/block/halves_skew.cuh \
    %D%/block/keep_elements.cuh \
    %D%/block/marks.cuh \
    %D%/block/network.cuh \
    %D%/block/offsets.cuh \
    %D%/block/packet.cuh \
    %D%/block/row_carries.cuh \
    %D%/block/rows.cuh \
    %D%/block/scan_blelloch.cuh \
    %D%/block/scan_blelloch_padded.cuh \
    %D%/block/scan_blelloch_vector.cuh \
    %D%/block/scan_brent_kung.cuh \
    %D%/block/scan_hillis_steele.cuh \
    %D%/block/scan_kogge_stone.cuh \
    %D%/block/scan_raking.cuh \
    %D%/block/scan_sklansky.cuh \
    %D%/block/scan_warp.cuh \
    %D%/block/store_total.cuh \
    %D%/block/tile_load.cuh \
    %D%/block/tile_skew.cuh \
    %D%/block/tile_store.cuh \
    %D%/block/told_warps.cuh \
    %D%/block/total.cuh \
    %D%/block/vectors.cuh \
    %D%/device/behind.cuh \
    %D%/device/bring_near.cuh \
    %D%/device/catalogue.cuh \
    %D%/device/claim.cuh \
    %D%/device/cluster_scan.cuh \
    %D%/device/count.cuh \
    %D%/device/cut_look_back.cuh \
    %D%/device/dependent.cuh \
    %D%/device/descriptor.cuh \
    %D%/device/expand.cuh \
    %D%/device/expand_lengths.cuh \
    %D%/device/few.cuh \
    %D%/device/fold.cuh \
    %D%/device/halves_part.cuh \
    %D%/device/head_bits.cuh \
    %D%/device/kernels.cuh \
    %D%/device/look_back.cuh \
    %D%/device/mbarrier.cuh \
    %D%/device/partition.cuh \
    %D%/device/partition_counted.cuh \
    %D%/device/pass.cuh \
    %D%/device/predecessors.cuh \
    %D%/device/reduce.cuh \
    %D%/device/ring.cuh \
    %D%/device/ring_carry.cuh \
    %D%/device/ring_count.cuh \
    %D%/device/ring_load.cuh \
    %D%/device/ring_part.cuh \
    %D%/device/ring_reduce.cuh \
    %D%/device/ring_scan.cuh \
    %D%/device/ring_select.cuh \
    %D%/device/ring_store.cuh \
    %D%/device/row_pairs.cuh \
    %D%/device/runs_bits.cuh \
    %D%/device/runs_encode.cuh \
    %D%/device/runs_finish.cuh \
    %D%/device/runs_heads.cuh \
    %D%/device/runs_list.cuh \
    %D%/device/runs_long.cuh \
    %D%/device/runs_part.cuh \
    %D%/device/runs_reduce.cuh \
    %D%/device/runs_ring.cuh \
    %D%/device/runs_rows.cuh \
    %D%/device/runs_share.cuh \
    %D%/device/runs_tiles.cuh \
    %D%/device/runs_tiles_keys.cuh \
    %D%/device/runs_tiles_part.cuh \
    %D%/device/runs_wave.cuh \
    %D%/device/scan.cuh \
    %D%/device/segmented.cuh \
    %D%/device/segmented_kernels.cuh \
    %D%/device/segmented_part.cuh \
    %D%/device/segmented_ring.cuh \
    %D%/device/segmented_ring_block.cuh \
    %D%/device/segmented_ring_carry.cuh \
    %D%/device/segmented_ring_fold.cuh \
    %D%/device/segmented_ring_reduce.cuh \
    %D%/device/segmented_ring_scan.cuh \
    %D%/device/segmented_store.cuh \
    %D%/device/segmented_wave.cuh \
    %D%/device/select.cuh \
    %D%/device/select_part.cuh \
    %D%/device/serial.cuh \
    %D%/device/sum_bytes.cuh \
    %D%/device/tile_shape.cuh \
    %D%/device/total.cuh \
    %D%/device/totals.cuh \
    %D%/device/totals_chunk.cuh \
    %D%/device/totals_chunks.cuh \
    %D%/device/totals_differences.cuh \
    %D%/device/totals_elements.cuh \
    %D%/device/totals_floats.cuh \
    %D%/device/totals_fold.cuh \
    %D%/device/totals_halves.cuh \
    %D%/device/totals_join.cuh \
    %D%/device/totals_lanes.cuh \
    %D%/device/totals_marks.cuh \
    %D%/device/totals_offsets.cuh \
    %D%/device/totals_places.cuh \
    %D%/device/totals_search.cuh \
    %D%/device/totals_shares.cuh \
    %D%/device/totals_tile.cuh \
    %D%/warp/compact.cuh \
    %D%/warp/cut_scan.cuh \
    %D%/warp/heads.cuh \
    %D%/warp/kogge_stone.cuh \
    %D%/warp/lane_scan.cuh \
    %D%/warp/mask.cuh \
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
    %D%/word/pair.cuh \
    %D%/word/stored.cuh \
    %D%/word/taken.cuh

cuda_kernels = \
    %D%/kernels/catalogue_any32.cu \
    %D%/kernels/catalogue_any64.cu \
    %D%/kernels/catalogue_sum_float.cu \
    %D%/kernels/max.cu \
    %D%/kernels/or.cu \
    %D%/kernels/product.cu \
    %D%/kernels/product_float.cu \
    %D%/kernels/runs.cu \
    %D%/kernels/segmented_max.cu \
    %D%/kernels/segmented_or.cu \
    %D%/kernels/segmented_product.cu \
    %D%/kernels/segmented_product_float.cu \
    %D%/kernels/segmented_sum.cu \
    %D%/kernels/segmented_sum_float.cu \
    %D%/kernels/segmented_xor.cu \
    %D%/kernels/select.cu \
    %D%/kernels/sum.cu \
    %D%/kernels/sum_float.cu \
    %D%/kernels/xor.cu

# No contraction, no flush to zero: the canonical order allows neither.
CUDA_NVCCFLAGS = -std=c++17 -O3 -fmad=false -ftz=false -prec-div=true -cudart static \
    -fvisibility=hidden -fno-exceptions -fno-rtti -fno-threadsafe-statics

.cu.lo:
	$(AM_V_GEN)$(MKDIR_P) $(@D) && NVCC='$(NVCC)' $(LIBTOOL) --silent --tag=CC --tag=disable-static \
	    --mode=compile $(SHELL) $(top_srcdir)/build-aux/nvcc.sh -I$(top_srcdir)/include $(CUDA_NVCCFLAGS) \
	    $(NVCC_GENCODE) $(NVCC_COMPRESS) $(NVCCFLAGS) -MMD -MP -MF $(@:.lo=.d) -MT $@ -prefer-pic -c -o $@ $<

if ENABLE_PLUGINS
if WITH_CUDA
# All but the entry point, so that a test can link it.
noinst_LTLIBRARIES += libprefixcuda.la
libprefixcuda_la_SOURCES = \
    $(cuda_kernels) \
    %D%/arrays.c \
    %D%/call.c \
    %D%/catalogue.c \
    %D%/cluster.c \
    %D%/copy_team.c \
    %D%/driver.c \
    %D%/expand.c \
    %D%/launch.c \
    %D%/lower.c \
    %D%/memory.c \
    %D%/partition.c \
    %D%/pieces.c \
    %D%/ring.c \
    %D%/runs.c \
    %D%/runs_bits.c \
    %D%/runs_reduce.c \
    %D%/scan.c \
    %D%/segmented.c \
    %D%/segmented_ring.c \
    %D%/segmented_stage.c \
    %D%/select.c \
    %D%/select_launch.c \
    %D%/select_stage.c \
    %D%/session.c \
    %D%/stage.c \
    %D%/stage_session.c \
    %D%/sums.c \
    %D%/totals.c \
    %D%/workspace.c
libprefixcuda_la_CPPFLAGS = $(AM_CPPFLAGS) $(CUDA_CPPFLAGS)
libprefixcuda_la_CFLAGS = $(AM_CFLAGS)
libprefixcuda_la_LIBTOOLFLAGS = --tag=disable-static
# What nvcc found each to include, as of the last build.
-include $(cuda_kernels:.cu=.d)
CLEANFILES += $(cuda_kernels:.cu=.d)

backendexec_LTLIBRARIES += prefix_cuda.la
prefix_cuda_la_SOURCES = %D%/plugin.c
prefix_cuda_la_CPPFLAGS = $(AM_CPPFLAGS) $(CUDA_CPPFLAGS)
prefix_cuda_la_CFLAGS = $(AM_CFLAGS)
prefix_cuda_la_LDFLAGS = $(AM_LDFLAGS) -module -shared -avoid-version -no-undefined \
    -Wl,--version-script=$(top_srcdir)/backends/backend.map -Wl,--no-undefined-version \
    -Wl,-z,defs -Wl,-z,nodelete
prefix_cuda_la_LIBADD = libprefixcuda.la $(CUDA_LIBS)
prefix_cuda_la_LIBTOOLFLAGS = --tag=disable-static
EXTRA_prefix_cuda_la_DEPENDENCIES = $(top_srcdir)/backends/backend.map
endif
endif
