/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_BACKENDS_OPENMP_TABLES_INTEGRAL_H
#define PREFIX_BACKENDS_OPENMP_TABLES_INTEGRAL_H

#include "session/session.h"

/* Without squares, in scratch memory of the caller's: so many bytes. */
size_t prefix__openmp_table_bytes(const struct prefix_session *session, const struct prefix_integral_work *work);
void prefix__openmp_add_up(struct prefix_session *session, const struct prefix_integral_work *work, void *memory);

int prefix__openmp_integral(struct prefix_session *session, const struct prefix_integral_work *work);

#endif
