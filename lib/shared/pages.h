/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Host memory for arrays. A large block is laid out for huge pages, and the kernel asked for them: scans
 * are so fast that with pages of 4 KiB they wait for addresses more than for data.
 */
#ifndef PREFIX_LIB_PAGES_H
#define PREFIX_LIB_PAGES_H

#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>

#define PREFIX__HUGE_PAGE_BYTES ((size_t)2 << 20)

/* Nonzero when there is none, and *memory is then NULL; free(3) takes it back. */
static inline int prefix__pages_alloc(void **memory, size_t bytes, size_t alignment)
{
#ifdef MADV_HUGEPAGE
    if (bytes >= 2 * PREFIX__HUGE_PAGE_BYTES && posix_memalign(memory, PREFIX__HUGE_PAGE_BYTES, bytes) == 0) {
        madvise(*memory, bytes, MADV_HUGEPAGE); /* where it fails, the pages are small */
        return 0;
    }
#endif
    if (posix_memalign(memory, alignment, bytes) == 0)
        return 0;
    *memory = NULL;
    return -1;
}

#endif
