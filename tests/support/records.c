#include "records.h"

#include "fixture.h"

#include <check.h>
#include <string.h>

miai_file record_file;

const char record_of_kgs[] =
    "(;GM[1]FF[4]CA[UTF-8]AP[CGoban:3]ST[2]\nRU[Japanese]SZ[19]HA[2]KM[0.50]TM[1800]OT[3x30 "
    "byo-yomi]\n"
    "PW[white]PB[black]WR[2k?]BR[4k]DT[2013-02-04]PC[The KGS Go Server at http://www.gokgs.com/]"
    "AB[dp][pd]RE[W+Resign]\n;W[dd]WL[1790.25]\n;B[pp]BL[1799.9]OB[3]C[black [4k\\]: "
    "hi\\\\\n]\n)\n";

miai_game_record *read_first(const char *format, const char *text, size_t length)
{
    record_file = (miai_file){.bytes = text, .length = length, .line = 1};
    return miai_game_record_read(format, &record_file);
}

miai_game_record *read_valid(const char *format, const char *text)
{
    miai_game_record *record = read_first(format, text, strlen(text));
    ck_assert_msg(record != NULL, "line %ld: %s in %s", record_file.fault_line, record_file.fault,
                  text);
    return record;
}

const char *record_text(const miai_game_record *record)
{
    static char text[RECORD_TEXT];
    int length = miai_game_record_write(record, text, sizeof text);
    ck_assert_int_lt(length, RECORD_TEXT);
    ck_assert_int_eq(length, (int)strlen(text));
    return text;
}

const char *converted_text(const char *from, const char *to, const char *text)
{
    long line = 0;
    miai_game_record *record = read_valid(from, text);
    miai_game_record *other = miai_game_record_convert(engine, record, to, &line);
    ck_assert_msg(other != NULL, "line %ld: %s in %s", line,
                  miai_error_reason(engine, MIAI_NO_LOAD), text);
    miai_game_record_free(record);
    const char *result = record_text(other);
    miai_game_record_free(other);
    return result;
}

int load_record(const char *format, const char *text)
{
    miai_game_record *record = read_valid(format, text);
    int error = miai_game_record_load(engine, record, 0, NULL);
    miai_game_record_free(record);
    return error;
}
