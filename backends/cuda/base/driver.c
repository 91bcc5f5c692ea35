/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The CUDA driver, looked up at run time. Questions about devices and pointers go to it directly:
 * the runtime would create a context to answer some of them.
 */
#include "base/driver.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>

#define DEVICES_MAX 64
#define LEAST_CAPABILITY 75

/* Headers from CUDA 13 on declare the third version alone, which older drivers lack. */
CUresult CUDAAPI cuStreamGetCaptureInfo_v2(CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id,
                                           CUgraph *graph, const CUgraphNode **nodes, size_t *count);

/* The header maps some names to versioned symbols; both spellings come from it. */
#define SYMBOL_TEXT(name) #name
#define SYMBOL(name) SYMBOL_TEXT(name)
#define FUNCTIONS(X)                                                                                                   \
    X(cuInit)                                                                                                          \
    X(cuDriverGetVersion)                                                                                              \
    X(cuDeviceGetCount)                                                                                                \
    X(cuDeviceGet)                                                                                                     \
    X(cuDeviceGetName)                                                                                                 \
    X(cuDeviceGetAttribute)                                                                                            \
    X(cuDevicePrimaryCtxRetain)                                                                                        \
    X(cuCtxGetCurrent)                                                                                                 \
    X(cuCtxPushCurrent)                                                                                                \
    X(cuCtxPopCurrent)                                                                                                 \
    X(cuStreamGetId)                                                                                                   \
    X(cuStreamIsCapturing)                                                                                             \
    X(cuStreamGetCaptureInfo_v2)                                                                                       \
    X(cuLaunchKernelEx)                                                                                                \
    X(cuModuleLoadData)                                                                                                \
    X(cuModuleGetFunction)                                                                                             \
    X(cuModuleUnload)                                                                                                  \
    X(cuPointerGetAttributes)                                                                                          \
    X(cuGetErrorString)

#define POINTER(name) static __typeof__(&name) p_##name;
FUNCTIONS(POINTER)

static pthread_once_t once = PTHREAD_ONCE_INIT, found_once = PTHREAD_ONCE_INIT;
static int found; /* the driver's functions: it need not have been started */
static pthread_mutex_t primary_lock = PTHREAD_MUTEX_INITIALIZER;
static CUcontext primary[DEVICES_MAX];
static int forked;       /* this process is a child of the one that started the driver */
static int device_count; /* 0 when the driver cannot be used, */
static char reason[256]; /* and why not */

static const char *driver_text(CUresult result)
{
    const char *text = NULL;
    if (p_cuGetErrorString(result, &text) != CUDA_SUCCESS || !text)
        return "unknown error";
    return text;
}

static int look_up(void *library)
{
#define LOOK_UP(name)                                                                                                  \
    if (!(*(void **)&p_##name = dlsym(library, SYMBOL(name)))) {                                                       \
        snprintf(reason, sizeof reason, "the CUDA driver has no function %s", SYMBOL(name));                           \
        return 0;                                                                                                      \
    }
    FUNCTIONS(LOOK_UP)
    return 1;
}

static void find_driver(void)
{
    void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char *text = dlerror();
        snprintf(reason, sizeof reason, "no CUDA driver: %s", text ? text : "libcuda.so.1 cannot be loaded");
        return;
    }
    found = look_up(library);
}

static void note_fork(void)
{
    forked = 1;
}

static void start_driver(void)
{
    pthread_once(&found_once, find_driver);
    if (!found)
        return;
    /* A flag costs nothing to look at in each call, where getpid(2) would be a system call. */
    if (pthread_atfork(NULL, NULL, note_fork) != 0) {
        snprintf(reason, sizeof reason, "no memory for a handler of fork(2)");
        return;
    }
    CUresult result = p_cuInit(0);
    if (result != CUDA_SUCCESS) {
        snprintf(reason, sizeof reason, "the CUDA driver does not start: %s", driver_text(result));
        return;
    }
    int version = 0;
    p_cuDriverGetVersion(&version);
    if (version / 1000 < CUDART_VERSION / 1000) {
        snprintf(reason, sizeof reason, "the CUDA driver is of version %d.%d; version %d.0 is needed", version / 1000,
                 version % 1000 / 10, CUDART_VERSION / 1000);
        return;
    }
    int count = 0;
    result = p_cuDeviceGetCount(&count);
    if (result != CUDA_SUCCESS || count < 1)
        snprintf(reason, sizeof reason, "no CUDA device%s%s", result ? ": " : "", result ? driver_text(result) : "");
    else
        device_count = count < DEVICES_MAX ? count : DEVICES_MAX;
}

