/* Writes the root of a converted record: names, size, rules, first position. */
#include "game_record.h"

#include "base/text.h"
#include "contract/presentation.h"
#include "contract/sgf_move.h"
#include "record/charset.h"
#include "record/sgf.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POSITION_TEXT_SIZE = 4096 };

/* Is Black the player who moves first? */
static bool black_moves_first(const miai_game *game)
{
    miai_presentation p = {.bytes = sizeof p};
    miai_presentation_of(game, &p);
    return p.black_begins;
}

/* The variant whose name identifies the current rules in PGN, or NULL. */
static const miai_variant *pgn_variant(const struct mi_reading *r)
{
    const miai_variant *variant = mi_presentation(r->game)->variants;
    while (variant && variant->name &&
           !(variant->in_pgn && mi_variant_rules(r->game, variant) == r->setup.rules))
        variant++;
    return variant && variant->name ? variant : NULL;
}

bool mi_game_record_put_text(struct miai_game_record *to, struct mi_record_node *node,
                             const char *name, const char *text)
{
    return to->format == MI_SGF ? mi_sgf_add(to, node, name, text)
                                : mi_game_record_add(to, node, name, text);
}

static bool add_root_property(struct miai_game_record *to, const char *name, const char *text)
{
    return mi_game_record_put_text(to, to->root, name, text);
}

/* The first value of a root property in UTF-8, which the caller frees; NULL if there is none. False
 * if out of memory. */
static bool read_root_text(const struct miai_game_record *record, const char *name, char **text)
{
    const struct mi_record_property *property = mi_record_node_find(record->root, name);
    *text = NULL;
    if (!property || !property->value)
        return true;
    struct mi_text raw = property->value->raw;
    *text =
        record->format == MI_SGF ? mi_sgf_text(record, raw) : mi_to_utf8("", 0, raw.at, raw.length);
    return *text != NULL;
}

/* ---- names ---- */

/* The names of the same property in SGF, PGN and plain text; "": it does not exist there. */
static const char *const property_names[][3] = {
    {"EV", "Event", "event"},
    {"PC", "Site", "place"},
    {"DT", "Date", "date"},
    {"RO", "Round", "round"},
    {"1", "1", "1"},
    {"2", "2", "2"},
    {"RE", "Result", "result"},
    {"TM", "TimeControl", "time"},
    {"AN", "Annotator", "annotator"},
    {"ON", "Opening", "opening"},
    {"GN", "GameName", "name"},
    {"SO", "Source", "source"},
    {"", "Termination", "termination"},
};

enum {
    DATE = 2,
    FIRST = 4,
    SECOND = 5,
    RESULT = 6,
    ROSTER = 7,
    NAMES = sizeof property_names / sizeof *property_names
};

/* The column of a format in the tables. */
static int format_column(enum mi_format format)
{
    return format == MI_SGF ? 0 : format == MI_PGN ? 1 : 2;
}

/* The name of the i-th property in a format. PGN calls the first player White whatever the colour
 * of the stones, since it numbers moves and results that way. */
static const char *property_name(int i, enum mi_format format, bool black_begins)
{
    static const char *const players[][2] = {{"PB", "PW"}, {"White", "Black"}, {"white", "black"}};
    int column = format_column(format);
    if (!isdigit((unsigned char)property_names[i][0][0]))
        return property_names[i][column];
    bool second = property_names[i][0][0] == '2';
    return players[column][format == MI_PLAIN ? second != black_begins : second];
}

/* Converts "2020-01-31" to PGN's "2020.01.31", and back. */
static void convert_date(char *text, enum mi_format to)
{
    for (; *text; text++)
        if (*text == '-' || *text == '.')
            *text = to == MI_PGN ? '.' : '-';
}

/* The winner, 0 or 1; 2: draw; -1: unknown. Numeric results are from the first player's view. */
static int parse_winner(const char *result, bool black_begins)
{
    if (strchr("Bb", result[0]) && result[0] && result[1] == '+')
        return !black_begins;
    if (strchr("Ww", result[0]) && result[0] && result[1] == '+')
        return black_begins;
    if (strcmp(result, "1-0") == 0)
        return 0;
    if (strcmp(result, "0-1") == 0)
        return 1;
    bool draw = strcmp(result, "0") == 0 || mi_same_text(result, "draw") ||
                mi_same_text(result, "jigo") || strncmp(result, "1/2", 3) == 0;
    return draw ? 2 : -1;
}

