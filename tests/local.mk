# SPDX-License-Identifier: BSD-3-Clause
# Tests speak TAP: see tap.h. Each is a program or script *.t that automake's driver runs.
LOG_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
TEST_EXTENSIONS = .t
T_LOG_DRIVER = $(LOG_DRIVER)

# What is built must also be there: a backend of this list that cannot be had is a failure.
if WITH_OPENMP
tests_required = openmp
else
tests_required =
endif

AM_TESTS_ENVIRONMENT = \
    LIBPREFIX_BACKEND_PATH='$(abs_top_builddir)/.libs'; export LIBPREFIX_BACKEND_PATH; \
    LIBPREFIX_TEST_REQUIRE="serial,$(tests_required),$$LIBPREFIX_TEST_REQUIRE"; export LIBPREFIX_TEST_REQUIRE; \
    top_builddir='$(abs_top_builddir)'; export top_builddir; \
    top_srcdir='$(abs_top_srcdir)'; export top_srcdir; \
    CC='$(CC)'; export CC; CFLAGS='$(CFLAGS)'; export CFLAGS; LDFLAGS='$(LDFLAGS)'; export LDFLAGS; \
    unset LIBPREFIX_BACKEND LIBPREFIX_DEBUG LIBPREFIX_NUM_THREADS;

# What tests that use a GPU lock, and all that look for one.
CLEANFILES += %D%/cuda.lock

# --- what the programs share -------------------------------------------------------------------
check_LIBRARIES += %D%/libsupport.a
tests_libsupport_a_SOURCES = \
    %D%/cuda_check.h \
    %D%/data.c \
    %D%/data.h \
    %D%/held.h \
    %D%/oracle.c \
    %D%/oracle.h \
    %D%/oracle_compare.c \
    %D%/oracle_operators.c \
    %D%/oracle_parts.h \
    %D%/oracle_select.c \
    %D%/oracle_types.c \
    %D%/scratch.c \
    %D%/scratch.h \
    %D%/support.c \
    %D%/support.h \
    %D%/tap.h
tests_ldadd = tests/libsupport.a $(LIBPREFIX)

# --- programs that scripts run -----------------------------------------------------------------
check_PROGRAMS += %D%/conformance
tests_conformance_SOURCES = %D%/conformance.c %D%/conformance.h %D%/conformance_case.c %D%/conformance_subject.c
tests_conformance_LDADD = $(tests_ldadd) $(LIBPREFIX_DL) -lm

# A set-group-ID program ignores LD_LIBRARY_PATH: the path to the library is in the program.
check_PROGRAMS += %D%/setgid
tests_setgid_LDADD = $(LIBPREFIX)
tests_setgid_LDFLAGS = $(AM_LDFLAGS) -no-install

# --- programs: NAME.c is NAME.t -----------------------------------------------------------------
tests_programs =

tests_programs += %D%/arguments.t
tests_arguments_t_LDADD = $(tests_ldadd)

tests_programs += %D%/catalogue.t
tests_catalogue_t_SOURCES = %D%/catalogue.c lib/catalogue/blelloch.c lib/catalogue/brent_kung.c \
    lib/catalogue/hillis_steele.c lib/catalogue/kogge_stone.c lib/catalogue/network.c lib/catalogue/sklansky.c
tests_catalogue_t_LDADD = $(tests_ldadd) -lm

tests_programs += %D%/copy_team.t
tests_copy_team_t_SOURCES = %D%/copy_team.c backends/cuda/copy_team.c backends/cuda/copy_team.h
tests_copy_team_t_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/backends/cuda
tests_copy_team_t_LDADD = $(tests_ldadd) -lpthread

tests_programs += %D%/fork.t
tests_fork_t_LDADD = $(tests_ldadd)

tests_programs += %D%/laws.t
tests_laws_t_LDADD = $(tests_ldadd) -lm

tests_programs += %D%/load.t
tests_load_t_LDADD = $(tests_ldadd) -lpthread -lm

tests_programs += %D%/names.t
tests_names_t_LDADD = $(tests_ldadd) -lm

tests_programs += %D%/oom.t
tests_oom_t_LDADD = $(tests_ldadd) $(LIBPREFIX_DL)

tests_programs += %D%/runs.t
tests_runs_t_SOURCES = %D%/runs.c %D%/segments.c %D%/segments.h
tests_runs_t_LDADD = $(tests_ldadd) -lm

tests_programs += %D%/segmented.t
tests_segmented_t_SOURCES = %D%/segmented.c %D%/segments.c %D%/segments.h
tests_segmented_t_LDADD = $(tests_ldadd) -lm

tests_programs += %D%/segmented_offsets.t
tests_segmented_offsets_t_LDADD = $(tests_ldadd) -lm

tests_programs += %D%/select.t
tests_select_t_LDADD = $(tests_ldadd) -lm

tests_programs += %D%/selection.t
tests_selection_t_LDADD = $(tests_ldadd) -lm

tests_programs += %D%/selection_arguments.t
tests_selection_arguments_t_LDADD = $(tests_ldadd)

tests_programs += %D%/threads.t
tests_threads_t_CFLAGS = $(AM_CFLAGS) $(OPENMP_CFLAGS)
tests_threads_t_LDADD = $(tests_ldadd) -lpthread

tests_programs += %D%/version.t
tests_version_t_LDADD = $(LIBPREFIX)

