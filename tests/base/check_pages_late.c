/* Frees a large block at the moment when the system has refused another one. The linker redirects
 * mmap(), munmap() and pthread_cond_broadcast() to the functions below, which keep the two threads
 * in step. */
#include "base/memory.h"
#include "tests/support/suite.h"

#include <check.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#define MIB ((size_t)1 << 20)

void *__real_mmap(void *at, size_t bytes, int protection, int flags, int file, off_t offset);
int __real_munmap(void *at, size_t bytes);
int __real_pthread_cond_broadcast(pthread_cond_t *condition);
void *__wrap_mmap(void *at, size_t bytes, int protection, int flags, int file, off_t offset);
int __wrap_munmap(void *at, size_t bytes);
int __wrap_pthread_cond_broadcast(pthread_cond_t *condition);

/* Progress of the freeing and the allocating thread. */
enum stage { FREELY, HELD, REFUSED, GIVEN };

static atomic_int refusal_stage;
static atomic_int refusals; /* allocations still to be refused */
static atomic_int map_calls;

static void wait_while(int held)
{
    while (atomic_load(&refusal_stage) == held)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

/* Refuses, and returns when the pending blocks have been freed. */
void *__wrap_mmap(void *at, size_t bytes, int protection, int flags, int file, off_t offset)
{
    atomic_fetch_add(&map_calls, 1);
    if (atomic_load(&refusals) == 0)
        return __real_mmap(at, bytes, protection, flags, file, offset);
    atomic_fetch_sub(&refusals, 1);
    if (atomic_load(&refusal_stage) == HELD) {
        atomic_store(&refusal_stage, REFUSED);
        wait_while(REFUSED);
    }
    return MAP_FAILED;
}

/* Frees nothing before an allocation has been refused. */
int __wrap_munmap(void *at, size_t bytes)
{
    wait_while(HELD);
    return __real_munmap(at, bytes);
}

/* The freeing thread holds the lock, so the allocating thread continues after it. */
int __wrap_pthread_cond_broadcast(pthread_cond_t *condition)
{
    if (atomic_load(&refusal_stage) == REFUSED)
        atomic_store(&refusal_stage, GIVEN);
    return __real_pthread_cond_broadcast(condition);
}

static void set_up_stages(void)
{
    atomic_store(&refusal_stage, FREELY);
    atomic_store(&refusals, 0);
}

START_TEST(retry_after_a_late_free)
{
    char *first = mi_pages_alloc(64 * MIB);
    ck_assert_ptr_nonnull(first);
    atomic_store(&refusal_stage, HELD);
    mi_pages_free(first, 64 * MIB);
    atomic_store(&refusals, 1);
    char *second = mi_pages_alloc(64 * MIB);
    ck_assert_int_eq(atomic_load(&refusal_stage), GIVEN);
    ck_assert_ptr_nonnull(second);
    mi_pages_free(second, 64 * MIB);
}
END_TEST

/* Nothing was freed, so a second attempt would be refused too. */
START_TEST(no_retry_without_a_free)
{
    mi_pages_free(mi_pages_alloc(MIB), MIB);
    int before = atomic_load(&map_calls);
    atomic_store(&refusals, 2);
    ck_assert_ptr_null(mi_pages_alloc(MIB));
    ck_assert_int_eq(atomic_load(&map_calls), before + 1);
}
END_TEST

int main(void)
{
    setenv("CK_FORK", "yes",
           1); /* each test in its own process, since threads of the other test would be counted */
    Suite *suite = suite_create("pages given late");
    TCase *tests = add_case(suite, "pages given late", 20);
    tcase_add_checked_fixture(tests, set_up_stages, NULL);
    tcase_add_test(tests, retry_after_a_late_free);
    tcase_add_test(tests, no_retry_without_a_free);
    return run_suite(suite);
}
