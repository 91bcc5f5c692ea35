/* SPDX-License-Identifier: BSD-3-Clause */
/* A device with operators of the caller's own, as far as they add or subtract int32_t; it logs what it is asked. */
#include "mock.h"

static int tell(struct prefix_session *session, const char *what, const struct prefix_operator_work *work)
{
    const int32_t state = work->state ? *(const int32_t *)work->state : 0;
    session->host->log(session->owner, PREFIX_LOG_INFO, "%s of %zu: '%s' '%s' '%s' %zu:%d", what, work->n,
                       work->cuda_text, work->cuda_element, work->cuda_expression, work->state_bytes, (int)state);
    if (strcmp(work->cuda_element, "int32_t") == 0 && work->element == sizeof(int32_t))
        return PREFIX_OK;
    session->host->error(session->owner, "this mock has int32_t, not %s", work->cuda_element);
    return PREFIX_ERROR_UNSUPPORTED;
}

static int adder_scan(struct prefix_session *session, const struct prefix_operator_work *work)
{
    const int32_t *in = work->in, sign = strchr(work->cuda_expression, '-') ? -1 : 1;
    int32_t *out = work->out, result = in[0];
    const int status = tell(session, "scan", work);
    if (status != PREFIX_OK)
        return status;
    for (size_t i = 0; i < work->n; i++) {
        result = i ? result + sign * in[i] : in[i];
        if (out)
            out[i] = result;
    }
    if (work->total)
        *(int32_t *)work->total = result;
    return PREFIX_OK;
}

static int adder_prepare(struct prefix_session *session, const struct prefix_operator_work *work)
{
    if (work->in || work->out || work->total || work->in_memory != PREFIX_MEMORY_HOST)
        return PREFIX_ERROR_INTERNAL;
    return tell(session, "prepare", work);
}

int prefix_backend_v1(const struct prefix_host *host, struct prefix_backend *backend)
{
    (void)host;
    mock_offer(backend, "adder");
    backend->flags = PREFIX_BACKEND_FLAG_DEVICE;
    backend->operator_scan = adder_scan;
    backend->operator_prepare = adder_prepare;
    return PREFIX_OK;
}
