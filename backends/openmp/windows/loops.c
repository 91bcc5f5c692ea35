/* SPDX-License-Identifier: BSD-3-Clause */
#include "windows/loops.h"

#include "shared/half.h"
#include "shared/types.h"

static void load_exact(const struct prefix__window *w, const void *in, void *to, size_t count)
{
    const struct prefix__openmp_window_loops *l = w->own;
    if (l->widen)
        l->widen(in, to, count);
    l->isa->windows->lower[l->width](l->widen ? to : in, to, count, &l->lowering);
}

static void store_exact(const struct prefix__window *w, const void *from, void *out, size_t count)
{
    const struct prefix__openmp_window_loops *l = w->own;
    l->isa->windows->raise[l->width](from, out, count, &l->lowering);
}

static void load_f64(const struct prefix__window *w, const void *in, void *to, size_t count)
{
    const struct prefix__openmp_window_loops *l = w->own;
    if (l->widen)
        l->widen(in, to, count);
    else
        memcpy(to, in, count * sizeof(double));
    l->isa->windows->add_f64(to, count, l->zero);
}

static void store_f64(const struct prefix__window *w, const void *from, void *out, size_t count)
{
    const struct prefix__openmp_window_loops *l = w->own;
    const double *const values = from;
    uint16_t *const halves = out;
    switch (l->out_type) {
    case PREFIX_F64:
        memcpy(out, from, count * sizeof(double));
        break;
    case PREFIX_F32:
        l->isa->windows->narrow_f64_f32(values, out, count);
        break;
    case PREFIX_F16:
        for (size_t i = 0; i < count; i++)
            halves[i] = prefix__f16_from_f64(values[i]);
        break;
    default:
        for (size_t i = 0; i < count; i++)
            halves[i] = prefix__bf16_from_f64(values[i]);
        break;
    }
}

static void combine(const struct prefix__window *w, const void *earlier, const void *later, void *to, size_t count)
{
    const struct prefix__openmp_window_loops *l = w->own;
    l->combine(earlier, later, to, count);
}

/* The kernel that an operator is lowered to, of integers as wide as results. */
static int kernel_of(int op)
{
    return op == PREFIX_SUM          ? PREFIX__OPENMP_SUM
           : op == PREFIX_PRODUCT    ? PREFIX__OPENMP_PRODUCT
           : op == PREFIX_XOR        ? PREFIX__OPENMP_XOR
           : prefix__is_extremum(op) ? PREFIX__OPENMP_MAX
                                     : PREFIX__OPENMP_OR;
}

struct prefix__window prefix__openmp_window_of(const struct prefix_window_work *work,
                                               const struct prefix__openmp_isa *isa,
                                               struct prefix__openmp_window_loops *loops)
{
    struct prefix_scan_work scan = *work->scan;
    struct prefix__openmp_pipeline p;
    const int is_product = scan.op == PREFIX_PRODUCT;
    *loops = (struct prefix__openmp_window_loops){.isa = isa, .out_type = scan.output_type};
    const int in_f64 = prefix__is_float(scan.output_type) && (scan.op == PREFIX_SUM || is_product);
    if (in_f64) {
        scan.output_type = scan.carry_type = PREFIX_F64;
        scan.carry.d = loops->zero = is_product ? -0.0 : 0.0;
    }
    prefix__openmp_resolve(&p, isa, &scan, 0);
    struct prefix__window w = {
        .work = work, .own = loops, .loops = {p.kernel.size, load_exact, combine, store_exact, NULL}};
    loops->widen = p.widen;
    loops->lowering = p.kernel.lowering;
    loops->width = prefix__log2_of(p.kernel.size);
    if (in_f64) {
        w.loops.load = load_f64;
        w.loops.store = store_f64;
        loops->combine = is_product ? isa->windows->product_f64 : isa->windows->sum_f64;
        w.identity = is_product ? prefix__one_of(PREFIX_F64) : 0;
        return w;
    }
    const int kernel = kernel_of(scan.op);
    loops->combine = isa->windows->combine[loops->width][kernel];
    w.identity = p.carry;
    w.is_idempotent = kernel == PREFIX__OPENMP_MAX || kernel == PREFIX__OPENMP_OR;
    return w;
}