if ENABLE_PLUGINS
include tests/mock/local.mk
if WITH_OPENMP
tests_programs += %D%/openmp_chain.t
tests_openmp_chain_t_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/backends/openmp
tests_openmp_chain_t_LDADD = tests/libsupport.a libopenmp.la libshared.la $(LIBPREFIX) -lpthread -lm
tests_programs += %D%/openmp_select.t
tests_openmp_select_t_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/backends/openmp
tests_openmp_select_t_LDADD = tests/libsupport.a libopenmp.la libshared.la $(LIBPREFIX) -lpthread -lm
tests_programs += %D%/openmp_runs.t
tests_openmp_runs_t_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/backends/openmp
tests_openmp_runs_t_LDADD = tests/libsupport.a libopenmp.la libshared.la $(LIBPREFIX) -lpthread -lm
tests_programs += %D%/openmp_pool.t
tests_openmp_pool_t_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/backends/openmp
tests_openmp_pool_t_LDADD = libopenmp.la libshared.la $(LIBPREFIX_DL) -lpthread
tests_programs += %D%/openmp_instructions.t
tests_openmp_instructions_t_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/backends/openmp
tests_openmp_instructions_t_LDADD = libopenmp.la libshared.la -lpthread -lm
tests_programs += %D%/openmp_by_key.t %D%/openmp_halves.t %D%/openmp_isa.t
tests_openmp_by_key_t_SOURCES = %D%/openmp_by_key.c %D%/segments.c %D%/segments.h
tests_openmp_by_key_t_CFLAGS = $(AM_CFLAGS) $(OPENMP_CFLAGS)
tests_openmp_by_key_t_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/backends/openmp
tests_openmp_by_key_t_LDADD = tests/libsupport.a libopenmp.la libshared.la $(LIBPREFIX) -lm
tests_openmp_isa_t_SOURCES = %D%/openmp_isa.c %D%/segments.c %D%/segments.h
tests_openmp_isa_t_CFLAGS = $(AM_CFLAGS) $(OPENMP_CFLAGS)
tests_openmp_halves_t_CFLAGS = $(AM_CFLAGS) $(OPENMP_CFLAGS)
tests_openmp_halves_t_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/backends/openmp
tests_openmp_halves_t_LDADD = tests/libsupport.a libopenmp.la libshared.la $(LIBPREFIX) -lm
tests_openmp_isa_t_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/backends/openmp
tests_openmp_isa_t_LDADD = tests/libsupport.a libopenmp.la libshared.la $(LIBPREFIX) -lm
endif
tests_programs += %D%/loader.t
tests_loader_t_LDADD = $(LIBPREFIX)
if WITH_CUDA
tests_programs += %D%/cuda_large.t
tests_cuda_large_t_LDADD = $(tests_ldadd)
include tests/cuda.mk
endif
endif

check_PROGRAMS += $(tests_programs)

# --- scripts -----------------------------------------------------------------------------------
tests_scripts =
tests_scripts += %D%/cli_bench.t
tests_scripts += %D%/cli_binary.t
tests_scripts += %D%/cli_files.t
tests_scripts += %D%/cli_reduce.t
tests_scripts += %D%/cli_segments.t
tests_scripts += %D%/cli_select.t
tests_scripts += %D%/cli_stream.t
tests_scripts += %D%/cli_text.t
tests_scripts += %D%/cli_trace.t
tests_scripts += %D%/cli_usage.t
tests_scripts += %D%/conformance_cuda.t
tests_scripts += %D%/conformance_openmp.t
tests_scripts += %D%/conformance_serial.t
tests_scripts += %D%/examples.t
tests_scripts += %D%/exports.t
tests_scripts += %D%/headers.t
tests_scripts += %D%/man.t
tests_scripts += %D%/pkgconfig.t
tests_scripts += %D%/readme.t
tests_scripts += %D%/setgid.t

TESTS += $(tests_programs) $(tests_scripts)
EXTRA_DIST += $(tests_scripts) %D%/cli.sh %D%/summary.sh %D%/tap.sh

include tests/abi/local.mk
include tests/peers/local.mk

# --- more than make check ------------------------------------------------------------------------
EXTRA_DIST += %D%/valgrind.sh

# The same tests with far more cases, and another seed each time.
check-long:
	LIBPREFIX_TEST_LEVEL=long LIBPREFIX_TEST_SEED="$${LIBPREFIX_TEST_SEED:-`date +%s`}" $(MAKE) $(AM_MAKEFLAGS) check

check-valgrind: all $(check_LTLIBRARIES) $(check_PROGRAMS)
	@$(AM_TESTS_ENVIRONMENT) LIBTOOL='$(LIBTOOL)'; export LIBTOOL; $(SHELL) $(top_srcdir)/%D%/valgrind.sh

# A second build, in the folder asan of this one, with the address and undefined behaviour sanitizers.
check-asan:
	$(MKDIR_P) asan
	cd asan && $(abs_top_srcdir)/configure --with-cuda=no CC='$(CC)' \
	    CFLAGS='-O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined'
	cd asan && $(MAKE) $(AM_MAKEFLAGS) check

# A third, in the folder tsan, with the thread sanitizer: what runs threads of ours, without OpenMP's in the tests.
tests_tsan = tests/openmp_chain.t tests/openmp_select.t tests/openmp_runs.t tests/openmp_by_key.t tests/openmp_isa.t tests/openmp_pool.t tests/threads.t tests/laws.t tests/conformance_openmp.t
EXTRA_DIST += %D%/tsan.supp
check-tsan:
	$(MKDIR_P) tsan
	cd tsan && $(abs_top_srcdir)/configure --with-cuda=no CC='$(CC)' CFLAGS='-O1 -g -fsanitize=thread'
	cd tsan && LIBPREFIX_TEST_LEVEL=short TSAN_OPTIONS='suppressions=$(abs_top_srcdir)/%D%/tsan.supp history_size=7' \
	    $(MAKE) $(AM_MAKEFLAGS) check TESTS='$(tests_tsan)' tests_threads_t_CFLAGS='$$(AM_CFLAGS)'

.PHONY: check-asan check-long check-tsan check-valgrind
