/* SPDX-License-Identifier: BSD-3-Clause */
/* The folder of the cache of compiled kernels: whose it may be, how it is made, and how large it becomes. */
#include "cache_bed.h"

#include <time.h>

#include "cache/trim.h"

enum { NOBODY = 65534, MIB = 1 << 20 };

static const char data[] = "the code";

/* Whether a store and a load work with the folder that is used. */
static int works(void)
{
    store("a", data, sizeof data);
    return has("a", data, sizeof data);
}

/* Neither works, and the message has the word. */
static void refused(const char *word, const char *what)
{
    logged[0] = 0;
    const int found = has("a", data, sizeof data);
    const int said = word ? strstr(logged, word) != NULL : !logged[0];
    store("a", data, sizeof data);
    if (!ok(found == 0 && said && has("a", data, sizeof data) == 0, "%s: no cache", what))
        diag("logged: %s", logged);
}

static mode_t mode_of(const char *path)
{
    struct stat known;
    return stat(path, &known) == 0 ? known.st_mode & 07777 : 0;
}

static void hosts(void)
{
    const struct prefix_host whole = host;
    use("cache");
    host.size = offsetof(struct prefix_host, cache_folder);
    refused(NULL, "a host of an earlier minor version");
    host.size = sizeof host;
    host.cache_folder = NULL;
    refused(NULL, "a host without the function");
    host = whole;
    folder[0] = 0;
    refused(NULL, "a host without a folder");
    snprintf(folder, sizeof folder, "%s", "prefix-cache");
    refused(NULL, "a relative path");
    ok(access(folder, F_OK) != 0, "which makes none where the program happens to be");
}

static void making(void)
{
    umask(0);
    use("home/.cache/libprefix");
    refused(NULL, "a home that is missing");
    ok(strstr(logged, "cannot be made") && access(below("home"), F_OK) != 0, "is not made");
    must(mkdir(below("home"), 0700) == 0, "mkdir");
    ok(works() == 1, "in a home without .cache both are made");
    ok(mode_of(below("home/.cache")) == 0700 && mode_of(below("home/.cache/libprefix")) == 0700, "for nobody else");
    char file[PATH_MAX];
    ok(list("home/.cache/libprefix", file) == 1 && mode_of(file) == 0600, "and so is the file");
    umask(022);
    must(rename(below("home/.cache"), below("moved")) == 0 && symlink("../moved", below("home/.cache")) == 0,
         "symlink");
    ok(has("a", data, sizeof data) == 1, "a .cache may be a symbolic link");
    must(mkdir(below("long"), 0755) == 0, "mkdir");
    use("long/cache///");
    ok(works() == 1, "slashes at the end are no part of the name");
    memset(folder + 1, 'c', sizeof folder - 2);
    folder[sizeof folder - 1] = 0;
    refused("cannot be opened", "a path that is too long");
}

static void kinds(void)
{
    must(mkdir(below("real"), 0700) == 0 && symlink("real", below("link")) == 0, "symlink");
    use("link");
    refused("not a folder", "a symbolic link");
    use("link/");
    refused("not a folder", "a symbolic link with a slash");
    ok(list("real", NULL) == 0, "nothing is stored where it leads");
    must(symlink("nowhere", below("dangling")) == 0, "symlink");
    use("dangling");
    refused("not a folder", "a symbolic link to nothing");
    const int file = open(below("file"), O_WRONLY | O_CREAT, 0600);
    must(file >= 0 && close(file) == 0 && mkfifo(below("pipe"), 0600) == 0, "files");
    use("file");
    refused("not a folder", "a file");
    use("file/cache");
    refused("not a folder", "a folder in a file");
    use("pipe");
    refused("not a folder", "a pipe");
}

static void modes(void)
{
    static const mode_t wrong[] = {0720, 0702, 0777, 01777};
    use("real");
    must(works() == 1, "a folder that works");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char what[64];
        snprintf(what, sizeof what, "a folder of mode %04o", (unsigned int)wrong[i]);
        must(chmod(folder, wrong[i]) == 0, "chmod");
        refused("others may write", what);
    }
    must(chmod(folder, 0755) == 0, "chmod");
    ok(has("a", data, sizeof data) == 1, "one that others may read is good");
}

/* As a user that no permissions are waived for. */
static int read_only(void)
{
    logged[0] = 0;
    if (geteuid() == 0 && (setegid(NOBODY) != 0 || seteuid(NOBODY) != 0))
        return 0;
    if (chmod(folder, 0500) != 0 || has("a", data, sizeof data) != 1)
        return 0;
    store("b", data, sizeof data);
    if (has("b", data, sizeof data) != 0 || logged[0] || chmod(folder, 0) != 0)
        return 0;
    store("b", data, sizeof data);
    return has("a", data, sizeof data) == 0 && strstr(logged, "cannot be opened") && chmod(folder, 0700) == 0;
}

static int works_as_nobody(void)
{
    return setegid(NOBODY) == 0 && seteuid(NOBODY) == 0 && works() == 1;
}

