/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Around reads of what another thread may begin to write meanwhile, when the reader finds that out afterwards and drops
 * what it read. The thread sanitizer, which would report them, looks away between the two.
 */
#ifndef PREFIX_BACKENDS_OPENMP_THREADS_DOUBTFUL_H
#define PREFIX_BACKENDS_OPENMP_THREADS_DOUBTFUL_H

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define PREFIX__OPENMP_TSAN
#endif
#elif defined(__SANITIZE_THREAD__)
#define PREFIX__OPENMP_TSAN
#endif

#ifdef PREFIX__OPENMP_TSAN
/* Of the sanitizer's runtime, which has no header for them. */
void AnnotateIgnoreReadsBegin(const char *file, int line);
void AnnotateIgnoreReadsEnd(const char *file, int line);
#define BEGIN_DOUBTFUL_READS() AnnotateIgnoreReadsBegin(__FILE__, __LINE__)
#define END_DOUBTFUL_READS() AnnotateIgnoreReadsEnd(__FILE__, __LINE__)
#else
#define BEGIN_DOUBTFUL_READS() (void)0
#define END_DOUBTFUL_READS() (void)0
#endif

#endif
