# SPDX-License-Identifier: BSD-3-Clause
# The command: a client of libprefix like any other, which sees the public headers alone.

bin_PROGRAMS += pfx
pfx_SOURCES = \
    %D%/axis.c \
    %D%/axis.h \
    %D%/bench.c \
    %D%/blur.c \
    %D%/command.h \
    %D%/data_options.c \
    %D%/data_options.h \
    %D%/devices.c \
    %D%/devices.h \
    %D%/encode.c \
    %D%/encode.h \
    %D%/ewm.c \
    %D%/filter.c \
    %D%/group.c \
    %D%/heads.c \
    %D%/heads.h \
    %D%/histogram.c \
    %D%/info.c \
    %D%/integral.c \
    %D%/main.c \
    %D%/overflow.c \
    %D%/overflow.h \
    %D%/recurrence.c \
    %D%/runs.c \
    %D%/scan.c \
    %D%/scan_stream.c \
    %D%/scan_stream.h \
    %D%/select.c \
    %D%/series.c \
    %D%/series.h \
    %D%/sort.c \
    %D%/trace.c \
    %D%/window.c \
    %D%/base/bits.h \
    %D%/base/digits.c \
    %D%/base/digits.h \
    %D%/base/float_read.c \
    %D%/base/float_read.h \
    %D%/base/float_write.c \
    %D%/base/float_write.h \
    %D%/base/floats.c \
    %D%/base/floats.h \
    %D%/base/bytes.c \
    %D%/base/bytes.h \
    %D%/base/complete.c \
    %D%/base/complete.h \
    %D%/base/constants.h \
    %D%/base/message.c \
    %D%/base/message.h \
    %D%/base/number.c \
    %D%/base/number.h \
    %D%/base/number_status.h \
    %D%/base/options.c \
    %D%/base/options.h \
    %D%/base/powers.c \
    %D%/base/powers.h \
    %D%/base/setting.h \
    %D%/base/size.c \
    %D%/base/size.h \
    %D%/bench/case.h \
    %D%/bench/catalogue.c \
    %D%/bench/catalogue.h \
    %D%/bench/compaction.c \
    %D%/bench/compaction.h \
    %D%/bench/comparison.c \
    %D%/bench/comparison.h \
    %D%/bench/copy.c \
    %D%/bench/copy.h \
    %D%/bench/data.c \
    %D%/bench/data.h \
    %D%/bench/loops.c \
    %D%/bench/loops.h \
    %D%/bench/measure.c \
    %D%/bench/measure.h \
    %D%/bench/name.c \
    %D%/bench/name.h \
    %D%/bench/options.c \
    %D%/bench/options.h \
    %D%/bench/peer.h \
    %D%/bench/plot.c \
    %D%/bench/plot.h \
    %D%/bench/recurrence.c \
    %D%/bench/recurrence.h \
    %D%/bench/report.c \
    %D%/bench/report.h \
    %D%/bench/scan.c \
    %D%/bench/scan.h \
    %D%/bench/segments.c \
    %D%/bench/segments.h \
    %D%/bench/sort.c \
    %D%/bench/sort.h \
    %D%/bench/tables.c \
    %D%/bench/tables.h \
    %D%/image/file.c \
    %D%/image/file.h \
    %D%/image/image.c \
    %D%/image/image.h \
    %D%/image/png.c \
    %D%/image/png.h \
    %D%/image/pnm.c \
    %D%/image/pnm.h \
    %D%/io/dtype.c \
    %D%/io/dtype.h \
    %D%/io/fortran.c \
    %D%/io/fortran.h \
    %D%/io/fields.c \
    %D%/io/fields.h \
    %D%/io/guess.c \
    %D%/io/guess.h \
    %D%/io/input.c \
    %D%/io/input.h \
    %D%/io/layout.h \
    %D%/io/npy.c \
    %D%/io/npy.h \
    %D%/io/output.c \
    %D%/io/output.h \
    %D%/io/reader.c \
    %D%/io/reader.h \
    %D%/io/shape.h \
    %D%/io/text.c \
    %D%/io/text.h \
    %D%/io/whole.c \
    %D%/io/whole.h \
    %D%/io/writer.c \
    %D%/io/writer.h \
    %D%/trace/events.c \
    %D%/trace/events.h \
    %D%/trace/svg.c \
    %D%/trace/svg.h \
    %D%/trace/text.c \
    %D%/trace/text.h
