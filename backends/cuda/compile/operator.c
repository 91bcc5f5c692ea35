/* SPDX-License-Identifier: BSD-3-Clause */
#include "compile/operator.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/driver.h"
#include "cache/cache.h"
#include "compile/nvrtc.h"
#include "compile/program.h"
#include "compile/texts.h"
#include "params/operator_params.h"

/* A kernel that has been loaded, for the rest of the process: its context, the device's primary one, stays as long. */
struct loaded {
    struct loaded *next;
    CUcontext context;
    struct prefix__cuda_compiled kernel;
    char *text; /* of the program */
};

static struct loaded *all;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Hands on the first error, in the words of the compiler. */
static void report(struct prefix_session *session, char *log)
{
    char *error = strstr(log, "error");
    while (error && error > log && error[-1] != '\n')
        error--;
    if (!error)
        error = log;
    session->host->log(session->owner, PREFIX_LOG_WARNING, "%s", log);
    error[strcspn(error, "\n")] = 0;
    session->host->error(session->owner, "op: its CUDA text does not compile: %s", error);
}

/* As the other kernels: the canonical order allows no contraction, and no flush to zero. */
enum { OPTIONS = 7 };
#define FIXED_OPTIONS "-std=c++17", "-default-device", "-fmad=false", "-ftz=false", "-prec-div=true", "-prec-sqrt=true"

static int compile(struct prefix_session *session, const char *text, const char *const *options, void **code,
                   size_t *size)
{
    const struct prefix__cuda_program program = {
        .text = text,
        .headers = prefix__cuda_texts,
        .header_names = prefix__cuda_text_names,
        .header_count = prefix__cuda_text_count,
        .options = options,
        .option_count = OPTIONS,
    };
    const char *why;
    char *log;
    if (!prefix__cuda_nvrtc_found(&why)) {
        session->host->error(session->owner, "op: to compile its CUDA text, NVRTC is needed: %s", why);
        return PREFIX_ERROR_UNSUPPORTED;
    }
    if (prefix__cuda_nvrtc_compile(&program, code, size, &log))
        return PREFIX_OK;
    if (!log) {
        session->host->error(session->owner, "op: NVRTC cannot compile for %s, or memory is short", options[0]);
        return PREFIX_ERROR_DEVICE;
    }
    report(session, log);
    free(log);
    return PREFIX_ERROR_ARGUMENT;
}

/* Nothing of it becomes part of a capture. */
static cudaError_t load_code(const void *code, struct prefix__cuda_compiled *kernel)
{
    enum cudaStreamCaptureMode mode = prefix__cuda_capture_mode(cudaStreamCaptureModeRelaxed);
    CUresult result = prefix__cuda_load(code, "prefix_kernel", &kernel->function);
    prefix__cuda_capture_mode(mode);
    return (cudaError_t)result;
}

/*
 * From the cache, or compiled and put there. What another version of NVRTC made will do as well, so that none is asked
 * for its version: to load it takes longer than all the rest.
 */
static int make(struct prefix_session *session, const char *text, const char *architecture,
                struct prefix__cuda_compiled *kernel)
{
    const char *const options[OPTIONS] = {architecture, FIXED_OPTIONS};
    const size_t parts = (size_t)prefix__cuda_text_count + OPTIONS + 1;
    const char **key = malloc(parts * sizeof *key);
    void *code = NULL;
    size_t size = 0;
    if (!key) {
        session->host->error(session->owner, "no memory for a program");
        return PREFIX_ERROR_NOMEM;
    }
    key[0] = text;
    memcpy(key + 1, options, sizeof options);
    memcpy(key + 1 + OPTIONS, prefix__cuda_texts, (size_t)prefix__cuda_text_count * sizeof *key);
    int found = prefix__cuda_cache_load(session->host, session->owner, key, parts, &code, &size);
    if (found && load_code(code, kernel) != cudaSuccess) { /* another driver's */
        free(code);
        code = NULL;
        found = 0;
    }
    int status = found ? PREFIX_OK : compile(session, text, options, &code, &size);
    if (!found && status == PREFIX_OK) {
        status = prefix__cuda_check(session, load_code(code, kernel), "loading the kernel of an operator");
        if (status == PREFIX_OK)
            prefix__cuda_cache_store(session->host, session->owner, key, parts, code, size);
    }
    if (status == PREFIX_OK)
        session->host->log(session->owner, PREFIX_LOG_INFO, "op: %s for %s, %zu bytes",
                           found ? "found in the cache" : "compiled", architecture + strlen("-arch="), size);
    free(code);
    free(key);
    return status;
}

static int load(struct prefix_session *session, const char *text, struct prefix__cuda_compiled *kernel)
{
    char architecture[32];
    int device = 0, major = 0, minor = 0;
    cudaError_t error = cudaGetDevice(&device);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device);
    int status = prefix__cuda_check(session, error, "asking about the device");
    snprintf(architecture, sizeof architecture, "-arch=sm_%d%d", major, minor);
    kernel->dependent = major >= 9;
    return status == PREFIX_OK ? make(session, text, architecture, kernel) : status;
}

/* Compiling is done under the lock: who wants the same kernel waits for it. */
static int find(struct prefix_session *session, char *text, struct prefix__cuda_compiled *kernel)
{
    struct loaded *known = all;
    while (known && (known->context != session->context || strcmp(known->text, text) != 0))
        known = known->next;
    if (known) {
        *kernel = known->kernel;
        free(text);
        return PREFIX_OK;
    }
    struct loaded *made = malloc(sizeof *made);
    if (!made)
        session->host->error(session->owner, "no memory for a kernel");
    int status = made ? load(session, text, kernel) : PREFIX_ERROR_NOMEM;
    if (status != PREFIX_OK) {
        free(made);
        free(text);
        return status;
    }
    *made = (struct loaded){all, session->context, *kernel, text};
    all = made;
    return PREFIX_OK;
}

int prefix__cuda_operator_function(struct prefix_session *session, const struct prefix_operator_work *work,
                                   enum prefix__cuda_operator_kernel which, struct prefix__cuda_compiled *kernel)
{
    if (work->state_bytes > PREFIX__CUDA_OPERATOR_STATE) {
        session->host->error(session->owner, "op: its state has %zu bytes, and cuda takes %d at most",
                             work->state_bytes, PREFIX__CUDA_OPERATOR_STATE);
        return PREFIX_ERROR_UNSUPPORTED;
    }
    char *text = prefix__cuda_operator_text(work, which);
    if (!text) {
        session->host->error(session->owner, "no memory for a program");
        return PREFIX_ERROR_NOMEM;
    }
    pthread_mutex_lock(&lock);
    int status = find(session, text, kernel);
    pthread_mutex_unlock(&lock);
    return status;
}
