# SPDX-License-Identifier: BSD-3-Clause
# `make peers` compares with other libraries on the CPU, from the distribution's packages g++ and
# libtbb-dev; and with NumPy, where $(PEERS_PY) has it. It is no part of `make check`, and nothing else
# is in C++ or Python.
EXTRA_DIST += %D%/compaction.cc %D%/cumsum.py %D%/measure.py %D%/peer.h %D%/peers.cc %D%/recurrence.py %D%/runs.cc \
    %D%/sorts.cc %D%/tables.py
CLEANFILES += %D%/compaction %D%/peers %D%/runs %D%/sorts
PEERS_CXX = g++
PEERS_PY = python3
PEERS_CXXFLAGS = -std=c++17 -O3 -march=native

%D%/peers: %D%/peers.cc $(srcdir)/%D%/peer.h $(LIBPREFIX)
	@$(MKDIR_P) $(@D)
	$(AM_V_GEN)$(LIBTOOL) --silent --tag=CC --mode=link $(PEERS_CXX) $(PEERS_CXXFLAGS) -fopenmp \
	    -I$(top_srcdir)/include -o $@ $(srcdir)/%D%/peers.cc $(LIBPREFIX) -ltbb

peers: %D%/peers $(backendexec_LTLIBRARIES)
	@LIBPREFIX_BACKEND_PATH='$(abs_top_builddir)/.libs' %D%/peers $(PEERS_ARGS)
	@if $(PEERS_PY) -c 'import numpy' 2>/dev/null; then \
	    $(PEERS_PY) $(srcdir)/%D%/cumsum.py $(PEERS_ARGS); \
	else \
	    echo '$(PEERS_PY) has no NumPy'; \
	fi

# The same for selections, partitions and unique elements.
%D%/compaction: %D%/compaction.cc $(srcdir)/%D%/peer.h $(LIBPREFIX)
	@$(MKDIR_P) $(@D)
	$(AM_V_GEN)$(LIBTOOL) --silent --tag=CC --mode=link $(PEERS_CXX) $(PEERS_CXXFLAGS) \
	    -I$(top_srcdir)/include -o $@ $(srcdir)/%D%/compaction.cc $(LIBPREFIX) -ltbb

peers-compaction: %D%/compaction $(backendexec_LTLIBRARIES)
	@LIBPREFIX_BACKEND_PATH='$(abs_top_builddir)/.libs' %D%/compaction $(PEERS_ARGS)

# And for runs: reduced by key, encoded, decoded, scanned by key.
%D%/runs: %D%/runs.cc $(srcdir)/%D%/peer.h $(LIBPREFIX)
	@$(MKDIR_P) $(@D)
	$(AM_V_GEN)$(LIBTOOL) --silent --tag=CC --mode=link $(PEERS_CXX) $(PEERS_CXXFLAGS) -fopenmp \
	    -I$(top_srcdir)/include -o $@ $(srcdir)/%D%/runs.cc $(LIBPREFIX) -ltbb

peers-runs: %D%/runs $(backendexec_LTLIBRARIES)
	@LIBPREFIX_BACKEND_PATH='$(abs_top_builddir)/.libs' %D%/runs $(PEERS_ARGS)

# And for sorts.
%D%/sorts: %D%/sorts.cc $(srcdir)/%D%/peer.h $(LIBPREFIX)
	@$(MKDIR_P) $(@D)
	$(AM_V_GEN)$(LIBTOOL) --silent --tag=CC --mode=link $(PEERS_CXX) $(PEERS_CXXFLAGS) -fopenmp \
	    -I$(top_srcdir)/include -o $@ $(srcdir)/%D%/sorts.cc $(LIBPREFIX) -ltbb

peers-sort: %D%/sorts $(backendexec_LTLIBRARIES)
	@LIBPREFIX_BACKEND_PATH='$(abs_top_builddir)/.libs' %D%/sorts $(PEERS_ARGS)

# And for tables: rows, columns and sums of areas, with what $(PEERS_PY) has of NumPy, PyTorch and OpenCV.
peers-tables: $(LIBPREFIX) $(backendexec_LTLIBRARIES)
	@LIBPREFIX_BACKEND_PATH='$(abs_top_builddir)/.libs' $(PEERS_PY) -B $(srcdir)/%D%/tables.py \
	    $(abs_top_builddir)/.libs/libprefix.so

# And for recurrences, filters and exponential weights, with what it has of SciPy and pandas.
peers-recurrence: $(LIBPREFIX) $(backendexec_LTLIBRARIES)
	@LIBPREFIX_BACKEND_PATH='$(abs_top_builddir)/.libs' $(PEERS_PY) -B $(srcdir)/%D%/recurrence.py \
	    $(abs_top_builddir)/.libs/libprefix.so

.PHONY: peers peers-compaction peers-recurrence peers-runs peers-sort peers-tables
