# The library: libprefix.so, and libprefix.a, which has the CPU backends built in and no loader.

# The algorithms by name: networks, for the OpenMP plugin, too, and models of tiled scans.
catalogue_sources = \
    %D%/catalogue/blelloch.c %D%/catalogue/brent_kung.c %D%/catalogue/hillis_steele.c \
    %D%/catalogue/kernel.c %D%/catalogue/kernel.h %D%/catalogue/kogge_stone.c %D%/catalogue/network.c \
    %D%/catalogue/network.h %D%/catalogue/network_scan.c %D%/catalogue/sklansky.c %D%/carry.c \
    %D%/carry.h
# Segments: the reference, which the plugin has, too.
segmented_sources = %D%/heads.h %D%/serial_segmented.c
libprefix_sources = $(catalogue_sources) $(segmented_sources) \
    %D%/runs.c %D%/segmented.c %D%/serial_runs.c \
    %D%/catalogue/chained_scan.c %D%/catalogue/decoupled_look_back.c %D%/catalogue/in_step.c \
    %D%/catalogue/one_by_one.c %D%/catalogue/reduce_then_scan.c %D%/catalogue/scan_then_propagate.c \
    %D%/catalogue/tiles.c %D%/catalogue/tiles.h \
    %D%/backends.c %D%/ctx.c %D%/env.c %D%/internal.h %D%/half.h %D%/host.c %D%/memory.c \
    %D%/names.c %D%/order.h %D%/pages.h %D%/plan.c %D%/predicate.c %D%/route.c %D%/scan.c %D%/serial.c %D%/select.c %D%/selection.c %D%/serial.h %D%/serial_scan.c %D%/serial_select.c \
    %D%/status.c %D%/types.h %D%/validate.c %D%/values.h %D%/version.c
libprefix_loader_sources = %D%/loader.c
EXTRA_DIST += %D%/libprefix.map

if ENABLE_SHARED
lib_LTLIBRARIES += libprefix.la
libprefix_la_SOURCES = $(libprefix_sources)
libprefix_la_CPPFLAGS = $(AM_CPPFLAGS) -DPREFIX__BACKEND_DIR='"$(backendexecdir)"'
libprefix_la_CFLAGS = $(AM_CFLAGS)
libprefix_la_LDFLAGS = $(AM_LDFLAGS) -shared -version-info 1:0:0 -no-undefined \
    -Wl,--version-script=$(top_srcdir)/%D%/libprefix.map -Wl,--no-undefined-version -Wl,-z,defs -Wl,-z,nodelete
libprefix_la_LIBTOOLFLAGS = --tag=disable-static
EXTRA_libprefix_la_DEPENDENCIES = $(top_srcdir)/%D%/libprefix.map
if ENABLE_PLUGINS
libprefix_la_SOURCES += $(libprefix_loader_sources)
libprefix_la_CPPFLAGS += -DPREFIX__PLUGINS=1 -DPREFIX__BUILTIN_OPENMP=0
libprefix_la_LIBADD = $(LIBPREFIX_DL)
else
libprefix_la_CPPFLAGS += -DPREFIX__PLUGINS=0
if WITH_OPENMP
libprefix_la_SOURCES += $(openmp_sources)
libprefix_la_CPPFLAGS += -DPREFIX__BUILTIN_OPENMP=1
libprefix_la_CFLAGS += $(OPENMP_CFLAGS)
libprefix_la_LDFLAGS += $(OPENMP_LDFLAGS)
else
libprefix_la_CPPFLAGS += -DPREFIX__BUILTIN_OPENMP=0
endif
endif
endif

if ENABLE_STATIC
lib_LIBRARIES += libprefix.a
libprefix_a_SOURCES = $(libprefix_sources)
libprefix_a_CPPFLAGS = $(AM_CPPFLAGS) -DPREFIX__PLUGINS=0
libprefix_a_CFLAGS = $(AM_CFLAGS)
if WITH_OPENMP
libprefix_a_SOURCES += $(openmp_sources)
libprefix_a_CPPFLAGS += -DPREFIX__BUILTIN_OPENMP=1
libprefix_a_CFLAGS += $(OPENMP_CFLAGS)
else
libprefix_a_CPPFLAGS += -DPREFIX__BUILTIN_OPENMP=0
endif
endif

# What programs of this tree link.
if ENABLE_SHARED
LIBPREFIX = libprefix.la
else
LIBPREFIX = libprefix.a $(LIBS_PRIVATE)
endif
