# SPDX-License-Identifier: BSD-3-Clause
# What the programs share.
check_LIBRARIES += %D%/libsupport.a
%C%_libsupport_a_SOURCES = \
    %D%/data.c \
    %D%/data.h \
    %D%/gaps.c \
    %D%/gaps.h \
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
    %D%/segments.c \
    %D%/segments.h \
    %D%/support.c \
    %D%/support.h \
    %D%/tap.h
EXTRA_DIST += %D%/tap.sh
tests_ldadd = tests/support/libsupport.a $(LIBPREFIX)
