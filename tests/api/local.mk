# SPDX-License-Identifier: BSD-3-Clause
# The library through its public functions, on every backend that is available. NAME.c is NAME.t.

# --- programs that scripts run ---
check_PROGRAMS += %D%/conformance
%C%_conformance_SOURCES = \
    %D%/conformance.c \
    %D%/conformance.h \
    %D%/conformance_case.c \
    %D%/conformance_subject.c
%C%_conformance_LDADD = $(tests_ldadd) $(LIBPREFIX_DL) -lm
tests_scripts += %D%/conformance_cuda.t
tests_scripts += %D%/conformance_openmp.t
tests_scripts += %D%/conformance_serial.t

# A set-group-ID program ignores LD_LIBRARY_PATH: the path to the library is in the program.
check_PROGRAMS += %D%/setgid
%C%_setgid_SOURCES = %D%/setgid.c lib/context/env.c
%C%_setgid_CPPFLAGS = $(AM_CPPFLAGS)
%C%_setgid_LDADD = $(LIBPREFIX)
%C%_setgid_LDFLAGS = $(AM_LDFLAGS) -no-install
tests_scripts += %D%/moved.t %D%/setgid.t

# --- tests ---
tests_programs += %D%/arg.t
%C%_arg_t_LDADD = $(tests_ldadd)

tests_programs += %D%/arguments.t
%C%_arguments_t_SOURCES = \
    %D%/arguments.c \
    %D%/arguments.h \
    %D%/arguments_operator.c \
    %D%/arguments_plan.c
%C%_arguments_t_LDADD = $(tests_ldadd)

tests_programs += %D%/batch.t
%C%_batch_t_SOURCES = \
    %D%/batch.c \
    %D%/batch_layout.c \
    %D%/batch_layout.h \
    %D%/batch_refusals.c \
    %D%/batch_refusals.h
%C%_batch_t_LDADD = $(tests_ldadd) -lm
tests_programs += %D%/batch_ends.t
%C%_batch_ends_t_SOURCES = \
    %D%/batch_ends.c \
    %D%/batch_layout.c \
    %D%/batch_layout.h
%C%_batch_ends_t_LDADD = $(tests_ldadd) -lm
tests_programs += %D%/batch_missing.t
%C%_batch_missing_t_SOURCES = \
    %D%/batch_layout.c \
    %D%/batch_layout.h \
    %D%/batch_missing.c
%C%_batch_missing_t_LDADD = $(tests_ldadd) -lm
tests_programs += %D%/batch_operator.t
%C%_batch_operator_t_SOURCES = \
    %D%/batch_layout.c \
    %D%/batch_layout.h \
    %D%/batch_operator.c \
    %D%/batch_operator_case.c \
    %D%/batch_operator_case.h \
    %D%/built_in_subject.c \
    %D%/built_in_subject.h \
    %D%/operator_subject.c \
    %D%/operator_subject.h
%C%_batch_operator_t_LDADD = $(tests_ldadd) -lm

tests_programs += %D%/box.t
%C%_box_t_LDADD = $(tests_ldadd) -lm

tests_programs += %D%/built_in.t
%C%_built_in_t_SOURCES = \
    %D%/built_in.c \
    %D%/built_in_subject.c \
    %D%/built_in_subject.h \
    %D%/operator_subject.c \
    %D%/operator_subject.h
%C%_built_in_t_LDADD = $(tests_ldadd) -lm

tests_programs += %D%/catalogue.t
%C%_catalogue_t_SOURCES = \
    %D%/catalogue.c \
    lib/catalogue/blelloch.c \
    lib/catalogue/brent_kung.c \
    lib/catalogue/hillis_steele.c \
    lib/catalogue/kogge_stone.c \
    lib/catalogue/network.c \
    lib/catalogue/sklansky.c
%C%_catalogue_t_LDADD = $(tests_ldadd) -lm

tests_programs += %D%/complex.t
%C%_complex_t_LDADD = $(tests_ldadd) -lm

tests_programs += %D%/constants.t
%C%_constants_t_LDADD = $(tests_ldadd) -lm

