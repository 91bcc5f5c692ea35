/* SPDX-License-Identifier: BSD-3-Clause */
/* Exponentially weighted means and variances, as pandas has them: the operators and their stages. */
#include <math.h>
#include <string.h>

#include "api/built_in.h"
#include "api/ewm_step.h"
#include "shared/types.h"

PREFIX__COMBINE_LARGE(combine_means, struct mean, follow_mean(state, earlier, later))
PREFIX__COMBINE_LARGE(combine_variances, struct variance, follow_variance(state, earlier, later))

#define STAGES(input)                                                                                                  \
    PREFIX__LOAD(input##_to_mean, input, struct mean, observed(state, in))                                             \
    PREFIX__LOAD(input##_to_variance, input, struct variance, observed_alone(state, in))                               \
    PREFIX__STORE(mean_to_##input, struct mean, input, (input)mean_of(state, element))                                 \
    PREFIX__STORE(variance_to_##input, struct variance, input, (input)variance_of(state, element))                     \
    PREFIX__STORE(deviation_to_##input, struct variance, input, (input)sqrt(variance_of(state, element)))
STAGES(float)
STAGES(double)

struct stages {
    prefix_load_fn load;
    const char *load_text;
    prefix_store_fn store;
    const char *store_text;
};
#define OF(what, from, input)                                                                                          \
    {                                                                                                                  \
        input##_to_##from, input##_to_##from##_text, what##_to_##input, what##_to_##input##_text                       \
    }
#define BOTH(what, from)                                                                                               \
    {                                                                                                                  \
        OF(what, from, float), OF(what, from, double)                                                                  \
    }
static const struct stages stages[][2] = {BOTH(mean, mean), BOTH(variance, variance), BOTH(deviation, variance)};

_Static_assert(sizeof(struct ewm) == sizeof(struct prefix__ewm_state), "a state has room for the settings");

struct prefix_operator prefix__built_in_ewm(int what, int type, const struct prefix__ewm *settings,
                                            struct prefix__ewm_state *state)
{
    const int is_mean = what == PREFIX__EWM_MEAN, is_wide = type == PREFIX_F64;
    const struct stages *const s = &stages[what][is_wide];
    const double decay = 1 - settings->alpha;
    const struct ewm ewm = {.alpha = settings->alpha,
                            .decay = decay,
                            .first = settings->adjust ? 0 : decay / settings->alpha,
                            .none = NAN,
                            .least = settings->least,
                            .gap = !settings->ignore_missing,
                            .adjust = settings->adjust != 0,
                            .bias = settings->bias != 0};
    memcpy(state, &ewm, sizeof ewm);
    return (struct prefix_operator){
        .size = is_mean ? sizeof(struct mean) : sizeof(struct variance),
        .alignment = sizeof(double),
        .host = is_mean ? combine_means : combine_variances,
        .cuda_text = prefix__ewm_text,
        .cuda_element = is_mean ? "struct mean" : "struct variance",
        .cuda_expression = is_mean ? combine_means_text : combine_variances_text,
        .state = state,
        .state_bytes = sizeof *state,
        .load = s->load,
        .store = s->store,
        .in_size = prefix__size_of(type),
        .in_alignment = prefix__size_of(type),
        .out_size = prefix__size_of(type),
        .out_alignment = prefix__size_of(type),
        .cuda_in = is_wide ? "double" : "float",
        .cuda_load = s->load_text,
        .cuda_out = is_wide ? "double" : "float",
        .cuda_store = s->store_text,
    };
}
