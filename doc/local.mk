# SPDX-License-Identifier: BSD-3-Clause
# Documents beside the manual. make figures measures this machine and makes the performance page again:
# FIGURES='cuda' or FIGURES="openmp 'A title'" says which backend, and what the machine is called.
EXTRA_DIST += \
    %D%/blocks.svg \
    %D%/butterworth.md \
    %D%/butterworth.sh \
    %D%/butterworth.svg \
    %D%/catalogue.md \
    %D%/catalogue.svg \
    %D%/depth-of-field-after.png \
    %D%/depth-of-field-before.png \
    %D%/depth-of-field.md \
    %D%/figures.sh \
    %D%/performance \
    %D%/performance.awk \
    %D%/performance.md \
    %D%/performance.svg \
    %D%/plots.sh \
    %D%/scale.md \
    %D%/strategies.svg \
    %D%/tuning.md

figures: all
	CC='$(CC)'; export CC; LIBPREFIX_BACKEND_PATH='$(abs_top_builddir)/.libs'; export LIBPREFIX_BACKEND_PATH; \
	$(SHELL) '$(top_srcdir)/%D%/figures.sh' '$(abs_top_builddir)/pfx' $(FIGURES)

.PHONY: figures
