# SPDX-License-Identifier: BSD-3-Clause
# Tests speak TAP: see support/tap.h. Each is a program or script *.t that automake's driver runs.
LOG_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
TEST_EXTENSIONS = .t
T_LOG_DRIVER = $(LOG_DRIVER)

# What is built must also be there: a backend of this list that is not available is a failure.
if WITH_OPENMP
tests_required = openmp
else
tests_required =
endif

AM_TESTS_ENVIRONMENT = \
    LIBPREFIX_BACKEND_PATH='$(abs_top_builddir)/.libs'; export LIBPREFIX_BACKEND_PATH; \
    LIBPREFIX_TEST_REQUIRE="serial,$(tests_required),$$LIBPREFIX_TEST_REQUIRE"; export LIBPREFIX_TEST_REQUIRE; \
    LIBPREFIX_CACHE=; export LIBPREFIX_CACHE; \
    top_builddir='$(abs_top_builddir)'; export top_builddir; \
    top_srcdir='$(abs_top_srcdir)'; export top_srcdir; \
    MPICC='$(MPICC)'; export MPICC; MPIRUN='$(MPIRUN)'; export MPIRUN; \
    MPI_CPPFLAGS='$(MPI_CPPFLAGS)'; export MPI_CPPFLAGS; \
    CC='$(CC)'; export CC; CFLAGS='$(CFLAGS)'; export CFLAGS; LDFLAGS='$(LDFLAGS)'; export LDFLAGS; \
    unset LIBPREFIX_BACKEND LIBPREFIX_DEBUG LIBPREFIX_NUM_THREADS;

# What tests that use a GPU lock, and all that look for one.
CLEANFILES += %D%/cuda.lock

tests_programs =
tests_scripts =
include tests/support/local.mk
include tests/api/local.mk
include tests/cli/local.mk
include tests/openmp/local.mk
include tests/cuda/local.mk
include tests/abi/local.mk
include tests/mpi/local.mk
include tests/peers/local.mk
include tests/tools/local.mk
if ENABLE_PLUGINS
include tests/mock/local.mk
endif

# What holds of the tree and of what it builds.
tests_scripts += %D%/consumers.t
tests_scripts += %D%/examples.t
tests_scripts += %D%/exports.t
tests_scripts += %D%/hardening.t
tests_scripts += %D%/headers.t
tests_scripts += %D%/layers.t
tests_scripts += %D%/man.t
tests_scripts += %D%/pkgconfig.t
tests_scripts += %D%/readme.t
tests_scripts += %D%/size.t

check_PROGRAMS += $(tests_programs)
TESTS += $(tests_programs) $(tests_scripts)
EXTRA_DIST += $(tests_scripts) %D%/excerpts.awk %D%/layers.awk %D%/layers.list %D%/summary.sh

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
tests_tsan = \
    tests/openmp/chain.t \
    tests/openmp/select.t \
    tests/openmp/runs.t \
    tests/openmp/by_key.t \
    tests/openmp/isa.t \
    tests/openmp/pool.t \
    tests/api/threads.t \
    tests/api/laws.t \
    tests/api/operator.t \
    tests/cuda/cache.t \
    tests/api/conformance_openmp.t
check-tsan:
	$(MKDIR_P) tsan
	cd tsan && $(abs_top_srcdir)/configure --with-cuda=no CC='$(CC)' CFLAGS='-O1 -g -fsanitize=thread'
	cd tsan && LIBPREFIX_TEST_LEVEL=short TSAN_OPTIONS=history_size=7 \
	    $(MAKE) $(AM_MAKEFLAGS) check TESTS='$(tests_tsan)' tests_api_threads_t_CFLAGS='$$(AM_CFLAGS)'

.PHONY: check-asan check-long check-tsan check-valgrind
