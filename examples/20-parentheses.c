/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Brackets of a text: where the first is that closes nothing, or how many
 * stay open. Brackets that match vanish from a piece of text, and what
 * remains are some that close, and then some that open.
 */
#include <prefix/prefix.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(int status)
{
    if (status == PREFIX_OK)
        return;
    fprintf(stderr, "%s: %s\n", prefix_strerror(status),
            prefix_ctx_error(NULL));
    exit(1);
}

struct piece {
    int32_t close, open;
};

static struct piece join(struct piece earlier, struct piece later)
{
    int32_t met = earlier.open < later.close ? earlier.open : later.close;
    struct piece both = {earlier.close + later.close - met,
                         earlier.open - met + later.open};
    return both;
}

PREFIX_COMBINE(join_all, struct piece, join(earlier, later))

/* One bracket after another: the place of the first that closes nothing. */
static size_t find_wrong(const char *text, size_t n)
{
    int depth = 0;
    for (size_t i = 0; i < n; i++) {
        depth += (text[i] == '(') - (text[i] == ')');
        if (depth < 0)
            return i;
    }
    return n;
}

static int report(prefix_plan *plan, const char *text)
{
    struct piece pieces[64] = {{0, 0}};
    size_t n = strlen(text), wrong = 0;
    for (size_t i = 0; i < n; i++) {
        pieces[i].close = text[i] == ')';
        pieces[i].open = text[i] == '(';
    }
    check(prefix_plan_run(plan, pieces, pieces, n));
    while (wrong < n && pieces[wrong].close == 0)
        wrong++;
    if (wrong < n)
        printf("%s: %zu closes nothing\n", text, wrong);
    else
        printf("%s: %d open\n", text, (int)pieces[n - 1].open);
    return wrong == find_wrong(text, n);
}

int main(void)
{
    const struct piece samples[] = {
        {0, 1}, {1, 0}, {0, 0}, {2, 1}, {1, 3}};
    prefix_operator *op;
    prefix_plan *plan;
    check(prefix_operator_create(&op, sizeof(struct piece),
                                 sizeof(int32_t)));
    check(prefix_operator_set_host(op, join_all));
    check(prefix_operator_check(NULL, op, NULL, samples, 5, NULL));
    check(prefix_plan_create_operator(&plan, NULL, op));

    int good = report(plan, "(a + b) * (c - (d + e))");
    good &= report(plan, "(a + b)) * (c");
    good &= report(plan, "f(g(x), h(y)");
    prefix_plan_destroy(plan);
    prefix_operator_destroy(op);
    return !good;
}
