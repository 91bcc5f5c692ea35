#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# pfx scan: where it reads from and writes to, and what remains when it fails.
. "${top_srcdir:-.}/tests/cli/cli.sh"
here=$(pwd)
cd "$dir" || exit 99
case $pfx in
/*) ;;
*) pfx=$here/$pfx ;;
esac

printf '1 2 3\n' >in
printf '1 3 6\n' >wanted
printf '1 2 x\n' >wrong
printf 'as it was\n' >kept

# --- names of files ------------------------------------------------------------------------------
"$pfx" scan in >got
same got wanted "a file in, standard output"
"$pfx" scan -o new in
same new wanted "a file in, a new file out"
"$pfx" scan in --output=new2
same new2 wanted "options behind the file, --output="
"$pfx" scan - -o - <in >got
same got wanted "- on both sides"
cp in ./-in
"$pfx" scan -- -in >got
same got wanted "-- before a name that begins with -"
"$pfx" scan ./-in -o ./-out
same ./-out wanted "a name that begins with -"
: | "$pfx" scan -o empty
is "$?: $(wc -c <empty | tr -d ' ')" "0: 0" "no input, an empty file"

: >input
fails 1 "missing: No such file or directory" scan missing
fails 1 "$dir: Is a directory" scan "$dir"
fails 1 "no/where: cannot make a file beside it: No such file or directory" scan -o no/where
fails 1 "in/where: Not a directory" scan -o in/where
fails 1 "$dir: $(LC_ALL=C; : 2>&1 >"$dir" | sed 's/.*: //')" scan -o "$dir"

# --- nothing changes before all is understood -----------------------------------------------------
for type in "" "--type i64"; do
    cp kept out
    "$pfx" scan $type -o out wrong 2>errors
    is "$?" 1 "wrong data${type:+ with }$type: exit 1"
    same out kept "wrong data${type:+ with }$type: the output is as it was"
done
"$pfx" scan -o absent wrong 2>errors
is "$(ls absent* 2>/dev/null)" "" "wrong data: no new file, and none beside it"
"$pfx" scan --op nonesuch -o out in 2>errors
same out kept "bad usage: the output is as it was"
cp in both
"$pfx" scan -o both both
same both wanted "the output may be the input"
cp in both
"$pfx" scan --type i32 --format text -o both <both
same both wanted "the output may be the standard input"

# --- the file's place ----------------------------------------------------------------------------
cp in moded
chmod 640 moded
"$pfx" scan -o moded in
is "$(ls -l moded | cut -c 1-10)" "-rw-r-----" "an old file keeps its mode"
(umask 027; "$pfx" scan -o masked in)
is "$(ls -l masked | cut -c 1-10)" "-rw-r-----" "a new file has the mode that umask leaves"
mkdir -p other
cp kept other/file
ln -s other/file link
"$pfx" scan -o link in
same other/file wanted "a symbolic link: the file it names is written"
[ -h link ]
ok $? "a symbolic link stays one"
ln -s nothing dangling
fails 1 "dangling: a symbolic link to a file that is not there" scan -o dangling in
[ -h dangling ]
ok $? "and stays one"
cp kept privileged
chmod 6755 privileged
"$pfx" scan -o privileged in
is "$(ls -l privileged | cut -c 1-10)" "-rwxr-xr-x" "a file that runs as its owner no longer does"
if [ "$(id -u)" -eq 0 ]; then
    cp kept theirs
    chown 65534:65533 theirs
    chmod 4755 theirs
    "$pfx" scan -o theirs in
    is "$(ls -ln theirs | awk '{ print $1, $3, $4 }')" "-rwxr-xr-x 65534 65533" "a file keeps its owner and group"
else
    skip "not root" "a file keeps its owner and group"
fi
printf 'pfx: no\\x1b[31mfile: No such file or directory\n' >wanted_error
"$pfx" scan "$(printf 'no\033[31mfile')" 2>errors
same errors wanted_error "control characters of names do not reach the terminal"
if mkfifo fifo 2>/dev/null; then
    cat fifo >got &
    "$pfx" scan -o fifo in
    wait
    same got wanted "a pipe by name is written directly"
    cat in >fifo &
    "$pfx" scan fifo >got
    wait
    same got wanted "a pipe by name is read"
else
    skip "no mkfifo" "a pipe by name is written directly"
    skip "no mkfifo" "a pipe by name is read"
fi
# Root may read and write everything, so it runs these as somebody else.
as_user=
if [ "$(id -u)" -eq 0 ]; then
    as_user="setpriv --reuid 65534 --regid 65534 --clear-groups"
    mkdir user
    chmod 755 .
    chown 65534 user
    cd user || exit 99
    cp ../in ../kept .
fi
if $as_user "$pfx" --version >/dev/null 2>&1; then
    if [ "$(id -u)" -eq 0 ]; then
        cp kept shared
        chmod 666 shared
        $as_user "$pfx" scan -o shared in 2>errors
        is "$?: $(cat errors)" "0: pfx: shared: its owner or group cannot be kept" \
            "an owner that cannot be kept is told of"
        is "$(ls -ln shared | awk '{ print $1, $3 }')" "-rw----rw- 65534" "and no group gets what another had"
    else
        skip "not root" "an owner that cannot be kept is told of"
        skip "not root" "and no group gets what another had"
    fi
    cp kept sealed
    chmod 444 sealed
    $as_user "$pfx" scan -o sealed in 2>errors
    is "$?: $(cat errors)" "1: pfx: sealed: Permission denied" "a file without permission to write"
    same sealed kept "and it is as it was"
    chmod 0 sealed
    $as_user "$pfx" scan sealed 2>errors
    is "$?: $(cat errors)" "1: pfx: sealed: Permission denied" "a file without permission to read"
else
    skip "root, and the command cannot be run as another user" "an owner that cannot be kept is told of"
    skip "root, and the command cannot be run as another user" "and no group gets what another had"
    skip "root, and the command cannot be run as another user" "a file without permission to write"
    skip "root, and the command cannot be run as another user" "and it is as it was"
    skip "root, and the command cannot be run as another user" "a file without permission to read"
fi
cd "$dir" || exit 99

# --- failing writes ------------------------------------------------------------------------------
if [ -w /dev/full ]; then
    "$pfx" scan in >/dev/full 2>errors
    is "$?: $(cat errors)" "1: pfx: standard output: No space left on device" "a full device"
    "$pfx" scan -o /dev/full in 2>errors
    is "$?: $(cat errors)" "1: pfx: /dev/full: No space left on device" "a full device by name"
    [ -c /dev/full ]
    ok $? "a device is not replaced"
else
    skip "/dev/full is not there" "a full device"
    skip "/dev/full is not there" "a full device by name"
    skip "/dev/full is not there" "a device is not replaced"
fi
awk 'BEGIN { for (i = 0; i < 300000; i++) print i }' >many
{ "$pfx" scan many 2>errors; echo $? >status; } | head -n 1 >got
is "$(cat status): $(cat errors)" "141: " "a closed pipe ends the command in silence"
{ (trap '' PIPE; "$pfx" scan many 2>errors; echo $? >status); } | head -n 1 >got
is "$(cat status): $(cat errors)" "1: pfx: standard output: Broken pipe" "or is an error where SIGPIPE is ignored"
cp kept out
(ulimit -f 64; "$pfx" scan -o out many 2>errors; echo $? >status)
is "$(cat status): $(cat errors)" "1: pfx: out: File too large" "a file that grows too large"
same out kept "and the output is as it was"
"$pfx" scan in >&- 2>errors
is "$?: $(cat errors)" "1: pfx: standard output: Bad file descriptor" "a closed standard output"
"$pfx" scan <&- 2>errors
is "$?: $(cat errors)" "1: pfx: standard input: Bad file descriptor" "a closed standard input"

# --- ended by a signal ---------------------------------------------------------------------------
mkfifo slow 2>/dev/null
for signal in TERM:143 USR1:138 ALRM:142 XCPU:152; do
    cp kept out
    (ulimit -c 0; exec "$pfx" scan --type i64 -o out slow 2>errors) &
    pid=$!
    exec 3>slow
    echo 1 2 3 4 5 >&3
    tries=0
    until ls out.?????? >/dev/null 2>&1 || [ $tries -eq 100 ]; do
        tries=$((tries + 1))
        sleep 0.1
    done
    kill -"${signal%:*}" $pid
    wait $pid
    status=$?
    exec 3>&-
    is "$status: $(ls out*)" "${signal#*:}: out" "SIG${signal%:*} removes the file beside the output"
    same out kept "and leaves the output as it was"
done

# --- memory --------------------------------------------------------------------------------------
# 34 MB of text; a limit that the command itself fits in, which a sanitizer's shadow memory does not.
limit=40000
if (ulimit -v $limit && exec "$pfx" --version) >/dev/null 2>&1; then
    awk 'BEGIN { for (i = 0; i < 4300000; i++) print i + 1000000 }' >many
    cp kept out
    cat many | (ulimit -v $limit; "$pfx" scan --backend serial -o out 2>errors; echo $? >status)
    is "$(cat status): $(sed 's/[0-9][0-9]*/N/g' errors)" "1: pfx: no memory for N elements of N bytes" \
        "out of memory is an error"
    same out kept "and leaves the output as it was"
    (ulimit -v $limit; "$pfx" scan --backend serial --type i64 -o got many 2>errors; echo $? >status)
    is "$(cat status): $(cat errors)" "0: " "text with --type needs bounded memory"
    (ulimit -v $limit; "$pfx" scan --backend serial -o whole many 2>errors; echo $? >status)
    is "$(cat status): $(cat errors)" "0: " "so does text in a file, which is read twice"
    same got whole "and has the same result"
else
    skip "memory cannot be limited" "out of memory is an error"
    skip "memory cannot be limited" "and leaves the output as it was"
    skip "memory cannot be limited" "text with --type needs bounded memory"
    skip "memory cannot be limited" "so does text in a file, which is read twice"
    skip "memory cannot be limited" "and has the same result"
fi
cd "$here" || exit 99
finish
