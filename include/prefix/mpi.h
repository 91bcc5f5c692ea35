/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * libprefix_mpi: prefix scans of an array that the ranks of an MPI communicator hold in parts.
 *
 *     double value = 1.5, sum;
 *     int status = prefix_mpi_scan(NULL, MPI_COMM_WORLD, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_F64, &value, &sum, 1);
 *     if (status != PREFIX_OK)
 *         fprintf(stderr, "%s: %s\n", prefix_strerror(status), prefix_mpi_error());
 *
 * Build with: mpicc demo.c $(pkg-config --cflags --libs prefix-mpi)
 *
 * The array is the parts of all ranks, one after the other in the order of the ranks; a part may be empty. Calls that
 * take a communicator are collective: all its ranks call the same function, with the same operator, types, kind,
 * direction and initial value; each has its own context, arrays and number of elements. What differs is an error, and
 * an error of one rank is an error of all: none waits for it. Ranks without an error of their own return the status of
 * the first rank that has one. After an error the outputs have no meaning.
 *
 * A communicator is used by one thread at a time, as MPI has it, and so is a plan. All ranks have the same byte order.
 * On the first call with a communicator it is duplicated for the library's own messages, and memory of 250 bytes for
 * each rank is allocated; both are freed with it.
 */
#ifndef PREFIX_MPI_H
#define PREFIX_MPI_H

#include <mpi.h>

#include <prefix/prefix.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct prefix_mpi_plan prefix_mpi_plan;

/*
 * The sentence of the last error that a function of this header returned to the calling thread, "" before any: it names
 * the argument and the reason, or the rank that has one. Never NULL; it stays until the thread's next error. Since 0.1.
 */
PREFIX_API const char *prefix_mpi_error(void) PREFIX_NOTHROW;

