/* Replies: what is appended to one, and when nothing is. */
#include "protocol/io/reply.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

static int write_some(const void *context, char *text, size_t size)
{
    return snprintf(text, size, "%s", (const char *)context);
}

static int write_none(const void *context, char *text, size_t size)
{
    snprintf(text, size, "%s", (const char *)context);
    return -1;
}

START_TEST(failed_writers_append_nothing)
{
    struct mi_reply reply = {0};
    ck_assert(!mi_reply_add_written(&reply, write_none, "half"));
    ck_assert_uint_eq(reply.length, 0);
    ck_assert_str_eq(reply.text, "");
    mi_reply_add(&reply, "before ");
    ck_assert(!mi_reply_add_written(&reply, write_none, "half"));
    ck_assert_str_eq(reply.text, "before ");
    ck_assert(mi_reply_add_written(&reply, write_some, "whole"));
    ck_assert_str_eq(reply.text, "before whole");
    ck_assert_uint_eq(reply.length, strlen(reply.text));
    ck_assert(!reply.failed);
    mi_reply_free(&reply);
}
END_TEST

START_TEST(long_text_is_appended_completely)
{
    static char text[100000];
    struct mi_reply reply = {0};
    memset(text, 'x', sizeof text - 1);
    mi_reply_format(&reply, "%d ", 1);
    ck_assert(mi_reply_add_written(&reply, write_some, text));
    ck_assert_uint_eq(reply.length, 2 + strlen(text));
    ck_assert_str_eq(reply.text + 2, text);
    mi_reply_clear(&reply);
    ck_assert_str_eq(reply.text, "");
    mi_reply_free(&reply);
}
END_TEST

START_TEST(reserved_memory_is_not_text)
{
    struct mi_reply reply = {0};
    ck_assert(mi_reply_reserve(&reply, 1000));
    ck_assert_str_eq(reply.text, "");
    mi_reply_add(&reply, "text");
    ck_assert(mi_reply_reserve(&reply, 100000));
    ck_assert_str_eq(reply.text, "text");
    mi_reply_free(&reply);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("reply");
    TCase *tests = add_case(suite, "reply", 10);
    tcase_add_test(tests, failed_writers_append_nothing);
    tcase_add_test(tests, long_text_is_appended_completely);
    tcase_add_test(tests, reserved_memory_is_not_text);
    return run_suite(suite);
}
