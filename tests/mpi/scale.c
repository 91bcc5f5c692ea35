/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The tables of doc/scale.md: what a scan over ranks costs by the formulas there, and in a simulation that follows each
 * message of the collective calls. Exits with 1 where the two are more than 5 % apart.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>

#define ALPHA 1.5e-6      /* seconds of a message */
#define BETA (1 / 12e9)   /* and of one more byte */
#define MEMORY (1 / 20e9) /* of a byte that a rank reads or writes */
#define WORD 80.0         /* bytes that each rank says */
#define FOLD 1e-9         /* of combining a rank's total */
#define LATE 0.02         /* how much longer than the least a rank needs for its part, on the average */
#define MOST_RANKS 100000

enum { TRIALS = 8 };
static double now[MOST_RANKS], next[MOST_RANKS];
static uint64_t state = 1;
static int apart;

/* Exponentially distributed, of mean 1. */
static double lateness(void)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return -log(((double)(state >> 11) + 1) / 9007199254740993.0);
}

static double rounds(int ranks)
{
    double count = 0;
    for (int reach = 1; reach < ranks; reach *= 2)
        count++;
    return count;
}

static double latest(int ranks)
{
    double last = 0;
    for (int r = 0; r < ranks; r++)
        last = fmax(last, now[r]);
    return last;
}

static void step(int ranks)
{
    for (int r = 0; r < ranks; r++)
        now[r] = next[r];
}

/* Bruck's all-gather: in each round a rank gets as many words as it has, or the rest. Of one word, an agreement. */
static void gather(int ranks, double word, int grows)
{
    for (int reach = 1; reach < ranks; reach *= 2) {
        int words = !grows ? 1 : reach < ranks - reach ? reach : ranks - reach;
        for (int r = 0; r < ranks; r++)
            next[r] = fmax(now[r], now[(r + reach) % ranks]) + ALPHA + words * word * BETA;
        step(ranks);
    }
}

/* A tree: an exclusive scan by doubling, from lower ranks alone, and the total from the last rank to all. */
static void tree(int ranks)
{
    for (int reach = 1; reach < ranks; reach *= 2) {
        for (int r = 0; r < ranks; r++)
            next[r] = r < reach ? now[r] : fmax(now[r], now[r - reach]) + ALPHA + WORD * BETA;
        step(ranks);
    }
    for (int reach = 1; reach < ranks; reach *= 2) { /* the last rank and those it has reached send on */
        for (int r = 0; r < ranks; r++)
            next[r] = now[r];
        for (int i = 0; i < reach && reach + i < ranks; i++) {
            int from = ranks - 1 - i, to = from - reach;
            next[from] = now[from] + ALPHA + WORD * BETA;
            next[to] = fmax(now[to], now[from]) + ALPHA + WORD * BETA;
        }
        step(ranks);
    }
}

static void work(int ranks, double seconds)
{
    for (int r = 0; r < ranks; r++)
        now[r] += seconds * (1 + LATE * lateness());
}

/* An exact plan: from rank to rank, each of which combines its tiles and starts to scan when it has sent on. */
static void chain(int ranks, double tiles)
{
    double at = 0;
    for (int r = 0; r < ranks; r++) {
        at = fmax(at, now[r]) + FOLD * tiles;
        now[r] = at;
        at += ALPHA;
    }
}

static void begin(int ranks)
{
    for (int r = 0; r < ranks; r++)
        now[r] = 0;
}

static void compare(double model, double simulated)
{
    apart |= fabs(model - simulated) > 0.05 * simulated;
}

static void exchanges(int ranks)
{
    double all = rounds(ranks) * ALPHA + (ranks - 1) * WORD * BETA;
    double doubled = 2 * rounds(ranks) * (ALPHA + WORD * BETA);
    begin(ranks);
    gather(ranks, WORD, 1);
    double all_simulated = latest(ranks);
    begin(ranks);
    tree(ranks);
    double doubled_simulated = latest(ranks);
    compare(all, all_simulated);
    compare(doubled, doubled_simulated);
    printf("| %d | %.1f | %.1f | %.1f | %.1f | %.1f |\n", ranks, 1e6 * all, 1e6 * all_simulated, 1e6 * FOLD * ranks,
           1e6 * doubled, 1e6 * doubled_simulated);
}

/* The whole call, of n elements of f32 on each rank. */
static void calls(int ranks, double n)
{
    double pass = 4 * n * MEMORY, late = 0, simulated = 0, exact = 0;
    for (int r = 1; r <= ranks; r++)
        late += LATE / r; /* the mean of the latest of so many */
    double exchange =
        rounds(ranks) * ALPHA + (ranks - 1) * WORD * BETA + FOLD * ranks + rounds(ranks) * (ALPHA + 8 * BETA);
    double model = 3 * pass * (1 + late) + exchange;
    for (int trial = 0; trial < TRIALS; trial++) {
        begin(ranks);
        work(ranks, pass);
        gather(ranks, WORD, 1);
        for (int r = 0; r < ranks; r++)
            now[r] += FOLD * ranks;
        work(ranks, 2 * pass);
        gather(ranks, 8, 0);
        simulated += latest(ranks) / TRIALS;
        begin(ranks);
        work(ranks, pass);
        gather(ranks, WORD, 1);
        chain(ranks, n / 8192);
        work(ranks, 2 * pass);
        gather(ranks, 8, 0);
        exact += latest(ranks) / TRIALS;
    }
    compare(model, simulated);
    printf("| %.0e | %d | %.3g | %.3g | %.1f %% | %.1f %% | %.2f | %.3g |\n", n, ranks, 1e3 * model, 1e3 * simulated,
           100 * exchange / model, 100 * 3 * pass * late / model, 2 * pass / simulated, 1e3 * exact);
}

int main(void)
{
    puts("| ranks | all-gather, µs | simulated | combining | tree, µs | simulated |\n|---|---|---|---|---|---|");
    for (int ranks = 10; ranks <= MOST_RANKS; ranks *= 10)
        exchanges(ranks);
    puts("\n| elements a rank | ranks | call, ms | simulated | exchange | stragglers | efficiency | exact, ms |\n"
         "|---|---|---|---|---|---|---|---|");
    for (double n = 1e4; n <= 1e8; n *= 100)
        for (int ranks = 10; ranks <= MOST_RANKS; ranks *= 100)
            calls(ranks, n);
    return apart;
}
