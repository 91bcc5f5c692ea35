# Tests speak TAP: see tap.h. Each is a program or script *.t that automake's driver runs.
LOG_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
TEST_EXTENSIONS = .t
T_LOG_DRIVER = $(LOG_DRIVER)
EXTRA_DIST += %D%/tap.h

AM_TESTS_ENVIRONMENT = \
    LIBPREFIX_BACKEND_PATH='$(abs_top_builddir)/.libs'; export LIBPREFIX_BACKEND_PATH; \
    top_builddir='$(abs_top_builddir)'; export top_builddir; \
    top_srcdir='$(abs_top_srcdir)'; export top_srcdir; \
    unset LIBPREFIX_BACKEND LIBPREFIX_DEBUG LIBPREFIX_NUM_THREADS;
