/* SPDX-License-Identifier: BSD-3-Clause */
/* What there is of each number from one on, as a list for a table. */
#ifndef PREFIX_BACKENDS_OPENMP_TABLE_H
#define PREFIX_BACKENDS_OPENMP_TABLE_H

#define TABLE_4(of, m) of(m), of((m) + 1), of((m) + 2), of((m) + 3)
#define TABLE_16(of, m) TABLE_4(of, m), TABLE_4(of, (m) + 4), TABLE_4(of, (m) + 8), TABLE_4(of, (m) + 12)
#define TABLE_64(of, m) TABLE_16(of, m), TABLE_16(of, (m) + 16), TABLE_16(of, (m) + 32), TABLE_16(of, (m) + 48)
#define TABLE_256(of, m) TABLE_64(of, m), TABLE_64(of, (m) + 64), TABLE_64(of, (m) + 128), TABLE_64(of, (m) + 192)

#endif
