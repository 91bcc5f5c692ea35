# SPDX-License-Identifier: BSD-3-Clause
# The command from inside: its objects are in the programs.
tests_tools_cppflags = $(AM_CPPFLAGS) -I$(top_srcdir)/tools
tests_tools_sources = \
    %D%/float_oracle.c \
    %D%/float_oracle.h \
    tools/base/digits.c \
    tools/base/float_read.c \
    tools/base/float_write.c \
    tools/base/floats.c \
    tools/base/number.c \
    tools/base/powers.c

tests_programs += %D%/read.t
%C%_read_t_SOURCES = %D%/read.c $(tests_tools_sources)
%C%_read_t_CPPFLAGS = $(tests_tools_cppflags)
%C%_read_t_LDADD = $(tests_ldadd) -lm

tests_programs += %D%/write.t
%C%_write_t_SOURCES = %D%/write.c $(tests_tools_sources)
%C%_write_t_CPPFLAGS = $(tests_tools_cppflags)
%C%_write_t_LDADD = $(tests_ldadd) -lm
