# SPDX-License-Identifier: BSD-3-Clause
# The manual: pages, and .so stubs for the functions that share a page. One list a page.

dist_man1_MANS = %D%/pfx.1
dist_man3_MANS = \
    %D%/prefix_backend_probe.3 %D%/prefix_ctx_create.3 %D%/prefix_plan_create.3 %D%/prefix_plan_set_head_flags.3 \
    %D%/prefix_reduce.3 %D%/prefix_reduce_by_key.3 \
    %D%/prefix_scan.3 %D%/prefix_select_if.3 %D%/prefix_selection_create.3 %D%/prefix_strerror.3 %D%/prefix_type_name.3 %D%/prefix_version.3
dist_man7_MANS = %D%/libprefix-algorithms.7 %D%/libprefix.7 %D%/prefix_backend.7

stubs_backend_probe = \
    %D%/stubs/prefix_backend_devices.3 %D%/stubs/prefix_backend_name.3 %D%/stubs/prefix_device_name.3
stubs_ctx_create = \
    %D%/stubs/prefix_ctx_backend.3 %D%/stubs/prefix_ctx_backend_reason.3 %D%/stubs/prefix_ctx_destroy.3 \
    %D%/stubs/prefix_ctx_error.3 %D%/stubs/prefix_ctx_set_allocator.3 %D%/stubs/prefix_ctx_set_device.3 \
    %D%/stubs/prefix_ctx_set_log.3 %D%/stubs/prefix_ctx_set_memory.3 %D%/stubs/prefix_ctx_set_stream.3 \
    %D%/stubs/prefix_ctx_set_threads.3 %D%/stubs/prefix_ctx_synchronize.3 \
    %D%/stubs/prefix_memory_alloc.3 %D%/stubs/prefix_memory_copy.3 %D%/stubs/prefix_memory_free.3 \
    %D%/stubs/prefix_memory_kind.3
stubs_plan_create = \
    %D%/stubs/prefix_plan_counts.3 %D%/stubs/prefix_plan_set_counting.3 %D%/stubs/prefix_plan_set_tile.3 \
    %D%/stubs/prefix_plan_set_block_algorithm.3 %D%/stubs/prefix_plan_set_trace.3 \
    %D%/stubs/prefix_plan_destroy.3 %D%/stubs/prefix_plan_run.3 %D%/stubs/prefix_plan_set_algorithm.3 \
    %D%/stubs/prefix_plan_set_init.3 %D%/stubs/prefix_plan_set_kind.3 \
    %D%/stubs/prefix_plan_set_output_type.3 %D%/stubs/prefix_plan_set_reverse.3 \
    %D%/stubs/prefix_plan_set_total.3 %D%/stubs/prefix_plan_set_workspace.3 %D%/stubs/prefix_plan_workspace.3
stubs_plan_set_head_flags = \
    %D%/stubs/prefix_plan_set_head_bits.3 %D%/stubs/prefix_plan_set_keys.3 %D%/stubs/prefix_plan_set_offsets.3
stubs_reduce_by_key = \
    %D%/stubs/prefix_nontrivial_runs.3 %D%/stubs/prefix_run_length_decode.3 \
    %D%/stubs/prefix_run_length_encode.3
stubs_reduce = %D%/stubs/prefix_plan_reduce.3
stubs_select_if = \
    %D%/stubs/prefix_partition_flagged.3 %D%/stubs/prefix_partition_if.3 %D%/stubs/prefix_select_flagged.3 \
    %D%/stubs/prefix_unique.3 %D%/stubs/prefix_unique_by_key.3
stubs_selection_create = \
    %D%/stubs/prefix_selection_destroy.3 %D%/stubs/prefix_selection_run.3 %D%/stubs/prefix_selection_set_flags.3 \
    %D%/stubs/prefix_selection_set_indices.3 %D%/stubs/prefix_selection_set_predicate.3 \
    %D%/stubs/prefix_selection_set_rejects.3 %D%/stubs/prefix_selection_set_second.3 \
    %D%/stubs/prefix_selection_set_unique.3 %D%/stubs/prefix_selection_set_values.3
stubs_type_name = \
    %D%/stubs/prefix_algorithm_name.3 %D%/stubs/prefix_algorithm_parse.3 %D%/stubs/prefix_carry_type.3 \
    %D%/stubs/prefix_kind_name.3 %D%/stubs/prefix_kind_parse.3 %D%/stubs/prefix_op_name.3 \
    %D%/stubs/prefix_op_parse.3 %D%/stubs/prefix_type_parse.3 %D%/stubs/prefix_type_size.3
stubs_version = %D%/stubs/prefix_version_number.3

nodist_man3_MANS = \
    $(stubs_backend_probe) $(stubs_ctx_create) $(stubs_plan_create) $(stubs_plan_set_head_flags) $(stubs_reduce) $(stubs_reduce_by_key) $(stubs_select_if) \
    $(stubs_selection_create) $(stubs_type_name) $(stubs_version)
CLEANFILES += $(nodist_man3_MANS)

write_stub = $(MKDIR_P) $(@D) && echo ".so man3/$$page.3" >$@

$(stubs_backend_probe):
	$(AM_V_GEN)page=prefix_backend_probe; $(write_stub)
$(stubs_ctx_create):
	$(AM_V_GEN)page=prefix_ctx_create; $(write_stub)
$(stubs_plan_create):
	$(AM_V_GEN)page=prefix_plan_create; $(write_stub)
$(stubs_plan_set_head_flags):
	$(AM_V_GEN)page=prefix_plan_set_head_flags; $(write_stub)
$(stubs_reduce_by_key):
	$(AM_V_GEN)page=prefix_reduce_by_key; $(write_stub)
$(stubs_reduce):
	$(AM_V_GEN)page=prefix_reduce; $(write_stub)
$(stubs_select_if):
	$(AM_V_GEN)page=prefix_select_if; $(write_stub)
$(stubs_selection_create):
	$(AM_V_GEN)page=prefix_selection_create; $(write_stub)
$(stubs_type_name):
	$(AM_V_GEN)page=prefix_type_name; $(write_stub)
$(stubs_version):
	$(AM_V_GEN)page=prefix_version; $(write_stub)
