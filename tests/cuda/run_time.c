/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * NVRTC, the compiler that a program can have at run time, takes the headers of all kernels. It has no standard
 * headers but those it is given here. Some kernels are compiled, for which no GPU is needed.
 */
#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <nvrtc.h>

#include "../support/support.h"

static const char *const header_names[] = {"stddef.h", "stdint.h"};
static const char *const headers[] = {
    "",
    "typedef signed char int8_t; typedef unsigned char uint8_t; typedef short int16_t; typedef unsigned short uint16_t;"
    "typedef int int32_t; typedef unsigned int uint32_t; typedef long long int64_t;"
    "typedef unsigned long long uint64_t; typedef unsigned long uintptr_t; typedef long intptr_t;",
};

static const char source[] = "#include \"scan/scan.cuh\"\n"
                             "#include \"scan/ring_scan.cuh\"\n"
                             "#include \"scan/reduce.cuh\"\n"
                             "#include \"segments/segmented.cuh\"\n"
                             "#include \"segments/wave.cuh\"\n"
                             "#include \"segments/ring_scan.cuh\"\n"
                             "#include \"segments/head_bits.cuh\"\n"
                             "#include \"reduce_by_key/reduce.cuh\"\n"
                             "#include \"reduce_by_key/ring.cuh\"\n"
                             "#include \"reduce_by_key/tiles.cuh\"\n"
                             "#include \"reduce_by_offset/join.cuh\"\n"
                             "#include \"reduce_by_offset/search.cuh\"\n"
                             "#include \"select/select.cuh\"\n"
                             "#include \"select/ring.cuh\"\n"
                             "#include \"select/behind.cuh\"\n"
                             "#include \"select/partition_counted.cuh\"\n"
                             "#include \"runs/encode.cuh\"\n"
                             "#include \"runs/expand.cuh\"\n"
                             "#include \"runs/bits.cuh\"\n"
                             "#include \"catalogue/pass.cuh\"\n"
                             "#include \"catalogue/serial.cuh\"\n"
                             "#include \"catalogue/scan_blelloch.cuh\"\n"
                             "#include \"word/chosen.cuh\"\n"
                             "#include \"word/integer.cuh\"\n"
                             "#include \"word/ordered.cuh\"\n"
                             "using namespace prefix_cuda;\n"
                             "using sum = integer<PREFIX__CUDA_SUM, 32>;\n";

static const char *const kernels[] = {
    "scan_kernel<sum, scan_warps, false>",
    "ring_kernel<float_sum32, PREFIX__CUDA_RING_F16>",
    "reduce_kernel<float_sum64>",
    "segmented_wave_kernel<sum, PREFIX_HEADS_FLAGS>",
    "head_bits_kernel<uint32_t>",
    "totals_join_kernel<sum>",
    "partition_count_kernel<4>",
    "runs_bits_kernel<4>",
    "pass_kernel<known_operator<sum>, blelloch>",
};

enum { KERNELS = sizeof kernels / sizeof *kernels };

/* What of NVRTC is used: it is no library of the build. */
static struct {
    __typeof__(nvrtcCreateProgram) *create;
    __typeof__(nvrtcDestroyProgram) *destroy;
    __typeof__(nvrtcCompileProgram) *compile;
    __typeof__(nvrtcAddNameExpression) *add;
    __typeof__(nvrtcGetLoweredName) *lowered;
    __typeof__(nvrtcGetProgramLogSize) *log_size;
    __typeof__(nvrtcGetProgramLog) *log;
} nvrtc;

static int load(void)
{
    void *library = dlopen("libnvrtc.so", RTLD_NOW);
    if (!library)
        return 0;
    *(void **)&nvrtc.create = dlsym(library, "nvrtcCreateProgram");
    *(void **)&nvrtc.destroy = dlsym(library, "nvrtcDestroyProgram");
    *(void **)&nvrtc.compile = dlsym(library, "nvrtcCompileProgram");
    *(void **)&nvrtc.add = dlsym(library, "nvrtcAddNameExpression");
    *(void **)&nvrtc.lowered = dlsym(library, "nvrtcGetLoweredName");
    *(void **)&nvrtc.log_size = dlsym(library, "nvrtcGetProgramLogSize");
    *(void **)&nvrtc.log = dlsym(library, "nvrtcGetProgramLog");
    return nvrtc.create && nvrtc.destroy && nvrtc.compile && nvrtc.add && nvrtc.lowered && nvrtc.log_size && nvrtc.log;
}

static void show_log(nvrtcProgram program)
{
    size_t size;
    if (nvrtc.log_size(program, &size) != NVRTC_SUCCESS)
        return;
    char *text = must_alloc(size);
    if (nvrtc.log(program, text) == NVRTC_SUCCESS)
        diag("%s", text);
    free(text);
}

int main(void)
{
    char of_kernels[4096], of_library[4096];
    const char *const top = getenv("top_srcdir") ? getenv("top_srcdir") : "../..";
    const char *const options[] = {of_kernels, of_library, "-arch=sm_90", "-std=c++17", "-default-device"};
    nvrtcProgram program;
    if (!load())
        skip_all("no NVRTC in this CUDA toolkit");
    snprintf(of_kernels, sizeof of_kernels, "-I%s/backends/cuda", top);
    snprintf(of_library, sizeof of_library, "-I%s/include", top);
    if (nvrtc.create(&program, source, "kernels.cu", 2, headers, header_names) != NVRTC_SUCCESS)
        bail_out("NVRTC makes no program");
    for (int i = 0; i < KERNELS; i++)
        nvrtc.add(program, kernels[i]);
    int compiled = nvrtc.compile(program, sizeof options / sizeof *options, options) == NVRTC_SUCCESS;
    if (!compiled)
        show_log(program);
    ok(compiled, "the headers of all kernels compile at run time");
    for (int i = 0; i < KERNELS && compiled; i++) {
        const char *name = NULL;
        ok(nvrtc.lowered(program, kernels[i], &name) == NVRTC_SUCCESS && name, "%s is there", kernels[i]);
    }
    nvrtc.destroy(&program);
    return done();
}
