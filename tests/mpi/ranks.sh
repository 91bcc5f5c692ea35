# SPDX-License-Identifier: BSD-3-Clause
# For tests that start ranks.

! have timeout || limit='timeout 300'

# start RANKS MPIRUN PROGRAM [ARGUMENT...]: more ranks than there are processors, by root too, and with one thread each. Ranks that
# wait for ever are ended, where timeout is.
start()
{
    start_ranks=$1 start_mpirun=$2
    shift 2
    env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 \
        OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_plm_rsh_agent=sh \
        LIBPREFIX_NUM_THREADS=1 \
        ${limit-} "$start_mpirun" -n "$start_ranks" "$@" 2>&1
}

# starts MPIRUN: whether it runs two processes here.
starts()
{
    [ -n "$1" ] && start 2 "$1" true >/dev/null
}

# on RANKS MPIRUN PROGRAM: all checks of a program are one here.
on()
{
    output=$(start "$@")
    status=$?
    [ $status -eq 0 ] && printf '%s\n' "$output" | grep -q '^1\.\.[1-9]' && ! printf '%s\n' "$output" | grep -q '^not ok'
    ok $? "${3##*/} on $1 ranks, by ${2##*/}" "status $status
$output"
}
