/* SPDX-License-Identifier: BSD-3-Clause */
/* A shared object that is no backend at all. */
int prefix_no_symbol;
