/* Game records: an SGF text to a record, and back. */
#include "engine.h"

#include "../base/text.h"
#include "sgf.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_VALUE = 256 }; /* bytes of a move in SGF, with its end */

struct loading {
    miai_setup setup;
    const miai_game *game;
    struct mi_record *record; /* being filled; NULL while the root node is read for its set-up */
    void *pos;                /* mi_record_size() bytes */
    int before;               /* stop before this move, from 1; 0: never */
    int moves;                /* played so far */
    bool done;                /* the move to stop before has come */
    bool stones[2];           /* set up for each player */
    bool turn_set;
    bool handicap; /* the record says so */
};

/* ---- the set-up: first walk, root node alone ---- */

/* Records are written by many hands: the number without the blanks around it, with a point for the
 * decimal comma.  Cut off at size. */
static void tidy(const char *text, char *number, size_t size)
{
    size_t n = 0;
    for (; *text && n + 1 < size; text++)
        if (!strchr(" \t\r\n", *text))
            number[n++] = (char)(*text == ',' ? '.' : *text);
    number[n] = '\0';
}

static bool read_number(const char *text, int64_t min, int64_t max, int *number)
{
    char digits[16];
    int64_t value;
    tidy(text, digits, sizeof digits);
    if (!mi_read_int(digits, min, max, &value))
        return false;
    *number = (int)value;
    return true;
}

static bool read_size(struct loading *loading, const char *text)
{
    char width[16];
    size_t length = strcspn(text, ":");
    if (length >= sizeof width)
        return false;
    memcpy(width, text, length);
    width[length] = '\0';
    if (!read_number(width, 1, 1000, &loading->setup.width))
        return false;
    loading->setup.height = loading->setup.width;
    return !text[length] || read_number(text + length + 1, 1, 1000, &loading->setup.height);
}

/* A komi that cannot be read is none: the record is still good for its moves. */
static void read_komi(struct loading *loading, const char *text)
{
    char number[32];
    double komi;
    tidy(text, number, sizeof number);
    if (mi_read_real(number, &komi) && komi >= -9999 && komi <= 9999)
        loading->setup.komi = komi;
}

static void read_rules(struct loading *loading, const char *text)
{
    int rules = mi_engine_find_rules(loading->game, text);
    if (rules >= 0)
        loading->setup.rules = rules;
}

static bool on_setup(void *context, int node, const char *property, const char *value)
{
    struct loading *loading = context;
    int number;
    if (node > 0)
        return true;
    if (strcmp(property, "GM") == 0)
        return read_number(value, 0, 1000, &number) && number == mi_records(loading->game)->sgf;
    if (strcmp(property, "SZ") == 0)
        return read_size(loading, value);
    if (strcmp(property, "KM") == 0)
        read_komi(loading, value);
    if (strcmp(property, "RU") == 0)
        read_rules(loading, value);
    if (strcmp(property, "HA") == 0)
        loading->handicap = read_number(value, 2, MIAI_MAX_POINTS, &number);
    return true;
}

/* ---- stones and moves: second walk ---- */

/* A point: two letters, the column from the left and the row from the top. */
static miai_move read_point(const struct loading *loading, const char *text)
{
    int x = text[0] - 'a', y = text[0] ? text[1] - 'a' : -1;
    if (x < 0 || x >= loading->setup.width || y < 0 || y >= loading->setup.height)
        return MIAI_NO_MOVE;
    return (loading->setup.height - 1 - y) * loading->setup.width + x;
}

/* Puts a stone, or none, on each point of "aa" or of the rectangle "aa:cc". */
static bool put_points(struct loading *loading, const char *text, int player)
{
    int width = loading->setup.width;
    size_t length = strlen(text);
    miai_move from = read_point(loading, text);
    miai_move to = length == 5 && text[2] == ':' ? read_point(loading, text + 3) : from;
    if ((length != 2 && length != 5) || from == MIAI_NO_MOVE || to == MIAI_NO_MOVE ||
        !mi_editing(loading->game)->put)
        return false;
    memcpy(loading->pos, mi_record_position(loading->record), mi_record_size(loading->record));
    for (int y = to / width; y <= from / width; y++)
        for (int x = from % width; x <= to % width; x++)
            if (!mi_editing(loading->game)->put(loading->pos, y * width + x, player))
                return false;
    mi_record_restart(loading->record, loading->pos);
    return true;
}

