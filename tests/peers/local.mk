# SPDX-License-Identifier: BSD-3-Clause
# `make peers` compares with other libraries on the CPU, from the distribution's packages g++ and
# libtbb-dev. It is no part of `make check`, and nothing else is in C++.
EXTRA_DIST += %D%/peers.cc
CLEANFILES += %D%/peers
PEERS_CXX = g++
PEERS_CXXFLAGS = -std=c++17 -O3 -march=native

%D%/peers: %D%/peers.cc $(LIBPREFIX)
	@$(MKDIR_P) $(@D)
	$(AM_V_GEN)$(LIBTOOL) --silent --tag=CC --mode=link $(PEERS_CXX) $(PEERS_CXXFLAGS) -fopenmp \
	    -I$(top_srcdir)/include -o $@ $(srcdir)/%D%/peers.cc $(LIBPREFIX) -ltbb

peers: %D%/peers $(backendexec_LTLIBRARIES)
	@LIBPREFIX_BACKEND_PATH='$(abs_top_builddir)/.libs' %D%/peers $(PEERS_ARGS)

.PHONY: peers
