/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The Test Anything Protocol for tests in C. A test calls ok() and its kin, and ends with
 * `return done();`, which is 0 even after a failure: a failed check is a line "not ok", so that
 * any other exit is known to be a crash. Only the main thread reports.
 */
#ifndef TAP_H
#define TAP_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TAP_PRINTF(text, first) __attribute__((format(printf, text, first), unused))

/* Weak: one count for all files of a test. */
__attribute__((weak)) int tap_planned = -1;
__attribute__((weak)) int tap_run;

/* Says how many checks follow; a test that cannot know leaves it to done(). */
__attribute__((unused)) static void plan(int checks)
{
    tap_planned = checks;
    printf("1..%d\n", checks);
    fflush(stdout);
}

TAP_PRINTF(1, 0) static inline void tap_diag_list(const char *format, va_list list)
{
    char text[2048];
    vsnprintf(text, sizeof text, format, list);
    fflush(stdout);
    for (char *line = text; line;) {
        char *end = strchr(line, '\n');
        if (end)
            *end++ = '\0';
        fprintf(stderr, "# %s\n", line);
        line = end;
    }
}

/* A remark for whoever reads the log. */
TAP_PRINTF(1, 2) static void diag(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    tap_diag_list(format, list);
    va_end(list);
}

TAP_PRINTF(2, 0) static inline int tap_report(int passed, const char *format, va_list list)
{
    char text[512];
    vsnprintf(text, sizeof text, format, list);
    for (char *c = text; *c; c++) /* '#' would begin a directive */
        if (*c == '#' || *c == '\n')
            *c = ' ';
    printf("%sok %d - %s\n", passed ? "" : "not ", ++tap_run, text);
    fflush(stdout);
    return passed;
}

/* One check. Returns whether it passed. */
TAP_PRINTF(2, 3) static int ok(int passed, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    tap_report(passed != 0, format, list);
    va_end(list);
    return passed != 0;
}

TAP_PRINTF(3, 4) static int is_int(long long got, long long want, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    tap_report(got == want, format, list);
    va_end(list);
    if (got != want)
        diag("got %lld, expected %lld", got, want);
    return got == want;
}

TAP_PRINTF(3, 4) static int is_str(const char *got, const char *want, const char *format, ...)
{
    int same = got && want ? strcmp(got, want) == 0 : got == want;
    va_list list;
    va_start(list, format);
    tap_report(same, format, list);
    va_end(list);
    if (!same)
        diag("got '%s', expected '%s'", got ? got : "(null)", want ? want : "(null)");
    return same;
}

/* One check that cannot be made here, and why. */
TAP_PRINTF(1, 2) static void skip(const char *format, ...)
{
    char text[512];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    printf("ok %d # SKIP %s\n", ++tap_run, text);
    fflush(stdout);
}

/* The whole test cannot be made here. Ends the program. */
__attribute__((noreturn)) TAP_PRINTF(1, 2) static void skip_all(const char *format, ...)
{
    char text[512];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    printf("1..0 # SKIP %s\n", text);
    exit(0);
}

/* Nothing that follows would mean anything. Ends the program, and the test as an error. */
__attribute__((noreturn)) TAP_PRINTF(1, 2) static void bail_out(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    printf("Bail out! ");
    vprintf(format, list);
    printf("\n");
    va_end(list);
    exit(1);
}

/* The end of a test: what main returns. */
__attribute__((unused)) static int done(void)
{
    if (tap_planned < 0)
        printf("1..%d\n", tap_run);
    return 0;
}

#endif
