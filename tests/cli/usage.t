#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Help, version, info, and bad usage: exit 2, and a message that names what was wrong.
. "${top_srcdir:-.}/tests/cli/cli.sh"
: >"$dir/input"

version=$(sed -n 's/^#define PREFIX_VERSION_STRING "\(.*\)"/\1/p' "${top_srcdir:-.}/include/prefix/version.h")
is "$("$pfx" --version)" "pfx (libprefix) $version
Licence: BSD-3-Clause. There is no warranty." "--version"
is "$("$pfx" -V)" "$("$pfx" --version)" "-V"

for command in "" info scan reduce select partition unique rle unrle sort group histogram window recurrence filter ewm integral blur trace bench; do
    "$pfx" $command --help >"$dir/help" 2>"$dir/errors"
    is "$?: $(head -n 1 "$dir/help" | cut -c 1-11)$(cat "$dir/errors")" "0: Usage: pfx " "$command --help"
    "$pfx" $command -h >"$dir/short"
    same "$dir/help" "$dir/short" "$command -h is the same"
    "$pfx" help $command >"$dir/short"
    same "$dir/help" "$dir/short" "help $command is the same"
done
is "$(awk 'length > 110' "$dir/help")" "" "lines of help fit a terminal"

"$pfx" >"$dir/got" 2>"$dir/errors"
is "$?: $(cat "$dir/got")$(head -n 1 "$dir/errors" | cut -c 1-11)" "2: Usage: pfx " "no command: help on standard error"
fails 2 "unknown command 'scam'" scam
fails 2 "unknown option --verison" --verison
fails 2 "unknown command ''" ""
fails 2 "unknown command 'scam'" help scam

for options in "scan --frob" "scan --frob=1" "bench --frob" "info --frob"; do
    fails 2 "unknown option ${options#* }" $options
done
fails 2 "ambiguous option --o: --offsets --op --output-type --output-format --output" scan --o sum
fails 2 "unknown option -x" scan -x
fails 2 "unknown option -x" scan --exclusive -x
fails 2 "option -o needs a value" scan -o
fails 2 "option --type needs a value" scan --type
fails 2 "option --exclusive=1 takes no value" scan --exclusive=1
fails 2 "option --help=1 takes no value" info --help=1
is "$(sed -n 2p "$dir/errors")" "Try 'pfx info --help'." "bad usage points to the help"

fails 2 "--type: unknown 'f33'; known: i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64" scan --type f33
fails 2 "--output-type: unknown ''; known: i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64" scan --output-type ""
plain="sum product min max and or xor logical-and logical-or"
fails 2 "--op: unknown 'plus'; known: $plain arg-min arg-max arg-min-last arg-max-last" scan --op plus
fails 2 "--op: unknown 'arg-max'; known: $plain" trace --op arg-max
fails 2 "--op: unknown 'affine'; known: $plain arg-min arg-max arg-min-last arg-max-last" scan --op affine
fails 2 "--type: unknown 'c64'; known: i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64" scan --type c64
fails 2 "--format: unknown 'csv'; known: text raw npy" scan --format csv
fails 2 "--output-format: unknown 'csv'; known: text raw npy" scan --output-format csv
fails 2 "--format raw needs --type" scan --format raw
fails 2 "--threads: '0' is no number from 1 to 2147483647" scan --threads 0
fails 2 "--threads: '2x' is no number from 1 to 2147483647" scan --threads 2x
fails 2 "--backend: 'no/path' is no name of a backend" scan --backend no/path
fails 2 "--init: '3.5' is no i32" scan --type i32 --init 3.5
fails 2 "--init: '300' is no u8" scan --type u8 --init 300
fails 2 "--init: '' is no i64" scan --init ""
fails 2 ".npy files have no type bf16" scan --type bf16 -o "$dir/x.npy"
fails 2 "one FILE is scanned; 'b' is one too many" scan a b
fails 2 "info takes no argument: 'x'" info x