/* The number of devices; 0, and the reason, when there is none to be had. */
static int start(const char **why)
{
    int saved_errno = errno;
    pthread_once(&once, start_driver);
    errno = saved_errno;
    *why = reason;
    if (device_count > 0 && forked) {
        *why = "the CUDA driver was started before fork(2) and does not work in the child";
        return 0;
    }
    return device_count;
}

static void describe(int index, char *text, size_t size, int *capability)
{
    CUdevice device = 0;
    char name[128] = "CUDA device";
    int major = 0, minor = 0;
    if (p_cuDeviceGet(&device, index) == CUDA_SUCCESS) {
        p_cuDeviceGetName(name, sizeof name, device);
        p_cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
        p_cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
    }
    *capability = major * 10 + minor;
    snprintf(text, size, "%s (compute capability %d.%d)", name, major, minor);
}

int prefix__cuda_probe(char *text, size_t size)
{
    const char *why;
    int count = start(&why);
    if (count == 0) {
        snprintf(text, size, "%s", why);
        return PREFIX_ERROR_BACKEND;
    }
    char first[192];
    int capability;
    describe(0, first, sizeof first, &capability);
    if (capability < LEAST_CAPABILITY) {
        snprintf(text, size, "%s; %d.%d is needed", first, LEAST_CAPABILITY / 10, LEAST_CAPABILITY % 10);
        return PREFIX_ERROR_BACKEND;
    }
    if (count > 1)
        snprintf(text, size, "%s, first of %d devices", first, count);
    else
        snprintf(text, size, "%s", first);
    return PREFIX_OK;
}

int prefix__cuda_devices(int *count)
{
    const char *why;
    *count = start(&why);
    return *count > 0 ? PREFIX_OK : PREFIX_ERROR_BACKEND;
}

int prefix__cuda_device_name(int device, char *text, size_t size)
{
    const char *why;
    int capability;
    int count = start(&why);
    if (count == 0)
        return PREFIX_ERROR_BACKEND;
    if (device < 0 || device >= count)
        return PREFIX_ERROR_ARGUMENT;
    describe(device, text, size, &capability);
    return PREFIX_OK;
}

/* Starts nothing: as long as nobody has started the driver, all memory is the host's. */
int prefix__cuda_memory_kind(const void *memory, int *kind)
{
    int saved_errno = errno;
    *kind = PREFIX_MEMORY_HOST;
    pthread_once(&found_once, find_driver);
    errno = saved_errno;
    if (!found || (device_count > 0 && forked))
        return PREFIX_OK;
    unsigned int type = 0, managed = 0;
    CUpointer_attribute which[2] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_IS_MANAGED};
    void *values[2] = {&type, &managed};
    /* Succeeds with zeros, or fails, for memory that the driver does not know, and fails before it is started. */
    if (p_cuPointerGetAttributes(2, which, values, (CUdeviceptr)(uintptr_t)memory) != CUDA_SUCCESS)
        return PREFIX_OK;
    if (managed)
        *kind = PREFIX_MEMORY_MANAGED;
    else if (type == CU_MEMORYTYPE_DEVICE)
        *kind = PREFIX_MEMORY_DEVICE;
    else if (type == CU_MEMORYTYPE_HOST)
        *kind = PREFIX_MEMORY_PINNED;
    return PREFIX_OK;
}

