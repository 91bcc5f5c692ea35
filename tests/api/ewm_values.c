/* SPDX-License-Identifier: BSD-3-Clause */
/* The results of pandas 3.1, Series.ewm(alpha=0.3, min_periods=2), with missing values of every kind. */
#include <math.h>

#include <prefix/prefix.h>

#include "../support/support.h"

static prefix_ctx *ctx;
static const char *name;

enum { N = 16, WHATS = 4 };

static const double x[N] = {NAN, 1, -2, 3.25, NAN, NAN, 0.5, INFINITY, 100, 99.5, 98, NAN, 98, 98.25, -7, NAN};

/* mean(), var(), var(bias=True) and std(), by adjust and ignore_na. */
static const double want[2][2][WHATS][N] = {
    {
        {
            {NAN, NAN, 0x1.9999999999998p-4, 0x1.0b851eb851eb8p+0, 0x1.0b851eb851eb8p+0, 0x1.0b851eb851eb8p+0,
             0x1.94d9aaed41803p-1, 0x1.94d9aaed41803p-1, 0x1.33b8972ceea90p+5, 0x1.c63469d2a70fep+5,
             0x1.1492583cedabfp+6, 0x1.1492583cedabfp+6, 0x1.4067bb9735712p+6, 0x1.562f03503f026p+6,
             0x1.ce41d17058368p+5, 0x1.ce41d17058368p+5},
            {NAN, NAN, 0x1.2000000000000p+2, 0x1.5c671655e7f23p+2, 0x1.5c671655e7f23p+2, 0x1.5c671655e7f23p+2,
             0x1.662e9fd6b9871p+1, 0x1.662e9fd6b9871p+1, 0x1.8c947b5444331p+11, 0x1.827122a17bbcap+11,
             0x1.3e618eb1c9576p+11, 0x1.3e618eb1c9576p+11, 0x1.d5013a43eabd8p+10, 0x1.54a5471aa991ep+10,
             0x1.8a2b7399c1497p+11, 0x1.8a2b7399c1498p+11},
            {NAN, NAN, 0x1.e3d70a3d70a3dp+0, 0x1.b40f9096bb98cp+1, 0x1.b40f9096bb98cp+1, 0x1.b40f9096bb98cp+1,
             0x1.e42582e6976fcp+0, 0x1.e42582e6976fcp+0, 0x1.21eecf3cdf8eep+11, 0x1.2cbdae520d5a1p+11,
             0x1.fe422f68ba710p+10, 0x1.fe422f68ba710p+10, 0x1.6d8651e200862p+10, 0x1.1128d3cc55668p+10,
             0x1.406e2e2da1b36p+11, 0x1.406e2e2da1b36p+11},
            {NAN, NAN, 0x1.0f876ccdf6cd9p+1, 0x1.2aa615ba4bcfdp+1, 0x1.2aa615ba4bcfdp+1, 0x1.2aa615ba4bcfdp+1,
             0x1.ac3d5d9908f17p+0, 0x1.ac3d5d9908f17p+0, 0x1.c29c0b3f6177bp+5, 0x1.bcd00821f22d7p+5,
             0x1.93bf10c425212p+5, 0x1.93bf10c425212p+5, 0x1.5a811995df209p+5, 0x1.274e2e86a1023p+5,
             0x1.c13cf68094829p+5, 0x1.c13cf68094829p+5},
        },
        {
            {NAN, NAN, 0x1.9999999999998p-4, 0x1.0b851eb851eb8p+0, 0x1.0b851eb851eb8p+0, 0x1.0b851eb851eb8p+0,
             0x1.c353f7ced9168p-1, 0x1.c353f7ced9168p-1, 0x1.e9df6fd21ff2ep+4, 0x1.9a41672324c83p+5,
             0x1.05307db2b3461p+6, 0x1.05307db2b3461p+6, 0x1.2c6ebe637d7ddp+6, 0x1.4833ebac0b0b4p+6,
             0x1.baaf16bda90fbp+5, 0x1.baaf16bda90fbp+5},
            {NAN, NAN, 0x1.2000000000000p+2, 0x1.5c671655e7f23p+2, 0x1.5c671655e7f23p+2, 0x1.5c671655e7f23p+2,
             0x1.af0f7672da5f2p+1, 0x1.af0f7672da5f2p+1, 0x1.4c96982e00cd3p+11, 0x1.7d6829913e301p+11,
             0x1.4da1756ab66bbp+11, 0x1.4da1756ab66bbp+11, 0x1.0a341c9bc1327p+11, 0x1.95a57d7acd69dp+10,
             0x1.8aeaca88a3dccp+11, 0x1.8aeaca88a3dccp+11},
            {NAN, NAN, 0x1.e3d70a3d70a3dp+0, 0x1.b40f9096bb98cp+1, 0x1.b40f9096bb98cp+1, 0x1.b40f9096bb98cp+1,
             0x1.393a01eeed890p+1, 0x1.393a01eeed890p+1, 0x1.021b4ce58a88dp+11, 0x1.313a2cc2a4138p+11,
             0x1.0ef3a4d3116a5p+11, 0x1.0ef3a4d3116a5p+11, 0x1.b37aaf356d1dcp+10, 0x1.4cf39ba6bd599p+10,
             0x1.44b23ff4803f0p+11, 0x1.44b23ff4803f0p+11},
            {NAN, NAN, 0x1.0f876ccdf6cd9p+1, 0x1.2aa615ba4bcfdp+1, 0x1.2aa615ba4bcfdp+1, 0x1.2aa615ba4bcfdp+1,
             0x1.d5ca510f32841p+0, 0x1.d5ca510f32841p+0, 0x1.9ca800a7808b9p+5, 0x1.b9e7c4021479ep+5,
             0x1.9d4d6d887a12cp+5, 0x1.9d4d6d887a12cp+5, 0x1.712ee5290e0cfp+5, 0x1.42402b7c6f3a8p+5,
             0x1.c1a9f263061ffp+5, 0x1.c1a9f263061ffp+5},
        },
    },
    {
        {
            {NAN, NAN, -0x1.8787878787879p-1, 0x1.1188c46231189p+0, 0x1.1188c46231189p+0, 0x1.1188c46231189p+0,
             0x1.7cdad1ec4a7adp-1, 0x1.7cdad1ec4a7adp-1, 0x1.b14d3a79b0d0ap+5, 0x1.2779d9a8d37eep+6,
             0x1.4c73afe3741b2p+6, 0x1.4c73afe3741b2p+6, 0x1.66945c60ad253p+6, 0x1.73d77a345913ap+6,
             0x1.cbc858ec2ceacp+5, 0x1.cbc858ec2ceacp+5},
            {NAN, NAN, 0x1.2000000000001p+2, 0x1.037abd5eaf57bp+3, 0x1.037abd5eaf57bp+3, 0x1.037abd5eaf57bp+3,
             0x1.e52808427922fp+1, 0x1.e52808427922fp+1, 0x1.e8a37efb1f3b5p+11, 0x1.5585d6d28ce00p+11,
             0x1.bad5bc31a1a68p+10, 0x1.bad5bc31a1a68p+10, 0x1.0f5c2d16c9444p+10, 0x1.4f0c4f7df0b1ep+9,
             0x1.a87cb6521b52bp+11, 0x1.a87cb6521b52bp+11},
            {NAN, NAN, 0x1.1707f8e9dacbcp+1, 0x1.4bc12a39ef60fp+2, 0x1.4bc12a39ef60fp+2, 0x1.4bc12a39ef60fp+2,
             0x1.26bf593ae69ddp+1, 0x1.26bf593ae69ddp+1, 0x1.323471acf7596p+11, 0x1.d87e33e8f5997p+10,
             0x1.45e58ab0fcfebp+10, 0x1.45e58ab0fcfebp+10, 0x1.8918b534f5aeap+9, 0x1.f4cfb6ca68e3bp+8,
             0x1.4660084c34cacp+11, 0x1.4660084c34cacp+11},
            {NAN, NAN, 0x1.0f876ccdf6cdap+1, 0x1.6c7d9f548813dp+1, 0x1.6c7d9f548813dp+1, 0x1.6c7d9f548813dp+1,
             0x1.f265c254d3becp+0, 0x1.f265c254d3becp+0, 0x1.f42ed65f5c558p+5, 0x1.a2298a13785b6p+5,
             0x1.50b2c2ce88750p+5, 0x1.50b2c2ce88750p+5, 0x1.079173140ff7dp+5, 0x1.9e2df0c50e1e8p+4,
             0x1.d231d2a9b8abep+5, 0x1.d231d2a9b8abep+5},
        },
        {
            {NAN, NAN, -0x1.8787878787879p-1, 0x1.1188c46231189p+0, 0x1.1188c46231189p+0, 0x1.1188c46231189p+0,
             0x1.b0286d26b54ffp-1, 0x1.b0286d26b54ffp-1, 0x1.24cda454abf72p+5, 0x1.cfe3fae2b154ap+5,
             0x1.1c455bf8d7a04p+6, 0x1.1c455bf8d7a04p+6, 0x1.3e9115d0acf68p+6, 0x1.55d5f0b363f32p+6,
             0x1.c751d2225f392p+5, 0x1.c751d2225f392p+5},
            {NAN, NAN, 0x1.2000000000001p+2, 0x1.037abd5eaf57bp+3, 0x1.037abd5eaf57bp+3, 0x1.037abd5eaf57bp+3,
             0x1.20eea76f3506dp+2, 0x1.20eea76f3506dp+2, 0x1.790bcdb20ce97p+11, 0x1.800119d1717b4p+11,
             0x1.350ebdb13e44fp+11, 0x1.350ebdb13e44fp+11, 0x1.d11bbf6ce4ba9p+10, 0x1.540afed9de61fp+10,
             0x1.8d47848d81de9p+11, 0x1.8d47848d81de9p+11},
            {NAN, NAN, 0x1.1707f8e9dacbcp+1, 0x1.4bc12a39ef60fp+2, 0x1.4bc12a39ef60fp+2, 0x1.4bc12a39ef60fp+2,
             0x1.9b727778703a5p+1, 0x1.9b727778703a5p+1, 0x1.1b9fc9780f2d8p+11, 0x1.2a2aeed78bf4ap+11,
             0x1.e9751558cd9a3p+10, 0x1.e9751558cd9a3p+10, 0x1.74fcff0399353p+10, 0x1.12fd19c736a03p+10,
             0x1.431868a8c818ep+11, 0x1.431868a8c818ep+11},
            {NAN, NAN, 0x1.0f876ccdf6cdap+1, 0x1.6c7d9f548813dp+1, 0x1.6c7d9f548813dp+1, 0x1.6c7d9f548813dp+1,
             0x1.0ff7d633173e9p+1, 0x1.0ff7d633173e9p+1, 0x1.b75f3066622b0p+5, 0x1.bb68513a97dc7p+5,
             0x1.8dca6eb08fcfep+5, 0x1.8dca6eb08fcfep+5, 0x1.590fdbce0f874p+5, 0x1.270b47501ff2dp+5,
             0x1.c301b684d8fefp+5, 0x1.c301b684d8fefp+5},
        },
    },
};

