# SPDX-License-Identifier: BSD-3-Clause
pkgconfigdir = $(libdir)/pkgconfig
nodist_pkgconfig_DATA = %D%/prefix.pc
if WITH_MPI
nodist_pkgconfig_DATA += %D%/prefix-mpi.pc
endif
EXTRA_DIST += %D%/installcheck.sh

if ENABLE_PLUGINS
installcheck_plugins = $(backendexecdir)
else
installcheck_plugins =
endif

# The examples once more, as any user builds them; DESTDIR works, too.
installcheck-local:
	CC='$(CC)' CFLAGS='$(CFLAGS)' LDFLAGS='$(LDFLAGS)' DESTDIR='$(DESTDIR)' libdir='$(libdir)' \
	plugins='$(installcheck_plugins)' MPIRUN='$(MPIRUN)' \
	$(SHELL) $(top_srcdir)/%D%/installcheck.sh '$(top_srcdir)/examples'
