/* SPDX-License-Identifier: BSD-3-Clause */
/* Files of the cache of compiled kernels: what is stored is loaded, and anything else in their place is not there. */
#include "cache_bed.h"

#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>

#include "cache/file.h"

static const char data[] = "the code";
static char file[PATH_MAX]; /* of the only entry there is */

/* The whole of a file. */
static size_t take(const char *path, char *bytes, size_t room)
{
    const int from = open(path, O_RDONLY);
    const ssize_t got = from < 0 ? -1 : read(from, bytes, room);
    must(got >= 0 && close(from) == 0, path);
    return (size_t)got;
}

static void put(const char *path, const char *bytes, size_t count)
{
    (void)unlink(path);
    const int to = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    must(to >= 0 && write(to, bytes, count) == (ssize_t)count && close(to) == 0, path);
}

static void round_trips(void)
{
    const struct text_key key = key_of("a");
    static const char *const joined[] = {"kernela", "", "-O3", "sm_90"}, *const moved[] = {"kernel", "a-O3", "sm_90"};
    void *got;
    size_t size;
    use("cache");
    ok(has("a", data, sizeof data) == 0, "nothing is there at first");
    ok(access(folder, F_OK) != 0, "to ask makes no folder");
    store("a", data, sizeof data);
    ok(has("a", data, sizeof data) == 1, "what was stored is loaded");
    ok(has("b", data, sizeof data) == 0 && has("", data, sizeof data) == 0, "and not for other keys");
    ok(!prefix__cuda_cache_load(&host, NULL, key.texts, 3, &got, &size) &&
           !prefix__cuda_cache_load(&host, NULL, key.texts, 0, &got, &size),
       "which a part of the key is, too");
    ok(!prefix__cuda_cache_load(&host, NULL, joined, 4, &got, &size) &&
           !prefix__cuda_cache_load(&host, NULL, moved, 3, &got, &size),
       "and the same text in other parts");
    store("a", "other code", 11);
    ok(has("a", "other code", 11) == 1, "what is stored later replaces it");
    store("a", data, sizeof data);
    ok(list("cache", file) == 1, "there is one file");
    store("a", "", 0);
    ok(has("a", data, sizeof data) == 1, "no data is not stored");
    prefix__cuda_cache_store(&host, NULL, NULL, 0, data, sizeof data);
    ok(prefix__cuda_cache_load(&host, NULL, NULL, 0, &got, &size) && size == sizeof data, "even no key is one");
    free(got);
    must(list("cache", NULL) == 2 && has("a", data, sizeof data) == 1, "two files");
    remove_all();
    must(mkdir(top, 0700) == 0, top);
    store("a", data, sizeof data);
    must(list("cache", file) == 1, "one file");
    ok(!logged[0], "all in silence");
}

/* One more byte of data, 0, in a file that is as good as before. */
static void lengthen(const char *path)
{
    uint64_t header[4];
    const int both = open(path, O_RDWR);
    must(both >= 0 && pread(both, header, sizeof header, 0) == (ssize_t)sizeof header, path);
    header[2]++;
    header[3] *= UINT64_C(0x100000001b3);
    must(pwrite(both, header, sizeof header, 0) == (ssize_t)sizeof header, path);
    must(ftruncate(both, lseek(both, 0, SEEK_END) + 1) == 0 && close(both) == 0, path);
}

static void damage(void)
{
    char bytes[512], changed[512];
    const size_t count = take(file, bytes, sizeof bytes);
    int wrong = 0;
    for (size_t i = 0; i < count; i++) {
        put(file, bytes, i);
        wrong += has("a", data, sizeof data) != 0;
    }
    ok(wrong == 0, "a file that ends too early is not loaded (%zu lengths)", count);
    for (size_t i = 0; i < count; i++)
        for (int bit = 0; bit < 8; bit++) {
            memcpy(changed, bytes, count);
            changed[i] = (char)(changed[i] ^ 1 << bit);
            put(file, changed, count);
            wrong += has("a", data, sizeof data) != 0;
        }
    ok(wrong == 0, "nor one with another bit (%zu)", 8 * count);
    for (size_t at = 0; at < 32; at += 8) {
        memcpy(changed, bytes, count);
        memset(changed + at, 0xff, 8);
        put(file, changed, count);
        wrong += has("a", data, sizeof data) != 0;
    }
    ok(wrong == 0, "nor one with lengths beyond all bounds");
    memcpy(changed, bytes, count);
    changed[count] = 0;
    put(file, changed, count + 1);
    ok(has("a", data, sizeof data) == 0, "nor one that is longer");
    put(file, bytes, count);
    must(truncate(file, (off_t)PREFIX__CUDA_CACHE_FILE_MAX + 1) == 0, "truncate");
    ok(has("a", data, sizeof data) == 0, "much longer, too");
    put(file, bytes, count);
    ok(has("a", data, sizeof data) == 1, "as it was it is");
    lengthen(file);
    ok(has("a", "the code\0", 10) == 1, "and with lengths and checksum that are right, too");
    put(file, "nonsense", 8);
    store("a", data, sizeof data);
    ok(has("a", data, sizeof data) == 1, "a store mends it");
}

