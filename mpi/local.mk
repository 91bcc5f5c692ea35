# SPDX-License-Identifier: BSD-3-Clause
# libprefix_mpi.so: a client of libprefix's public functions, for the MPI that configure found.
libprefix_mpi_sources = \
    %D%/channel.c \
    %D%/channel.h \
    %D%/error.c \
    %D%/error.h \
    %D%/exchange.c \
    %D%/exchange.h \
    %D%/fold.c \
    %D%/fold.h \
    %D%/heads.c \
    %D%/heads.h \
    %D%/offset.c \
    %D%/plan.c \
    %D%/plan.h \
    %D%/run.c \
    %D%/segments.c \
    %D%/segments.h \
    %D%/sort.c \
    %D%/split.c \
    %D%/split.h \
    %D%/tiles.c \
    %D%/tiles.h
EXTRA_DIST += %D%/libprefix_mpi.map

if WITH_MPI
lib_LTLIBRARIES += libprefix_mpi.la
libprefix_mpi_la_SOURCES = $(libprefix_mpi_sources)
libprefix_mpi_la_CPPFLAGS = -I$(top_srcdir)/include $(MPI_CPPFLAGS)
libprefix_mpi_la_LIBADD = libprefix.la $(MPI_LIBS)
libprefix_mpi_la_LDFLAGS = $(AM_LDFLAGS) -shared -version-info 1:0:0 -no-undefined \
    -Wl,--version-script=$(top_srcdir)/%D%/libprefix_mpi.map -Wl,--no-undefined-version -Wl,-z,defs
libprefix_mpi_la_LIBTOOLFLAGS = --tag=disable-static
EXTRA_libprefix_mpi_la_DEPENDENCIES = $(top_srcdir)/%D%/libprefix_mpi.map

# What programs that use it are compiled with, and link.
LIBPREFIX_MPI = libprefix_mpi.la $(LIBPREFIX) $(MPI_LIBS)
endif
