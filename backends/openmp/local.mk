# The OpenMP backend: a plugin, or built into the library where there are none.

openmp_sources = %D%/openmp.c
EXTRA_DIST += backends/backend.map

if ENABLE_PLUGINS
if WITH_OPENMP
backendexec_LTLIBRARIES += prefix_openmp.la
prefix_openmp_la_SOURCES = $(openmp_sources)
prefix_openmp_la_CFLAGS = $(AM_CFLAGS) $(OPENMP_CFLAGS)
prefix_openmp_la_LDFLAGS = $(AM_LDFLAGS) -module -shared -avoid-version -no-undefined \
    -Wl,--version-script=$(top_srcdir)/backends/backend.map -Wl,--no-undefined-version \
    -Wl,-z,defs -Wl,-z,nodelete
prefix_openmp_la_LIBTOOLFLAGS = --tag=disable-static
EXTRA_prefix_openmp_la_DEPENDENCIES = $(top_srcdir)/backends/backend.map
endif
endif
