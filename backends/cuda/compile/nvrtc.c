/* SPDX-License-Identifier: BSD-3-Clause */
#include "compile/nvrtc.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

/* Its header may be missing where the library is built: what is used of it has not changed since version 11. */
typedef struct nvrtc_program *nvrtc_program;
static struct {
    int (*nvrtcCreateProgram)(nvrtc_program *program, const char *text, const char *name, int count,
                              const char *const *headers, const char *const *names);
    int (*nvrtcDestroyProgram)(nvrtc_program *program);
    int (*nvrtcCompileProgram)(nvrtc_program program, int count, const char *const *options);
    int (*nvrtcGetCUBINSize)(nvrtc_program program, size_t *size);
    int (*nvrtcGetCUBIN)(nvrtc_program program, char *code);
    int (*nvrtcGetProgramLogSize)(nvrtc_program program, size_t *size);
    int (*nvrtcGetProgramLog)(nvrtc_program program, char *log);
} nvrtc;

#define FUNCTIONS(X)                                                                                                   \
    X(nvrtcCreateProgram)                                                                                              \
    X(nvrtcDestroyProgram)                                                                                             \
    X(nvrtcCompileProgram)                                                                                             \
    X(nvrtcGetCUBINSize)                                                                                               \
    X(nvrtcGetCUBIN)                                                                                                   \
    X(nvrtcGetProgramLogSize)                                                                                          \
    X(nvrtcGetProgramLog)

enum { NVRTC_SUCCESS = 0, NVRTC_ERROR_COMPILATION = 6 };

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int found;
static char reason[256];

/* Of the toolkit that the library was built with, which the loader need not know, and as the system has it. */
static void *find_library(void)
{
    static const char *const names[] = {"libnvrtc.so.13", "libnvrtc.so.12", CUDA_LIBDIR "/libnvrtc.so.13",
                                        CUDA_LIBDIR "/libnvrtc.so.12"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        void *library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
        if (library)
            return library;
    }
    const char *text = dlerror();
    snprintf(reason, sizeof reason, "no NVRTC: %s", text ? text : "libnvrtc.so.13 cannot be loaded");
    return NULL;
}

static void load(void)
{
    void *library = find_library();
    if (!library)
        return;
#define LOOK_UP(name)                                                                                                  \
    if (!(*(void **)&nvrtc.name = dlsym(library, #name))) {                                                            \
        snprintf(reason, sizeof reason, "NVRTC has no function %s", #name);                                            \
        return;                                                                                                        \
    }
    FUNCTIONS(LOOK_UP)
    found = 1;
}

int prefix__cuda_nvrtc_found(const char **why)
{
    const int saved_errno = errno;
    pthread_once(&once, load);
    errno = saved_errno;
    *why = reason;
    return found;
}

static char *log_of(nvrtc_program program)
{
    size_t size = 0;
    if (nvrtc.nvrtcGetProgramLogSize(program, &size) != NVRTC_SUCCESS || size == 0)
        return NULL;
    char *log = malloc(size);
    if (log && nvrtc.nvrtcGetProgramLog(program, log) != NVRTC_SUCCESS) {
        free(log);
        return NULL;
    }
    return log;
}

static void *code_of(nvrtc_program program, size_t *size)
{
    if (nvrtc.nvrtcGetCUBINSize(program, size) != NVRTC_SUCCESS || *size == 0)
        return NULL;
    void *code = malloc(*size);
    if (code && nvrtc.nvrtcGetCUBIN(program, code) != NVRTC_SUCCESS) {
        free(code);
        return NULL;
    }
    return code;
}

int prefix__cuda_nvrtc_compile(const struct prefix__cuda_program *program, void **code, size_t *size, char **log)
{
    nvrtc_program made;
    *code = NULL;
    *log = NULL;
    if (nvrtc.nvrtcCreateProgram(&made, program->text, "program", program->header_count, program->headers,
                                 program->header_names) != NVRTC_SUCCESS)
        return 0;
    const int result = nvrtc.nvrtcCompileProgram(made, program->option_count, program->options);
    if (result == NVRTC_SUCCESS)
        *code = code_of(made, size);
    else if (result == NVRTC_ERROR_COMPILATION)
        *log = log_of(made);
    nvrtc.nvrtcDestroyProgram(&made);
    return *code != NULL;
}