static void users(void)
{
    if (geteuid() != 0) {
        ok(in_child(read_only), "a folder that is read-only is read, and one that is closed is not");
        for (int i = 0; i < 4; i++)
            skip("only root can be two users");
        return;
    }
    must(chmod(top, 0755) == 0 && chown(folder, NOBODY, NOBODY) == 0, "chown");
    refused("another user", "a folder of another user");
    must(mkdir(below("theirs"), 0700) == 0 && chown(below("theirs"), NOBODY, NOBODY) == 0, "chown");
    use("theirs/cache");
    refused(NULL, "none in the home of another user");
    ok(strstr(logged, "cannot be made") && access(folder, F_OK) != 0, "which root leaves as it is");
    ok(in_child(works_as_nobody), "that user has one");
    ok(in_child(read_only), "a folder that is read-only is read, and one that is closed is not");
}

/* A path in the folder that is used. */
static const char *within(const char *name)
{
    static char path[sizeof folder + 256];
    snprintf(path, sizeof path, "%s/%.200s", folder, name);
    return path;
}

static void age(const char *path, time_t seconds)
{
    const struct timespec used = {time(NULL) - seconds, 0}, times[2] = {used, used};
    must(utimensat(AT_FDCWD, path, times, AT_SYMLINK_NOFOLLOW) == 0, path);
}

/* A file there, last used so long ago. */
static void leave(const char *name, off_t size, time_t seconds)
{
    const char *path = within(name);
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    must(file >= 0 && ftruncate(file, size) == 0 && close(file) == 0, path);
    age(path, seconds);
}

static int is_there(const char *name)
{
    struct stat known;
    return lstat(within(name), &known) == 0;
}

static void trims(void)
{
    char first[PATH_MAX];
    use("trim");
    store("a", data, sizeof data);
    must(list("trim", first) == 1, "one file");
    age(first, 900);
    leave("prefix-0000000000000001.cubin", 30 * MIB, 500);
    leave("prefix-0000000000000002.cubin", 30 * MIB, 800);
    leave("prefix-0000000000000003.cubin", 3 * MIB, 700);
    leave("other.cubin", 60 * MIB, 5000);
    leave("prefix.conf", 60 * MIB, 5000);
    store("b", data, sizeof data);
    ok(list("trim", NULL) == 7, "64 MiB are kept, whatever others have there");
    ok(has("a", data, sizeof data) == 1, "the first file is used again");
    leave("prefix-0000000000000004.cubin", 2 * MIB, 600);
    store("c", data, sizeof data);
    ok(!is_there("prefix-0000000000000002.cubin"), "beyond that the one that was not used for longest goes");
    ok(is_there("prefix-0000000000000003.cubin") && is_there("prefix-0000000000000001.cubin"), "and no more");
    ok(has("a", data, sizeof data) == 1 && has("b", data, sizeof data) == 1 && has("c", data, sizeof data) == 1,
       "what was used stays");
    ok(is_there("other.cubin") && is_there("prefix.conf"), "and what is not ours");
    for (int i = 0; i < 300; i++) {
        char name[64];
        snprintf(name, sizeof name, "prefix-10000000000%05d.cubin", i);
        leave(name, MIB, 100000 + i);
    }
    store("c", data, sizeof data);
    ok(is_there("prefix-1000000000000027.cubin") && !is_there("prefix-1000000000000029.cubin") &&
           !is_there("prefix-1000000000000299.cubin") && is_there("prefix-0000000000000003.cubin"),
       "of many the newest are left");
    const int opened = open(folder, O_RDONLY | O_DIRECTORY);
    must(opened >= 0, folder);
    prefix__cuda_cache_trim(opened, 0);
    close(opened);
    ok(list("trim", NULL) == 2, "with no room at all nothing of ours is left");
}

/* Of each eight names for unfinished files of this process so many. */
static void take_names(unsigned int of_eight)
{
    for (unsigned int i = 0; i < 200; i++) {
        char name[64];
        snprintf(name, sizeof name, "prefix-%ld-%u.tmp", (long)getpid(), i);
        if (i % 8 < of_eight)
            leave(name, 1, 0);
    }
}

static void unfinished(void)
{
    use("trim");
    leave("prefix-1-0.tmp", 100, 4000);
    leave("prefix-1-1.tmp", 100, 3000);
    leave("other.tmp", 100, 4000);
    must(symlink("prefix-1-1.tmp", within("prefix-2-0.tmp")) == 0, "symlink");
    age(within("prefix-2-0.tmp"), 4000);
    store("a", data, sizeof data);
    ok(!is_there("prefix-1-0.tmp"), "what was left unfinished for an hour goes");
    ok(is_there("prefix-1-1.tmp") && is_there("other.tmp"), "what may still be written stays, and what is not ours");
    ok(is_there("prefix-2-0.tmp"), "and what is no file");
    take_names(7);
    store("near", data, sizeof data);
    ok(has("near", data, sizeof data) == 1, "where names for unfinished files are taken, another is");
    take_names(8);
    const int before = list("trim", NULL);
    store("new", data, sizeof data);
    ok(has("new", data, sizeof data) == 0 && list("trim", NULL) == before, "where all are, nothing is stored or lost");
}

int main(void)
{
    must(mkdtemp(top) != NULL, top);
    const int files = open_files();
    hosts();
    making();
    kinds();
    modes();
    users();
    trims();
    unfinished();
    ok(open_files() == files, "no file is left open");
    remove_all();
    return done();
}
