# SPDX-License-Identifier: BSD-3-Clause
# The OpenMP backend from inside: its objects are in the programs.
if ENABLE_PLUGINS
if WITH_OPENMP
tests_openmp_cppflags = $(AM_CPPFLAGS) -I$(top_srcdir)/backends/openmp
tests_openmp_ldadd = tests/support/libsupport.a libopenmp.la libshared.la $(LIBPREFIX) -lpthread -lm

tests_programs += %D%/by_key.t
%C%_by_key_t_CPPFLAGS = $(tests_openmp_cppflags)
%C%_by_key_t_CFLAGS = $(AM_CFLAGS) $(OPENMP_CFLAGS)
%C%_by_key_t_LDADD = $(tests_openmp_ldadd)

tests_programs += %D%/chain.t
%C%_chain_t_CPPFLAGS = $(tests_openmp_cppflags)
%C%_chain_t_LDADD = $(tests_openmp_ldadd)

tests_programs += %D%/halves.t
%C%_halves_t_CPPFLAGS = $(tests_openmp_cppflags)
%C%_halves_t_CFLAGS = $(AM_CFLAGS) $(OPENMP_CFLAGS)
%C%_halves_t_LDADD = $(tests_openmp_ldadd)

tests_programs += %D%/instructions.t
%C%_instructions_t_CPPFLAGS = $(tests_openmp_cppflags)
%C%_instructions_t_LDADD = libopenmp.la libshared.la -lpthread -lm

tests_programs += %D%/isa.t
%C%_isa_t_CPPFLAGS = $(tests_openmp_cppflags)
%C%_isa_t_CFLAGS = $(AM_CFLAGS) $(OPENMP_CFLAGS)
%C%_isa_t_LDADD = $(tests_openmp_ldadd)

tests_programs += %D%/lanes.t
%C%_lanes_t_SOURCES = %D%/lanes.c tests/api/filter_oracle.c tests/api/filter_oracle.h tests/api/recurrence_oracle.c \
    tests/api/recurrence_oracle.h
%C%_lanes_t_CPPFLAGS = $(tests_openmp_cppflags)
%C%_lanes_t_CFLAGS = $(AM_CFLAGS) $(OPENMP_CFLAGS)
%C%_lanes_t_LDADD = $(tests_openmp_ldadd)

tests_programs += %D%/pool.t
%C%_pool_t_CPPFLAGS = $(tests_openmp_cppflags)
%C%_pool_t_LDADD = libopenmp.la libshared.la $(LIBPREFIX_DL) -lpthread

tests_programs += %D%/rows.t
%C%_rows_t_CPPFLAGS = $(tests_openmp_cppflags)
%C%_rows_t_LDADD = $(tests_openmp_ldadd)

tests_programs += %D%/runs.t
%C%_runs_t_CPPFLAGS = $(tests_openmp_cppflags)
%C%_runs_t_LDADD = $(tests_openmp_ldadd)

tests_programs += %D%/select.t
%C%_select_t_CPPFLAGS = $(tests_openmp_cppflags)
%C%_select_t_LDADD = $(tests_openmp_ldadd)

tests_programs += %D%/sort.t
%C%_sort_t_CPPFLAGS = $(tests_openmp_cppflags)
%C%_sort_t_LDADD = $(tests_openmp_ldadd)

tests_programs += %D%/windows.t
%C%_windows_t_CPPFLAGS = $(tests_openmp_cppflags)
%C%_windows_t_LDADD = $(tests_openmp_ldadd)

endif
endif