/* The primary context is kept for the life of the process, as the runtime keeps its own. */
int prefix__cuda_context(int device, CUcontext *context, char *text, size_t size)
{
    const char *why;
    int count = start(&why);
    *context = NULL;
    if (count == 0) {
        snprintf(text, size, "%s", why);
        return forked ? PREFIX_ERROR_FORKED : PREFIX_ERROR_BACKEND;
    }
    if (device < 0 || device >= count) {
        snprintf(text, size, "device %d: there are %d", device, count);
        return PREFIX_ERROR_ARGUMENT;
    }
    char name[192];
    int capability;
    describe(device, name, sizeof name, &capability);
    if (capability < LEAST_CAPABILITY) {
        snprintf(text, size, "%s; %d.%d is needed", name, LEAST_CAPABILITY / 10, LEAST_CAPABILITY % 10);
        return PREFIX_ERROR_BACKEND;
    }
    CUresult result = CUDA_SUCCESS;
    CUdevice handle;
    pthread_mutex_lock(&primary_lock);
    if (!primary[device]) {
        result = p_cuDeviceGet(&handle, device);
        if (result == CUDA_SUCCESS)
            result = p_cuDevicePrimaryCtxRetain(&primary[device], handle);
    }
    *context = primary[device];
    pthread_mutex_unlock(&primary_lock);
    if (result == CUDA_SUCCESS)
        return PREFIX_OK;
    snprintf(text, size, "opening device %d: %s", device, driver_text(result));
    return result == CUDA_ERROR_OUT_OF_MEMORY ? PREFIX_ERROR_NOMEM : PREFIX_ERROR_DEVICE;
}

int prefix__cuda_forked(void)
{
    return forked;
}

/* Most programs have the device's context current already. */
CUresult prefix__cuda_push(CUcontext context, int *pushed)
{
    CUcontext current = NULL;
    *pushed = 0;
    if (p_cuCtxGetCurrent(&current) == CUDA_SUCCESS && current == context)
        return CUDA_SUCCESS;
    CUresult result = p_cuCtxPushCurrent(context);
    *pushed = result == CUDA_SUCCESS;
    return result;
}

void prefix__cuda_pop(void)
{
    CUcontext context;
    p_cuCtxPopCurrent(&context);
}

CUresult prefix__cuda_stream(cudaStream_t stream, uint64_t *id, int *capturing)
{
    unsigned long long number = 0;
    CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
    *id = 0;
    *capturing = 0;
    if (!stream) /* the default stream cannot be captured */
        return CUDA_SUCCESS;
    CUresult result = p_cuStreamIsCapturing((CUstream)stream, &status);
    *capturing = status != CU_STREAM_CAPTURE_STATUS_NONE;
    if (result == CUDA_SUCCESS && !*capturing) /* to ask for the number would end the capture */
        result = p_cuStreamGetId((CUstream)stream, &number);
    *id = number;
    return result;
}

CUresult prefix__cuda_graph(cudaStream_t stream, CUgraph *graph)
{
    CUstreamCaptureStatus status;
    return p_cuStreamGetCaptureInfo_v2((CUstream)stream, &status, NULL, graph, NULL, NULL);
}

CUresult prefix__cuda_launch_kernel(CUfunction function, const struct prefix__cuda_grid *grid, cudaStream_t stream,
                                    void **arguments)
{
    CUlaunchAttribute attributes[2];
    CUlaunchConfig config = {
        .gridDimX = grid->blocks,
        .gridDimY = 1,
        .gridDimZ = 1,
        .blockDimX = grid->threads,
        .blockDimY = 1,
        .blockDimZ = 1,
        .sharedMemBytes = (unsigned int)grid->shared,
        .hStream = (CUstream)stream,
        .attrs = attributes,
    };
    if (grid->dependent) {
        CUlaunchAttribute *attribute = &attributes[config.numAttrs++];
        attribute->id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION;
        attribute->value.programmaticStreamSerializationAllowed = 1;
    }
    if (grid->cluster) {
        CUlaunchAttribute *attribute = &attributes[config.numAttrs++];
        attribute->id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
        attribute->value.clusterDim.x = grid->blocks;
        attribute->value.clusterDim.y = attribute->value.clusterDim.z = 1;
    }
    return p_cuLaunchKernelEx(&config, function, arguments, NULL);
}

CUresult prefix__cuda_load(const void *code, const char *name, CUfunction *function)
{
    CUmodule module;
    CUresult result = p_cuModuleLoadData(&module, code);
    if (result != CUDA_SUCCESS)
        return result;
    result = p_cuModuleGetFunction(function, module, name);
    if (result != CUDA_SUCCESS)
        p_cuModuleUnload(module);
    return result;
}
