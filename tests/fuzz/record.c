/* Game records: each game of a file is read, loaded, written and converted to each format. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

/* A written record can be read again. */
static void write_and_read(const miai_game_record *record, const char *format)
{
    int length = miai_game_record_write(record, NULL, 0);
    fuzz_hold(length >= 0);
    char *text = malloc((size_t)length + 1);
    fuzz_hold(text && miai_game_record_write(record, text, (size_t)length + 1) == length);
    miai_file file = {.bytes = text, .length = (size_t)length, .line = 1};
    miai_game_record *again = miai_game_record_read(format, &file);
    fuzz_hold(again && miai_game_record_moves(again) == miai_game_record_moves(record));
    miai_game_record_free(again);
    free(text);
}

static void convert_to_all_formats(miai_engine *engine, const miai_game_record *record)
{
    static const char *const formats[] = {"sgf", "pgn", "epd", "text"};
    long line = 0;
    for (int i = 0; i < 4; i++) {
        miai_game_record *other = miai_game_record_convert(engine, record, formats[i], &line);
        if (other)
            miai_game_record_free(other);
    }
}

/* Reads the first games of a file, so that each gets some time. */
static void read_games(const char *format, const uint8_t *bytes, size_t size)
{
    enum { GAMES = 20 };
    miai_engine *engine = fuzz_engine("go");
    miai_file file = {.bytes = (const char *)bytes, .length = size, .line = 1};
    miai_game_record *record;
    for (int i = 0; i < GAMES && (record = miai_game_record_read(format, &file)) != NULL; i++) {
        fuzz_hold(file.offset <= size);
        long line = 0;
        miai_game_record_load(engine, record, i, &line);
        if (file.fault_line == 0 && strcmp(format, "sgf") == 0)
            write_and_read(record, format);
        miai_game_record_note(record, 0, "comment", "a note]\\");
        convert_to_all_formats(engine, record);
        miai_game_record_variations(record);
        miai_game_record_free(record);
    }
    miai_game_record_format((const char *)bytes, size);
    miai_free(engine);
}

static void read_sgf(const uint8_t *bytes, size_t size)
{
    read_games("sgf", bytes, size);
}

static void read_pgn(const uint8_t *bytes, size_t size)
{
    read_games("pgn", bytes, size);
}

static void read_epd(const uint8_t *bytes, size_t size)
{
    read_games("epd", bytes, size);
}

static void read_text(const uint8_t *bytes, size_t size)
{
    read_games("text", bytes, size);
}

const struct fuzz_target fuzz_records[] = {
    {"sgf", read_sgf}, {"pgn", read_pgn}, {"epd", read_epd}, {"text", read_text}, {0},
};
