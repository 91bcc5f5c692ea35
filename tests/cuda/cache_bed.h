/* SPDX-License-Identifier: BSD-3-Clause */
/* A host that says where the cache is, and calls of the cache that are watched. For tests of one file each. */
#ifndef CACHE_BED_H
#define CACHE_BED_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cache/cache.h"

#include "../support/tap.h"

static char top[] = "/tmp/prefix-cache-XXXXXX"; /* all that a test makes */
static char folder[PATH_MAX];                   /* what the host says */
static char logged[PATH_MAX + 256];             /* its last message */

static int bed_cache_folder(void *owner, char *path, size_t size)
{
    (void)owner;
    snprintf(path, size, "%s", folder);
    return folder[0] != 0;
}

TAP_PRINTF(3, 4) static void bed_log(void *owner, int level, const char *format, ...)
{
    va_list arguments;
    (void)owner;
    (void)level;
    va_start(arguments, format);
    vsnprintf(logged, sizeof logged, format, arguments);
    va_end(arguments);
}

static struct prefix_host host = {
    .size = sizeof host,
    .minor = PREFIX_BACKEND_ABI_MINOR,
    .log = bed_log,
    .cache_folder = bed_cache_folder,
};

struct text_key {
    const char *texts[4];
};

static struct text_key key_of(const char *operator_text)
{
    return (struct text_key){{"kernel", operator_text, "-O3", "sm_90"}};
}

/* Both fail the test if they change errno. */
static void store(const char *operator_text, const void *data, size_t size)
{
    const struct text_key key = key_of(operator_text);
    errno = 12345;
    prefix__cuda_cache_store(&host, NULL, key.texts, 4, data, size);
    if (errno != 12345)
        ok(0, "a store leaves errno as it was");
}

/* 1: what is there is that; 0: nothing is there; -1: something else. */
static int has(const char *operator_text, const void *data, size_t size)
{
    const struct text_key key = key_of(operator_text);
    void *got = &got;
    size_t got_size = 77;
    errno = 12345;
    int found = prefix__cuda_cache_load(&host, NULL, key.texts, 4, &got, &got_size);
    if (errno != 12345)
        ok(0, "a load leaves errno as it was");
    if (found == 0)
        return got == NULL && got_size == 0 ? 0 : -1;
    found = found == 1 && got_size == size && memcmp(got, data, size) == 0 ? 1 : -1;
    free(got);
    return found;
}

/* A path below top. */
static const char *below(const char *name)
{
    static char path[2][PATH_MAX];
    static int turn;
    char *made = path[turn = !turn];
    snprintf(made, PATH_MAX, "%s/%s", top, name);
    return made;
}

/* The folder that the host names from now on. */
static void use(const char *name)
{
    snprintf(folder, sizeof folder, "%s/%s", top, name);
    logged[0] = 0;
}

/* How many files a folder below top has; the path of the last, and "", goes to path, if that is wanted. */
static int list(const char *name, char *path)
{
    DIR *entries = opendir(below(name));
    int count = 0;
    if (path)
        path[0] = 0;
    for (const struct dirent *entry; entries && (entry = readdir(entries)) != NULL;) {
        if (entry->d_name[0] == '.')
            continue;
        count++;
        if (path)
            snprintf(path, PATH_MAX, "%s/%s/%s", top, name, entry->d_name);
    }
    if (entries)
        closedir(entries);
    return count;
}

/* Descriptors that are open. */
static int open_files(void)
{
    int count = 0;
    for (int i = 0; i < 256; i++)
        count += fcntl(i, F_GETFD) >= 0;
    return count;
}

static void must(int condition, const char *what)
{
    if (!condition)
        bail_out("%s: %s", what, strerror(errno));
}

/* Runs in a child; whether it returned 1. */
__attribute__((unused)) static int in_child(int (*function)(void))
{
    int status = 0;
    fflush(NULL);
    const pid_t child = fork();
    must(child >= 0, "fork");
    if (child == 0)
        _exit(function() == 1 ? 0 : 9);
    return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void remove_all(void)
{
    const pid_t child = fork();
    if (child == 0) {
        execlp("rm", "rm", "-rf", top, (char *)NULL);
        _exit(9);
    }
    waitpid(child, NULL, 0);
}

#endif
