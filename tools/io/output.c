/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "io/output.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/message.h"

#define CAPACITY ((size_t)1 << 16)

/* The file next to the output, to be removed however the command ends; one output a process. */
static char *unfinished;

static void remove_unfinished(void)
{
    if (unfinished)
        unlink(unfinished);
}

static void remove_and_die(int signal_number)
{
    remove_unfinished();
    raise(signal_number); /* the handler was reset: the command ends by the signal */
}

static void remove_on_signals(void)
{
    static const int signals[] = {SIGHUP, SIGINT, SIGTERM};
    struct sigaction action = {.sa_handler = remove_and_die, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct sigaction old;
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
    }
}

/* Makes the file next to the target, with the target's mode, or that of any new file. */
static void open_beside(struct output *output, const struct stat *old)
{
    size_t length = strlen(output->target) + sizeof ".XXXXXX";
    char *name = allocate(length, 1);
    snprintf(name, length, "%s.XXXXXX", output->target);
    output->fd = mkstemp(name);
    if (output->fd < 0)
        die("%s: cannot make a file beside it: %s", output->name, strerror(errno));
    unfinished = name;
    atexit(remove_unfinished);
    remove_on_signals();
    mode_t mode;
    if (old) {
        mode = old->st_mode & 07777;
    } else {
        mode_t mask = umask(0);
        umask(mask);
        mode = 0666 & ~mask;
    }
    if (fchmod(output->fd, mode))
        die("%s: %s", output->name, strerror(errno));
}

void output_open(struct output *output, const char *path)
{
    memset(output, 0, sizeof *output);
    output->buffer = allocate(CAPACITY, 1);
    if (!path || strcmp(path, "-") == 0) {
        output->fd = STDOUT_FILENO;
        output->name = "standard output";
        return;
    }
    output->name = path;
    struct stat status;
    if (stat(path, &status)) {
        if (errno != ENOENT)
            die("%s: %s", path, strerror(errno));
        output->target = allocate(strlen(path) + 1, 1);
        strcpy(output->target, path);
        open_beside(output, NULL);
    } else if (S_ISREG(status.st_mode)) {
        /* The file that a symbolic link names is replaced, not the link. */
        output->target = realpath(path, NULL);
        if (!output->target || access(output->target, W_OK))
            die("%s: %s", path, strerror(errno));
        open_beside(output, &status);
    } else {
        output->fd = open(path, O_WRONLY | O_CLOEXEC);
        if (output->fd < 0)
            die("%s: %s", path, strerror(errno));
    }
}

static void write_all(struct output *output, const char *from, size_t bytes)
{
    while (bytes > 0) {
        size_t part = bytes < (size_t)1 << 30 ? bytes : (size_t)1 << 30;
        ssize_t done = write(output->fd, from, part);
        if (done < 0) {
            if (errno == EINTR)
                continue;
            die("%s: %s", output->name, strerror(errno));
        }
        from += done;
        bytes -= (size_t)done;
    }
}

static void flush(struct output *output)
{
    write_all(output, output->buffer, output->used);
    output->used = 0;
}

void output_write(struct output *output, const void *from, size_t bytes)
{
    if (bytes > CAPACITY - output->used)
        flush(output);
    if (bytes > CAPACITY) {
        write_all(output, from, bytes);
        return;
    }
    memcpy(output->buffer + output->used, from, bytes);
    output->used += bytes;
}

void output_commit(struct output *output)
{
    flush(output);
    if (close(output->fd))
        die("%s: %s", output->name, strerror(errno));
    if (output->target) {
        if (rename(unfinished, output->target))
            die("%s: %s", output->name, strerror(errno));
        char *done = unfinished;
        unfinished = NULL;
        free(done);
        free(output->target);
    }
    free(output->buffer);
}
