/* compiler.h - compiler extensions: detection of sanitizers, and loop unrolling. */
#ifndef MI_BASE_COMPILER_H
#define MI_BASE_COMPILER_H

/* ---- sanitizers ---- */

/* SANITIZED is 1 if gcc or clang compile with the address or thread sanitizer, else 0.
 * SANITIZED_ADDRESS is 1 with the address sanitizer, else 0. */
#ifndef __has_feature
#define __has_feature(feature) 0
#endif

#if defined __SANITIZE_ADDRESS__ || __has_feature(address_sanitizer)
#define SANITIZED_ADDRESS 1
#else
#define SANITIZED_ADDRESS 0
#endif

#if SANITIZED_ADDRESS || defined __SANITIZE_THREAD__ || __has_feature(thread_sanitizer)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

/* Tells the memory sanitizer that a library compiled without it has initialized these bytes. */
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define MI_MARK_INITIALIZED(at, size) __msan_unpoison(at, size)
#else
#define MI_MARK_INITIALIZED(at, size) ((void)(at), (void)(size))
#endif

/* ---- loop unrolling ---- */

/* UNROLLED(max_rounds) unrolls the following loop fully; its number of rounds is a constant of at
 * most max_rounds. UNROLLED_BY(count) unrolls count rounds. Each compiler has its own pragma.
 *
 * With sanitizers, unrolled code would become far too large, so loops are left as they are. */
#define MI_PRAGMA(text) _Pragma(#text)
#if SANITIZED
#define UNROLLED(max_rounds)
#define UNROLLED_BY(count)
#elif defined __clang__
#define UNROLLED(max_rounds) MI_PRAGMA(clang loop unroll(full))
#define UNROLLED_BY(count)   MI_PRAGMA(clang loop unroll_count(count))
#else
#define UNROLLED(max_rounds) MI_PRAGMA(GCC unroll max_rounds)
#define UNROLLED_BY(count)   MI_PRAGMA(GCC unroll count)
#endif

#endif