static const char *format_result(enum mi_format format, int winner, bool black_begins)
{
    if (winner < 0)
        return format == MI_PGN ? "*" : "?";
    if (winner == 2)
        return format == MI_PGN ? "1/2-1/2" : "0";
    if (format == MI_PGN)
        return winner == 0 ? "1-0" : "0-1";
    return (winner == 0) == black_begins ? "B+" : "W+";
}

/* PGN's termination for SGF's reason after the plus sign, if the game did not end on the board;
 * NULL: none. */
static const char *parse_termination(const char *result)
{
    switch (result[0] && result[1] == '+' ? toupper((unsigned char)result[2]) : '\0') {
    case 'R':
        return "normal";
    case 'T':
        return "time forfeit";
    case 'F':
        return "rules infraction";
    default:
        return NULL;
    }
}

static bool write_termination(const struct mi_reading *r, struct miai_game_record *to,
                              const char *result)
{
    const char *termination = parse_termination(result);
    bool has_termination = mi_record_node_find(r->record->root, "termination") ||
                           mi_record_node_find(r->record->root, "Termination");
    return !termination || has_termination || add_root_property(to, "Termination", termination);
}

/* PGN repeats the result after the moves and in a tag. */
static bool write_result(const struct mi_reading *r, struct miai_game_record *to, const char *text)
{
    bool black_begins = black_moves_first(r->game);
    int winner = parse_winner(text, black_begins);
    bool sgf = text[0] && strchr("BbWw", text[0]) && text[1] == '+';
    bool kept =
        to->format == MI_PLAIN ? sgf || !black_begins || winner < 0 : sgf && to->format == MI_SGF;
    const char *result = kept ? text : format_result(to->format, winner, black_begins);
    if (!add_root_property(to, property_name(RESULT, to->format, black_begins), result))
        return false;
    if (to->format != MI_PGN)
        return true;
    return add_root_property(to, "result", result) &&
           (!*text || strcmp(text, result) == 0 || strcmp(text, "*") == 0 ||
            add_root_property(to, "ResultText", text)) &&
           write_termination(r, to, text);
}

/* The more detailed result that accompanies PGN's own; NULL: none. Otherwise like read_root_text().
 */
static bool read_detailed_result(const struct miai_game_record *record, bool black_begins,
                                 char **text)
{
    *text = NULL;
    if (record->format != MI_PGN)
        return true;
    if (!read_root_text(record, "ResultText", text))
        return false;
    if (*text && parse_winner(*text, black_begins) < 0) {
        free(*text);
        *text = NULL;
    }
    return true;
}

/* The result after the moves of a PGN; NULL: unknown. Otherwise like read_root_text(). */
static bool read_final_result(const struct miai_game_record *record, char **text)
{
    if (!read_root_text(record, "result", text))
        return false;
    if (*text && strcmp(*text, "*") == 0) {
        free(*text);
        *text = NULL;
    }
    return true;
}

/* The i-th property of the record, like read_root_text(). detailed: prefer the more detailed
 * result. */
static bool read_property(const struct miai_game_record *record, int i, bool black_begins,
                          bool detailed, char **text)
{
    const char *name = property_name(i, record->format, black_begins);
    char *better = NULL;
    *text = NULL;
    bool good =
        (!*name || read_root_text(record, name, text)) &&
        (i != RESULT || *text || record->format != MI_PGN || read_final_result(record, text)) &&
        (!detailed || i != RESULT || read_detailed_result(record, black_begins, &better));
    if (better || !good) {
        free(*text);
        *text = better;
    }
    return good;
}

static bool write_property(const struct mi_reading *r, struct miai_game_record *to, int i)
{
    bool black_begins = black_moves_first(r->game), good = true;
    const char *name = property_name(i, to->format, black_begins);
    char *text;
    if (!read_property(r->record, i, black_begins, to->format != MI_PGN, &text))
        return false;
    bool missing = !text || (r->record->format == MI_PGN && strcmp(text, "?") == 0);
    if (text && i == DATE)
        convert_date(text, to->format);
    if (i == RESULT && (!missing || to->format == MI_PGN))
        good = write_result(r, to, text ? text : "*");
    else if (!missing && *name)
        good = add_root_property(to, name, text);
    else if (missing && i < ROSTER && to->format == MI_PGN)
        good = add_root_property(to, name, i == DATE ? "????.??.??" : "?");
    free(text);
    return good;
}

