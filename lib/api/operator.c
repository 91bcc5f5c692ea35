/* SPDX-License-Identifier: BSD-3-Clause */
/* Operators of the caller's own. */
#include "api/operator.h"

#include <stdlib.h>
#include <string.h>

#include "context/status.h"

static int create(prefix_operator **made, size_t size, size_t alignment)
{
    if (!made)
        return prefix__fail(NULL, PREFIX_ERROR_ARGUMENT, "op is NULL");
    *made = NULL;
    if (size < 1 || size > PREFIX__ELEMENT_MAX)
        return prefix__fail(NULL, PREFIX_ERROR_ARGUMENT, "size: %zu is not from 1 to %d", size, PREFIX__ELEMENT_MAX);
    if (alignment < 1 || alignment > 16 || (alignment & (alignment - 1)) != 0)
        return prefix__fail(NULL, PREFIX_ERROR_ARGUMENT, "alignment: %zu is not 1, 2, 4, 8 or 16", alignment);
    if (size % alignment != 0)
        return prefix__fail(NULL, PREFIX_ERROR_ARGUMENT, "size: %zu is no multiple of the alignment %zu", size,
                            alignment);
    prefix_operator *op = calloc(1, sizeof *op);
    if (!op)
        return prefix__fail(NULL, PREFIX_ERROR_NOMEM, "no memory for an operator");
    op->size = op->in_size = op->out_size = size;
    op->alignment = op->in_alignment = op->out_alignment = alignment;
    *made = op;
    return PREFIX_OK;
}

int prefix_operator_create(prefix_operator **op, size_t size, size_t alignment)
{
    int saved = errno;
    return prefix__keep_errno(saved, create(op, size, alignment));
}

void prefix_operator_destroy(prefix_operator *op)
{
    prefix__free(op);
}

int prefix_operator_set_host(prefix_operator *op, prefix_combine_fn host)
{
    if (!op || !host)
        return prefix__fail(NULL, PREFIX_ERROR_ARGUMENT, "%s is NULL", op ? "host" : "op");
    op->host = host;
    return PREFIX_OK;
}

int prefix_operator_set_cuda(prefix_operator *op, const char *text, const char *element, const char *expression)
{
    PREFIX__NEED(op);
    if ((text || element || expression) && !(text && element && expression))
        return prefix__fail(NULL, PREFIX_ERROR_ARGUMENT, "%s is NULL: give text, element and expression, or none",
                            !text      ? "text"
                            : !element ? "element"
                                       : "expression");
    op->cuda_text = text;
    op->cuda_element = element;
    op->cuda_expression = expression;
    return PREFIX_OK;
}

int prefix_operator_set_state(prefix_operator *op, const void *state, size_t bytes)
{
    PREFIX__NEED(op);
    if (!state != !bytes)
        return prefix__fail(NULL, PREFIX_ERROR_ARGUMENT, "state is %s, and bytes is %zu", state ? "given" : "NULL",
                            bytes);
    op->state = state;
    op->state_bytes = bytes;
    return PREFIX_OK;
}

int prefix_operator_set_identity(prefix_operator *op, const void *identity)
{
    PREFIX__NEED(op);
    op->has_identity = identity != NULL;
    if (identity)
        memcpy(op->identity, identity, op->size);
    return PREFIX_OK;
}