/* A file of one key under the name of another is what two keys of the same hash make. */
static void collision(void)
{
    char bytes[512], other[PATH_MAX];
    const size_t count = take(file, bytes, sizeof bytes);
    must(unlink(file) == 0, "unlink");
    store("b", data, sizeof data);
    must(list("cache", other) == 1 && strcmp(file, other) != 0, "another name");
    put(other, bytes, count);
    ok(has("b", data, sizeof data) == 0, "a file of another key with the same hash is not loaded");
    must(unlink(other) == 0, "unlink");
    put(file, bytes, count);
}

static void kinds(void)
{
    char bytes[512];
    const size_t count = take(file, bytes, sizeof bytes);
    static const mode_t modes[] = {0620, 0602, 0666};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        must(chmod(file, modes[i]) == 0, "chmod");
        ok(has("a", data, sizeof data) == 0, "a file of mode %03o is not loaded", (unsigned int)modes[i]);
    }
    must(chmod(file, 0644) == 0, "chmod");
    ok(has("a", data, sizeof data) == 1, "one that others can read is");
    if (geteuid() == 0) {
        must(chown(file, 65534, (gid_t)-1) == 0, "chown");
        ok(has("a", data, sizeof data) == 0, "one of another user is not");
        store("a", data, sizeof data);
        ok(has("a", data, sizeof data) == 1, "and a store replaces it");
    } else {
        skip("only root can make a file of another user");
    }
    put(below("elsewhere"), bytes, count);
    must(unlink(file) == 0 && symlink(below("elsewhere"), file) == 0, "symlink");
    ok(has("a", data, sizeof data) == 0, "a symbolic link is not followed");
    store("a", "new", 4);
    struct stat known;
    char now[512];
    ok(has("a", "new", 4) == 1 && lstat(file, &known) == 0 && S_ISREG(known.st_mode) &&
           take(below("elsewhere"), now, sizeof now) == count && memcmp(now, bytes, count) == 0,
       "a store replaces the link, not what it leads to");
    must(unlink(file) == 0 && mkfifo(file, 0600) == 0, "mkfifo");
    ok(has("a", data, sizeof data) == 0, "a pipe is not waited for");
    must(unlink(file) == 0 && mkdir(file, 0700) == 0, "mkdir");
    ok(has("a", data, sizeof data) == 0, "a folder is no file");
    store("a", data, sizeof data);
    ok(has("a", data, sizeof data) == 0 && list("cache", NULL) == 1, "and a store in its place leaves nothing");
    must(rmdir(file) == 0, "rmdir");
}

static void large(void)
{
    const size_t room = PREFIX__CUDA_CACHE_FILE_MAX;
    char *much = calloc(room, 1), *key = malloc(room + 1);
    must(much && key, "memory");
    store("a", much, room);
    ok(list("cache", NULL) == 0, "what is larger than a file may be is not stored");
    store("a", much, SIZE_MAX);
    ok(list("cache", NULL) == 0, "nor what is larger than memory");
    const size_t most = room - 32 - strlen("kernel a -O3 sm_90 ");
    store("a", much, most + 1);
    ok(list("cache", NULL) == 0, "nor one byte too many");
    store("a", much, most);
    ok(has("a", much, most) == 1, "but all up to there");
    must(list("cache", file) == 1, "one file");
    lengthen(file);
    ok(has("a", much, most) == 0, "and one that is longer is not loaded, however right");
    must(unlink(file) == 0, "unlink");
    memset(key, 'k', room);
    key[room] = 0;
    store(key, data, sizeof data);
    ok(list("cache", NULL) == 0 && has(key, data, sizeof data) == 0, "a key that is too long is of no file");
    free(much);
    free(key);
}

