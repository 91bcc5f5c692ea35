/* SPDX-License-Identifier: BSD-3-Clause */
/* How large the folder may become. Other processes may store and trim meanwhile: a file that is gone is no error. */
#include "cache/trim.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cache/names.h"

#define UNFINISHED_SECONDS 3600

struct file {
    char name[PREFIX__CUDA_CACHE_NAME_MAX];
    struct timespec used; /* a load touches it */
    uint64_t bytes;
};

struct files {
    struct file *list;
    size_t count, room;
    uint64_t bytes;
};

static int ends_in(const char *name, const char *end)
{
    const size_t length = strlen(name);
    return length >= strlen(end) && strcmp(name + length - strlen(end), end) == 0;
}

/* Without memory the file is not looked at: the next store sees it. */
static void add(struct files *files, const char *name, const struct stat *known)
{
    if (files->count == files->room) {
        const size_t room = files->room ? 2 * files->room : 64;
        struct file *list = realloc(files->list, room * sizeof *list);
        if (!list)
            return;
        files->list = list;
        files->room = room;
    }
    struct file *file = &files->list[files->count++];
    memcpy(file->name, name, strlen(name) + 1);
    file->used = known->st_mtim;
    file->bytes = (uint64_t)known->st_size;
    files->bytes += file->bytes;
}

static void look_at(int folder, const char *name, struct files *files)
{
    struct stat known;
    if (strncmp(name, PREFIX__CUDA_CACHE_BEGIN, strlen(PREFIX__CUDA_CACHE_BEGIN)) != 0 ||
        strlen(name) >= PREFIX__CUDA_CACHE_NAME_MAX)
        return;
    const int is_finished = ends_in(name, PREFIX__CUDA_CACHE_END);
    if (!is_finished && !ends_in(name, PREFIX__CUDA_CACHE_UNFINISHED))
        return;
    if (fstatat(folder, name, &known, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(known.st_mode))
        return;
    if (is_finished)
        add(files, name, &known);
    else if (known.st_mtim.tv_sec < time(NULL) - UNFINISHED_SECONDS)
        (void)unlinkat(folder, name, 0);
}

static int by_use(const void *a, const void *b)
{
    const struct timespec *x = &((const struct file *)a)->used, *y = &((const struct file *)b)->used;
    if (x->tv_sec != y->tv_sec)
        return x->tv_sec < y->tv_sec ? -1 : 1;
    return (x->tv_nsec > y->tv_nsec) - (x->tv_nsec < y->tv_nsec);
}

void prefix__cuda_cache_trim(int folder, size_t limit)
{
    struct files files = {NULL, 0, 0, 0};
    const int again = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *entries = again < 0 ? NULL : fdopendir(again);
    if (!entries) {
        if (again >= 0)
            close(again);
        return;
    }
    for (const struct dirent *entry; (entry = readdir(entries)) != NULL;)
        look_at(folder, entry->d_name, &files);
    closedir(entries);
    if (files.bytes > limit)
        qsort(files.list, files.count, sizeof *files.list, by_use);
    for (size_t i = 0; i < files.count && files.bytes > limit; i++) {
        (void)unlinkat(folder, files.list[i].name, 0);
        files.bytes -= files.list[i].bytes;
    }
    free(files.list);
}
