# SPDX-License-Identifier: BSD-3-Clause
# Completion of pfx(1) for fish: the command itself knows what may follow.

function __pfx_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l candidates ($words[1] complete $words[2..] 2>/dev/null)
    if test "$candidates[1]" = :files
        __fish_complete_path (commandline -ct)
    else
        printf '%s\n' $candidates
    end
end

complete -c pfx -f -a '(__pfx_complete)'
