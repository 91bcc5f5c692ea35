/* SPDX-License-Identifier: BSD-3-Clause */
/* The entry point is not its own: it comes from prefix_simple.so, which it is linked with. */
#include <prefix/backend.h>

PREFIX_API prefix_backend_v1_fn prefix_borrowed(void);
prefix_backend_v1_fn prefix_borrowed(void)
{
    return prefix_backend_v1;
}
