# SPDX-License-Identifier: BSD-3-Clause
# Completion of pfx(1) for bash.

_pfx()
{
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
    local command=${COMP_WORDS[1]} words=
    local types='i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64'
    local ops='sum product min max and or xor logical-and logical-or'
    local algorithms='auto serial decoupled-look-back hillis-steele kogge-stone sklansky brent-kung blelloch
        scan-then-propagate reduce-then-scan chained-scan blelloch-padded blelloch-vector warp-scan raking'
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        mapfile -t COMPREPLY < <(compgen -W 'info scan reduce select partition unique rle unrle trace bench help --help --version' -- "$cur")
        return
    fi
    case $command:$prev in
    *:-o | *:--output | *:--flags | trace:--svg | bench:--plot)
        mapfile -t COMPREPLY < <(compgen -f -- "$cur")
        return
        ;;
    bench:--type) words="$types all" ;;
    *:--output-type | *:--type) words=$types ;;
    bench:--op) words="$ops all" ;;
    *:--op) words=$ops ;;
    trace:--kind) words='inclusive exclusive' ;;
    bench:--kind) words='inclusive exclusive all' ;;
    bench:--backend) words='cuda openmp serial all' ;;
    *:--backend) words='cuda openmp serial' ;;
    bench:--algorithm | bench:--block) words="$algorithms all" ;;
    *:--algorithm) words=$algorithms ;;
    scan:--missing) words='skip zero keep' ;;
    *:--missing) words='skip zero' ;;
    *:--format | *:--output-format) words='text raw npy' ;;
    *:--init | *:--threads | *:-t | *:--delimiter | *:--column | *:--tile | bench:--n | bench:--repeat) return ;;
    info:*) words=--help ;;
    help:*) words='info scan reduce select partition unique rle unrle trace bench' ;;
    scan:*)
        if [[ $cur != -* ]]; then
            mapfile -t COMPREPLY < <(compgen -f -- "$cur")
            return
        fi
        words='--op --exclusive --init --reverse --type --output-type --wrap --format --missing --delimiter --column --header --output-format
            --output --backend --threads --algorithm --by-key --key-type --head-flags --flag-type --offsets --help'
        ;;
    reduce:*)
        if [[ $cur != -* ]]; then
            mapfile -t COMPREPLY < <(compgen -f -- "$cur")
            return
        fi
        words='--op --init --type --output-type --wrap --format --missing --delimiter --column --header --output-format --output --backend --threads --offsets --help'
        ;;
    select:* | partition:* | unique:*)
        if [[ $cur != -* ]]; then
            mapfile -t COMPREPLY < <(compgen -f -- "$cur")
            return
        fi
        words='--type --format --missing --delimiter --column --header --output-format --output --backend --threads --help'
        [[ $command == partition ]] || words+=' --indices'
        [[ $command == unique ]] || words+=' --less --less-equal --greater --greater-equal --equal --not-equal --between
            --nan --has-bits --flags --flag-type'
        ;;
    rle:* | unrle:*)
        if [[ $cur != -* ]]; then
            mapfile -t COMPREPLY < <(compgen -f -- "$cur")
            return
        fi
        words='--lengths --type --format --missing --delimiter --column --header --output-format --output --backend --threads --help'
        ;;
    trace:*) words='--algorithm --op --type --kind --tile --threads --svg --help' ;;
    bench:*)
        words='scan reduce compaction segments catalogue --type --output-type --op --kind --form --n --backend --algorithm --block --threads --repeat --in-place --small-pages --misalign --flush
            --rest --json --csv --plot --help'
        ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}

complete -o filenames -F _pfx pfx