static void set_turn(struct loading *loading, int player)
{
    memcpy(loading->pos, mi_record_position(loading->record), mi_record_size(loading->record));
    if (loading->game->turn(loading->pos) == player || !mi_editing(loading->game)->set_turn)
        return;
    mi_editing(loading->game)->set_turn(loading->pos, player);
    mi_record_restart(loading->record, loading->pos);
}

/* Pass is the empty value, or "tt" on boards that have no such point. */
static miai_move read_move(const struct loading *loading, const char *text)
{
    const miai_game *game = loading->game;
    bool small = loading->setup.width <= 19 && loading->setup.height <= 19;
    miai_move move = MIAI_NO_MOVE;
    if (mi_records(game)->read_move)
        move = mi_records(game)->read_move(loading->pos, text);
    if (move != MIAI_NO_MOVE)
        return move;
    if (!*text || (small && strcmp(text, "tt") == 0))
        return mi_editing(game)->pass ? mi_editing(game)->pass(loading->pos) : MIAI_NO_MOVE;
    return strlen(text) == 2 ? read_point(loading, text) : MIAI_NO_MOVE;
}

static bool play_move(struct loading *loading, const char *text, int player)
{
    if (!mi_record_prepare(loading->record, player, loading->pos))
        return false;
    return mi_record_play(loading->record, player, read_move(loading, text)) == MI_PLAYED;
}

/* Where only the first player has stones set up, they are a handicap and the second one begins. */
static void settle_turn(struct loading *loading)
{
    if (!loading->turn_set && loading->stones[0] && !loading->stones[1] && loading->moves == 0)
        set_turn(loading, 1);
}

static bool on_move(struct loading *loading, const char *value, int player)
{
    loading->done = loading->moves + 1 == loading->before;
    if (loading->done)
        return true;
    if (loading->moves == 0 && !loading->turn_set)
        set_turn(loading, player);
    loading->moves++;
    return play_move(loading, value, player);
}

static bool on_value(void *context, int node, const char *property, const char *value)
{
    struct loading *loading = context;
    (void)node;
    if (loading->done)
        return true;
    if (strcmp(property, "B") == 0 || strcmp(property, "W") == 0)
        return on_move(loading, value, property[0] == 'W');
    if (strcmp(property, "AB") == 0 || strcmp(property, "AW") == 0) {
        loading->stones[property[1] == 'W'] = true;
        return put_points(loading, value, property[1] == 'W');
    }
    if (strcmp(property, "AE") == 0)
        return put_points(loading, value, -1);
    if (strcmp(property, "PL") == 0 && *value && strchr("BbWw12", *value)) {
        loading->turn_set = true;
        set_turn(loading, strchr("Ww2", *value) != NULL);
    }
    return true;
}

static bool load(struct loading *loading, const char *sgf, size_t length)
{
    loading->setup.width = loading->setup.height = 19; /* what SGF assumes without SZ */
    if (!mi_sgf_walk(sgf, length, on_setup, loading) ||
        !mi_engine_allows(loading->game, &loading->setup))
        return false;
    loading->record = mi_record_new(loading->game, &loading->setup);
    loading->pos = loading->record ? malloc(mi_record_size(loading->record)) : NULL;
    if (!loading->pos || !mi_sgf_walk(sgf, length, on_value, loading))
        return false;
    settle_turn(loading);
    return true;
}

int miai_load_sgf(miai_engine *engine, const char *sgf, size_t length, int before)
{
    struct loading loading = {.setup = *mi_record_setup(engine->record),
                              .game = mi_record_game(engine->record),
                              .before = before};
    if (!mi_records(loading.game)->sgf)
        return MIAI_UNSUPPORTED;
    bool loaded = load(&loading, sgf, length);
    free(loading.pos);
    if (!loaded) {
        mi_record_free(loading.record);
        return MIAI_NO_LOAD;
    }
    int error = mi_engine_take(engine, loading.record);
    if (error == MIAI_OK)
        engine->handicap = loading.handicap && loading.stones[0];
    return error;
}