tests_programs += %D%/difference.t
%C%_difference_t_LDADD = $(tests_ldadd) -lm

tests_programs += %D%/difference_arguments.t
%C%_difference_arguments_t_LDADD = $(tests_ldadd)

tests_programs += %D%/ends.t
%C%_ends_t_LDADD = $(tests_ldadd) -lm

tests_programs += %D%/fork.t
%C%_fork_t_LDADD = $(tests_ldadd)

tests_programs += %D%/group.t
%C%_group_t_SOURCES = \
    %D%/group.c \
    %D%/group_oracle.c \
    %D%/group_oracle.h \
    %D%/operator_subject.c \
    %D%/operator_subject.h
%C%_group_t_LDADD = $(tests_ldadd) -lm

tests_programs += %D%/group_arguments.t
%C%_group_arguments_t_LDADD = $(tests_ldadd)

tests_programs += %D%/histogram.t
%C%_histogram_t_LDADD = $(tests_ldadd) -lm

tests_programs += %D%/histogram_arguments.t
%C%_histogram_arguments_t_LDADD = $(tests_ldadd) -lm

tests_programs += %D%/laws.t
%C%_laws_t_LDADD = $(tests_ldadd) -lm

tests_programs += %D%/load.t
%C%_load_t_LDADD = $(tests_ldadd) -lpthread -lm

if ENABLE_PLUGINS
tests_programs += %D%/loader.t
%C%_loader_t_LDADD = $(LIBPREFIX)
%C%_loader_t_CPPFLAGS = $(AM_CPPFLAGS) $(tests_with_openmp)
if WITH_OPENMP
tests_with_openmp = -DWITH_OPENMP
endif
endif

tests_programs += %D%/missing.t
%C%_missing_t_LDADD = $(tests_ldadd) -lm

tests_programs += %D%/missing_cases.t
%C%_missing_cases_t_SOURCES = %D%/missing_cases.c %D%/operator_subject.c %D%/operator_subject.h
%C%_missing_cases_t_LDADD = $(tests_ldadd) -lm

tests_programs += %D%/names.t
%C%_names_t_LDADD = $(tests_ldadd) -lm

tests_programs += %D%/oom.t
%C%_oom_t_SOURCES = %D%/oom.c %D%/oom_memory.c %D%/oom_memory.h %D%/oom_scene.c %D%/oom_scene.h
%C%_oom_t_LDADD = $(tests_ldadd) $(LIBPREFIX_DL)

tests_programs += %D%/operator.t
%C%_operator_t_SOURCES = %D%/operator.c %D%/operator_subject.c %D%/operator_subject.h
%C%_operator_t_LDADD = $(tests_ldadd)

tests_programs += %D%/operator_check.t
%C%_operator_check_t_LDADD = $(tests_ldadd) -lm

if ENABLE_PLUGINS
tests_programs += %D%/operator_device.t
%C%_operator_device_t_LDADD = $(tests_ldadd)
endif

tests_programs += %D%/checked.t
%C%_checked_t_SOURCES = %D%/checked.c
%C%_checked_t_LDADD = $(tests_ldadd)

tests_programs += %D%/operator_runs.t
%C%_operator_runs_t_SOURCES = %D%/operator_runs.c %D%/operator_subject.c %D%/operator_subject.h
%C%_operator_runs_t_LDADD = $(tests_ldadd) -lm

tests_programs += %D%/operator_segments.t
%C%_operator_segments_t_SOURCES = %D%/operator_segments.c %D%/operator_subject.c %D%/operator_subject.h
%C%_operator_segments_t_LDADD = $(tests_ldadd) -lm

tests_programs += %D%/ewm.t
%C%_ewm_t_SOURCES = %D%/ewm.c %D%/ewm_oracle.c %D%/ewm_oracle.h
%C%_ewm_t_LDADD = $(tests_ldadd) -lm

tests_programs += %D%/ewm_values.t
%C%_ewm_values_t_LDADD = $(tests_ldadd) -lm

tests_programs += %D%/filter.t
%C%_filter_t_SOURCES = %D%/filter.c %D%/filter_oracle.c %D%/filter_oracle.h
%C%_filter_t_LDADD = $(tests_ldadd) -lm

