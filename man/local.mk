# SPDX-License-Identifier: BSD-3-Clause
# The manual: pages, and .so stubs for the functions that share a page.

dist_man1_MANS = %D%/pfx.1
dist_man3_MANS = \
    %D%/prefix_backend_probe.3 \
    %D%/prefix_box_filter.3 \
    %D%/prefix_ctx_create.3 \
    %D%/prefix_ctx_set_device.3 \
    %D%/prefix_ctx_set_log.3 \
    %D%/prefix_group_by.3 \
    %D%/prefix_histogram.3 \
    %D%/prefix_difference.3 \
    %D%/prefix_integral.3 \
    %D%/prefix_memory_alloc.3 \
    %D%/prefix_operator_create.3 \
    %D%/prefix_plan_counts.3 \
    %D%/prefix_plan_create.3 \
    %D%/prefix_plan_set_algorithm.3 \
    %D%/prefix_plan_set_batch.3 \
    %D%/prefix_plan_set_head_flags.3 \
    %D%/prefix_plan_set_missing.3 \
    %D%/prefix_plan_workspace.3 \
    %D%/prefix_ewm_create.3 \
    %D%/prefix_filter_create.3 \
    %D%/prefix_recurrence.3 \
    %D%/prefix_reduce.3 \
    %D%/prefix_reduce_by_key.3 \
    %D%/prefix_scan.3 \
    %D%/prefix_select_if.3 \
    %D%/prefix_selection_create.3 \
    %D%/prefix_sort.3 \
    %D%/prefix_strerror.3 \
    %D%/prefix_team_create.3 \
    %D%/prefix_type_name.3 \
    %D%/prefix_version.3 \
    %D%/prefix_window.3
dist_man7_MANS = %D%/libprefix-algorithms.7 %D%/libprefix.7 %D%/prefix_backend.7

# The functions that have no page of their own: a line for each page.
man_stubs =
man_stubs += prefix_backend_devices prefix_backend_name prefix_device_name
man_stubs += prefix_box_create prefix_box_destroy prefix_box_run prefix_box_set_channels prefix_box_set_pitches \
    prefix_box_set_radii prefix_box_set_radius
man_stubs += prefix_ctx_backend prefix_ctx_backend_reason prefix_ctx_destroy prefix_ctx_error
man_stubs += prefix_ctx_set_stream prefix_ctx_set_threads prefix_ctx_synchronize
man_stubs += prefix_ctx_set_allocator prefix_ctx_set_memory prefix_memory_copy prefix_memory_free prefix_memory_kind
man_stubs += prefix_plan_difference
man_stubs += prefix_table_create prefix_table_destroy prefix_table_run prefix_table_set_border \
    prefix_table_set_channels prefix_table_set_pitches prefix_table_set_squares
man_stubs += prefix_operator_create_map prefix_operator_create_matrix
man_stubs += prefix_operator_check prefix_operator_destroy prefix_operator_set_cuda prefix_operator_set_host \
    prefix_operator_set_identity prefix_operator_set_state prefix_plan_create_operator prefix_plan_prepare
man_stubs += prefix_plan_set_counting prefix_plan_set_trace
man_stubs += prefix_plan_destroy prefix_plan_run prefix_plan_set_checked prefix_plan_set_ends prefix_plan_set_init \
    prefix_plan_set_kind prefix_plan_set_output_type prefix_plan_set_reverse prefix_plan_set_total
man_stubs += prefix_plan_set_block_algorithm prefix_plan_set_tile
man_stubs += prefix_plan_set_array
man_stubs += prefix_plan_set_head_bits prefix_plan_set_keys prefix_plan_set_offsets
man_stubs += prefix_plan_set_validity
man_stubs += prefix_plan_set_workspace
man_stubs += prefix_recurrence_create prefix_recurrence_destroy prefix_recurrence_run prefix_recurrence_set_array \
    prefix_recurrence_set_constant prefix_recurrence_set_first prefix_recurrence_set_firsts prefix_recurrence_set_last \
    prefix_recurrence_set_reverse
man_stubs += prefix_ewm_destroy prefix_ewm_mean prefix_ewm_set_adjust prefix_ewm_set_array prefix_ewm_set_batch \
    prefix_ewm_set_bias prefix_ewm_set_ignore_missing prefix_ewm_set_min_periods prefix_ewm_std prefix_ewm_var
