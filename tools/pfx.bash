# SPDX-License-Identifier: BSD-3-Clause
# Completion of pfx(1) for bash: the command itself knows what may follow.

_pfx()
{
    local words
    mapfile -t words < <("${COMP_WORDS[0]}" complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
    if [[ ${words[0]} == :files ]]; then
        mapfile -t COMPREPLY < <(compgen -f -- "${COMP_WORDS[COMP_CWORD]}")
    else
        COMPREPLY=("${words[@]}")
    fi
}

complete -o filenames -F _pfx pfx
