# SPDX-License-Identifier: BSD-3-Clause
# The command: a client of libprefix like any other, which sees the public headers alone.

bin_PROGRAMS += prefix
prefix_SOURCES = \
    %D%/bench.c %D%/bench.h %D%/bench_beside.c %D%/bench_catalogue.c %D%/bench_compaction.c %D%/bench_copy.c \
    %D%/bench_data.c %D%/bench_measure.c %D%/bench_options.c %D%/bench_options.h %D%/bench_peer.h %D%/bench_plot.c \
    %D%/bench_report.c %D%/bench_scan.c %D%/bench_segments.c %D%/command.h %D%/data_options.c %D%/data_options.h \
    %D%/half.c %D%/half.h %D%/heads.c %D%/heads.h %D%/info.c %D%/input.c %D%/input.h %D%/main.c %D%/message.c \
    %D%/message.h %D%/npy.c %D%/npy.h %D%/number.c %D%/number.h %D%/options.c %D%/options.h %D%/output.c \
    %D%/output.h %D%/reader.c %D%/reader.h %D%/runs.c %D%/scan.c %D%/scan_stream.c %D%/scan_stream.h %D%/select.c \
    %D%/size.c %D%/size.h %D%/text.c %D%/text.h %D%/trace.c %D%/trace.h %D%/trace_svg.c %D%/trace_text.c \
    %D%/whole.c %D%/whole.h %D%/writer.c %D%/writer.h
prefix_CPPFLAGS = -I$(top_srcdir)/include
prefix_CFLAGS = $(AM_CFLAGS)
prefix_LDFLAGS = $(AM_LDFLAGS)
prefix_LDADD = $(LIBPREFIX) -lm
# bench copies with the threads that the OpenMP backend scans with.
if WITH_OPENMP
prefix_CFLAGS += $(OPENMP_CFLAGS)
prefix_LDFLAGS += $(OPENMP_LDFLAGS)
endif
if BENCH_PEERS
if WITH_CUDA
noinst_LTLIBRARIES += libbenchcub.la
libbenchcub_la_SOURCES = %D%/bench_cub.cu %D%/bench_cub_runs.cu %D%/bench_cuda.cuh %D%/bench_peer.h
libbenchcub_la_LIBTOOLFLAGS = --tag=disable-static
%D%/bench_cub.lo %D%/bench_cub_runs.lo: $(srcdir)/%D%/bench_cuda.cuh $(srcdir)/%D%/bench_peer.h
prefix_CPPFLAGS += -DBENCH_CUB
prefix_LDADD += libbenchcub.la $(LIBPREFIX) $(CUDA_LIBS) -lstdc++
endif
endif

# bash-completion finds a command's completion by the file's name.
bashcompdir = $(datadir)/bash-completion/completions
nodist_bashcomp_DATA = %D%/completions/prefix
EXTRA_DIST += %D%/prefix.bash
CLEANFILES += %D%/completions/prefix

%D%/completions/prefix: %D%/prefix.bash
	$(AM_V_GEN)$(MKDIR_P) $(@D) && cp $(srcdir)/tools/prefix.bash $@