int miai_game_record_tell(const miai_engine *engine, const miai_game_record *record,
                          const char *what, char *text, size_t size)
{
    bool black_begins = black_moves_first(mi_history_game(engine->history));
    bool first = strcmp(what, "first") == 0, second = strcmp(what, "second") == 0;
    int i = first ? FIRST : second ? SECOND : 0;
    while (!first && !second && i < NAMES && strcmp(property_names[i][2], what) != 0)
        i++;
    char *value;
    if (i == NAMES || record->format == MI_EPD ||
        !read_property(record, i, black_begins, true, &value))
        return -1;
    bool known = value && value[strspn(value, "?.* ")];
    int length = known ? snprintf(text, size, "%s", value) : -1;
    free(value);
    return length;
}

/* ---- the first position ---- */

static bool has_default_start(struct mi_reading *r)
{
    r->game->init(r->pos, &r->setup);
    return r->game->hash(r->pos) == r->game->hash(mi_history_start(r->history));
}

static bool write_size(const struct mi_reading *r, struct miai_game_record *to)
{
    static const char *const name[] = {"SZ", "Size", "size"};
    const miai_setup *s = &r->setup, *initial = &r->game->setup;
    bool resized = s->width != initial->width || s->height != initial->height;
    char size[32];
    if (to->format == MI_PGN && !resized)
        return true;
    snprintf(size, sizeof size,
             s->width == s->height  ? "%d"
             : to->format == MI_SGF ? "%d:%d"
                                    : "%dx%d",
             s->width, s->height);
    return add_root_property(to, name[format_column(to->format)], size);
}

static bool write_komi(const struct mi_reading *r, struct miai_game_record *to)
{
    static const char *const name[] = {"KM", "Komi", "komi"};
    char komi[32];
    if (!mi_scoring(r->game)->settle && r->setup.komi == r->game->setup.komi)
        return true;
    mi_write_real(r->setup.komi, komi, sizeof komi);
    return add_root_property(to, name[format_column(to->format)], komi);
}

static bool write_rules(const struct mi_reading *r, struct miai_game_record *to)
{
    static const char *const name[] = {"RU", "Rules", "rules"};
    char rules[96];
    bool default_rules = r->setup.rules == r->game->setup.rules && !mi_scoring(r->game)->settle;
    if (!r->game->rules || default_rules || (to->format == MI_PGN && pgn_variant(r)))
        return true;
    mi_write_rules(r->game, r->setup.rules, rules, sizeof rules);
    return add_root_property(to, name[format_column(to->format)], rules);
}

static bool write_setup(const struct mi_reading *r, struct miai_game_record *to)
{
    return write_size(r, to) && write_komi(r, to) && write_rules(r, to);
}

/* Adds the point of a stone to the values of a property. */
static bool add_stone_value(struct mi_reading *r, struct miai_game_record *to,
                            struct mi_record_property *property, miai_move point)
{
    char word[MI_WORD];
    int length = mi_sgf_write_point(r->game, &r->setup, mi_history_start(r->history), point, word,
                                    sizeof word);
    const char *copy = mi_game_record_copy(to, word, (size_t)length);
    return property && copy &&
           mi_game_record_add_value(to, property, (struct mi_text){copy, (size_t)length});
}

/* Lists the points where a player's stones were set up, or with -1 the points that are empty
 * although the rules' first position has a piece there. Returns their number. */
static int list_stones(struct mi_reading *r, int player, miai_move list[MIAI_MAX_POINTS])
{
    int8_t piece[MIAI_MAX_POINTS], default_piece[MIAI_MAX_POINTS];
    int n = 0;
    r->game->init(r->pos, &r->setup);
    mi_editing(r->game)->board(r->pos, default_piece);
    mi_editing(r->game)->board(mi_history_start(r->history), piece);
    for (miai_move p = 0; p < r->setup.width * r->setup.height; p++)
        if (piece[p] == player && (player >= 0 || default_piece[p] >= 0))
            list[n++] = p;
    return n;
}

/* Writes "AB[..][..]". */
static bool write_stones_sgf(struct mi_reading *r, struct miai_game_record *to, int player,
                             const miai_move *list, int n)
{
    static const char *const name[] = {"AE", "AB", "AW"};
    struct mi_record_property *property =
        mi_game_record_add_property(to, to->root, mi_text_of(name[player + 1]));
    bool good = true;
    for (int i = 0; good && i < n; i++)
        good = add_stone_value(r, to, property, list[i]);
    return good;
}

