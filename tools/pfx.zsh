#compdef pfx
# SPDX-License-Identifier: BSD-3-Clause
# Completion of pfx(1) for zsh: the command itself knows what may follow.

local -a candidates
candidates=("${(@f)$("${words[1]}" complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
if [[ $candidates[1] == :files ]]; then
    _files
else
    compadd -a candidates
fi