/*
 * prefix_scan() and prefix_reduce() over the array of all ranks. *result is written on every rank. The operators are
 * those of enum prefix_op that do not give places (PREFIX_ERROR_UNSUPPORTED).
 *
 * Each rank reduces its part, the totals are gathered and combined from the first rank to the last, and each rank scans
 * its part with what comes before it as the initial value. So parts are combined in the canonical order of
 * libprefix(7), cut where they end, and bits of floating-point sums and products depend on the lengths of the parts,
 * and on nothing else: not on the backends of the ranks, their threads, the MPI, or the network. Integers, minimum and
 * maximum have the bits of one call over the whole array.
 *
 * In place and device memory are as for prefix_scan(); totals are exchanged in host memory, so that MPI need not know
 * of devices. Ranks wait for each other twice. Cost: each part but the last is read twice and written once.
 * Errors: as prefix_scan() and prefix_reduce(); PREFIX_ERROR_ARGUMENT also where ranks differ, or comm is MPI_COMM_NULL
 * or MPI not initialized; PREFIX_ERROR_UNSUPPORTED for an intercommunicator; PREFIX_ERROR_DEVICE where MPI fails. Since
 * 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_mpi_scan(prefix_ctx *ctx, MPI_Comm comm, int kind, int op, int type, const void *in, void *out, size_t n) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_mpi_reduce(prefix_ctx *ctx, MPI_Comm comm, int op, int type, const void *in, void *result, size_t n) PREFIX_NOTHROW;

/*
 * The number of things that the ranks before this one have, and that all ranks have, when each has count: where this
 * rank's begin in a numbering of all. offset and total may be NULL. Ranks wait for each other once.
 * Errors: PREFIX_ERROR_OVERFLOW on all ranks when the total does not fit; as prefix_mpi_scan() for comm. Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_mpi_offset(MPI_Comm comm, uint64_t count, uint64_t *offset, uint64_t *total) PREFIX_NOTHROW;

/*
 * prefix_select_flagged() and prefix_select_if() of each rank's part, to an array of its own: *count elements, which
 * are the ones from *offset on of *total that all ranks have selected. The order of all is that of the array. offset
 * and total may be NULL. Ranks wait for each other once, after the selection.
 * Errors: as prefix_select_if(), count is in host memory; as prefix_mpi_offset(). After PREFIX_ERROR_CAPACITY on this
 * rank *count is the number that it needs room for. Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_mpi_select_flagged(prefix_ctx *ctx, MPI_Comm comm, int type, const void *in, const uint8_t *flags, void *out, size_t n, size_t capacity, uint64_t *count, uint64_t *offset, uint64_t *total) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_mpi_select_if(prefix_ctx *ctx, MPI_Comm comm, int predicate, int type, const void *operand, const void *in, void *out, size_t n, size_t capacity, uint64_t *count, uint64_t *offset, uint64_t *total) PREFIX_NOTHROW;

/*
 * prefix_sort() and prefix_sort_pairs() of the array of all ranks: afterwards each rank has as many keys as it had, in
 * the order of the ranks. Sorts are stable through all ranks, so that there is one right result. Each rank sorts its
 * part twice, sends each key at most once, and allocates host memory for two more parts; ranks wait for each other
 * twice for each byte of a key, and six times more. A part has at most 2^31 - 1 keys.
 * Errors: as prefix_sort() and prefix_sort_pairs(); as prefix_mpi_scan() for comm. Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_mpi_sort(prefix_ctx *ctx, MPI_Comm comm, int order, int type, const void *keys, void *out, size_t n) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_mpi_sort_pairs(prefix_ctx *ctx, MPI_Comm comm, int order, int type, size_t value_size, const void *keys, const void *values, void *out, void *values_out, size_t n) PREFIX_NOTHROW;

/*
 * Plans: making one and its settings concern the calling rank alone; running one is collective.
 *   create           as prefix_plan_create(): an inclusive scan. On failure *plan is NULL. destroy ignores NULL.
 *   create_operator  as prefix_plan_create_operator(); the operator may then be destroyed. What combines the totals of
 *                    the ranks is the same operator, on the context's backend for host memory.
 *   kind, output_type, init, reverse, total  as those of prefix_plan: reverse scans from the last
 *                    element of the last rank to the first of the first; init stands before all elements, and the total
 *                    is that of all, which all ranks set, or none. *value and *total are of the output type or
 *                    prefix_carry_type(), of operators of the caller's own 0.
 *   exact            not 0: sums and products of floats have the bits of prefix_plan_run() over the parts one after the
 *                    other, chained through init and total, and so those of one call over the whole array where each
 *                    part ends where a tile does: a multiple of 8192 elements always. The totals of tiles are combined
 *                    one by one, from rank to rank. Complex numbers and operators of the caller's own are
 *                    PREFIX_ERROR_UNSUPPORTED.
 *   head_flags, keys  as those of prefix_plan: runs then scan segments of the array of all ranks, which may go on from
 *                    rank to rank. Each rank has its own part of the flags, of which the first byte counts, too, but on
 *                    the first rank with elements; or of the keys, where the first of a rank is compared with the last
 *                    of the rank before it that has elements. All that have elements set the same, with keys of the same
 *                    type. Such runs have no total (PREFIX_ERROR_UNSUPPORTED). Floats: each segment is combined in the
 *                    order that prefix_plan_run() has, cut where parts end; exact plans have the bits of one call where
 *                    each part ends where a tile does, as above. Flags and keys are read once more up to the first, and
 *                    from the last, that begins a segment. NULL: no segments.
 *   run, reduce      as prefix_mpi_scan() and prefix_mpi_reduce(), with these settings; reduce needs a total on each
 *                    rank. A rank may come without a plan (NULL), as after an error in making it: that is an error of
 *                    all ranks, too.
 * Errors: as prefix_plan_create() and so on; of run and reduce as prefix_mpi_scan(). Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_mpi_plan_create(prefix_mpi_plan **plan, prefix_ctx *ctx, int op, int type) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_mpi_plan_create_operator(prefix_mpi_plan **plan, prefix_ctx *ctx, const prefix_operator *op) PREFIX_NOTHROW;
PREFIX_API void prefix_mpi_plan_destroy(prefix_mpi_plan *plan) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_mpi_plan_set_kind(prefix_mpi_plan *plan, int kind) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_mpi_plan_set_output_type(prefix_mpi_plan *plan, int type) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_mpi_plan_set_init(prefix_mpi_plan *plan, int type, const void *value) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_mpi_plan_set_reverse(prefix_mpi_plan *plan, int reverse) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_mpi_plan_set_total(prefix_mpi_plan *plan, int type, void *total) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_mpi_plan_set_exact(prefix_mpi_plan *plan, int exact) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_mpi_plan_set_head_flags(prefix_mpi_plan *plan, const uint8_t *flags) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_mpi_plan_set_keys(prefix_mpi_plan *plan, int type, const void *keys) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_mpi_plan_run(prefix_mpi_plan *plan, MPI_Comm comm, const void *in, void *out, size_t n) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_mpi_plan_reduce(prefix_mpi_plan *plan, MPI_Comm comm, const void *in, size_t n) PREFIX_NOTHROW;

#ifdef __cplusplus
}
#endif

#endif