"$pfx" scan --type f32 --op xor <"$dir/input" >"$dir/got" 2>"$dir/errors"
is "$?: $(grep -c 'xor.*f32' "$dir/errors")" "2: 1" "an operator that does not take the type"
"$pfx" scan --type i64 --output-type i32 <"$dir/input" >"$dir/got" 2>"$dir/errors"
is "$?: $(grep -c 'i32.*i64' "$dir/errors")" "2: 1" "an output type that is not wider"
"$pfx" scan --backend nonesuch <"$dir/input" >"$dir/got" 2>"$dir/errors"
is "$?: $(grep -c '^pfx: .*nonesuch' "$dir/errors")" "1: 1" "a backend that is not available"

"$pfx" info >"$dir/info" 2>"$dir/errors"
is "$?: $(head -n 1 "$dir/info")$(cat "$dir/errors")" "0: pfx         $version" "info begins with the version"
for backend in cuda openmp serial; do
    grep -q "^$backend  *\(available\|not available\): ." "$dir/info"
    ok $? "info says whether $backend is available"
done
grep -q '^serial  *available: ' "$dir/info"
ok $? "info: serial is always available"
grep -q '^  *device 0: .' "$dir/info"
ok $? "info shows devices"
is "$(LIBPREFIX_BACKEND=serial "$pfx" info | sed -n 's/^automatic  *\(serial\): ..*/\1/p')" serial \
    "info names the automatic choice"

if [ -w /dev/full ]; then
    for command in --help --version info "scan --help"; do
        "$pfx" $command >/dev/full 2>"$dir/errors"
        is "$?: $(cat "$dir/errors")" "1: pfx: standard output: No space left on device" "$command to a full device"
    done
else
    skip "/dev/full is not there" "standard output on a full device"
fi

complete()
{
    "$pfx" complete "$@" | tr '\n' ' ' | sed 's/ $//'
}
is "$(complete '')" "info scan reduce select partition unique rle unrle sort group histogram window recurrence filter ewm integral blur trace bench help --help --version" \
    "completion of a command"
is "$(complete s)" "scan select sort" "completion of a command that has begun"
is "$(complete scan --op logical)" "logical-and logical-or" "completion of an operator"
known=$("$pfx" scan --algorithm none 2>&1 | sed -n 's/.*known: //p')
is "$(complete trace --algorithm '')" "$known" "completion knows the algorithms"
is "$(complete bench scan --kind '')" "inclusive exclusive all" "completion of a list"
is "$(complete bench --in-place '')" "scan reduce compaction segments tables sort recurrence catalogue" "completion behind an option without a value"
is "$(complete scan -o '')$(complete scan '')$(complete unique x)" ":files:files:files" "files are the shell's"
is "$(complete partition --ind)$(complete unique --less)$(complete trace 1)$(complete nonesuch '' 2>&1 | head -n 1)" \
    "pfx: unknown command 'nonesuch'" "what a command does not have is not offered"
for command in info scan reduce select partition unique rle unrle sort group histogram window recurrence filter ewm integral blur trace bench; do
    "$pfx" $command --help | grep -o -e ' --[a-z-]*' | tr -d ' ' | sort -u >"$dir/shown"
    complete $command - | tr ' ' '\n' | sort -u >"$dir/offered"
    is "$(comm -23 "$dir/shown" "$dir/offered" | tr '\n' ' ')" "" "completion knows the options of $command"
done

# Each shell's own script; \$1 is the command.
tools=${top_srcdir:-.}/tools
offers="logical-and logical-or"
try_shell()
{
    if shell=$(command -v "$1"); then
        is "$("$shell" -c "$2" "$pfx" "$tools" 2>&1 | tr '\n' ' ')" "$offers " "completion by $1"
    else
        skip "$1 is not there" "completion by $1"
    fi
}
try_shell bash '. "$1/pfx.bash"; COMP_WORDS=("$0" scan --op logical); COMP_CWORD=3; _pfx; echo "${COMPREPLY[@]}"'
try_shell zsh 'compadd() { shift; echo ${(P)1}; }; words=("$0" scan --op logical); CURRENT=4; . "$1/pfx.zsh"'
if fish=$(command -v fish); then
    is "$("$fish" -c "source '$tools/pfx.fish'; complete -C '$pfx scan --op logical'" 2>&1 | tr '\n' ' ')" "$offers " \
        "completion by fish"
else
    skip "fish is not there" "completion by fish"
fi
finish
