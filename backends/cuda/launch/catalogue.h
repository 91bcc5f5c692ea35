/* SPDX-License-Identifier: BSD-3-Clause */
/* The catalogue, as the rest of the host side sees it. */
#ifndef PREFIX_CUDA_LAUNCH_CATALOGUE_H
#define PREFIX_CUDA_LAUNCH_CATALOGUE_H

#include "base/session.h"
#include "plan/catalogue_kernels.h"
#include "plan/scan_kernels.h"

/* The block scans, as bits of prefix_backend.block_algorithms. */
#define PREFIX__CUDA_BLOCK_ALGORITHMS                                                                                  \
    (PREFIX_BACKEND_ALGORITHM(PREFIX_ALGORITHM_HILLIS_STEELE) |                                                        \
     PREFIX_BACKEND_ALGORITHM(PREFIX_ALGORITHM_KOGGE_STONE) | PREFIX_BACKEND_ALGORITHM(PREFIX_ALGORITHM_SKLANSKY) |    \
     PREFIX_BACKEND_ALGORITHM(PREFIX_ALGORITHM_BRENT_KUNG) | PREFIX_BACKEND_ALGORITHM(PREFIX_ALGORITHM_BLELLOCH) |     \
     PREFIX_BACKEND_ALGORITHM(PREFIX_ALGORITHM_BLELLOCH_PADDED) |                                                      \
     PREFIX_BACKEND_ALGORITHM(PREFIX_ALGORITHM_BLELLOCH_VECTOR) |                                                      \
     PREFIX_BACKEND_ALGORITHM(PREFIX_ALGORITHM_WARP_SCAN) | PREFIX_BACKEND_ALGORITHM(PREFIX_ALGORITHM_RAKING))

/* The strategies over them. */
#define PREFIX__CUDA_STRATEGIES                                                                                        \
    (PREFIX_BACKEND_ALGORITHM(PREFIX_ALGORITHM_SCAN_THEN_PROPAGATE) |                                                  \
     PREFIX_BACKEND_ALGORITHM(PREFIX_ALGORITHM_REDUCE_THEN_SCAN) |                                                     \
     PREFIX_BACKEND_ALGORITHM(PREFIX_ALGORITHM_CHAINED_SCAN) |                                                         \
     PREFIX_BACKEND_ALGORITHM(PREFIX_ALGORITHM_DECOUPLED_LOOK_BACK))

/* Whether the work names an algorithm that is not the default's. */
int prefix__cuda_in_catalogue(const struct prefix_scan_work *work);
/* Words of the workspace that it needs; which: prefix__cuda_scan.kernel. */
uint64_t prefix__cuda_catalogue_words(const struct prefix_scan_work *work, int which, uint64_t n);
int prefix__cuda_catalogue_queue(struct prefix_session *session, const struct prefix_scan_work *work,
                                 const struct prefix__cuda_kernel *kernel, const struct prefix__cuda_scan *scan);

/* What a name comes to: a strategy, and kernels for the elements and for carries from tile to tile. */
struct prefix__cuda_choice {
    int strategy; /* of enum prefix_algorithm */
    const struct prefix__cuda_pass_kernel *kernel, *of_carries;
    unsigned int carry_words; /* of a descriptor: 1 or 2 */
};

/* The same for a choice, which may be of kernels that are not in the catalogue; pass: all but what a pass is. */
uint64_t prefix__cuda_choice_words(const struct prefix__cuda_choice *choice, uint64_t n);
int prefix__cuda_choice_queue(struct prefix_session *session, void *stream, const struct prefix__cuda_choice *choice,
                              const struct prefix__cuda_pass *pass);

#endif
