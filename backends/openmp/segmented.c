/* SPDX-License-Identifier: BSD-3-Clause */
/* Scans and reductions of segments. */
#include "serial.h"
#include "session.h"

int prefix__openmp_segmented(struct prefix_session *session, const struct prefix_segmented_work *work)
{
    return prefix__serial_segmented(session, work);
}