man_stubs += prefix_filter_create_sections prefix_filter_destroy prefix_filter_order prefix_filter_run \
    prefix_filter_set_reverse prefix_filter_set_rows prefix_filter_set_state
man_stubs += prefix_plan_reduce
man_stubs += prefix_nontrivial_runs prefix_plan_reduce_by_key prefix_run_length_decode prefix_run_length_encode
man_stubs += prefix_partition_flagged prefix_partition_if prefix_select_flagged prefix_split prefix_unique \
    prefix_unique_by_key
man_stubs += prefix_selection_destroy prefix_selection_run prefix_selection_set_flags prefix_selection_set_indices \
    prefix_selection_set_predicate prefix_selection_set_rejects prefix_selection_set_second \
    prefix_selection_set_unique prefix_selection_set_values
man_stubs += prefix_team_array_reduce prefix_team_array_run prefix_team_set_exact
man_stubs += prefix_team_cuts prefix_team_destroy prefix_team_plan_reduce prefix_team_plan_run prefix_team_reduce \
    prefix_team_scan prefix_team_select_flagged prefix_team_select_if prefix_team_synchronize
man_stubs += prefix_argsort prefix_sort_pairs prefix_sorting_counts prefix_sorting_create prefix_sorting_destroy \
    prefix_sorting_run prefix_sorting_set_algorithm prefix_sorting_set_bits prefix_sorting_set_counting \
    prefix_sorting_set_indices prefix_sorting_set_nans prefix_sorting_set_offsets prefix_sorting_set_order \
    prefix_sorting_set_tile prefix_sorting_set_trace prefix_sorting_set_values prefix_sorting_set_workspace \
    prefix_sorting_workspace
man_stubs += prefix_binning_create prefix_binning_destroy prefix_binning_run prefix_binning_set_clamp \
    prefix_binning_set_count_type prefix_binning_set_edges prefix_binning_set_even prefix_binning_set_numbers \
    prefix_binning_set_range prefix_binning_set_weights
man_stubs += prefix_group_counts prefix_grouping_create prefix_grouping_destroy prefix_grouping_run \
    prefix_grouping_set_aggregates prefix_grouping_set_counts prefix_grouping_set_places prefix_grouping_set_values \
    prefix_plan_group_by
man_stubs += prefix_algorithm_name prefix_algorithm_parse prefix_carry_type prefix_kind_name prefix_kind_parse \
    prefix_op_name prefix_op_parse prefix_type_parse prefix_type_size
man_stubs += prefix_version_number
# Every tarball has them.
man_mpi3 = %D%/prefix_mpi_offset.3 %D%/prefix_mpi_plan_create.3 %D%/prefix_mpi_scan.3 %D%/prefix_mpi_sort.3
EXTRA_DIST += %D%/pfx-mpi.1 $(man_mpi3)
if WITH_MPI
dist_man1_MANS += %D%/pfx-mpi.1
dist_man3_MANS += $(man_mpi3)
man_stubs += prefix_mpi_select_flagged prefix_mpi_select_if
man_stubs += prefix_mpi_plan_create_operator prefix_mpi_plan_destroy prefix_mpi_plan_reduce prefix_mpi_plan_run \
    prefix_mpi_plan_set_exact prefix_mpi_plan_set_head_flags prefix_mpi_plan_set_init prefix_mpi_plan_set_keys \
    prefix_mpi_plan_set_kind prefix_mpi_plan_set_output_type prefix_mpi_plan_set_reverse prefix_mpi_plan_set_total
man_stubs += prefix_mpi_error prefix_mpi_reduce
man_stubs += prefix_mpi_sort_pairs
endif
man_stubs += prefix_plan_window prefix_plan_window_mean prefix_window_mean
nodist_man3_MANS = $(man_stubs:%=%D%/stubs/%.3)
CLEANFILES += $(nodist_man3_MANS)

# A stub leads to the page that has its function under NAME.
$(nodist_man3_MANS): $(dist_man3_MANS)
	$(AM_V_GEN)$(MKDIR_P) $(@D) && name=$(@F:.3=) && \
	    page=`grep -lE "^\.Nm $$name( ,)?\$$" $(srcdir)/%D%/*.3` && echo ".so man3/$${page##*/}" >$@
