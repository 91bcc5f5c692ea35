/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "io/input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/message.h"

#define FIRST_CAPACITY ((size_t)1 << 16)

void input_open(struct input *input, const char *path)
{
    memset(input, 0, sizeof *input);
    if (!path || strcmp(path, "-") == 0) {
        input->fd = STDIN_FILENO;
        input->name = "standard input";
    } else {
        input->fd = open(path, O_RDONLY | O_CLOEXEC);
        input->name = path;
        if (input->fd < 0)
            die("%s: %s", path, strerror(errno));
    }
    struct stat status;
    if (fstat(input->fd, &status))
        die("%s: %s", input->name, strerror(errno));
    if (S_ISDIR(status.st_mode))
        die("%s: %s", input->name, strerror(EISDIR));
    off_t base = lseek(input->fd, 0, SEEK_CUR);
    /* Files of /proc call themselves regular and empty: only what says its size has one. */
    if (S_ISREG(status.st_mode) && base >= 0 && status.st_size > base) {
        input->sized = 1;
        input->base = base;
        input->size = (uint64_t)(status.st_size - base);
    }
    input->capacity = FIRST_CAPACITY;
    input->buffer = allocate(input->capacity + 1, 1);
}

void input_close(struct input *input)
{
    if (input->fd != STDIN_FILENO)
        close(input->fd);
    free(input->buffer);
}

static size_t read_some(struct input *input, void *to, size_t bytes)
{
    /* Linux reads at most 2^31 - 4096 bytes at once. */
    if (bytes > (size_t)1 << 30)
        bytes = (size_t)1 << 30;
    ssize_t got;
    do
        got = read(input->fd, to, bytes);
    while (got < 0 && errno == EINTR);
    if (got < 0)
        die("%s: %s", input->name, strerror(errno));
    return (size_t)got;
}

int input_fill(struct input *input)
{
    if (input->ended)
        return 0;
    if (input->begin > 0) {
        memmove(input->buffer, input->buffer + input->begin, input->end - input->begin);
        input->end -= input->begin;
        input->begin = 0;
    }
    if (input->end == input->capacity) {
        if (input->capacity > SIZE_MAX / 4)
            die("%s: does not fit the memory", input->name);
        input->buffer = reallocate(input->buffer, 2 * input->capacity + 1, 1);
        input->capacity *= 2;
    }
    size_t got = read_some(input, input->buffer + input->end, input->capacity - input->end);
    input->end += got;
    input->ended = got == 0;
    return !input->ended;
}

int input_is_ready(const struct input *input)
{
    struct pollfd fd = {.fd = input->fd, .events = POLLIN};
    return input->ended || poll(&fd, 1, 0) != 0;
}

size_t input_peek(struct input *input, size_t bytes)
{
    while (input->end - input->begin < bytes && input_fill(input))
        continue;
    return input->end - input->begin;
}

int input_begins(struct input *input, const void *mark, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        if (input_peek(input, i + 1) <= i || input->buffer[input->begin + i] != ((const unsigned char *)mark)[i])
            return 0;
    return 1;
}

size_t input_read(struct input *input, void *to, size_t bytes)
{
    size_t done = input->end - input->begin;
    if (done > bytes)
        done = bytes;
    memcpy(to, input->buffer + input->begin, done);
    input->begin += done;
    while (done < bytes) {
        size_t got = read_some(input, (char *)to + done, bytes - done);
        if (got == 0)
            break;
        done += got;
    }
    return done;
}

uint64_t input_tell(const struct input *input)
{
    const off_t at = lseek(input->fd, 0, SEEK_CUR);
    if (at < 0)
        die("%s: %s", input->name, strerror(errno));
    return (uint64_t)(at - input->base) - (input->end - input->begin);
}

void input_seek(struct input *input, uint64_t offset)
{
    if (lseek(input->fd, input->base + (off_t)offset, SEEK_SET) < 0)
        die("%s: %s", input->name, strerror(errno));
    input->begin = input->end = 0;
    input->ended = 0;
}
