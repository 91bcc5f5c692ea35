/* SPDX-License-Identifier: BSD-3-Clause */
/* Files of the cache. One that is torn, damaged, foreign, or of another key with the same hash is not there. */
#include "cache/file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cache/folder.h"

/* As the machine has integers: another kind of machine that shares the folder finds another magic. */
struct header {
    uint64_t magic, key_bytes, data_bytes;
    uint64_t checksum; /* of key and data */
};

#define MAGIC UINT64_C(0x0001627563786670) /* "pfxcub", version 1 of the format */
#define HASH_BEGIN UINT64_C(0xcbf29ce484222325)

/* FNV-1a. It finds damage, not forgery: that the folder is ours keeps that away. */
static uint64_t hash(uint64_t so_far, const void *data, size_t bytes)
{
    const unsigned char *byte = data;
    for (size_t i = 0; i < bytes; i++)
        so_far = (so_far ^ byte[i]) * UINT64_C(0x100000001b3);
    return so_far;
}

int prefix__cuda_cache_key_make(struct prefix__cuda_cache_key *key, const char *const *texts, size_t parts)
{
    *key = (struct prefix__cuda_cache_key){.texts = texts, .parts = parts, .hash = HASH_BEGIN};
    for (size_t i = 0; i < parts; i++) {
        const size_t bytes = strlen(texts[i]) + 1;
        if (bytes > PREFIX__CUDA_CACHE_FILE_MAX - key->bytes)
            return 0;
        key->bytes += bytes;
        key->hash = hash(key->hash, texts[i], bytes);
    }
    snprintf(key->name, sizeof key->name, PREFIX__CUDA_CACHE_BEGIN "%016" PRIx64 PREFIX__CUDA_CACHE_END, key->hash);
    return key->bytes + sizeof(struct header) < PREFIX__CUDA_CACHE_FILE_MAX;
}

/* Where the key ends if the text begins with it, which has at least as many bytes; else NULL. */
static const char *skip_key(const char *text, const struct prefix__cuda_cache_key *key)
{
    for (size_t i = 0; i < key->parts; i++) {
        const size_t bytes = strlen(key->texts[i]) + 1;
        if (memcmp(text, key->texts[i], bytes) != 0)
            return NULL;
        text += bytes;
    }
    return text;
}

static int read_whole(int file, char *to, size_t bytes)
{
    while (bytes > 0) {
        const ssize_t got = read(file, to, bytes);
        if (got > 0) {
            to += got;
            bytes -= (size_t)got;
        } else if (got == 0 || errno != EINTR) {
            return 0;
        }
    }
    return 1;
}

/* Moves the data to the front of the file's bytes; 0: they are not those of a file of the key. */
static size_t unpack(char *bytes, size_t count, const struct prefix__cuda_cache_key *key)
{
    struct header header;
    memcpy(&header, bytes, sizeof header);
    const size_t data_bytes = count - sizeof header - key->bytes;
    if (header.magic != MAGIC || header.key_bytes != key->bytes || header.data_bytes != data_bytes)
        return 0;
    const char *data = skip_key(bytes + sizeof header, key);
    if (!data || header.checksum != hash(key->hash, data, data_bytes))
        return 0;
    memmove(bytes, data, data_bytes);
    return data_bytes;
}

/* The file's size if it is to be read, else 0. */
static size_t look_at(int file, const struct prefix__cuda_cache_key *key)
{
    struct stat known;
    if (fstat(file, &known) != 0 || !S_ISREG(known.st_mode) || !prefix__cuda_cache_is_ours(&known))
        return 0;
    if (known.st_size < 0 || (uintmax_t)known.st_size > PREFIX__CUDA_CACHE_FILE_MAX)
        return 0;
    const size_t bytes = (size_t)known.st_size;
    return bytes > sizeof(struct header) + key->bytes ? bytes : 0;
}

int prefix__cuda_cache_read(int folder, const struct prefix__cuda_cache_key *key, void **data, size_t *size)
{
    /* O_NONBLOCK: a pipe in its place is not waited for. */
    const int file = openat(folder, key->name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file < 0)
        return 0;
    const size_t count = look_at(file, key);
    char *bytes = count ? malloc(count) : NULL;
    *size = bytes && read_whole(file, bytes, count) ? unpack(bytes, count, key) : 0;
    if (*size)
        (void)futimens(file, NULL); /* used just now: see trim.c */
    else
        free(bytes);
    close(file);
    *data = *size ? bytes : NULL;
    return *size != 0;
}

static int write_whole(int file, const void *from, size_t bytes)
{
    for (const char *next = from; bytes > 0;) {
        const ssize_t put = write(file, next, bytes);
        if (put > 0) {
            next += put;
            bytes -= (size_t)put;
        } else if (put == 0 || errno != EINTR) {
            return 0;
        }
    }
    return 1;
}

static int write_parts(int file, const struct prefix__cuda_cache_key *key, const void *data, size_t size)
{
    const struct header header = {MAGIC, key->bytes, size, hash(key->hash, data, size)};
    int good = write_whole(file, &header, sizeof header);
    for (size_t i = 0; good && i < key->parts; i++)
        good = write_whole(file, key->texts[i], strlen(key->texts[i]) + 1);
    return good && write_whole(file, data, size);
}

/* A file that is larger than the process may write (RLIMIT_FSIZE) raises a signal, which nobody else is to see. */
static int write_without_signal(int file, const struct prefix__cuda_cache_key *key, const void *data, size_t size)
{
    const struct timespec at_once = {0, 0};
    sigset_t too_large, before, pending;
    sigemptyset(&too_large);
    sigaddset(&too_large, SIGXFSZ);
    if (pthread_sigmask(SIG_BLOCK, &too_large, &before) != 0)
        return 0;
    const int was_pending = sigpending(&pending) == 0 && sigismember(&pending, SIGXFSZ) == 1;
    const int good = write_parts(file, key, data, size);
    while (!good && !was_pending && sigtimedwait(&too_large, NULL, &at_once) < 0 && errno == EINTR)
        ;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return good;
}

/* An unfinished file of this process and call alone. */
static int make_unfinished(int folder, char *name, size_t size)
{
    static atomic_uint calls;
    int file = -1;
    /* Processes with the same number on other machines, or in other containers, may use the folder, too. */
    for (int attempt = 0; attempt < 8 && file < 0; attempt++) {
        snprintf(name, size, PREFIX__CUDA_CACHE_BEGIN "%ld-%u" PREFIX__CUDA_CACHE_UNFINISHED, (long)getpid(),
                 atomic_fetch_add(&calls, 1));
        file = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
        if (file < 0 && errno != EEXIST)
            break;
    }
    return file;
}

int prefix__cuda_cache_write(int folder, const struct prefix__cuda_cache_key *key, const void *data, size_t size)
{
    char name[PREFIX__CUDA_CACHE_NAME_MAX];
    if (size == 0 || size > PREFIX__CUDA_CACHE_FILE_MAX - sizeof(struct header) - key->bytes)
        return 0;
    const int file = make_unfinished(folder, name, sizeof name);
    if (file < 0)
        return 0;
    int good = write_without_signal(file, key, data, size);
    /* Without fsync(): what a crash of the machine leaves has another checksum. */
    good = close(file) == 0 && good;
    good = good && renameat(folder, name, folder, key->name) == 0;
    if (!good)
        (void)unlinkat(folder, name, 0);
    return good;
}