/* Within a unit in the last place of the numbers that are weighted, and two of their squares. */
static int is_near(double got, double wanted, int what)
{
    return isnan(wanted) ? isnan(got) : fabs(got - wanted) <= (what == 0 || what == 3 ? 0x1p-46 : 0x1p-38);
}

static void test_pandas(void)
{
    for (int k = 0; k < 4; k++)
        for (int what = 0; what < WHATS; what++) {
            double out[N];
            int good = 1;
            prefix_ewm *e;
            must(ctx, prefix_ewm_create(&e, ctx, PREFIX_F64, 0.3));
            must(ctx, prefix_ewm_set_adjust(e, k / 2));
            must(ctx, prefix_ewm_set_ignore_missing(e, k % 2));
            must(ctx, prefix_ewm_set_bias(e, what == 2));
            must(ctx, prefix_ewm_set_min_periods(e, 2));
            must(ctx, what == 0   ? prefix_ewm_mean(e, x, out, N)
                      : what == 3 ? prefix_ewm_std(e, x, out, N)
                                  : prefix_ewm_var(e, x, out, N));
            for (int i = 0; i < N; i++) {
                good &= is_near(out[i], want[k / 2][k % 2][what][i], what);
                if (!is_near(out[i], want[k / 2][k % 2][what][i], what))
                    diag("%d: %a, not %a", i, out[i], want[k / 2][k % 2][what][i]);
            }
            ok(good, "%s: pandas' results %d, adjust %d, ignore_na %d", name, what, k / 2, k % 2);
            prefix_ewm_destroy(e);
        }
}

int main(void)
{
    static void (*const tests[])(void) = {test_pandas};
    on_each_backend(&ctx, &name, tests, 1);
    return done();
}
