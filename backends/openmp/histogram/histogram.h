/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_BACKENDS_OPENMP_HISTOGRAM_HISTOGRAM_H
#define PREFIX_BACKENDS_OPENMP_HISTOGRAM_HISTOGRAM_H

#include "session/session.h"

int prefix__openmp_histogram(struct prefix_session *session, const struct prefix_histogram_work *work);

#endif
