# SPDX-License-Identifier: BSD-3-Clause
# Programs that mpi.t runs on several ranks. They are not libtool's scripts, which ranks would run at the same time.
if WITH_MPI
mpi_programs = %D%/device %D%/errors %D%/offset %D%/operator %D%/scan %D%/segments %D%/sort
check_PROGRAMS += $(mpi_programs)
mpi_test_ldadd = tests/support/libsupport.a $(LIBPREFIX_MPI)
mpi_test_cppflags = $(AM_CPPFLAGS) $(MPI_CPPFLAGS)

%C%_device_SOURCES = %D%/device.c %D%/ranks.c %D%/ranks.h
%C%_device_CPPFLAGS = $(mpi_test_cppflags)
%C%_device_LDADD = $(mpi_test_ldadd)
%C%_device_LDFLAGS = $(AM_LDFLAGS) -no-install

%C%_scan_SOURCES = %D%/scan.c %D%/ranks.c %D%/ranks.h
%C%_scan_CPPFLAGS = $(mpi_test_cppflags)
%C%_scan_LDADD = $(mpi_test_ldadd)
%C%_scan_LDFLAGS = $(AM_LDFLAGS) -no-install

%C%_segments_SOURCES = %D%/segments.c %D%/ranks.c %D%/ranks.h
%C%_segments_CPPFLAGS = $(mpi_test_cppflags)
%C%_segments_LDADD = $(mpi_test_ldadd)
%C%_segments_LDFLAGS = $(AM_LDFLAGS) -no-install

%C%_offset_SOURCES = %D%/offset.c %D%/ranks.c %D%/ranks.h
%C%_offset_CPPFLAGS = $(mpi_test_cppflags)
%C%_offset_LDADD = $(mpi_test_ldadd)
%C%_offset_LDFLAGS = $(AM_LDFLAGS) -no-install

%C%_operator_SOURCES = %D%/operator.c %D%/ranks.c %D%/ranks.h
%C%_operator_CPPFLAGS = $(mpi_test_cppflags)
%C%_operator_LDADD = $(mpi_test_ldadd)
%C%_operator_LDFLAGS = $(AM_LDFLAGS) -no-install

%C%_sort_SOURCES = %D%/sort.c %D%/ranks.c %D%/ranks.h
%C%_sort_CPPFLAGS = $(mpi_test_cppflags)
%C%_sort_LDADD = $(mpi_test_ldadd)
%C%_sort_LDFLAGS = $(AM_LDFLAGS) -no-install

%C%_errors_SOURCES = %D%/errors.c %D%/ranks.c %D%/ranks.h
%C%_errors_CPPFLAGS = $(mpi_test_cppflags)
%C%_errors_LDADD = $(mpi_test_ldadd)
%C%_errors_LDFLAGS = $(AM_LDFLAGS) -no-install

# Not run by make check: it measures.
check_PROGRAMS += %D%/speed
%C%_speed_SOURCES = %D%/speed.c
%C%_speed_CPPFLAGS = $(mpi_test_cppflags)
%C%_speed_LDADD = $(LIBPREFIX_MPI)
%C%_speed_LDFLAGS = $(AM_LDFLAGS) -no-install
endif
# Without MPI: the tables of doc/scale.md.
check_PROGRAMS += %D%/scale
%C%_scale_SOURCES = %D%/scale.c
%C%_scale_LDADD = -lm
tests_scripts += %D%/command.t %D%/consumer.t %D%/mpi.t %D%/other.t %D%/scale.t
EXTRA_DIST += %D%/ranks.sh
