/* SPDX-License-Identifier: BSD-3-Clause */
/* The host side of segments. */
#ifndef PREFIX_CUDA_SEGMENTED_H
#define PREFIX_CUDA_SEGMENTED_H

#include "segmented_params.h"
#include "session.h"

/* lower.c: the kernel for a work, and all of its parameters but addresses and sizes. */
const struct prefix__cuda_segmented_kernel *prefix__cuda_segmented_lower(const struct prefix_segmented_work *work,
                                                                         struct prefix__cuda_segmented *params);

/* segmented_ring.c: whether elements are taken forwards, from an array that is aligned to packets; */
int prefix__cuda_segmented_is_in_packets(const struct prefix__cuda_segmented *params);
/* and as they are; */
int prefix__cuda_segmented_is_plain(const struct prefix__cuda_segmented *params);
/* whether segments are told by keys of as many bytes as plain elements, which are equal if their bits are; */
int prefix__cuda_segmented_is_by_word(const struct prefix__cuda_segmented *params);
/* and the stages of a persistent block, and the grid but for its threads; 0 if there is no room for them. */
int prefix__cuda_segmented_ring(struct prefix_session *session, const struct prefix__cuda_ring_room *room,
                                uint32_t tile_elements, uint32_t starts, uint32_t aggregate_words,
                                struct prefix__cuda_segmented *params, struct prefix__cuda_grid *grid);
/* Of the workspace that it then needs. */
size_t prefix__cuda_segmented_ring_bytes(const struct prefix__cuda_scan *scan);

/* totals.c: which kernel reduces the segments that offsets tell of, of elements of one of the kinds of rings; */
int prefix__cuda_totals_kind(const struct prefix__cuda_segmented_kernel *kernel, enum prefix__cuda_segmented_rings kind,
                             const struct prefix__cuda_segmented *params);
/* what a segment without elements comes to, in the low bits: the carry, as segmented_result() has it; */
uint64_t prefix__cuda_empty_total(const struct prefix__cuda_segmented *params);
/* whether a device can do so, in three kernels, and that. */
int prefix__cuda_totals_fit(const struct prefix_session *session, const struct prefix__cuda_segmented_kernel *kernel,
                            int which, const struct prefix__cuda_ring_room *room);
int prefix__cuda_totals(struct prefix_session *session, const struct prefix__cuda_segmented_kernel *kernel,
                        const struct prefix__cuda_ring_room *room, int which,
                        const struct prefix__cuda_segmented *params, void *stream);

/* segmented.c: words of a workspace behind its header, of so many tiles that look back. */
uint64_t prefix__cuda_cut_words(const struct prefix__cuda_segmented_kernel *kernel, uint64_t tiles);
/* Arrays that kernels can reach. */
int prefix__cuda_segmented_on_device(struct prefix_session *session, const struct prefix_segmented_work *work);

/* segmented_stage.c: arrays some of which have to be copied. */
int prefix__cuda_segmented_is_staged(const struct prefix_segmented_work *work);
int prefix__cuda_segmented_staged(struct prefix_session *session, const struct prefix_segmented_work *work);

#endif
