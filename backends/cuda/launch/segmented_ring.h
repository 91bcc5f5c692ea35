/* SPDX-License-Identifier: BSD-3-Clause */
/* How segments lie in memory, and the persistent blocks that take large ones. */
#ifndef PREFIX_CUDA_LAUNCH_SEGMENTED_RING_H
#define PREFIX_CUDA_LAUNCH_SEGMENTED_RING_H

#include "base/driver.h"
#include "base/session.h"
#include "plan/segmented_kernels.h"

/* Whether elements are taken forwards, from an array that is aligned to packets; */
int prefix__cuda_segmented_is_in_packets(const struct prefix__cuda_segmented *params);
/* and as they are; */
int prefix__cuda_segmented_is_plain(const struct prefix__cuda_segmented *params);
/* whether segments are told by keys of as many bytes as plain elements, which are equal if their bits are. */
int prefix__cuda_segmented_is_by_word(const struct prefix__cuda_segmented *params);
/* The stages of a persistent block, and the grid but for its threads; 0 if there is no room for them. */
int prefix__cuda_segmented_ring(const struct prefix_session *session, const struct prefix__cuda_ring_room *room,
                                uint32_t tile_elements, uint32_t aggregate_words, struct prefix__cuda_segmented *params,
                                struct prefix__cuda_grid *grid);
/* Words of a workspace behind its header, of so many tiles that look back. */
uint64_t prefix__cuda_cut_words(const struct prefix__cuda_segmented_kernel *kernel, uint64_t tiles);

#endif