/* RLIMIT_FSIZE, as a disk that is full: with SIGXFSZ as it is by default, which ends the process; and pending before.
 */
static int out_of_room(int pending_before)
{
    static char bytes[8192];
    const struct rlimit limit = {4096, 4096};
    sigset_t set, now;
    sigemptyset(&set);
    sigaddset(&set, SIGXFSZ);
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0 || (pending_before && sigprocmask(SIG_BLOCK, &set, NULL) != 0))
        return 0;
    if (pending_before)
        raise(SIGXFSZ);
    store("a", data, sizeof data);
    store("b", bytes, sizeof bytes);
    if (has("a", data, sizeof data) != 1 || has("b", bytes, sizeof bytes) != 0 || list("cache", NULL) != 1)
        return 0;
    sigpending(&now);
    if (sigismember(&now, SIGXFSZ) != pending_before)
        return 0;
    sigprocmask(SIG_BLOCK, NULL, &now);
    return sigismember(&now, SIGXFSZ) == pending_before;
}

static int full(void)
{
    return out_of_room(0);
}

static int full_and_pending(void)
{
    return out_of_room(1);
}

enum { KEYS = 8, THREADS = 8, PROCESSES = 4, ROUNDS = 40, WORDS = 1500 };

/* Every key has data of its own; returns NULL if a load ever gave another's. */
static void *share(void *from)
{
    unsigned int at = *(const unsigned int *)from;
    for (int round = 0; round < ROUNDS; round++) {
        uint32_t words[WORDS];
        char name[16];
        const uint32_t key = (at = at * 1664525 + 1013904223) >> 16 & (KEYS - 1);
        for (uint32_t i = 0; i < WORDS; i++)
            words[i] = key * WORDS + i;
        snprintf(name, sizeof name, "key %u", (unsigned int)key);
        const struct text_key texts = key_of(name);
        void *got;
        size_t size;
        if (!prefix__cuda_cache_load(&host, NULL, texts.texts, 4, &got, &size) || round % 4 == 0)
            prefix__cuda_cache_store(&host, NULL, texts.texts, 4, words, sizeof words);
        if (got && (size != sizeof words || memcmp(got, words, size) != 0))
            return NULL;
        free(got);
    }
    return from;
}

static int share_by_threads(void)
{
    pthread_t threads[THREADS];
    unsigned int seeds[THREADS];
    int good = 1;
    for (int i = 0; i < THREADS; i++) {
        seeds[i] = (unsigned int)(getpid() * THREADS + i);
        if (pthread_create(&threads[i], NULL, share, &seeds[i]) != 0)
            return 0;
    }
    for (int i = 0; i < THREADS; i++) {
        void *returned;
        good &= pthread_join(threads[i], &returned) == 0 && returned;
    }
    return good;
}

static void at_once(void)
{
    pid_t children[PROCESSES];
    int good = 1;
    use("shared");
    fflush(NULL);
    for (int i = 0; i < PROCESSES; i++) {
        children[i] = fork();
        must(children[i] >= 0, "fork");
        if (children[i] == 0)
            _exit(share_by_threads() ? 0 : 9);
    }
    for (int i = 0; i < PROCESSES; i++) {
        int status;
        good &= waitpid(children[i], &status, 0) == children[i] && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }
    ok(good, "%d threads in each of %d processes load what belongs to the key", THREADS, PROCESSES);
    ok(list("shared", NULL) == KEYS, "and leave a file for each of %d keys", KEYS);
    use("cache");
}

int main(void)
{
    must(mkdtemp(top) != NULL, top);
    const int files = open_files();
    round_trips();
    damage();
    collision();
    kinds();
    large();
    ok(in_child(full), "where a file has no room, nothing is stored, and no signal raised");
    must(list("cache", file) == 1 && unlink(file) == 0, "unlink");
    ok(in_child(full_and_pending), "one that was pending is left pending");
    at_once();
    ok(open_files() == files, "no file is left open");
    remove_all();
    return done();
}
