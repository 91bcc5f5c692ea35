/* SPDX-License-Identifier: BSD-3-Clause */
/* Scans of parts all of which lie on devices: these wait for one another, and the host for none. */
#ifndef PREFIX_LIB_TEAM_QUEUE_H
#define PREFIX_LIB_TEAM_QUEUE_H

#include "team/job.h"

/* Whether it can be done so: built-in operators without a total, on devices of one backend that has events. */
int prefix__can_queue(const struct prefix__team_job *job);
int prefix__run_queued(const struct prefix__team_job *job);

#endif
