#include "text_file.h"

#include "base/file.h"
#include "suite.h"

#include <stdlib.h>
#include <string.h>

void put_text(const char *file, const char *text)
{
    FILE *stream = fopen(file, "wb");
    ck_assert_ptr_nonnull(stream);
    ck_assert_int_ge(fputs(text, stream), 0);
    ck_assert_int_eq(fclose(stream), 0);
}

void check_text(const char *file, const char *text)
{
    char error[MI_FILE_ERROR];
    size_t length;
    char *bytes = mi_file_read(file, 10000, &length, error, sizeof error);
    ck_assert_msg(bytes, "%s: %s", file, error);
    ck_assert_str_eq(bytes, text);
    ck_assert_uint_eq(length, strlen(text));
    free(bytes);
}
