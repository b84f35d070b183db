/* sanitizer.h - SANITIZED and SANITIZED_ADDRESS: 1 if gcc or clang compile with a sanitizer (the
 * address sanitizer), else 0. */
#ifndef MI_BASE_SANITIZER_H
#define MI_BASE_SANITIZER_H

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
#define MI_WRITTEN(at, size) __msan_unpoison(at, size)
#else
#define MI_WRITTEN(at, size) ((void)(at), (void)(size))
#endif

#endif