tests_programs += %D%/filter_values.t
%C%_filter_values_t_SOURCES = %D%/filter_values.c %D%/filter_oracle.c %D%/filter_oracle.h
%C%_filter_values_t_LDADD = $(tests_ldadd) -lm

tests_programs += %D%/matrix.t
%C%_matrix_t_LDADD = $(tests_ldadd) -lm

tests_programs += %D%/recurrence.t
%C%_recurrence_t_SOURCES = %D%/recurrence.c %D%/recurrence_oracle.c %D%/recurrence_oracle.h
%C%_recurrence_t_LDADD = $(tests_ldadd) -lm

tests_programs += %D%/recurrence_numerics.t
%C%_recurrence_numerics_t_SOURCES = %D%/recurrence_numerics.c
%C%_recurrence_numerics_t_LDADD = $(tests_ldadd) -lm

tests_programs += %D%/recurrence_rows.t
%C%_recurrence_rows_t_SOURCES = %D%/recurrence_rows.c %D%/recurrence_oracle.c %D%/recurrence_oracle.h
%C%_recurrence_rows_t_LDADD = $(tests_ldadd) -lm

tests_programs += %D%/runs.t
%C%_runs_t_LDADD = $(tests_ldadd) -lm

tests_programs += %D%/segmented.t
%C%_segmented_t_LDADD = $(tests_ldadd) -lm

tests_programs += %D%/segmented_offsets.t
%C%_segmented_offsets_t_LDADD = $(tests_ldadd) -lm

tests_programs += %D%/select.t
%C%_select_t_LDADD = $(tests_ldadd) -lm

tests_programs += %D%/selection.t
%C%_selection_t_LDADD = $(tests_ldadd) -lm

tests_programs += %D%/selection_arguments.t
%C%_selection_arguments_t_LDADD = $(tests_ldadd)

tests_programs += %D%/sort.t
%C%_sort_t_LDADD = $(tests_ldadd) -lm

tests_programs += %D%/sort_arguments.t
%C%_sort_arguments_t_LDADD = $(tests_ldadd)

tests_programs += %D%/sort_by_name.t
%C%_sort_by_name_t_LDADD = $(tests_ldadd)

tests_programs += %D%/stack.t
%C%_stack_t_LDADD = $(tests_ldadd) -lpthread

tests_programs += %D%/table.t
%C%_table_t_LDADD = $(tests_ldadd) -lm

tests_programs += %D%/table_arguments.t
%C%_table_arguments_t_LDADD = $(tests_ldadd)

tests_programs += %D%/team.t
%C%_team_t_SOURCES = %D%/team.c %D%/team_oracle.c %D%/team_oracle.h
%C%_team_t_LDADD = $(tests_ldadd)

tests_programs += %D%/team_arguments.t
%C%_team_arguments_t_LDADD = $(tests_ldadd)

tests_programs += %D%/team_exact.t
%C%_team_exact_t_LDADD = $(tests_ldadd)

tests_programs += %D%/team_select.t
%C%_team_select_t_LDADD = $(tests_ldadd)

if ENABLE_PLUGINS
tests_programs += %D%/team_queue.t
%C%_team_queue_t_LDADD = $(tests_ldadd)
endif

# Not run by make check: it measures.
check_PROGRAMS += %D%/team_speed
%C%_team_speed_LDADD = $(LIBPREFIX)

tests_programs += %D%/threads.t
%C%_threads_t_CFLAGS = $(AM_CFLAGS) $(OPENMP_CFLAGS)
%C%_threads_t_LDADD = $(tests_ldadd) -lpthread

tests_programs += %D%/version.t
%C%_version_t_LDADD = $(LIBPREFIX)

tests_programs += %D%/window.t
%C%_window_t_SOURCES = %D%/window.c %D%/window_oracle.c %D%/window_oracle.h
%C%_window_t_LDADD = $(tests_ldadd) -lm

tests_programs += %D%/window_arguments.t
%C%_window_arguments_t_LDADD = $(tests_ldadd)
