#include "record.h"
#include "trial.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

/* A function that writes as snprintf, with its arguments. */
struct writer {
    const struct trial *t;
    const void *pos;
    miai_move move; /* MIAI_NO_MOVE: the position, not a move */
};

static int write_text(const struct writer *w, char *text, size_t size)
{
    const miai_game *game = w->t->game;
    return w->move == MIAI_NO_MOVE ? game->text(w->pos, text, size)
                                   : game->move_text(w->pos, w->move, text, size);
}

/* Writes the text into whole, TEXT_MAX bytes, and tests that it is cut off where it should be. */
static void check_writer(const struct writer *w, char *whole)
{
    char cut[TEXT_MAX];
    int length = write_text(w, whole, TEXT_MAX);
    ck_assert_int_gt(length, 0);
    ck_assert_int_lt(length, TEXT_MAX);
    ck_assert_uint_eq(strlen(whole), (size_t)length);
    ck_assert_int_eq(write_text(w, NULL, 0), length);
    int sizes[] = {1, 2, length / 2 + 1, length, length + 1};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        size_t size = (size_t)sizes[i];
        memset(cut, '#', sizeof cut);
        ck_assert_int_eq(write_text(w, cut, size), length);
        ck_assert_int_eq(strncmp(cut, whole, size - 1), 0);
        ck_assert_int_eq(cut[size - 1], '\0');
        ck_assert_int_eq(cut[size], '#');
    }
}

void position_text(const struct trial *t, const void *pos, char *text)
{
    check_writer(&(struct writer){t, pos, MIAI_NO_MOVE}, text);
    ck_assert_ptr_null(strstr(text, "\n\n"));
    ck_assert_int_ne(text[0], '\n');
    ck_assert_int_ne(text[strlen(text) - 1], '\n');
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(a, b);
}

void check_move_texts(const struct trial *t, const void *pos, const miai_move *list, int n)
{
    static char texts[MIAI_MAX_LEGAL][MIAI_MOVE_TEXT];
    char text[TEXT_MAX];
    for (miai_move move = 0; move < t->move_count; move++) {
        int length = t->game->move_text(pos, move, text, sizeof text);
        ck_assert_int_gt(length, 0);
        ck_assert_int_lt(length, MIAI_MOVE_TEXT);
        ck_assert_uint_eq(strcspn(text, " \t\r\n"), (size_t)length);
    }
    for (int i = 0; i < n; i++)
        t->game->move_text(pos, list[i], texts[i], MIAI_MOVE_TEXT);
    check_writer(&(struct writer){t, pos, list[0]}, text);
    qsort(texts, (size_t)n, sizeof *texts, compare_texts);
    for (int i = 1; i < n; i++)
        ck_assert_str_ne(texts[i - 1], texts[i]);
}

void check_text_of_position(struct trial *t, const void *pos)
{
    char text[TEXT_MAX];
    if (!t->game->write_position)
        return;
    void *read = copy_position(t, pos);
    t->game->write_position(pos, text, sizeof text);
    ck_assert_msg(t->game->read_position(read, t->setup, text), "%s", text);
    ck_assert(t->game->hash(read) == t->game->hash(pos));
    ck_assert(t->game->turn(read) == t->game->turn(pos));
    ck_assert(t->game->outcome(read, &(int){0}) == t->game->outcome(pos, &(int){0}));
    free(read);
}

void check_reading(struct trial *t)
{
    struct mi_record *record = mi_record_new(t->game, t->setup);
    ck_assert_ptr_nonnull(record);
    miai_move list[MIAI_MAX_LEGAL], read;
    char text[MIAI_MOVE_TEXT];
    for (int ply = 0; ply < 20; ply++) {
        int player = t->game->turn(mi_record_position(record));
        int n = mi_record_moves(record, player, list);
        for (int i = 0; i < n; i += 1 + n / 40) {
            t->game->move_text(mi_record_position(record), list[i], text, sizeof text);
            ck_assert_int_eq(mi_record_read(record, player, text, &read), MI_READ_MOVE);
            ck_assert_int_eq(read, list[i]);
        }
        ck_assert_int_eq(mi_record_read(record, player, "?!", &read), MI_READ_NONE);
        ck_assert_int_eq(mi_record_read(record, player, "", &read), MI_READ_NONE);
        if (n == 0 || mi_record_play(record, player, random_of(t, list, n)) != MI_PLAYED)
            break;
    }
    mi_record_free(record);
}