/* ---- writing ---- */

static void add_point(struct mi_out *out, const miai_setup *setup, miai_move point)
{
    if (point >= setup->width * setup->height)
        return; /* pass */
    mi_out_format(out, "%c%c", 'a' + point % setup->width,
                  'a' + (setup->height - 1 - point / setup->width));
}

static void add_header(const miai_engine *engine, struct mi_out *out)
{
    const miai_setup *setup = mi_record_setup(engine->record);
    const miai_game *game = mi_record_game(engine->record);
    char komi[32];
    mi_write_real(setup->komi, komi, sizeof komi);
    mi_out_format(out, "(;GM[%d]FF[4]CA[UTF-8]AP[miai:%s]SZ[%d", mi_records(game)->sgf,
                  miai_version(), setup->width);
    if (setup->height != setup->width)
        mi_out_format(out, ":%d", setup->height);
    mi_out_format(out, "]KM[%s]", komi);
    if (game->rules)
        mi_out_format(out, "RU[%s]", game->rules[setup->rules]);
}

static int add_stones(const miai_engine *engine, struct mi_out *out, int player)
{
    const miai_setup *setup = mi_record_setup(engine->record);
    int8_t piece[MIAI_MAX_POINTS];
    int n = 0;
    mi_editing(mi_record_game(engine->record))->board(mi_record_start(engine->record), piece);
    for (miai_move p = 0; p < setup->width * setup->height; p++) {
        if (piece[p] != player)
            continue;
        mi_out_add(out, n++ ? "[" : player ? "AW[" : "AB[");
        add_point(out, setup, p);
        mi_out_char(out, ']');
    }
    return n;
}

/* Moves the position on. */
static void add_move(const miai_engine *engine, struct mi_out *out, void *pos, miai_ply ply)
{
    const miai_game *game = mi_record_game(engine->record);
    char text[MAX_VALUE];
    int score;
    if (mi_editing(game)->set_turn && (game->turn(pos) != ply.player || game->outcome(pos, &score)))
        mi_editing(game)->set_turn(pos, ply.player);
    mi_out_format(out, "\n;%c[", ply.player ? 'W' : 'B');
    if (mi_records(game)->write_move &&
        mi_records(game)->write_move(pos, ply.move, text, sizeof text) > 0)
        mi_out_add(out, text);
    else
        add_point(out, mi_record_setup(engine->record), ply.move);
    mi_out_char(out, ']');
    game->play(pos, ply.move);
}

static void add_moves(const miai_engine *engine, struct mi_out *out)
{
    const miai_ply *line = mi_record_line(engine->record);
    memcpy(engine->scratch, mi_record_start(engine->record), mi_record_size(engine->record));
    for (int i = 0; i < mi_record_plies(engine->record); i++)
        add_move(engine, out, engine->scratch, line[i]);
}

/* Did the game begin with the first position of the rules? */
static bool begins_as_usual(const miai_engine *engine)
{
    const miai_game *game = mi_record_game(engine->record);
    game->init(engine->scratch, mi_record_setup(engine->record));
    return game->hash(engine->scratch) == game->hash(mi_record_start(engine->record));
}

/* The position that the game began with, where it is not the usual one. */
static void add_start(const miai_engine *engine, struct mi_out *out)
{
    const void *start = mi_record_start(engine->record);
    int black = add_stones(engine, out, 0), white = add_stones(engine, out, 1);
    if (engine->handicap)
        mi_out_format(out, "HA[%d]", black);
    if (black + white > 0)
        mi_out_format(out, "PL[%c]", mi_record_game(engine->record)->turn(start) ? 'W' : 'B');
}

int miai_save_sgf(const miai_engine *engine, char *text, size_t size)
{
    const miai_game *game = mi_record_game(engine->record);
    bool usual = begins_as_usual(engine);
    struct mi_out out;
    if (!mi_records(game)->sgf || (!usual && !(mi_editing(game)->board && mi_editing(game)->put)))
        return -1;
    mi_out_init(&out, text, size);
    add_header(engine, &out);
    if (!usual)
        add_start(engine, &out);
    add_moves(engine, &out);
    mi_out_add(&out, ")");
    return mi_out_length(&out);
}
