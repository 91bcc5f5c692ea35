# SPDX-License-Identifier: BSD-3-Clause
# The command, by scripts.
tests_scripts += %D%/bench.t
tests_scripts += %D%/binary.t
tests_scripts += %D%/columns.t
tests_scripts += %D%/files.t
tests_scripts += %D%/guess.t
tests_scripts += %D%/manual.t
tests_scripts += %D%/missing.t
tests_scripts += %D%/overflow.t
tests_scripts += %D%/reduce.t
tests_scripts += %D%/segments.t
tests_scripts += %D%/select.t
tests_scripts += %D%/stream.t
tests_scripts += %D%/text.t
tests_scripts += %D%/trace.t
tests_scripts += %D%/usage.t
EXTRA_DIST += %D%/cli.sh