pfx_CPPFLAGS = -I$(top_srcdir)/include -I$(top_srcdir)/%D%
pfx_CFLAGS = $(AM_CFLAGS)
pfx_LDFLAGS = $(AM_LDFLAGS)
pfx_LDADD = $(LIBPREFIX) -lm
if WITH_PNG
pfx_CPPFLAGS += $(PNG_CFLAGS)
pfx_LDADD += $(PNG_LIBS)
endif
# bench copies with the threads that the OpenMP backend scans with.
if WITH_OPENMP
pfx_CFLAGS += $(OPENMP_CFLAGS)
pfx_LDFLAGS += $(OPENMP_LDFLAGS)
endif
if BENCH_PEERS
if WITH_CUDA
noinst_LTLIBRARIES += libbenchcub.la
libbenchcub_la_SOURCES = %D%/bench/cub.cu %D%/bench/cub_recurrence.cu %D%/bench/cub_runs.cu %D%/bench/cub_sort.cu \
    %D%/bench/cuda.cuh %D%/bench/peer.h
libbenchcub_la_LIBTOOLFLAGS = --tag=disable-static
%D%/bench/cub.lo %D%/bench/cub_recurrence.lo %D%/bench/cub_runs.lo %D%/bench/cub_sort.lo: \
    $(srcdir)/%D%/bench/cuda.cuh $(srcdir)/%D%/bench/peer.h
# What CUB has for segments throws.
%D%/bench/cub_sort.lo: CUDA_NVCCFLAGS += -fexceptions
pfx_CPPFLAGS += -DBENCH_CUB
pfx_LDADD += libbenchcub.la $(LIBPREFIX) $(CUDA_LIBS) -lstdc++
endif
endif

# The command of ranks, a program of its own so that pfx needs no MPI: ranks.c says why.
pfx_mpi_sources = \
    %D%/ranks.c \
    %D%/base/complete.c \
    %D%/base/digits.c \
    %D%/base/float_read.c \
    %D%/base/float_write.c \
    %D%/base/floats.c \
    %D%/base/bytes.c \
    %D%/base/message.c \
    %D%/base/number.c \
    %D%/base/options.c \
    %D%/base/powers.c \
    %D%/base/size.c \
    %D%/io/dtype.c \
    %D%/io/fields.c \
    %D%/io/fortran.c \
    %D%/io/guess.c \
    %D%/io/input.c \
    %D%/io/npy.c \
    %D%/io/output.c \
    %D%/io/reader.c \
    %D%/io/text.c \
    %D%/io/writer.c
EXTRA_DIST += %D%/ranks.c
if WITH_MPI
bin_PROGRAMS += pfx-mpi
pfx_mpi_SOURCES = $(pfx_mpi_sources)
pfx_mpi_CPPFLAGS = -I$(top_srcdir)/include -I$(top_srcdir)/%D% $(MPI_CPPFLAGS)
pfx_mpi_LDADD = $(LIBPREFIX_MPI) -lm
endif

# Shells find a command's completion by the file's name.
completions = %D%/completions/pfx %D%/completions/pfx.fish %D%/completions/_pfx
bashcompdir = $(datadir)/bash-completion/completions
fishcompdir = $(datadir)/fish/vendor_completions.d
zshcompdir = $(datadir)/zsh/site-functions
nodist_bashcomp_DATA = %D%/completions/pfx
nodist_fishcomp_DATA = %D%/completions/pfx.fish
nodist_zshcomp_DATA = %D%/completions/_pfx
EXTRA_DIST += %D%/pfx.bash %D%/pfx.fish %D%/pfx.zsh
CLEANFILES += $(completions)

%D%/completions/pfx: %D%/pfx.bash
%D%/completions/pfx.fish: %D%/pfx.fish
%D%/completions/_pfx: %D%/pfx.zsh
$(completions):
	$(AM_V_GEN)$(MKDIR_P) $(@D) && cp $(srcdir)/tools/pfx.`case $@ in */_*) echo zsh ;; *.fish) echo fish ;; *) echo bash ;; esac` $@