/* Writes "stones black D4 ...". */
static bool write_stones_plain(const struct mi_reading *r, struct miai_game_record *to, int player,
                               const miai_move *list, int n)
{
    static const char *const name[] = {"empty", "black", "white"};
    char word[MI_WORD], *text = malloc(MIAI_MAX_POINTS * MIAI_MOVE_TEXT);
    struct mi_out out;
    if (!text)
        return false;
    mi_out_init(&out, text, MIAI_MAX_POINTS * MIAI_MOVE_TEXT);
    mi_out_add(&out, name[player + 1]);
    for (int i = 0; i < n; i++) {
        int x = list[i] % r->setup.width, y = list[i] / r->setup.width;
        miai_point_text_in(mi_notation(r->game)->letters, x, y, word, sizeof word);
        mi_out_format(&out, " %s", word);
    }
    bool good = add_root_property(to, "stones", text);
    free(text);
    return good;
}

static bool write_stones(struct mi_reading *r, struct miai_game_record *to, int player)
{
    bool sgf = to->format == MI_SGF;
    miai_move list[MIAI_MAX_POINTS];
    char count[16];
    int n = list_stones(r, player, list);
    if (n == 0)
        return true;
    if (sgf ? !write_stones_sgf(r, to, player, list, n)
            : !write_stones_plain(r, to, player, list, n))
        return false;
    snprintf(count, sizeof count, "%d", n);
    return player != 0 || !r->handicap || add_root_property(to, sgf ? "HA" : "handicap", count);
}

static bool write_start(struct mi_reading *r, struct miai_game_record *to)
{
    char text[POSITION_TEXT_SIZE];
    int turn = r->game->turn(mi_history_start(r->history));
    if (has_default_start(r))
        return true;
    if (to->format != MI_SGF && mi_notation(r->game)->write_position) {
        mi_notation(r->game)->write_position(mi_history_start(r->history), text, sizeof text);
        if (to->format == MI_PGN)
            return add_root_property(to, "SetUp", "1") && add_root_property(to, "FEN", text);
        return add_root_property(to, "position", text);
    }
    if (!mi_editing(r->game)->board || !mi_editing(r->game)->put || to->format == MI_PGN)
        return mi_reading_fault(
            r, r->record->root->line, "%s cannot store the first position of this game of %s%s",
            to->format == MI_PGN ? "PGN" : "SGF", r->game->title,
            to->format == MI_PGN && mi_editing(r->game)->board && mi_editing(r->game)->put
                ? "; SGF and plain text (.txt) can"
                : "");
    return write_stones(r, to, -1) && write_stones(r, to, 0) && write_stones(r, to, 1) &&
           add_root_property(to, to->format == MI_SGF ? "PL" : "turn",
                             to->format == MI_SGF ? turn ? "W" : "B"
                             : turn               ? "white"
                                                  : "black");
}

/* ---- the whole root ---- */

static bool write_game(const struct mi_reading *r, struct miai_game_record *to)
{
    char text[64];
    if (to->format == MI_PLAIN)
        return add_root_property(to, "game", r->game->name);
    snprintf(text, sizeof text, "%d", mi_records(r->game)->sgf);
    return add_root_property(to, "GM", text) && add_root_property(to, "FF", "4") &&
           add_root_property(to, "CA", "UTF-8") && add_root_property(to, "AP", "miai");
}

/* After the seven-tag roster, like all other tags. */
static bool write_variant(const struct mi_reading *r, struct miai_game_record *to)
{
    const miai_variant *variant = pgn_variant(r);
    if (to->format != MI_PGN || (!variant && mi_presentation(r->game)->assumed))
        return true;
    return add_root_property(to, "Variant", variant ? variant->name : r->game->name);
}

bool mi_game_record_write_head(struct mi_reading *r, struct miai_game_record *to)
{
    bool good = to->format == MI_PGN || (write_game(r, to) && write_setup(r, to));
    for (int i = 0; good && i < NAMES; i++)
        good = write_property(r, to, i);
    if (good && to->format == MI_PGN)
        good = write_variant(r, to) && write_setup(r, to);
    if (good && !write_start(r, to))
        return r->fault[0] ? false : mi_reading_fault(r, r->record->root->line, "out of memory");
    return good || mi_reading_fault(r, r->record->root->line, "out of memory");
}
