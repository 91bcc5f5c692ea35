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
#define OUTPUTS_MAX 2 /* of a process, at a time */

/* The files next to outputs, to be removed however the command ends. */
static char *unfinished[OUTPUTS_MAX];

static void remove_unfinished(void)
{
    for (int i = 0; i < OUTPUTS_MAX; i++)
        if (unfinished[i])
            unlink(unfinished[i]);
}

static void remove_and_die(int signal_number)
{
    remove_unfinished();
    raise(signal_number); /* the handler was reset: the command ends by the signal */
}

/* Those that end a process, and that a user or the system may send. */
static void remove_on_signals(void)
{
    static const int signals[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGPIPE,   SIGALRM, SIGTERM,
                                  SIGUSR1, SIGUSR2, SIGXCPU, SIGVTALRM, SIGPROF};
    struct sigaction action = {.sa_handler = remove_and_die, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct sigaction old;
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
    }
}

static void remember(char *name)
{
    static int is_ready;
    for (int i = 0; i < OUTPUTS_MAX; i++) {
        if (!unfinished[i]) {
            unfinished[i] = name;
            break;
        }
    }
    if (!is_ready) {
        atexit(remove_unfinished);
        remove_on_signals();
    }
    is_ready = 1;
}

static void forget(const char *name)
{
    for (int i = 0; i < OUTPUTS_MAX; i++)
        if (unfinished[i] == name)
            unfinished[i] = NULL;
}

/*
 * The mode, owner and group of the file that is replaced. Bits that would run it as its owner do not go to other
 * content, nor what a group may do to another group.
 */
static void keep_attributes(const struct output *output, const struct stat *old)
{
    mode_t mode = old->st_mode & 0777;
    if (fchown(output->fd, old->st_uid, old->st_gid)) {
        if (fchown(output->fd, (uid_t)-1, old->st_gid))
            mode &= ~(mode_t)070;
        warn("%s: its owner or group cannot be kept", output->name);
    }
    if (fchmod(output->fd, mode))
        die("%s: %s", output->name, strerror(errno));
}

/* Signals wait until a file that is there is known to be. */
static int make_beside(char *name)
{
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    const int fd = mkstemp(name), reason = errno;
    if (fd >= 0)
        remember(name);
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = reason;
    return fd;
}

/* Makes the file next to the target, as the target is, or as any new file. */
static void open_beside(struct output *output, const struct stat *old)
{
    size_t length = strlen(output->target) + sizeof ".XXXXXX";
    output->beside = allocate(length, 1);
    snprintf(output->beside, length, "%s.XXXXXX", output->target);
    output->fd = make_beside(output->beside);
    if (output->fd < 0)
        die("%s: cannot make a file beside it: %s", output->name, strerror(errno));
    if (old) {
        keep_attributes(output, old);
        return;
    }
    mode_t mask = umask(0);
    umask(mask);
    if (fchmod(output->fd, 0666 & ~mask))
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
    struct stat status, link;
    if (stat(path, &status)) {
        if (errno != ENOENT)
            die("%s: %s", path, strerror(errno));
        if (lstat(path, &link) == 0)
            die("%s: a symbolic link to a file that is not there", path);
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

void output_flush(struct output *output)
{
    if (!output->target)
        flush(output);
}

char *output_room(struct output *output, size_t bytes)
{
    if (bytes > CAPACITY - output->used)
        flush(output);
    return output->buffer + output->used;
}

void output_write(struct output *output, const void *from, size_t bytes)
{
    if (bytes > CAPACITY - output->used)
        flush(output);
    if (bytes > CAPACITY) {
        write_all(output, from, bytes);
        return;
    }
    if (bytes > 0)
        memcpy(output->buffer + output->used, from, bytes);
    output->used += bytes;
}

void output_commit(struct output *const *outputs, int count)
{
    for (int i = 0; i < count; i++) {
        flush(outputs[i]);
        if (close(outputs[i]->fd))
            die("%s: %s", outputs[i]->name, strerror(errno));
    }
    for (int i = 0; i < count; i++) {
        struct output *output = outputs[i];
        if (output->target && rename(output->beside, output->target))
            die("%s: %s", output->name, strerror(errno));
        forget(output->beside);
        free(output->beside);
        free(output->target);
        free(output->buffer);
    }
}
